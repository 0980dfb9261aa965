//! Lessons with raw link targets in; targets that lead somewhere, and what is wrong with the others, out.

use crate::parse::block::Target;

/// A target before the lessons are known: an address outside of the site, or what the author wrote.
pub(crate) fn interim(address: &str) -> Target {
    match scheme(address).as_deref() {
        Some("http" | "https" | "mailto" | "tel" | "ftp") => Target::External(address.to_owned()),
        _ => Target::Broken(address.to_owned()),
    }
}

/// The scheme of an address, in lower case. White space and control characters, which browsers pass over, do not hide it.
fn scheme(address: &str) -> Option<String> {
    let plain: String = address
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .take(32)
        .collect();
    let (scheme, _) = plain.split_once(':')?;
    let first = scheme.chars().next()?.is_ascii_alphabetic();
    let rest = scheme
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (first && rest).then(|| scheme.to_ascii_lowercase())
}

//! Text in, HTML out: the only places where text becomes markup.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Appends text as character data. The text is composed (NFC), because a font that has `ệ` may not join `e` and two
/// loose marks.
pub(crate) fn text(out: &mut String, text: &str) {
    if is_nfc(text) {
        verbatim(out, text);
    } else {
        verbatim(out, &text.nfc().collect::<String>());
    }
}

/// Appends text as character data, byte for byte but for the escapes.
pub(crate) fn verbatim(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\r' => {}
            // HTML has no way to write these, not even escaped.
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' => {
                out.push('\u{fffd}');
            }
            '\u{fdd0}'..='\u{fdef}' => out.push('\u{fffd}'),
            _ if (character as u32) & 0xfffe == 0xfffe => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
}

/// The text as an attribute value, without its quotes.
pub(crate) fn attribute(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    verbatim(&mut out, value);
    out
}

/// An identifier without spaces, fit for `id` and for a fragment.
pub(crate) fn id(value: &str) -> String {
    attribute(&value.split_whitespace().collect::<Vec<_>>().join("-"))
}

/// Whether an address may stand in `href` or `src`: a web or mail address, or a relative one; never `javascript:`,
/// `data:` and their like, however they are written.
pub(crate) fn safe_address(address: &str) -> bool {
    let bare: String = address
        .chars()
        .filter(|character| !character.is_whitespace() && !character.is_control())
        .collect();
    let scheme_end = bare.find([':', '/', '?', '#']);
    match scheme_end {
        Some(at) if bare.get(at..).is_some_and(|rest| rest.starts_with(':')) => {
            let scheme = bare.get(..at).unwrap_or_default().to_ascii_lowercase();
            ["http", "https", "mailto", "tel"].contains(&scheme.as_str())
        }
        _ => !bare.contains('&') || !entity_scheme(&bare),
    }
}

/// Whether `&#106;avascript&colon;` and the like stand at the beginning of an address that was not unescaped.
fn entity_scheme(address: &str) -> bool {
    address
        .split(['/', '?'])
        .next()
        .is_some_and(|head| head.contains('&'))
}

/// An address as it stands in `href`: characters that no address may hold are percent-encoded, then escaped.
pub(crate) fn address(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b' '
            | b'"'
            | b'<'
            | b'>'
            | b'\\'
            | b'^'
            | b'`'
            | b'{'
            | b'|'
            | b'}'
            | 0..=0x1f
            | 0x7f.. => {
                encoded.push_str(&format!("%{byte:02X}"));
            }
            _ => encoded.push(byte as char),
        }
    }
    attribute(&encoded)
}

/// Collapses every run of white space to one space.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r', '\t']) || text.contains("  ") {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_run_programs_are_refused() {
        for bad in [
            "javascript:alert(1)",
            " JaVa\tScript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "&#106;avascript:alert(1)",
            "java\u{0}script:x",
        ] {
            assert!(!safe_address(bad), "{bad}");
        }
        for good in [
            "https://a.example/x?y=1&z=2",
            "../a.md",
            "#x",
            "mailto:a@b.example",
            "a/b:c",
            "?a=1&b=2",
        ] {
            assert!(safe_address(good), "{good}");
        }
    }

    #[test]
    fn text_is_composed_and_escaped() {
        let mut out = String::new();
        text(&mut out, "e\u{302}\u{323} <b> & \u{1}");
        assert_eq!(out, "ệ &lt;b&gt; &amp; \u{fffd}");
        assert_eq!(
            address("a b/ভূমিকা"),
            "a%20b/%E0%A6%AD%E0%A7%82%E0%A6%AE%E0%A6%BF%E0%A6%95%E0%A6%BE"
        );
    }
}

//! A written value x what was printed -> the edits that mend it, in the author's manner of writing.

use super::compare::{bare, open, strip_commas};
use crate::diagnostic::Edit;
use crate::figure::outputs::token::{Kind, Token, tokens};
use crate::source::Span;

/// The edits that make a written value say what was printed: token by token where both have as many, else as a
/// whole, in the author's quotes, spaces and digits. `place` is where the written value stands.
pub(super) fn edits(written: &str, place: Span, printed: &str) -> Vec<Edit> {
    let (mut old, mut new) = (tokens(written), tokens(printed));
    // What stands between values in a row stays as it is.
    if printed.trim_end().contains('\n') || old.len() != new.len() {
        let (few, several) = (bare(old.clone()), bare(new.clone()));
        if few.len() == several.len() {
            (old, new) = (few, several);
        }
    }
    let pairs = pairs(&old, &new);
    let whole = || {
        vec![Edit {
            span: place,
            text: in_style(written, printed.trim_end()),
        }]
    };
    let Some(pairs) = pairs else {
        return whole();
    };
    let bengali = is_bengali(written);
    let mut edits = Vec::new();
    for (from, to) in pairs {
        if from.text == to.text {
            continue;
        }
        // A mark in place of another changes the form: the value is written anew.
        if (from.kind == Kind::Mark) != (to.kind == Kind::Mark) {
            return whole();
        }
        let start = place.start as usize + from.range.start;
        edits.push(Edit {
            span: Span::new(place.file, start, start + from.range.len()),
            text: if bengali {
                bengali_digits(&to.text)
            } else {
                to.text.clone()
            },
        });
    }
    if edits.is_empty() { whole() } else { edits }
}

/// Each written token with the printed one that belongs in its place.
fn pairs<'a>(old: &'a [Token], new: &'a [Token]) -> Option<Vec<(&'a Token, &'a Token)>> {
    let Some(at) = old.iter().position(|token| token.kind == Kind::Ellipsis) else {
        return (old.len() == new.len()).then(|| old.iter().zip(new).collect());
    };
    let front = strip_commas(old.get(..at)?, false, true);
    let back = strip_commas(old.get(at + 1..)?, true, false);
    if open(back) || front.len() + back.len() > new.len() {
        return None;
    }
    let tail = new.get(new.len() - back.len()..)?;
    Some(front.iter().zip(new).chain(back.iter().zip(tail)).collect())
}

fn is_bengali(text: &str) -> bool {
    text.contains(|c: char| ('০'..='৯').contains(&c))
        && !text.contains(|c: char| c.is_ascii_digit())
}

fn bengali_digits(text: &str) -> String {
    text.chars()
        .map(|c| match c.to_digit(10) {
            Some(digit) => char::from_u32('০' as u32 + digit).unwrap_or(c),
            None => c,
        })
        .collect()
}

/// Printed text with the quotes, the spaces after commas and the digits of what was written.
pub(super) fn in_style(written: &str, printed: &str) -> String {
    let mut text = printed.replace('\n', " ");
    if written.contains('"') && !written.contains('\'') && !text.contains('"') {
        text = text.replace('\'', "\"");
    }
    if written.contains(',') && !written.contains(", ") {
        text = text.replace(", ", ",");
    }
    let quoted = |quote: char| {
        written.len() > 1
            && written.starts_with(quote)
            && written.ends_with(quote)
            && !text.starts_with(quote)
    };
    let around = ['"', '\''].into_iter().find(|&quote| quoted(quote));
    if is_bengali(written) {
        text = bengali_digits(&text);
    }
    match around {
        Some(quote) => format!("{quote}{text}{quote}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn edits_keep_the_manner_of_writing() {
        for (written, printed, expected) in [
            (
                "['L','W','W',...]",
                "['L', 'W', 'L', 'W']",
                "['L','W','L',...]",
            ),
            ("[0,1,3]", "[0, 1, 2]\n", "[0,1,2]"),
            ("[0,1]", "[0, 1, 2]\n", "[0,1,2]"),
            ("[\"L\"]", "['L', 'W']", "[\"L\", \"W\"]"),
            ("৬", "5", "৫"),
            ("\"Hi\"", "Xin chào", "\"Xin chào\""),
            ("True", "5", "5"),
            ("4", "-4", "-4"),
        ] {
            let mut sources = Sources::default();
            let file = sources.add("a.md", written);
            let mut text = written.to_owned();
            for edit in edits(written, Span::new(file, 0, written.len()), printed)
                .iter()
                .rev()
            {
                text.replace_range(edit.span.range(), &edit.text);
            }
            assert_eq!(text, expected, "{written} / {printed}");
        }
    }
}

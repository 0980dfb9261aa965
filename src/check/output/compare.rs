//! What is written x what is printed -> whether they agree, whether they are of one make, which edits mend it.

use crate::diagnostic::Edit;
use crate::figure::outputs::token::{Kind, Token, tokens};
use crate::source::Span;

/// Whether a written value says what was printed. Spaces, quotes and the script of digits do not count, nor does the
/// order within a set; `...` stands for any rest.
pub(super) fn agrees(written: &str, printed: &str) -> bool {
    let (written, printed) = (tokens(written), tokens(printed));
    if written.is_empty() || printed.is_empty() {
        return written.is_empty() && printed.is_empty();
    }
    said(&written) == said(&printed)
        || canonical(&written) == canonical(&printed)
        || (open(&written) && fits(&written, &printed))
}

/// As [`agrees`], for what one line printed several times: commas, arrows and bars may stand between the outputs.
pub(super) fn agrees_in_a_row(written: &str, printed: &str) -> bool {
    let (written, printed) = (bare(tokens(written)), bare(tokens(printed)));
    said(&written) == said(&printed) || (open(&written) && fits(&written, &printed))
}

/// Tokens without what separates values at the outer level.
pub(super) fn bare(tokens: Vec<Token>) -> Vec<Token> {
    let mut depth = 0usize;
    let mut found: Vec<Token> = Vec::new();
    for token in tokens {
        match token.text.as_str() {
            "[" | "{" | "(" => depth += 1,
            "]" | "}" | ")" => depth = depth.saturating_sub(1),
            // The head of an arrow belongs to its dash.
            ">" if found.last().is_some_and(|last| last.is("-")) => {
                found.pop();
                continue;
            }
            "," | ";" | "→" | "|" | "/" if depth == 0 => continue,
            _ => {}
        }
        found.push(token);
    }
    found
}

fn said(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(text).collect()
}

/// What a token says; an address in memory says nothing.
fn text(token: &Token) -> &str {
    let address = token.text.len() > 6 && token.text.starts_with("0x");
    if address { "0x" } else { &token.text }
}

fn open(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == Kind::Ellipsis)
}

/// Whether tokens with ellipses fit: the stretches between them stand in this order, the first at the beginning, the
/// last at the end.
fn fits(written: &[Token], printed: &[Token]) -> bool {
    let parts: Vec<&[Token]> = written
        .split(|token| token.kind == Kind::Ellipsis)
        .collect();
    let last = parts.len().saturating_sub(1);
    let mut rest = printed;
    for (index, part) in parts.iter().enumerate() {
        // A comma before or after the ellipsis belongs to the ellipsis.
        let part = strip_commas(part, index > 0, index < last);
        let starts = |rest: &[Token]| {
            rest.len() >= part.len()
                && part.iter().zip(rest).enumerate().all(|(at, (one, other))| {
                    let cut = at + 1 == part.len() && index < last;
                    text(one) == text(other) || (cut && cut_short(written, one, other))
                })
        };
        if index == 0 {
            if !starts(rest) {
                return false;
            }
            rest = rest.get(part.len()..).unwrap_or_default();
        } else if index == last {
            let Some(from) = rest.len().checked_sub(part.len()) else {
                return false;
            };
            return starts(rest.get(from..).unwrap_or_default());
        } else {
            let Some(from) =
                (0..=rest.len()).find(|&from| starts(rest.get(from..).unwrap_or_default()))
            else {
                return false;
            };
            rest = rest.get(from + part.len()..).unwrap_or_default();
        }
    }
    true
}

fn strip_commas(mut part: &[Token], front: bool, back: bool) -> &[Token] {
    if front
        && let [first, rest @ ..] = part
        && first.is(",")
    {
        part = rest;
    }
    if back
        && let [rest @ .., last] = part
        && last.is(",")
    {
        part = rest;
    }
    part
}

/// `3.14...` for 3.14159: the ellipsis stands right behind the digits.
fn cut_short(written: &[Token], one: &Token, other: &Token) -> bool {
    one.kind == Kind::Number
        && one.text.contains('.')
        && other.text.starts_with(&one.text)
        && written
            .iter()
            .any(|token| token.kind == Kind::Ellipsis && token.range.start == one.range.end)
}

/// What tokens say, with the elements of each set in a fixed order.
fn canonical(tokens: &[Token]) -> Vec<String> {
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let end = if token.is("{") {
            closing(tokens, index)
        } else {
            None
        };
        match end {
            Some(end) => {
                let inner = tokens.get(index + 1..end).unwrap_or_default();
                let mut elements = elements(inner);
                if !elements.iter().any(|element| top_level(element, ":")) {
                    elements.sort_by_cached_key(|element| canonical(element));
                }
                found.push("{".to_owned());
                for element in elements {
                    found.extend(canonical(element));
                    found.push(",".to_owned());
                }
                found.push("}".to_owned());
                index = end + 1;
            }
            None => {
                found.push(text(token).to_owned());
                index += 1;
            }
        }
    }
    found
}

/// The bracket that closes the one at `start`.
fn closing(tokens: &[Token], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "[" | "{" | "(" => depth += 1,
            "]" | "}" | ")" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

fn elements(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0usize;
    tokens
        .split(|token| {
            match token.text.as_str() {
                "[" | "{" | "(" => depth += 1,
                "]" | "}" | ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.is(",")
        })
        .filter(|element| !element.is_empty())
        .collect()
}

fn top_level(tokens: &[Token], mark: &str) -> bool {
    let mut depth = 0usize;
    tokens.iter().any(|token| {
        match token.text.as_str() {
            "[" | "{" | "(" => depth += 1,
            "]" | "}" | ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is(mark)
    })
}

/// Whether both hold the same tokens in another order, as the elements of a set may come.
pub(super) fn same_in_another_order(written: &str, printed: &str) -> bool {
    let sorted = |text: &str| {
        let mut found: Vec<String> = tokens(text).into_iter().map(|token| token.text).collect();
        found.sort_unstable();
        found
    };
    sorted(written) == sorted(printed)
}

/// Whether both are of one make: they differ in numbers, constants and one-letter labels, in how long a list is, or
/// in a few of many words.
pub(super) fn alike(written: &str, printed: &str) -> bool {
    let (written, printed) = (tokens(written), tokens(printed));
    if written.is_empty() || printed.is_empty() {
        return false;
    }
    if make(&written) == make(&printed) || (single(&written) && single(&printed)) {
        return true;
    }
    let (one, other) = (said(&written), said(&printed));
    let common = common(&one, &other);
    common >= 2 && 3 * common >= 2 * one.len().max(other.len())
}

/// Whether it is one number or one constant.
fn single(tokens: &[Token]) -> bool {
    let tokens = match tokens {
        [sign, rest @ ..] if sign.is("-") => rest,
        all => all,
    };
    matches!(tokens, [one] if one.kind == Kind::Number || one.is_constant())
}

/// The kinds of values in order; equal neighbours between commas count once.
fn make(tokens: &[Token]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let kind = match token.kind {
            Kind::Number => "0".to_owned(),
            Kind::Ellipsis => continue,
            _ if token.is_constant() => "True".to_owned(),
            Kind::Word if token.text.chars().count() == 1 => "W".to_owned(),
            _ if token.is("-") => continue,
            _ => token.text.clone(),
        };
        if let [.., before, comma] = found.as_slice()
            && comma == ","
            && *before == kind
        {
            found.pop();
            continue;
        }
        found.push(kind);
    }
    if found.last().is_some_and(|last| last == ",") {
        found.pop();
    }
    found
}

/// The length of the longest common subsequence.
fn common(one: &[&str], other: &[&str]) -> usize {
    if one.len().saturating_mul(other.len()) > 250_000 {
        return 0;
    }
    let mut row = vec![0usize; other.len() + 1];
    for a in one {
        let mut diagonal = 0;
        for (index, b) in other.iter().enumerate() {
            let above = row.get(index + 1).copied().unwrap_or(0);
            let left = row.get(index).copied().unwrap_or(0);
            let here = if a == b {
                diagonal + 1
            } else {
                above.max(left)
            };
            if let Some(slot) = row.get_mut(index + 1) {
                *slot = here;
            }
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The edits that make a written value say what was printed: token by token where both have as many, else as a
/// whole, in the author's quotes, spaces and digits. `place` is where the written value stands.
pub(super) fn edits(written: &str, place: Span, printed: &str) -> Vec<Edit> {
    let (old, new) = (tokens(written), tokens(printed));
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
    fn agreement() {
        for (written, printed) in [
            ("False", "False\n"),
            ("[0,1,2]", "[0, 1, 2]"),
            ("['L','W','W',...]", "['L', 'W', 'W', 'W', 'L']"),
            ("[\"L\", \"W\"]", "['L', 'W']"),
            ("[0, 1, ..., 9]", "[0, 1, 2, 3, 9]"),
            ("{3, 1, 2}", "{1, 2, 3}"),
            ("{'a': {2, 1}}", "{'a': {1, 2}}"),
            ("৫", "5"),
            ("\"Hello World\"", "Hello World"),
            ("3.14...", "3.141592653589793"),
            ("0 1 2", "0\n1\n2\n"),
            ("<f at 0x7f0011223344>", "<f at 0x55aabbccddee>"),
        ] {
            assert!(agrees(written, printed), "{written} / {printed}");
        }
        for (written, printed) in [
            ("True", "False"),
            ("[0, 1]", "[0, 1, 2]"),
            ("[0, 1, ...]", "[0, 2, 3]"),
            ("{1: 2, 3: 4}", "{3: 4, 1: 2}"),
            ("10", "1 0"),
            ("3.15...", "3.14159"),
            ("", "5"),
        ] {
            assert!(!agrees(written, printed), "{written} / {printed}");
        }
        assert!(agrees_in_a_row("0, 1, 2", "0\n1\n2\n"));
        assert!(agrees_in_a_row("0 -> 1 -> ...", "0\n1\n2\n"));
        assert!(!agrees_in_a_row("0, 1, 3", "0\n1\n2\n"));
    }

    #[test]
    fn make_of_values() {
        for (written, printed) in [
            ("5 phần tử", "4 phần tử"),
            ("[1, 2]", "[1, 2, 3]"),
            ("True", "None"),
            ("['L']", "['W', 'L']"),
            ("Xin chào các bạn", "Xin chào các em"),
        ] {
            assert!(alike(written, printed), "{written} / {printed}");
        }
        for (written, printed) in [
            ("đọc được biến toàn cục", "10"),
            ("OK", "True"),
            ("5", "[1, 2]"),
        ] {
            assert!(!alike(written, printed), "{written} / {printed}");
        }
    }

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

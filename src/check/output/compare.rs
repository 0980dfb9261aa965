//! What is written x what is printed -> whether they agree, whether they are of one make.

use crate::figure::outputs::token::{Kind, Token, tokens};

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

/// As [`agrees`], for several outputs or values in a row: commas, arrows, bars and "and" may stand between them.
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
            "và" | "rồi" | "আর" | "ও" | "এবং" | "and" if depth == 0 && !token.quoted =>
            {
                continue;
            }
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

pub(super) fn open(tokens: &[Token]) -> bool {
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

pub(super) fn strip_commas(mut part: &[Token], front: bool, back: bool) -> &[Token] {
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
    let in_a_row = |tokens: &[Token]| make(&bare(tokens.to_vec()));
    if make(&written) == make(&printed)
        || (single(&written) && single(&printed))
        || in_a_row(&written) == in_a_row(&printed)
    {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}

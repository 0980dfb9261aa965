//! A comment on a printing line -> the ways to read it as a shown output, the likeliest first.
//!
//! `False (L)` reads as the value `False` with a gloss, or as a text; `2 + 3 + 4 = 9` as the value `9` after its
//! working, or as a text. Which reading holds is for the comparison to say; what is certain here is only whether the
//! comment states a value at all.

use super::token::{Kind, Token, tokens};
use super::words;
use std::ops::Range;

/// One way to read a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The bytes of the value in the comment.
    pub range: Range<usize>,
    /// Whether the comment states this value, whatever the program prints.
    pub certain: bool,
}

/// The ways to read a comment (without its `#`), the most specific first. Empty: prose, no claim.
#[must_use]
pub fn values(comment: &str) -> Vec<Value> {
    let start = comment.len() - comment.trim_start().len();
    let mut body = start..comment.trim_end().len().max(start);
    let mut labelled = false;
    for arrow in ["-->", "==>", "->", "=>", "→", "⇒", "⟶", ">>>", "≈"] {
        if let Some(rest) = slice(comment, &body).strip_prefix(arrow) {
            body.start = body.end - rest.trim_start().len();
            labelled = arrow != ">>>";
        }
    }
    if let Some(length) = words::label(slice(comment, &body)) {
        body.start += length;
        labelled = true;
    }
    if body.is_empty() {
        return Vec::new();
    }
    let text = slice(comment, &body);
    let found = tokens(text);
    let mut values = Vec::new();
    let mut add = |range: Range<usize>, certain: bool| {
        if !range.is_empty() && !values.iter().any(|known: &Value| known.range == range) {
            values.push(Value { range, certain });
        }
    };
    let place = |range: Range<usize>| body.start + range.start..body.start + range.end;

    let run = literals(&found);
    let run_range = extent(text, found.get(..run).unwrap_or_default());
    let follows = Follows::of(text, found.get(run..).unwrap_or_default(), &run_range);
    let constants = found
        .get(..run)
        .unwrap_or_default()
        .iter()
        .any(|token| token.quoted || matches!(token.text.as_str(), "[" | "{"));
    if run > 0 {
        let certain = match follows {
            Follows::Nothing | Follows::Gloss => true,
            Follows::Words => constants || labelled,
            Follows::Working => false,
        };
        add(place(run_range.clone()), certain);
    }
    // `2 + 3 + 4 = 9`, `G(5) = 2 (N)`: the value after the last equals sign.
    if let Some(equals) = found
        .iter()
        .rposition(|token| token.is("=") && !token.quoted)
    {
        let after = found.get(equals + 1..).unwrap_or_default();
        let length = literals(after);
        let value = extent(text, after.get(..length).unwrap_or_default());
        if length > 0 {
            let rest = Follows::of(text, after.get(length..).unwrap_or_default(), &value);
            let settled = matches!(rest, Follows::Nothing | Follows::Gloss);
            let working = works_out(found.get(..equals).unwrap_or_default());
            add(place(value), settled && (working || labelled));
        }
    }
    if run == 0 || labelled || follows != Follows::Gloss {
        add(body.clone(), labelled || (run > 0 && run == found.len()));
    } else {
        add(body.clone(), false);
    }
    // A text with a gloss: `Xin chào (in một lần)`.
    for mark in [" (", " — ", " – ", " <- ", " ← ", " -> ", " → ", "  "] {
        if let Some(at) = text.find(mark) {
            add(
                body.start..body.start + text.get(..at).unwrap_or_default().trim_end().len(),
                false,
            );
        }
    }
    values
}

fn slice<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

/// From the first to the last token, with the quotes around them.
fn extent(text: &str, tokens: &[Token]) -> Range<usize> {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return 0..0;
    };
    let (mut start, mut end) = (first.range.start, last.range.end);
    if first.quoted {
        let before = text.get(..start).unwrap_or_default().trim_end();
        if before.ends_with(['"', '\'']) {
            start = before.len() - 1;
        }
    }
    if last.quoted {
        let after = text.get(end..).unwrap_or_default();
        let trimmed = after.trim_start();
        if trimmed.starts_with(['"', '\'']) {
            end += after.len() - trimmed.len() + 1;
        }
    }
    start..end
}

/// How many tokens from the start are values as Python displays them: numbers, constants, quoted text, displays.
fn literals(tokens: &[Token]) -> usize {
    let mut length = 0;
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let signed = token.is("-")
            && tokens.get(index + 1).is_some_and(|next| {
                next.kind == Kind::Number && next.range.start == token.range.end
            });
        if token.quoted || token.kind == Kind::Number || token.is_constant() {
            index += 1;
        } else if signed {
            index += 2;
        } else if token.kind == Kind::Ellipsis && index > 0 {
            index += 1;
        } else if let Some(end) = display(tokens, index).filter(|_| opens_value(tokens, index)) {
            index = end;
        } else if token.is(",") && index > 0 {
            // A comma counts when a value follows.
            index += 1;
            continue;
        } else {
            break;
        }
        length = index;
    }
    length
}

/// Whether a display may begin here: round brackets after a value are a gloss.
fn opens_value(tokens: &[Token], index: usize) -> bool {
    let round = tokens.get(index).is_some_and(|token| token.is("("));
    let after_comma = index
        .checked_sub(1)
        .and_then(|before| tokens.get(before))
        .is_none_or(|before| before.is(","));
    !round || after_comma
}

/// The end of a bracketed display: values and single names between commas and colons.
fn display(tokens: &[Token], start: usize) -> Option<usize> {
    let close = match tokens.get(start)?.text.as_str() {
        "[" => "]",
        "{" => "}",
        "(" => ")",
        _ => return None,
    };
    if tokens.get(start)?.kind != Kind::Mark {
        return None;
    }
    let round = close == ")";
    let mut index = start + 1;
    let mut after_name = false;
    let mut commas = 0;
    loop {
        let token = tokens.get(index)?;
        let named = token.kind == Kind::Word && !token.quoted && !token.is_constant();
        if token.is(close) && !token.quoted {
            // `(3)` is a gloss, `(3,)` and `()` are tuples.
            let tuple = !round || commas > 0 || index == start + 1;
            return tuple.then_some(index + 1);
        } else if let Some(end) = display(tokens, index) {
            index = end;
            continue;
        }
        let foreign = token.kind == Kind::Mark
            && !matches!(token.text.as_str(), "," | ":" | "-" | "+" | ".")
            && !token.quoted;
        if foreign || named && (after_name || round) {
            return None;
        }
        commas += usize::from(token.is(","));
        after_name = named;
        index += 1;
    }
}

/// What stands after a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Nothing.
    Nothing,
    /// Brackets, a dash, an arrow, a comparison with zero, a reason: the value stands for itself.
    Gloss,
    /// Other words: `5 phần tử`, `True nếu chẵn`.
    Words,
    /// An operator: the value is the first of a calculation.
    Working,
}

impl Follows {
    fn of(text: &str, rest: &[Token], value: &Range<usize>) -> Self {
        let Some(first) = rest.first() else {
            return Self::Nothing;
        };
        let after = text.get(value.end..).unwrap_or_default();
        let trimmed = after.trim_start();
        let spaced = trimmed.len() < after.len();
        const DASHES: [&str; 12] = [
            "—", "–", "->", "→", "=>", "⇒", "<-", "←", "//", "#", "≠", "!=",
        ];
        let is_reason = |token: &Token| {
            token.kind == Kind::Word && words::holds_any(&token.text, words::REASON)
        };
        if DASHES.iter().any(|dash| trimmed.starts_with(dash)) {
            return Self::Gloss;
        }
        if first.is("(") {
            return if spaced { Self::Gloss } else { Self::Working };
        }
        if first.is("-") {
            // `5 - 3` is a calculation, `5 - năm` a gloss.
            let number = rest.get(1).is_some_and(|next| next.kind == Kind::Number);
            return if number || !spaced {
                Self::Working
            } else {
                Self::Gloss
            };
        }
        if first.is(",") || first.is(";") {
            return match rest.get(1) {
                Some(next) if is_reason(next) => Self::Gloss,
                _ if first.is(";") => Self::Gloss,
                _ => Self::Words,
            };
        }
        if is_reason(first) {
            return Self::Gloss;
        }
        if (first.is("।") || first.is(".")) && rest.len() == 1 {
            return Self::Gloss;
        }
        if first.kind == Kind::Word && spaced {
            return Self::Words;
        }
        Self::Working
    }
}

/// Whether tokens are the working of a value: a calculation with numbers, or one call such as `G(5)`.
fn works_out(tokens: &[Token]) -> bool {
    let arithmetic = tokens.iter().any(|token| token.kind == Kind::Number)
        && tokens.iter().any(|token| {
            token.kind == Kind::Mark && !matches!(token.text.as_str(), "=" | "(" | ")" | ",")
        })
        && tokens.iter().all(|token| match token.kind {
            Kind::Number => true,
            Kind::Word => matches!(token.text.as_str(), "xor" | "XOR" | "mod"),
            Kind::Mark => {
                matches!(
                    token.text.as_str(),
                    "+" | "-"
                        | "*"
                        | "/"
                        | "%"
                        | "^"
                        | "&"
                        | "|"
                        | "⊕"
                        | "×"
                        | "·"
                        | "("
                        | ")"
                        | "="
                        | "÷"
                )
            }
            Kind::Ellipsis => false,
        });
    let call = tokens.len() > 3
        && tokens.first().is_some_and(|token| token.kind == Kind::Word)
        && tokens.get(1).is_some_and(|token| token.is("("))
        && tokens.last().is_some_and(|token| token.is(")"))
        && tokens.iter().filter(|token| token.is("(")).count() == 1;
    arithmetic || call
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(comment: &str) -> Option<&str> {
        values(comment)
            .into_iter()
            .find(|value| value.certain)
            .map(|value| slice(comment, &value.range))
    }

    #[test]
    fn a_value_and_its_gloss() {
        for (comment, value) in [
            ("False (L)", "False"),
            ("True (1^2=3≠0)", "True"),
            ("[0,1,2,0,1,2,0,1,2,0]", "[0,1,2,0,1,2,0,1,2,0]"),
            ("['L','W','W','W','L',...]", "['L','W','W','W','L',...]"),
            ("9 (3^2)", "9"),
            ("2 + 3 + 4 = 9", "9"),
            ("3 ^ 4 ^ 5 = 2 ≠ 0 -> W", "2"),
            ("In ra: 5", "5"),
            ("Kết quả: 14", "14"),
            ("আউটপুট: ৫", "৫"),
            ("Output: Xin chào", "Xin chào"),
            ("\"Hello World\"", "\"Hello World\""),
            ("-1 — không có", "-1"),
            ("(1, 2) — nước đi", "(1, 2)"),
            ("0 1 2", "0 1 2"),
            ("0, 1, 2 ...", "0, 1, 2 ..."),
            ("5 vì 2+3", "5"),
            ("{1: 'a', 2: 'b'}", "{1: 'a', 2: 'b'}"),
            ("G(5) = 2 (N)", "2"),
            ("3.14...", "3.14..."),
            ("[] rỗng", "[]"),
        ] {
            assert_eq!(certain(comment), Some(value), "{comment}");
        }
    }

    #[test]
    fn prose_states_no_value() {
        for comment in [
            "চাল নেই -> হার (L)",
            "OK",
            "đọc được biến toàn cục",
            "5 phần tử",
            "True nếu chẵn",
            "10^9 + 7",
            "n = 5",
            "O(n)",
            "1. bước một",
            "2 lần",
            "n লম্বা 0..9",
            "0 নেই -> mex 0",
            "",
        ] {
            assert_eq!(certain(comment), None, "{comment}");
        }
    }
}

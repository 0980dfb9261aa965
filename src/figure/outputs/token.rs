//! Text as a program displays it -> tokens. Spaces, quotes and the script of digits are style and leave no trace.

use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A token and where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it says: digits as 0-9, letters composed.
    pub text: String,
    /// Whether it stands between quotes.
    pub quoted: bool,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `12`, `০`, `3.14`, `1e-9`; a sign is a token of its own.
    Number,
    /// Letters, digits and underscores.
    Word,
    /// `...` or `…`
    Ellipsis,
    /// Any other character.
    Mark,
}

impl Token {
    /// Whether it is this mark.
    #[must_use]
    pub fn is(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    /// Whether it is `True`, `False` or `None`, unquoted.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        !self.quoted && matches!(self.text.as_str(), "True" | "False" | "None")
    }
}

fn of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_combining_mark(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// The value of a decimal digit, Western or Bengali.
#[must_use]
pub fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '০'..='৯' => char::from_digit(c as u32 - '০' as u32, 10),
        _ => None,
    }
}

/// The tokens of a text, in order.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let at = |index: usize| chars.get(index).map(|&(_, c)| c);
    let place = |index: usize| chars.get(index).map_or(text.len(), |&(place, _)| place);
    let mut found = Vec::new();
    let mut quote = None;
    let mut index = 0;
    while let Some(c) = at(index) {
        let start = index;
        let kind = if c.is_whitespace() {
            index += 1;
            continue;
        } else if quote == Some(c) || (quote.is_none() && opens(&chars, index)) {
            quote = if quote.is_some() { None } else { Some(c) };
            index += 1;
            continue;
        } else if c == '…' || (c == '.' && at(index + 1) == Some('.') && at(index + 2) == Some('.'))
        {
            while matches!(at(index), Some('.' | '…')) {
                index += 1;
            }
            Kind::Ellipsis
        } else if digit(c).is_some() {
            index = number(&at, index);
            // `2x` and `1st` are words.
            if at(index).is_some_and(of_word) {
                while at(index).is_some_and(of_word) {
                    index += 1;
                }
                Kind::Word
            } else {
                Kind::Number
            }
        } else if of_word(c) {
            while at(index).is_some_and(of_word) {
                index += 1;
            }
            Kind::Word
        } else {
            index += 1;
            Kind::Mark
        };
        let range = place(start)..place(index);
        let written = text.get(range.clone()).unwrap_or_default();
        found.push(Token {
            kind,
            range,
            text: if kind == Kind::Ellipsis {
                "...".to_owned()
            } else {
                written.nfc().map(|c| digit(c).unwrap_or(c)).collect()
            },
            quoted: quote.is_some(),
        });
    }
    found
}

/// Whether a quote stands here that is closed later and is no apostrophe.
fn opens(chars: &[(usize, char)], index: usize) -> bool {
    let Some(&(_, c @ ('"' | '\''))) = chars.get(index) else {
        return false;
    };
    let inside_word = index
        .checked_sub(1)
        .and_then(|before| chars.get(before))
        .is_some_and(|&(_, before)| of_word(before));
    !inside_word && chars.iter().skip(index + 1).any(|&(_, later)| later == c)
}

fn number(at: &impl Fn(usize) -> Option<char>, mut index: usize) -> usize {
    let digits = |mut index: usize| {
        while at(index).is_some_and(|c| digit(c).is_some()) {
            index += 1;
        }
        index
    };
    let is_digit = |index: usize| at(index).is_some_and(|c| digit(c).is_some());
    index = digits(index);
    if at(index) == Some('.') && is_digit(index + 1) {
        index = digits(index + 1);
    }
    if matches!(at(index), Some('e' | 'E')) {
        let sign = usize::from(matches!(at(index + 1), Some('+' | '-')));
        if is_digit(index + 1 + sign) {
            index = digits(index + 1 + sign);
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn style_leaves_no_trace() {
        assert_eq!(words("['L','W', ...]"), words("[ \"L\", \"W\", … ]"));
        assert_eq!(words("৩ + ৪ = ৭"), words("3+4=7"));
        assert_eq!(words("\"Xin chào\""), words("Xin chào"));
    }

    #[test]
    fn words_numbers_and_marks_are_told_apart() {
        assert_eq!(words("জিতল ১-০"), ["জিতল", "1", "-", "0"]);
        assert_eq!(words("-3.5e-2."), ["-", "3.5e-2", "."]);
        assert_eq!(words("it's 2x"), ["it", "'", "s", "2x"]);
        assert_eq!(words("3.14..."), ["3.14", "..."]);
    }
}

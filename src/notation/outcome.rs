//! How lessons say who wins: letters (W/L, N/P, T/B), words in three languages, and from whose side.

use crate::notation::line::Line;
use crate::notation::token::Sign;
use crate::notation::words;
use crate::solve::Outcome;
use std::ops::Range;

/// A label and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// What it says of the player to move.
    pub outcome: Outcome,
    /// The token that a fix replaces.
    pub token: usize,
    /// All tokens that belong to it (`P-position`, `thế thắng`).
    pub tokens: Range<usize>,
    /// What would say the opposite, in the author's own words.
    pub opposite: String,
    /// Whether it is a letter.
    pub letter: bool,
}

/// Letters: won by the player to move, lost by the player to move.
const LETTERS: &[(&str, &str)] = &[("W", "L"), ("N", "P"), ("T", "B"), ("জ", "হ")];

/// Words, the same way. The first pair that has a word decides its opposite.
const WORDS: &[(&str, &str)] = &[
    ("জেতে", "হারে"),
    ("জিতবে", "হারবে"),
    ("জেতা", "হারা"),
    ("জিতল", "হারল"),
    ("জিতলো", "হারলো"),
    ("জিতি", "হারি"),
    ("জেতো", "হারো"),
    ("জিতে", "হেরে"),
    ("জেতেন", "হারেন"),
    ("জিতবেন", "হারবেন"),
    ("জিতছে", "হারছে"),
    ("জয়", "পরাজয়"),
    ("জয়ী", "পরাজিত"),
    ("বিজয়ী", "পরাজিত"),
    ("জিত", "হার"),
    ("thắng", "thua"),
    ("thắng", "bại"),
    ("win", "lose"),
    ("win", "loss"),
    ("wins", "loses"),
    ("winning", "losing"),
    ("won", "lost"),
];

/// The letter pairs as seen by a strip: `(win, lose)`.
#[must_use]
pub fn letter_pairs() -> &'static [(&'static str, &'static str)] {
    LETTERS
}

/// What a letter says, and its opposite.
#[must_use]
pub fn letter(raw: &str) -> Option<(Outcome, &'static str)> {
    LETTERS.iter().find_map(|(win, lose)| {
        if raw == *win {
            Some((Outcome::Next, *lose))
        } else if raw == *lose {
            Some((Outcome::Previous, *win))
        } else {
            None
        }
    })
}

/// What a word (lower case, NFC) says, and its opposite in lower case.
#[must_use]
pub fn word(word: &str) -> Option<(Outcome, String)> {
    WORDS.iter().find_map(|(win, lose)| {
        if word == *win {
            Some((Outcome::Next, (*lose).to_owned()))
        } else if word == *lose {
            Some((Outcome::Previous, (*win).to_owned()))
        } else {
            None
        }
    })
}

/// Gives `text` the case of `like`: all capitals, a capital first letter, or as it is.
fn cased(text: &str, like: &str) -> String {
    let capitals = like.chars().any(char::is_uppercase) && !like.chars().any(char::is_lowercase);
    if capitals && like.chars().count() > 1 {
        return text.to_uppercase();
    }
    if like.chars().next().is_some_and(char::is_uppercase) {
        let mut chars = text.chars();
        return chars
            .next()
            .map(|first| first.to_uppercase().chain(chars).collect())
            .unwrap_or_default();
    }
    text.to_owned()
}

/// The label that begins at a token. `letters` says whether single letters are labels here.
#[must_use]
pub fn label(line: &Line, at: usize, letters: bool) -> Option<Label> {
    let raw = line.raw(at);
    let joined =
        line.is(at + 1, Sign::Minus) && line.tokens.get(at + 2).is_some_and(|token| token.gap == 0);
    if let Some((outcome, opposite)) = letter(raw) {
        let position = joined
            && line
                .word(at + 2)
                .is_some_and(|word| words::POSITION_SUFFIXES.contains(&word));
        let spaced = line
            .word(at + 1)
            .is_some_and(|word| words::POSITION_SUFFIXES.contains(&word));
        let bound = line.tokens.get(at + 1).is_some_and(|next| {
            next.gap == 0
                && (next.word().is_some() || next.is(Sign::Subscript) || next.is(Sign::Power))
        });
        if bound
            || (at > 0
                && (line.is(at - 1, Sign::Minus)
                    && line.tokens.get(at).is_some_and(|token| token.gap == 0)
                    && line.word((at + usize::from(at < 2)) - 2).is_some()))
        {
            return None;
        }
        if position {
            return Some(Label {
                outcome,
                token: at,
                tokens: at..at + 3,
                opposite: opposite.to_owned(),
                letter: true,
            });
        }
        if spaced {
            return Some(Label {
                outcome,
                token: at,
                tokens: at..at + 2,
                opposite: opposite.to_owned(),
                letter: true,
            });
        }
        return letters.then(|| Label {
            outcome,
            token: at,
            tokens: at..at + 1,
            opposite: opposite.to_owned(),
            letter: true,
        });
    }
    // `win[3]`, `win(3)`: the name of a function.
    let named = raw.is_ascii()
        && line.tokens.get(at + 1).is_some_and(|next| {
            next.gap == 0 && (next.is(Sign::OpenBracket) || next.is(Sign::Open))
        });
    if named {
        return None;
    }
    let (mut outcome, opposite) = word(line.word(at)?)?;
    if words::not_a_verdict(line, at) {
        return None;
    }
    // `thế thắng`, `người đi sau thắng`: who is meant stands before the word.
    let mut start = at;
    let mut flips = false;
    for back in 1..=5 {
        let Some(index) = at.checked_sub(back) else {
            break;
        };
        let Some(before) = line.word(index) else {
            break;
        };
        if words::FIRST_PLAYER.contains(&before) {
            break;
        }
        if words::SECOND_PLAYER.contains(&before) {
            flips = true;
            break;
        }
        if word(before).is_some() {
            break;
        }
    }
    if at > 0 && line.word(at - 1).is_some_and(|before| before == "thế") {
        start = at - 1;
    }
    if flips {
        outcome = other(outcome);
    }
    Some(Label {
        outcome,
        token: at,
        tokens: start..at + 1,
        opposite: cased(&opposite, raw),
        letter: false,
    })
}

/// The opposite outcome.
#[must_use]
pub fn other(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Next => Outcome::Previous,
        Outcome::Previous => Outcome::Next,
    }
}

/// All labels of some tokens, in order.
#[must_use]
pub fn labels(line: &Line, range: Range<usize>, letters: bool) -> Vec<Label> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end.min(line.len()) {
        match label(line, at, letters) {
            Some(label) => {
                at = label.tokens.end.max(at + 1);
                found.push(label);
            }
            None => at += 1,
        }
    }
    found
}

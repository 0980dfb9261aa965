//! The runs of stars of a text in; the letters beside them that must be read as punctuation out.
//!
//! CommonMark lets stars close only where no letter follows a punctuation mark before them. It was made for scripts with
//! spaces: `**জেতে।**তারপর` is meant to be bold all the same, and becomes so when the letter reads as punctuation.

use std::collections::BTreeMap;
use std::ops::Range;
use unicode_normalization::char::is_combining_mark;

/// A run of stars.
pub(crate) struct Run {
    at: usize,
    length: usize,
    opens: bool,
    closes: bool,
    before: Option<char>,
    after: Option<char>,
    /// Whether what stands before it opens something, so that it is hardly meant to close.
    opened: bool,
}

impl Run {
    /// The run that stands in a range; the text ends at `end`.
    pub(crate) fn of(text: &str, range: Range<usize>, end: usize) -> Self {
        let before = text.get(..range.start).unwrap_or_default();
        let mut backwards = before.chars().rev();
        let (before, second) = (backwards.next(), backwards.next());
        let after = text.get(range.end..end).and_then(|t| t.chars().next());
        let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        // A straight quote opens where nothing, a space or an opening mark stands before it.
        let outer = blank(second) || opening(second);
        let (left, right) = (word(before), word(after));
        Self {
            at: range.start,
            length: range.len(),
            opens: !blank(after) && (right || blank(before) || !left),
            closes: !blank(before) && (left || blank(after) || !right),
            before,
            after,
            opened: opening(before) || (matches!(before, Some('"' | '\'')) && outer),
        }
    }
}

/// Pairs the runs and finds the letters that alone keep one from opening or closing.
pub(crate) fn settle(runs: &[Run]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, run) in runs.iter().enumerate() {
        if run.before.is_some_and(|c| !c.is_whitespace()) {
            last.insert(run.length, index);
        }
    }
    let mut open: Vec<usize> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let pending = open.iter().rposition(|&length| length == run.length);
        if run.closes
            && let Some(place) = pending
        {
            open.truncate(place);
            continue;
        }
        let between = |a: Option<char>, b: Option<char>| {
            !word(a) && a.is_some_and(|c| !c.is_whitespace()) && word(b)
        };
        if between(run.before, run.after)
            && let Some(place) = pending
            && !run.opened
            && (run.length >= 2 || !run.after.is_some_and(|c| c.is_ascii()))
        {
            // `।**তা`: the letter after the stars is read as punctuation, so that they may close.
            found.push(run.at + run.length);
            open.truncate(place);
        } else if between(run.after, run.before)
            && run.length >= 2
            && last.get(&run.length).is_some_and(|&later| later > index)
            && let Some(letter) = run.before
        {
            // `তে**"x"**`: the letter before the stars is read as punctuation, so that they may open.
            found.push(run.at - letter.len_utf8());
            open.push(run.length);
        } else if run.opens {
            open.push(run.length);
        }
        if open.len() > 64 {
            open.remove(0);
        }
    }
    found
}

/// Whether a character belongs to a word; marks such as vowel signs do.
fn word(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '\u{200c}' | '\u{200d}')
    })
}

/// Whether a character opens something, so that stars after it are hardly meant to close.
fn opening(c: Option<char>) -> bool {
    c.is_some_and(|c| matches!(c, '(' | '[' | '{' | '<' | '«' | '“' | '‘' | '¿' | '¡'))
}

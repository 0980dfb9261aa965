//! A span -> the line it stands in, cut to a readable length, with the span set off by »…«.
//!
//! No art below the line: nobody knows how wide a terminal sets Bengali conjuncts, so a caret would point elsewhere.

use crate::source::{Sources, Span};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// How many characters are shown on each side of a span.
const AROUND: usize = 60;

/// A line with a span in it, in three parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The number of the line, from 1.
    pub(super) line: u32,
    /// The text before the span.
    pub(super) before: String,
    /// The span itself, as far as it lies on this line. Empty where the span is.
    pub(super) marked: String,
    /// The text after it.
    pub(super) after: String,
}

/// The line in which a span begins. `None` where it is blank.
pub(super) fn excerpt(sources: &Sources, span: Span) -> Option<Excerpt> {
    let line = sources.start(span).line;
    let (start, text) = sources.line(span.file, line);
    let from = span.start.saturating_sub(start) as usize;
    let to = (span.end.saturating_sub(start) as usize).clamp(from, text.len().max(from));
    let range = whole_characters(text, from..to);
    let marked = text.get(range.clone())?;
    let before = text
        .get(..range.start)?
        .trim_start_matches('\u{feff}')
        .trim_start();
    let after = text.get(range.end..)?;
    if text.trim().is_empty() {
        return None;
    }
    let whole = before.is_empty() && after.trim().is_empty();
    Some(Excerpt {
        line,
        before: plain(&last(before)),
        // A mark around the whole line says nothing.
        marked: if whole { String::new() } else { plain(marked) },
        after: plain(&first(if whole { text.trim() } else { after.trim_end() })),
    })
}

/// Widens a range so that it does not cut through what a reader sees as one character.
fn whole_characters(text: &str, range: Range<usize>) -> Range<usize> {
    let mut whole = range.clone();
    for (at, cluster) in text.grapheme_indices(true) {
        let end = at + cluster.len();
        if at < range.start && range.start < end {
            whole.start = at;
        }
        if at < range.end && range.end < end {
            whole.end = end;
        }
    }
    whole.start = whole.start.min(text.len());
    whole.end = whole.end.min(text.len());
    whole
}

fn first(text: &str) -> String {
    match text.grapheme_indices(true).nth(AROUND) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn last(text: &str) -> String {
    match text.grapheme_indices(true).rev().nth(AROUND) {
        Some((at, cluster)) => {
            format!("…{}", text.get(at + cluster.len()..).unwrap_or_default())
        }
        None => text.to_owned(),
    }
}

/// Text of a lesson that is safe on a terminal and in a log: control characters and characters that turn the direction
/// of the text are shown as escapes. Joiners, which shape Bengali, stay.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
        match c {
            '\t' => plain.push(' '),
            c if c.is_control() || turns => plain.extend(c.escape_unicode()),
            c => plain.push(c),
        }
    }
    plain
}

/// The same for a text of several lines, which keeps its lines.
#[must_use]
pub fn shown(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(plain).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, range: Range<usize>) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("a.md", text);
        let excerpt = excerpt(&sources, Span::new(file, range.start, range.end))?;
        Some(format!(
            "{}: {}»{}«{}",
            excerpt.line, excerpt.before, excerpt.marked, excerpt.after
        ))
    }

    #[test]
    fn a_span_is_marked_in_its_line() {
        assert_eq!(
            of("a\n  | 5 | 2 |\r\nb", 10..11).as_deref(),
            Some("2: | 5 | »2« |")
        );
        // Half of a conjunct is widened to the whole of it.
        assert_eq!(of("ক্ষ 3", 0..3).as_deref(), Some("1: »ক্ষ« 3"));
        // A span over several lines is shown by its first.
        assert_eq!(of("x a\nb", 2..5).as_deref(), Some("1: x »a«"));
        // The end of the text, a blank line.
        assert_eq!(of("a", 1..1).as_deref(), Some("1: a»«"));
        assert_eq!(of("a\n\n", 2..2), None);
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let text = format!("{}5{}", "ক".repeat(100), "ি ".repeat(100));
        let shown = of(&text, 300..301).unwrap_or_default();
        assert!(
            shown.starts_with("1: …ক") && shown.ends_with('…'),
            "{shown}"
        );
        assert!(shown.chars().count() < 260);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(
            plain("a\u{1b}[31m\t\u{202e}\u{200d}"),
            "a\\u{1b}[31m \\u{202e}\u{200d}"
        );
    }
}

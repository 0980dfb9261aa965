//! The text of a line in; whether it opens a block of the dialect, and which, out.

use std::ops::Range;

/// What a line opens. Ranges are relative to the line's text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `=== "C++"`; `apart` for `===!`, which begins a new group.
    Tab { title: Range<usize>, apart: bool },
    /// `!!! note "Title"`
    Note {
        kind: String,
        title: Option<Range<usize>>,
        collapsed: Option<bool>,
    },
    /// `<div class="c" markdown="1">`: the range of the attributes.
    Div { tag: Range<usize> },
}

/// What a line opens.
pub(crate) fn read(line: &str) -> Option<Opening> {
    match line.as_bytes().first()? {
        b'=' => tab(line),
        b'!' | b'?' => note(line),
        b'<' => div(line),
        _ => None,
    }
}

/// Whether a line would open a tab or a note if the quote of its title were closed.
pub(crate) fn unclosed(line: &str) -> bool {
    let tab = line.starts_with("===") || line.starts_with("!!!") || line.starts_with("???");
    let quote = line.matches('"').count() == 1;
    tab && quote && read(line).is_none() && read(&format!("{}\"", line.trim_end())).is_some()
}

fn tab(line: &str) -> Option<Opening> {
    let rest = line.strip_prefix("===")?;
    let marks = rest.trim_start_matches(['!', '+']);
    let apart = rest
        .get(..rest.len() - marks.len())
        .is_some_and(|m| m.contains('!'));
    let quoted = marks.trim_start();
    if quoted.len() == marks.len() {
        return None;
    }
    let title = quotes(quoted.trim_end())?;
    let start = line.len() - quoted.len();
    Some(Opening::Tab {
        title: start + title.start..start + title.end,
        apart,
    })
}

fn note(line: &str) -> Option<Opening> {
    let (collapsed, rest) = if let Some(rest) = line.strip_prefix("!!!") {
        (None, rest)
    } else if let Some(rest) = line.strip_prefix("???+") {
        (Some(false), rest)
    } else {
        (Some(true), line.strip_prefix("???")?)
    };
    let words = rest.trim_start();
    let spaced = words.len() < rest.len();
    let head = words.split(['"', '\'']).next().unwrap_or_default();
    let kind = head.split_whitespace().next()?;
    let name = |word: &str| {
        word.chars()
            .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    if !spaced || !head.split_whitespace().all(name) {
        return None;
    }
    let quoted = words.get(head.len()..).unwrap_or_default();
    let title = if quoted.trim().is_empty() {
        None
    } else {
        let title = quotes(quoted.trim_end())?;
        let start = line.len() - quoted.len();
        Some(start + title.start..start + title.end)
    };
    Some(Opening::Note {
        kind: kind.to_lowercase(),
        title,
        collapsed,
    })
}

/// What stands between quotes that make up the whole text.
fn quotes(text: &str) -> Option<Range<usize>> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.get(1..)?.strip_suffix(quote)?;
    Some(1..1 + inner.len())
}

fn div(line: &str) -> Option<Opening> {
    let rest = line
        .get(..4)
        .filter(|tag| tag.eq_ignore_ascii_case("<div"))?;
    let attributes = line.get(rest.len()..)?;
    if !attributes.starts_with([' ', '\t']) {
        return None;
    }
    let close = tag_end(attributes)?;
    let inside = attributes.get(..close)?;
    let bare = inside.split_whitespace().any(|word| {
        word == "markdown"
            || word
                .strip_prefix("markdown=")
                .is_some_and(|value| !matches!(value.trim_matches(['"', '\'']), "0" | "false"))
    });
    bare.then_some(Opening::Div { tag: 4..4 + close })
}

/// Where a tag ends: the first `>` outside of quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    None
}

/// Where `<div` (true) and `</div` (false) stand in a line.
pub(crate) fn div_tags(line: &str) -> Vec<(usize, bool)> {
    let bytes = line.as_bytes();
    let mut tags = Vec::new();
    let mut code = false;
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'`' {
            code = !code;
        }
        if *byte != b'<' || code {
            continue;
        }
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let (opens, name) = match rest.strip_prefix(b"/") {
            Some(name) => (false, name),
            None => (true, rest),
        };
        let named = name
            .get(..3)
            .is_some_and(|n| n.eq_ignore_ascii_case(b"div"));
        if named && !name.get(3).is_some_and(u8::is_ascii_alphanumeric) {
            tags.push((at, opens));
        }
    }
    tags
}

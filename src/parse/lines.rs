//! A text in, its lines out: where each begins, how it is quoted, indented and listed, and which stand in a fence.
//!
//! This is a sketch of the block structure, good enough to know where the dialect's own marks may stand; what a block
//! is in the end is decided by the Markdown parser.

use std::ops::Range;

/// A line and what surrounds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its first byte.
    pub(crate) start: usize,
    /// One past its last byte, the line ending left out.
    pub(crate) end: usize,
    /// Where the next line begins.
    pub(crate) next: usize,
    /// How many `>` stand before it.
    pub(crate) quotes: usize,
    /// Its indentation in columns, after the `>`.
    pub(crate) indent: usize,
    /// Where its text begins, after quote marks, indentation and list markers.
    pub(crate) text: usize,
    /// The columns that the list entries around it demand, 0 outside of lists.
    pub(crate) listed: usize,
    /// Whether it begins a list entry.
    pub(crate) marker: bool,
    /// Whether it belongs to a fence.
    pub(crate) fenced: bool,
}

impl Line {
    /// Whether nothing stands on the line.
    pub(crate) fn blank(&self) -> bool {
        self.text >= self.end
    }

    /// Its text, without what stands before it.
    pub(crate) fn range(&self) -> Range<usize> {
        self.text.min(self.end)..self.end
    }

    /// Whether it stands at the outermost level, where the dialect's blocks begin.
    pub(crate) fn outermost(&self) -> bool {
        self.quotes == 0 && self.listed == 0 && self.indent < 4 && !self.marker && !self.fenced
    }
}

/// A fence or raw HTML that goes on over lines, and the container that it ends with.
struct Opaque {
    until: Until,
    quotes: usize,
    listed: usize,
}

/// What ends it.
#[derive(Clone, Copy)]
enum Until {
    /// A run of the same mark, at least as long, alone on its line.
    Run(u8, usize),
    /// A line that holds one of these.
    Text(&'static [&'static str]),
}

impl Until {
    fn ends(self, text: &str, line: &Line) -> bool {
        let rest = text.get(line.range()).unwrap_or_default();
        match self {
            Self::Run(mark, length) => {
                let (found, run) = fence_run(text, line);
                let tail = rest.get(run..).unwrap_or_default();
                found == mark && run >= length && tail.trim().is_empty()
            }
            Self::Text(marks) => {
                let lower = rest.to_ascii_lowercase();
                marks.iter().any(|mark| lower.contains(mark))
            }
        }
    }
}

/// The lines of a text.
pub(crate) fn of(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut entries: Vec<usize> = Vec::new();
    let mut entry_quotes = 0;
    let mut fence: Option<Opaque> = None;
    let mut start = 0;
    while start < text.len() {
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find('\n').unwrap_or(rest.len());
        let next = (start + length + 1).min(text.len());
        let whole = rest.get(..length).unwrap_or_default();
        let end = start + whole.strip_suffix('\r').unwrap_or(whole).len();
        let most = fence.as_ref().map_or(usize::MAX, |open| open.quotes);
        let (quotes, at) = quote_marks(text, start, end, most);
        let (indent, at) = indentation(text, at, end);
        let mut line = Line {
            start,
            end,
            next,
            quotes,
            indent,
            text: at,
            listed: 0,
            marker: false,
            fenced: false,
        };
        start = next;
        if let Some(open) = &fence {
            let left = quotes < open.quotes || (!line.blank() && indent < open.listed);
            if !left {
                line.fenced = true;
                line.listed = open.listed;
                if open.until.ends(text, &line) {
                    fence = None;
                }
                lines.push(line);
                continue;
            }
            fence = None;
        }
        if line.blank() {
            line.listed = entries.last().copied().unwrap_or(0);
            lines.push(line);
            continue;
        }
        if quotes != entry_quotes {
            entries.clear();
            entry_quotes = quotes;
        }
        while entries.last().is_some_and(|&columns| columns > indent) {
            entries.pop();
        }
        line.listed = entries.last().copied().unwrap_or(0);
        let mut column = indent;
        // Bounded, so that a line of nothing but markers costs no more than its length.
        let mut markers = 0;
        while column < line.listed + 4
            && markers < 32
            && let Some(width) = list_marker(text, line.text, end)
        {
            let (spaces, after) = indentation(text, line.text + width, end);
            let padding = if after >= end || spaces > 4 {
                1
            } else {
                spaces
            };
            column += width + padding;
            markers += 1;
            entries.push(column);
            line.listed = column;
            line.marker = true;
            line.text = if spaces > 4 {
                line.text + width + 1
            } else {
                after
            };
        }
        // Deeper in, it is indented code, or belongs to a tab or a note, which is looked at by itself.
        if (line.marker || indent < line.listed + 4)
            && let Some(until) = opaque(text, &line)
        {
            line.fenced = true;
            let html = matches!(until, Until::Text(_));
            let ended = html && until.ends(text, &line);
            fence = (!ended).then_some(Opaque {
                until,
                quotes,
                listed: line.listed,
            });
        }
        lines.push(line);
    }
    lines
}

/// What ends the fence or the raw HTML that a line opens.
fn opaque(text: &str, line: &Line) -> Option<Until> {
    let rest = text.get(line.range()).unwrap_or_default();
    let (mark, run) = fence_run(text, line);
    if run >= 3 {
        let info = rest.get(run..).unwrap_or_default();
        return (mark != b'`' || !info.contains('`')).then_some(Until::Run(mark, run));
    }
    let tag = rest.strip_prefix('<')?;
    if tag.starts_with("!--") {
        return Some(Until::Text(&["-->"]));
    }
    if tag.starts_with('?') {
        return Some(Until::Text(&["?>"]));
    }
    let name: String = tag
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let verbatim = matches!(name.as_str(), "script" | "pre" | "style" | "textarea");
    let ends: &[&str] = &["</script>", "</pre>", "</style>", "</textarea>"];
    verbatim.then_some(Until::Text(ends))
}

/// How many `>` stand at the start of a line (at most `most`), and where they end.
fn quote_marks(text: &str, start: usize, end: usize, most: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let (mut count, mut at) = (0, start);
    while count < most {
        let mark = (at..end.min(at + 4)).find(|&i| bytes.get(i) != Some(&b' '));
        match mark {
            Some(mark) if bytes.get(mark) == Some(&b'>') => {
                count += 1;
                at = mark + 1;
                if at < end && bytes.get(at) == Some(&b' ') {
                    at += 1;
                }
            }
            _ => break,
        }
    }
    (count, at)
}

/// The columns of white space from `at` on, and where it ends.
pub(crate) fn indentation(text: &str, mut at: usize, end: usize) -> (usize, usize) {
    let mut columns = 0;
    while at < end {
        match text.as_bytes().get(at) {
            Some(b' ') => columns += 1,
            Some(b'\t') => columns = (columns / 4 + 1) * 4,
            _ => break,
        }
        at += 1;
    }
    (columns, at)
}

/// Where a line goes on after at most `columns` columns of indentation.
pub(crate) fn dedent(text: &str, mut at: usize, end: usize, columns: usize) -> usize {
    let mut column = 0;
    while at < end && column < columns {
        match text.as_bytes().get(at) {
            Some(b' ') => column += 1,
            Some(b'\t') => column = (column / 4 + 1) * 4,
            _ => break,
        }
        at += 1;
    }
    at
}

/// The length of the list marker at `at`, without the space after it.
pub(crate) fn list_marker(text: &str, at: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes().get(at..end)?;
    let width = match bytes.first()? {
        b'-' | b'+' | b'*' => {
            if rule(bytes) {
                return None;
            }
            1
        }
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits > 9 || !matches!(bytes.get(digits), Some(b'.' | b')')) {
                return None;
            }
            digits + 1
        }
        _ => return None,
    };
    matches!(bytes.get(width), None | Some(b' ' | b'\t')).then_some(width)
}

/// Whether a line is a thematic break.
fn rule(bytes: &[u8]) -> bool {
    let Some(&mark) = bytes.first() else {
        return false;
    };
    let mut count = 0;
    for &byte in bytes {
        if byte == mark {
            count += 1;
        } else if byte != b' ' && byte != b'\t' {
            return false;
        }
    }
    count >= 3
}

/// The mark and the length of a run of backticks or tildes at the start of a line's text.
fn fence_run(text: &str, line: &Line) -> (u8, usize) {
    let bytes = text.as_bytes().get(line.range()).unwrap_or_default();
    match bytes.first() {
        Some(&mark @ (b'`' | b'~')) => (mark, bytes.iter().take_while(|&&b| b == mark).count()),
        _ => (0, 0),
    }
}

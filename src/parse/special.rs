//! A line that opens a tab, a note or a box in; the whole block, with the lines of its content, out.

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::attributes;
use crate::parse::block::Attributes;
use crate::parse::dialect::Surveyor;
use crate::parse::lines::{self, Line};
use crate::parse::mask;
use crate::parse::opening::{self, Opening};
use std::ops::Range;

/// A block of the dialect.
#[derive(Debug)]
pub(crate) struct Special {
    /// From its first to its last byte.
    pub(crate) range: Range<usize>,
    /// What it is.
    pub(crate) kind: SpecialKind,
}

/// What a block of the dialect is. The content is given as the ranges of its lines, without their indentation.
#[derive(Debug)]
pub(crate) enum SpecialKind {
    /// `=== "C++"`
    Tabs(Vec<TabLines>),
    /// `!!! note "Title"`
    Note {
        kind: String,
        title: Option<Range<usize>>,
        collapsed: Option<bool>,
        content: Vec<Range<usize>>,
    },
    /// `<div markdown="1">`
    Div {
        attributes: Attributes,
        content: Vec<Range<usize>>,
    },
}

/// One tab of a group.
#[derive(Debug)]
pub(crate) struct TabLines {
    /// The tab with its title line.
    pub(crate) range: Range<usize>,
    /// Between the quotes.
    pub(crate) title: Range<usize>,
    /// The lines of its content.
    pub(crate) content: Vec<Range<usize>>,
}

impl<'e> Surveyor<'e> {
    /// Sets a block of the dialect aside.
    pub(crate) fn special(&mut self, index: usize, line: &'e Line, opening: Opening) -> usize {
        let (range, kind, next) = match opening {
            Opening::Tab { .. } => self.tabs(index, line),
            Opening::Note {
                kind,
                title,
                collapsed,
            } => {
                let (content, end, next) = self.indented(index, line);
                let title = title.map(|t| line.text + t.start..line.text + t.end);
                let kind = SpecialKind::Note {
                    kind,
                    title,
                    collapsed,
                    content,
                };
                (line.text..end, kind, next)
            }
            Opening::Div { tag } => self.boxed(index, line, tag),
        };
        self.placeholder(range.clone());
        self.rest(range.end, next);
        self.survey.specials.push(Special { range, kind });
        next
    }

    /// What stands on the line after the end tag of a box is running text: it gets a line of its own.
    fn rest(&mut self, from: usize, next: usize) {
        let Some(last) = next.checked_sub(1).and_then(|i| self.lines.get(i)) else {
            return;
        };
        let rest = self.slice(from..last.end);
        let start = from + (rest.len() - rest.trim_ascii_start().len());
        if start < last.end {
            mask::fill(&mut self.masked, start - 1..start, b'\n');
            self.extend(start..last.end);
        }
    }

    /// Overwrites a block with a processing instruction, which the Markdown parser gives back as raw HTML.
    fn placeholder(&mut self, range: Range<usize>) {
        for at in range.clone() {
            if self.masked.get(at).is_some_and(|&byte| byte != b'\n') {
                mask::fill(&mut self.masked, at..at + 1, b' ');
            }
        }
        if let Some(target) = self.masked.get_mut(range.start..range.start + 5) {
            target.copy_from_slice(b"<?x?>");
        }
    }

    /// Where a line's text ends, white space left out.
    pub(crate) fn last(&self, line: &Line) -> usize {
        line.start + self.slice(line.start..line.end).trim_ascii_end().len()
    }

    /// The indented lines after a tab or a note: their ranges, the end of the last, the line that follows.
    fn indented(&self, index: usize, line: &Line) -> (Vec<Range<usize>>, usize, usize) {
        let columns = line.indent + 4;
        let (mut content, mut end, mut next) = (Vec::new(), self.last(line), index + 1);
        let mut kept = 0;
        for (offset, other) in self
            .lines
            .get(index + 1..)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let (indent, text) = lines::indentation(self.text, other.start, other.end);
            let blank = text >= other.end;
            if !blank && indent < columns {
                break;
            }
            let from = lines::dedent(self.text, other.start, other.end, columns);
            content.push(from..other.next);
            if !blank {
                end = self.last(other);
                next = index + offset + 2;
                kept = content.len();
            }
        }
        content.truncate(kept);
        (content, end, next)
    }

    fn tabs(&self, first: usize, opener: &Line) -> (Range<usize>, SpecialKind, usize) {
        let (mut tabs, mut index, mut next) = (Vec::new(), first, first + 1);
        while let Some(line) = self.lines.get(index) {
            if line.blank() {
                index += 1;
                continue;
            }
            let Some(Opening::Tab { title, apart }) = opening::read(self.slice(line.range()))
            else {
                break;
            };
            let other = line.indent != opener.indent || line.fenced || line.quotes > 0;
            if other || (apart && index != first) {
                break;
            }
            let (content, end, after) = self.indented(index, line);
            tabs.push(TabLines {
                range: line.text..end,
                title: line.text + title.start..line.text + title.end,
                content,
            });
            index = after;
            next = after;
        }
        let end = tabs.last().map_or(opener.end, |tab| tab.range.end);
        (opener.text..end, SpecialKind::Tabs(tabs), next)
    }

    /// A box: from its start tag to its end tag, other boxes inside it counted.
    fn boxed(
        &mut self,
        index: usize,
        line: &Line,
        tag: Range<usize>,
    ) -> (Range<usize>, SpecialKind, usize) {
        let attributes = attributes::html(self.excerpt, line.text + tag.start..line.text + tag.end);
        let inside = line.text + tag.end + 1;
        let (mut depth, mut from) = (1_usize, inside);
        let mut close = None;
        'lines: for (offset, other) in self
            .lines
            .get(index..)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            // What is deeper in belongs to a tab or a note: its boxes begin and end there.
            if other.fenced || (offset > 0 && other.indent >= line.indent + 4) {
                continue;
            }
            from = from.max(other.start);
            for (at, opens) in opening::div_tags(self.slice(from..other.end)) {
                depth = if opens { depth + 1 } else { depth - 1 };
                if depth == 0 {
                    close = Some((from + at, index + offset, other));
                    break 'lines;
                }
            }
        }
        let Some((at, last, other)) = close else {
            let span = self.excerpt.span(line.text..inside);
            self.survey.diagnostics.push(
                Diagnostic::new(Code::Unclosed, span, "the box `<div>` is never closed")
                    .because("everything after it is taken into the box")
                    .help("put `</div>` on a line of its own after the content of the box"),
            );
            let end = self.text.trim_ascii_end().len().max(inside);
            let content = self.common(index, inside, self.text.len());
            let kind = SpecialKind::Div {
                attributes,
                content,
            };
            return (line.text..end, kind, self.lines.len());
        };
        let end = self
            .slice(at..other.end)
            .find('>')
            .map_or(other.end, |length| at + length + 1);
        let content = self.common(index, inside, at);
        let kind = SpecialKind::Div {
            attributes,
            content,
        };
        (line.text..end, kind, last + 1)
    }

    /// The lines between two places, without the indentation that all of them have.
    fn common(&self, index: usize, from: usize, to: usize) -> Vec<Range<usize>> {
        let inside = self
            .lines
            .get(index..)
            .unwrap_or_default()
            .iter()
            .take_while(|line| line.start < to);
        let columns = inside
            .clone()
            .skip(1)
            .map(|line| lines::indentation(self.text, line.start, line.end.min(to)))
            .zip(inside.clone().skip(1))
            .filter(|((_, text), line)| *text < line.end.min(to))
            .map(|((columns, _), _)| columns)
            .min()
            .unwrap_or(0);
        inside
            .map(|line| {
                let start = line.start.max(from);
                let end = line.next.min(to);
                if start > line.start {
                    return start.min(end)..end;
                }
                lines::dedent(self.text, start, line.end.min(to), columns)..end
            })
            .filter(|range| range.start < range.end)
            .collect()
    }
}

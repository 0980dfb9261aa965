//! An excerpt in; its dialect blocks (tabs, notes, boxes), its formulas, and the text to hand to the Markdown parser out.
//!
//! 1. Split it into lines ([`lines`]).
//! 2. Set aside tabs, notes and boxes; each leaves a placeholder of the same length.
//! 3. Cut what is left into stretches of running text (paragraphs, headings, table rows) and mask their formulas.

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::attributes;
use crate::parse::block::Attributes;
use crate::parse::excerpt::Excerpt;
use crate::parse::lines::{self, Line};
use crate::parse::mask::{self, Formula};
use crate::parse::opening::{self, Opening};
use std::ops::Range;

/// What was found out about an excerpt before it is parsed as Markdown.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The text for the Markdown parser, of the same length.
    pub(crate) masked: String,
    /// The formulas in order.
    pub(crate) formulas: Vec<Formula>,
    /// The attribute lists of headings: where each stands.
    pub(crate) headings: Vec<(Range<usize>, Attributes)>,
    /// The dialect's blocks at the outermost level, in order.
    pub(crate) specials: Vec<Special>,
    /// Where a block of the dialect begins inside a list or a quote: that container is parsed as a text of its own.
    pub(crate) nested: Vec<usize>,
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

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

/// Reads an excerpt.
pub(crate) fn survey(excerpt: &Excerpt) -> Survey {
    let lines = lines::of(excerpt.text());
    let mut surveyor = Surveyor {
        excerpt,
        text: excerpt.text(),
        masked: excerpt.text().as_bytes().to_vec(),
        lines: &lines,
        survey: Survey::default(),
        region: None,
        ready: Vec::new(),
        coded: false,
        hopeless: [0; 2],
    };
    surveyor.walk();
    let Surveyor {
        mut masked,
        mut survey,
        ..
    } = surveyor;
    // A lone carriage return ends no line on disk, so it must not end one for the Markdown parser either.
    for at in 0..masked.len() {
        if masked.get(at) == Some(&b'\r') && masked.get(at + 1) != Some(&b'\n') {
            mask::fill(&mut masked, at..at + 1, b' ');
        }
    }
    survey.masked = String::from_utf8(masked).unwrap_or_else(|_| excerpt.text().to_owned());
    survey
}

struct Surveyor<'e> {
    excerpt: &'e Excerpt,
    text: &'e str,
    masked: Vec<u8>,
    lines: &'e [Line],
    survey: Survey,
    /// The running text being collected.
    region: Option<Range<usize>>,
    /// Display formulas in it that were found by line.
    ready: Vec<Formula>,
    /// Whether the lines are of an indented code block.
    coded: bool,
    /// Up to where no `$$` and no `\\]` stands that closes a formula, so that nobody looks twice.
    hopeless: [usize; 2],
}

impl<'e> Surveyor<'e> {
    fn walk(&mut self) {
        let mut index = 0;
        while let Some(line) = self.lines.get(index) {
            index = self.line(index, line);
        }
        self.flush();
    }

    fn slice(&self, range: Range<usize>) -> &'e str {
        self.text.get(range).unwrap_or_default()
    }

    /// Reads a line, or the block that it opens, and says which line comes next.
    fn line(&mut self, index: usize, line: &'e Line) -> usize {
        if line.fenced || line.blank() {
            self.flush();
            self.coded = self.coded && line.blank();
            return index + 1;
        }
        let deep = line.indent >= line.listed + 4 && !line.marker;
        if deep && self.region.is_none() {
            self.coded = true;
        } else if !deep {
            self.coded = false;
        }
        if self.coded {
            return index + 1;
        }
        if !deep && let Some(opening) = opening::read(self.slice(line.range())) {
            if line.outermost() {
                self.flush();
                return self.special(index, line, opening);
            }
            self.survey.nested.push(line.text);
            self.flush();
            return index + 1;
        }
        let content = self.slice(line.range());
        if content.starts_with("$$") || content.starts_with("\\[") {
            return self.display(index, line);
        }
        if let Some(rest) = content.strip_prefix('#')
            && rest.trim_start_matches('#').starts_with([' ', '\t'])
        {
            self.flush();
            self.heading(line);
            self.running(line.range(), false);
            return index + 1;
        }
        if underline(content) && self.region.is_some() {
            self.flush();
            if let Some(before) = index.checked_sub(1).and_then(|i| self.lines.get(i)) {
                self.heading(before);
            }
            return index + 1;
        }
        if delimiters(content) && self.header(index, line) {
            return self.table(index);
        }
        let parted = line.marker
            || self
                .lines
                .get(index.wrapping_sub(1))
                .is_some_and(|b| b.quotes != line.quotes);
        if parted || definition(content) {
            self.flush();
        }
        if !definition(content) {
            self.extend(line.range());
        }
        index + 1
    }

    /// Adds a line to the running text.
    fn extend(&mut self, range: Range<usize>) {
        match &mut self.region {
            Some(region) => region.end = range.end,
            None => self.region = Some(range),
        }
    }

    /// Ends the running text and masks it.
    fn flush(&mut self) {
        if let Some(region) = self.region.take() {
            self.running(region, false);
        }
        self.ready.clear();
    }

    fn running(&mut self, range: Range<usize>, row: bool) {
        let found = mask::read(self.text, range, row, &self.ready);
        mask::apply(&mut self.masked, self.text, &found);
        self.survey.formulas.extend(found.formulas);
    }

    /// A formula that begins a line may go on over lines that would mean something else by themselves.
    fn display(&mut self, index: usize, line: &'e Line) -> usize {
        let parted = line.marker
            || self
                .lines
                .get(index.wrapping_sub(1))
                .is_some_and(|b| b.quotes != line.quotes);
        if parted {
            self.flush();
        }
        let dollars = self.slice(line.range()).starts_with("$$");
        let close = if dollars { "$$" } else { "\\]" };
        let mut from = line.text + 2;
        let hopeless = usize::from(!dollars);
        let known = self.hopeless.get(hopeless).is_some_and(|&to| from < to);
        for (offset, other) in self
            .lines
            .get(index..)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            if offset > 0 && (other.blank() || other.fenced || other.quotes != line.quotes) || known
            {
                if let Some(to) = self.hopeless.get_mut(hopeless) {
                    *to = other.start.max(*to);
                }
                break;
            }
            from = from.max(other.start);
            if let Some(at) = closing(self.slice(from..other.end), close) {
                let end = from + at;
                if self.slice(line.text + 2..end).trim().is_empty() {
                    break;
                }
                // A display formula on one line is found with the rest of the running text.
                if offset > 0 {
                    self.ready.push(Formula {
                        range: line.text..end + 2,
                        body: line.text + 2..end,
                        display: true,
                    });
                }
                self.extend(line.text..other.end);
                return index + offset + 1;
            }
        }
        if dollars || self.slice(line.range()).trim() == "\\[" {
            let span = self.excerpt.span(line.text..line.text + 2);
            let mark = self.slice(line.text..line.text + 2);
            self.survey.diagnostics.push(
                Diagnostic::new(
                    Code::Unclosed,
                    span,
                    format!("the formula that begins with `{mark}` is never closed"),
                )
                .because("a blank line or a fence ends the paragraph, and the formula with it")
                .help(format!("put `{close}` at the end of the formula")),
            );
        }
        self.extend(line.range());
        index + 1
    }

    /// Hides the attribute list of a heading.
    fn heading(&mut self, line: &Line) {
        let range = line.range();
        let whole = self.slice(range.clone()).trim_end();
        // `## Text {#id} ##` closes with marks of its own.
        let bare = whole.trim_end_matches('#');
        let cut = if bare.ends_with([' ', '\t']) {
            bare
        } else {
            whole
        };
        let Some((start, found)) =
            attributes::trailing(self.excerpt, range.start..range.start + cut.len())
        else {
            return;
        };
        let end = range.start + cut.trim_end().len();
        mask::fill(&mut self.masked, start..end, b' ');
        self.survey.headings.push((start..end, found));
    }

    /// Whether the line before a row of dashes is the head of a table; it is then masked as a row.
    fn header(&mut self, index: usize, line: &Line) -> bool {
        let Some(region) = self.region.clone() else {
            return false;
        };
        let Some(before) = index.checked_sub(1).and_then(|i| self.lines.get(i)) else {
            return false;
        };
        if before.quotes != line.quotes || !self.slice(before.range()).contains('|') {
            return false;
        }
        self.region = (before.text > region.start).then_some(region.start..before.start);
        self.flush();
        self.running(before.range(), true);
        true
    }

    /// Masks the rows of a table and says which line comes after it.
    fn table(&mut self, delimiters: usize) -> usize {
        let mut index = delimiters + 1;
        while let Some(line) = self.lines.get(index) {
            let same = self
                .lines
                .get(delimiters)
                .is_some_and(|d| d.quotes == line.quotes);
            if line.blank() || line.fenced || line.marker || !same {
                break;
            }
            if opening::read(self.slice(line.range())).is_some() {
                break;
            }
            self.running(line.range(), true);
            index += 1;
        }
        index
    }

    /// Sets a block of the dialect aside.
    fn special(&mut self, index: usize, line: &'e Line, opening: Opening) -> usize {
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
        self.survey.specials.push(Special { range, kind });
        next
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

    /// The indented lines after a tab or a note: their ranges, the end of the last, the line that follows.
    fn indented(&self, index: usize, line: &Line) -> (Vec<Range<usize>>, usize, usize) {
        let columns = line.indent + 4;
        let (mut content, mut end, mut next) = (Vec::new(), line.end, index + 1);
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
                end = other.end;
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
            if other.fenced {
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
            let end = self.text.trim_end().len().max(inside);
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
        // What stands on the line after the end tag is left out of the box; it is rare, and stays running text.
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

/// Where a closing mark stands in a line, escapes skipped.
fn closing(line: &str, mark: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(mark.as_bytes()))
        {
            return Some(at);
        }
        at += if bytes.get(at) == Some(&b'\\') { 2 } else { 1 };
    }
    None
}

/// Whether a line underlines a heading.
fn underline(content: &str) -> bool {
    let line = content.trim_end();
    let marks = |mark: char| !line.is_empty() && line.chars().all(|c| c == mark);
    marks('=') || marks('-')
}

/// Whether a line parts the head of a table from its rows.
fn delimiters(content: &str) -> bool {
    content.contains('-')
        && content.contains(['|', ':'])
        && content
            .chars()
            .all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}

/// Whether a line defines a link, whose target must stay as it is.
fn definition(content: &str) -> bool {
    content.starts_with('[')
        && !content.starts_with("[^")
        && content
            .find("]:")
            .is_some_and(|at| !content.get(..at).unwrap_or_default().contains([' ', ']']))
}

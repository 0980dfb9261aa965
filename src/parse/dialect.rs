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
use crate::parse::opening;
use crate::parse::special::Special;
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

/// Walks through the lines of an excerpt.
pub(crate) struct Surveyor<'e> {
    pub(crate) excerpt: &'e Excerpt,
    pub(crate) text: &'e str,
    pub(crate) masked: Vec<u8>,
    pub(crate) lines: &'e [Line],
    pub(crate) survey: Survey,
    /// The running text being collected.
    pub(crate) region: Option<Range<usize>>,
    /// Display formulas in it that were found by line.
    pub(crate) ready: Vec<Formula>,
    /// Whether the lines are of an indented code block.
    pub(crate) coded: bool,
    /// Up to where no `$$` and no `\\]` stands that closes a formula, so that nobody looks twice.
    pub(crate) hopeless: [usize; 2],
}

impl<'e> Surveyor<'e> {
    fn walk(&mut self) {
        let mut index = 0;
        while let Some(line) = self.lines.get(index) {
            index = self.line(index, line);
        }
        self.flush();
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &'e str {
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
        if !deep && opening::unclosed(content) {
            let span = self.excerpt.span(line.text..self.last(line));
            self.survey.diagnostics.push(
                Diagnostic::new(
                    Code::Unclosed,
                    span,
                    "the title of a tab or a note is never closed",
                )
                .because("without the second quotation mark the line is running text")
                .help("put `\"` at the end of the title"),
            );
        }
        if content.starts_with("$$") || content.starts_with("\\[") {
            return self.display(index, line);
        }
        if let Some(rest) = content.strip_prefix('#')
            && rest.trim_start_matches('#').starts_with([' ', '\t'])
        {
            self.flush();
            self.heading(line);
            self.running(line.range(), None);
            return index + 1;
        }
        if underline(content) && self.region.is_some() {
            self.flush();
            if let Some(before) = index.checked_sub(1).and_then(|i| self.lines.get(i)) {
                self.heading(before);
            }
            return index + 1;
        }
        if delimiters(content) {
            let columns = self.cells(&line.range(), &[]);
            if self.header(index, line, columns) {
                return self.table(index, columns);
            }
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
    pub(crate) fn extend(&mut self, range: Range<usize>) {
        match &mut self.region {
            Some(region) => region.end = range.end,
            None => self.region = Some(range),
        }
    }

    /// Ends the running text and masks it.
    fn flush(&mut self) {
        if let Some(region) = self.region.take() {
            self.running(region, None);
        }
        self.ready.clear();
    }

    /// Masks running text; `columns` where it is a row of a table.
    fn running(&mut self, range: Range<usize>, columns: Option<usize>) {
        let mut found = mask::read(self.text, range.clone(), columns.is_some(), &self.ready);
        if let Some(columns) = columns {
            self.keep_cells(&range, columns, &mut found.formulas);
        }
        mask::apply(&mut self.masked, self.text, &found);
        self.survey.formulas.extend(found.formulas);
    }

    /// `| $5 | 7$ |` holds two prices, not one formula: what looks like a formula and takes a pipe in is none, where the
    /// row has all its cells only without it.
    fn keep_cells(&self, range: &Range<usize>, columns: usize, formulas: &mut Vec<Formula>) {
        let pipeless = |formula: &Formula| !self.slice(formula.range.clone()).contains('|');
        if formulas.iter().all(pipeless) || self.cells(range, formulas) >= columns {
            return;
        }
        let kept: Vec<Formula> = formulas.iter().filter(|f| pipeless(f)).cloned().collect();
        if self.cells(range, &kept) == columns {
            *formulas = kept;
        }
    }

    /// How many cells a row has.
    fn cells(&self, range: &Range<usize>, formulas: &[Formula]) -> usize {
        let row = self.slice(range.clone()).trim_end();
        let mut formulas = formulas.iter().peekable();
        let (mut count, mut at, mut last) = (1, range.start, None);
        let end = range.start + row.len();
        while at < end {
            if let Some(formula) = formulas.next_if(|formula| formula.range.start <= at) {
                at = formula.range.end.max(at + 1);
                continue;
            }
            match self.text.as_bytes().get(at) {
                Some(b'\\') => at += 1,
                Some(b'|') if at > range.start => {
                    count += 1;
                    last = Some(at);
                }
                _ => {}
            }
            at += 1;
        }
        // The pipe at the end of a row begins no cell.
        count - usize::from(last == end.checked_sub(1))
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
        let known = self.hopeless.get(hopeless).copied().unwrap_or(0);
        let rest = self.lines.get(index..).unwrap_or_default();
        let mut searched = from;
        for (offset, other) in rest.iter().enumerate() {
            let ends = other.blank() || other.fenced || other.quotes != line.quotes;
            if from < known || (offset > 0 && ends) {
                break;
            }
            from = from.max(other.start);
            searched = other.next;
            if let Some(at) = closing(self.slice(from..other.end), close) {
                let end = from + at;
                let empty = mask::empty(self.slice(line.text + 2..end));
                if empty || !(dollars || mask::ends_line(self.text, end + 2)) {
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
        if let Some(to) = self.hopeless.get_mut(hopeless) {
            *to = searched.max(*to);
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
        // `{n=3}` alone says nothing that a heading could take: it is a part of its text.
        if found.id.is_none() && found.classes.is_empty() {
            return;
        }
        let end = range.start + cut.trim_end().len();
        mask::fill(&mut self.masked, start..end, b' ');
        self.survey.headings.push((start..end, found));
    }

    /// Whether the line before a row of dashes is the head of a table; it is then masked as a row.
    fn header(&mut self, index: usize, line: &Line, columns: usize) -> bool {
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
        self.running(before.range(), Some(columns));
        true
    }

    /// Masks the rows of a table and says which line comes after it.
    fn table(&mut self, delimiters: usize, columns: usize) -> usize {
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
            self.running(line.range(), Some(columns));
            index += 1;
        }
        index
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

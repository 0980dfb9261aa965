//! The events of the Markdown parser in, blocks out.

use crate::parse::block::{Alignment, Block, BlockKind, Cell, Directive, Item};
use crate::parse::dialect::Survey;
use crate::parse::excerpt::Excerpt;
use crate::parse::fence;
use crate::parse::inline;
use crate::parse::lines;
use crate::parse::markdown::{DEEPEST, Parse};
use crate::source::{Span, Spanned};
use pulldown_cmark::{BlockQuoteKind, CodeBlockKind, Event, Tag};
use std::ops::Range;

/// An event and where it stands.
pub(crate) type Placed<'m> = (Event<'m>, Range<usize>);

/// Turns the events of a text into blocks.
pub(crate) fn read(
    parse: &mut Parse,
    excerpt: &Excerpt,
    masked: &str,
    survey: &Survey,
    events: Vec<Placed<'_>>,
    depth: usize,
) -> Vec<Block> {
    let mut tree = Tree {
        parse,
        excerpt,
        masked,
        survey,
        events: &events,
        next: 0,
    };
    let mut blocks = Vec::new();
    while tree.next < events.len() {
        let before = tree.next;
        blocks.extend(tree.flow(depth));
        // An end tag without a start tag does not occur; it must not hold up the loop either.
        tree.next = tree.next.max(before + 1);
    }
    blocks
}

/// Reads events one after another.
pub(crate) struct Tree<'t, 'm> {
    pub(crate) parse: &'t mut Parse,
    pub(crate) excerpt: &'t Excerpt,
    pub(crate) masked: &'t str,
    pub(crate) survey: &'t Survey,
    pub(crate) events: &'t [Placed<'m>],
    pub(crate) next: usize,
}

impl<'m> Tree<'_, 'm> {
    pub(crate) fn peek(&self) -> Option<&Placed<'m>> {
        self.events.get(self.next)
    }

    /// Blocks up to an end tag, which is left standing.
    fn flow(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, range)) = self.peek() {
            let range = range.clone();
            match event {
                Event::End(_) => break,
                Event::Start(tag) if is_block(tag) => {
                    let tag = tag.clone();
                    self.next += 1;
                    blocks.extend(self.block(tag, range, depth));
                }
                Event::Rule => {
                    self.next += 1;
                    let span = self.span(self.trimmed(range));
                    blocks.push(Block {
                        span,
                        kind: BlockKind::Rule,
                    });
                }
                _ => {
                    // Text of a tight list entry, without a paragraph around it.
                    let before = self.next;
                    let content = inline::read(self);
                    if let (Some(first), Some(last)) = (content.first(), content.last()) {
                        let span = first.span.to(last.span);
                        let kind = BlockKind::Paragraph(content);
                        blocks.push(Block { span, kind });
                    }
                    self.next = self.next.max(before + 1);
                }
            }
        }
        blocks
    }

    /// The block whose start tag was just read; its end tag is read as well.
    fn block(&mut self, tag: Tag<'m>, range: Range<usize>, depth: usize) -> Vec<Block> {
        let trimmed = self.trimmed(range.clone());
        let span = self.span(trimmed.clone());
        let container = matches!(
            tag,
            Tag::BlockQuote(_) | Tag::List(_) | Tag::FootnoteDefinition(_)
        );
        if container && depth >= DEEPEST {
            self.skip();
            return vec![self.parse.too_deep(self.excerpt, trimmed)];
        }
        let kind = match tag {
            Tag::Paragraph => BlockKind::Paragraph(inline::read(self)),
            Tag::Heading { level, .. } => {
                let content = inline::read(self);
                let found = self.survey.headings.iter();
                let attributes = found
                    .filter(|(at, _)| range.start <= at.start && at.end <= range.end)
                    .map(|(_, attributes)| attributes.clone())
                    .next_back()
                    .unwrap_or_default();
                BlockKind::Heading {
                    level: level as u8,
                    id: attributes.id.unwrap_or_default(),
                    classes: attributes.classes,
                    content,
                }
            }
            Tag::BlockQuote(kind) => self.quote(kind, trimmed, depth),
            Tag::CodeBlock(kind) => {
                let fenced = matches!(kind, CodeBlockKind::Fenced(_));
                let (fence, span) = fence::read(self, range, fenced);
                self.end();
                let kind = BlockKind::Code(fence);
                return vec![Block { span, kind }];
            }
            Tag::HtmlBlock => {
                self.skip();
                return self.html(range, depth);
            }
            Tag::List(start) => self.list(start, depth),
            Tag::FootnoteDefinition(label) => BlockKind::Footnote {
                label: label.to_string(),
                blocks: self.flow(depth + 1),
            },
            Tag::Table(alignments) => self.table(&alignments),
            _ => {
                self.skip();
                return Vec::new();
            }
        };
        self.end();
        let span = around(span, &kind);
        vec![Block { span, kind }]
    }

    /// Reads the end tag that stands next, if one does.
    fn end(&mut self) {
        if matches!(self.peek(), Some((Event::End(_), _))) {
            self.next += 1;
        }
    }

    /// Passes over everything up to the end tag of the element just begun; the end tag stays.
    fn pass(&mut self) {
        let mut open = 0_usize;
        while let Some((event, _)) = self.peek() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => return,
                Event::End(_) => open -= 1,
                _ => {}
            }
            self.next += 1;
        }
    }

    /// Passes over the element just begun, its end tag included.
    fn skip(&mut self) {
        self.pass();
        self.end();
    }

    /// Whether a block of the dialect begins in a range.
    fn special(&self, range: &Range<usize>) -> bool {
        let nested = &self.survey.nested;
        let first = nested.partition_point(|&at| at < range.start);
        nested.get(first).is_some_and(|&at| at < range.end)
    }

    fn quote(
        &mut self,
        kind: Option<BlockQuoteKind>,
        range: Range<usize>,
        depth: usize,
    ) -> BlockKind {
        let blocks = if self.special(&range) {
            self.pass();
            let text = self.excerpt.text();
            let mut content = Vec::new();
            let mut at = range.start;
            while at < range.end {
                let rest = text.get(at..range.end).unwrap_or_default();
                let next = rest.find('\n').map_or(range.end, |length| at + length + 1);
                let (_, mark) = lines::indentation(text, at, next);
                let mut from = at;
                if text.as_bytes().get(mark) == Some(&b'>') && mark < next {
                    from = mark + 1;
                    if from < next && text.as_bytes().get(from) == Some(&b' ') {
                        from += 1;
                    }
                }
                // The line `[!NOTE]` is the kind of the quote, not its text.
                if kind.is_none() || at > range.start {
                    content.push(from..next);
                }
                at = next;
            }
            let inner = self.excerpt.part(&content);
            self.parse.blocks(&inner, depth + 1)
        } else {
            self.flow(depth + 1)
        };
        let Some(kind) = kind else {
            return BlockKind::Quote(blocks);
        };
        let name = match kind {
            BlockQuoteKind::Note => "note",
            BlockQuoteKind::Tip => "tip",
            BlockQuoteKind::Important => "important",
            BlockQuoteKind::Warning => "warning",
            BlockQuoteKind::Caution => "caution",
        };
        BlockKind::Note {
            kind: name.to_owned(),
            title: None,
            collapsed: None,
            blocks,
        }
    }

    fn list(&mut self, start: Option<u64>, depth: usize) -> BlockKind {
        let (mut items, mut tight) = (Vec::new(), true);
        while let Some((Event::Start(Tag::Item), range)) = self.peek() {
            let range = range.clone();
            self.next += 1;
            let (mut task, mut text) = (None, None);
            if let Some((Event::TaskListMarker(done), at)) = self.peek() {
                (task, text) = (Some(*done), Some(at.end));
                self.next += 1;
            }
            tight &= !self.loose();
            let trimmed = self.trimmed(range.clone());
            let blocks = if self.special(&range) {
                self.pass();
                let inner = self.excerpt.part(&self.entry(&trimmed, text));
                self.parse.blocks(&inner, depth + 1)
            } else {
                self.flow(depth + 1)
            };
            self.end();
            let span = blocks
                .iter()
                .fold(self.span(trimmed), |span, block| span.to(block.span));
            items.push(Item { span, task, blocks });
        }
        BlockKind::List {
            start,
            tight,
            items,
        }
    }

    /// Whether a paragraph stands directly in the entry just begun.
    fn loose(&self) -> bool {
        let mut open = 0_usize;
        for (event, _) in self.events.get(self.next..).unwrap_or_default() {
            match event {
                Event::Start(Tag::Paragraph) if open == 0 => return true,
                // What is nested deeper says nothing; a long entry is not read twice for it.
                Event::Start(Tag::List(_) | Tag::BlockQuote(_)) if open == 0 => return false,
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => return false,
                Event::End(_) => open -= 1,
                _ => {}
            }
        }
        false
    }

    /// The lines of a list entry without its marker and indentation. `text` is where a task's text begins.
    fn entry(&self, range: &Range<usize>, text: Option<usize>) -> Vec<Range<usize>> {
        let whole = self.excerpt.text();
        let line_start = whole
            .get(..range.start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1);
        let (before, marker) = lines::indentation(whole, line_start, range.start);
        // A marker that follows another marker on its line counts the bytes before it as columns.
        let before = before + (range.start - marker.min(range.start));
        let width = lines::list_marker(whole, range.start, range.end).unwrap_or(1);
        let after = range.start + width;
        let (spaces, first) = lines::indentation(whole, after, range.end);
        let empty = first >= range.end || whole.as_bytes().get(first) == Some(&b'\n');
        let columns = before + width + if empty || spaces > 4 { 1 } else { spaces };
        let mut content = Vec::new();
        let mut at = text.unwrap_or(if spaces > 4 { after + 1 } else { first });
        while at < range.end {
            let rest = whole.get(at..range.end).unwrap_or_default();
            let next = rest.find('\n').map_or(range.end, |length| at + length + 1);
            let from = if content.is_empty() {
                at
            } else {
                lines::dedent(whole, at, next, columns)
            };
            content.push(from..next);
            at = next;
        }
        content
    }

    fn table(&mut self, alignments: &[pulldown_cmark::Alignment]) -> BlockKind {
        let (mut head, mut rows) = (Vec::new(), Vec::new());
        while let Some((Event::Start(tag), row)) = self.peek() {
            let row = self.trimmed(row.clone());
            let first = matches!(tag, Tag::TableHead);
            self.next += 1;
            let mut cells = Vec::new();
            while let Some((Event::Start(Tag::TableCell), range)) = self.peek() {
                let range = range.clone();
                self.next += 1;
                let content = inline::read(self);
                self.end();
                // A cell that is missing stands empty at the end of its row.
                let range = range.start.min(row.end)..range.end.min(row.end);
                let mut span = self.span(self.inside(range));
                for inline in &content {
                    span = span.to(inline.span);
                }
                cells.push(Cell { span, content });
            }
            self.end();
            if first {
                head = cells;
            } else {
                rows.push(cells);
            }
        }
        let alignments = alignments
            .iter()
            .map(|alignment| match alignment {
                pulldown_cmark::Alignment::None => Alignment::Default,
                pulldown_cmark::Alignment::Left => Alignment::Left,
                pulldown_cmark::Alignment::Center => Alignment::Center,
                pulldown_cmark::Alignment::Right => Alignment::Right,
            })
            .collect();
        BlockKind::Table {
            alignments,
            head,
            rows,
        }
    }

    /// Raw HTML: perhaps a block of the dialect that was set aside, perhaps a directive.
    fn html(&mut self, range: Range<usize>, depth: usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut at = range.start;
        let specials = &self.survey.specials;
        let first = specials.partition_point(|special| special.range.start < range.start);
        for special in specials.get(first..).unwrap_or_default() {
            if special.range.start >= range.end {
                break;
            }
            blocks.extend(self.raw(at..special.range.start));
            blocks.push(self.parse.special(self.excerpt, special, depth));
            at = special.range.end;
        }
        blocks.extend(self.raw(at..range.end.max(at)));
        blocks
    }

    fn raw(&self, range: Range<usize>) -> Option<Block> {
        let inside = self.inside(range);
        let html = self.excerpt.slice(inside.clone());
        if html.is_empty() {
            return None;
        }
        let kind = match directive(self.excerpt, inside.clone()) {
            Some(directive) => BlockKind::Directive(directive),
            None => BlockKind::Html(html.to_owned()),
        };
        let span = self.span(inside);
        Some(Block { span, kind })
    }

    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        self.excerpt.span(range)
    }

    /// A range without the white space at its end.
    pub(crate) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let text = self.excerpt.slice(range.clone()).trim_end();
        range.start..range.start + text.len()
    }

    /// A range without the white space around it.
    fn inside(&self, range: Range<usize>) -> Range<usize> {
        let range = self.trimmed(range);
        let text = self.excerpt.slice(range.clone());
        range.end - text.trim_start().len()..range.end
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

/// The span of a block, widened to hold what is in it.
fn around(span: Span, kind: &BlockKind) -> Span {
    let widen = |span: Span, inner: Option<Span>| inner.map_or(span, |inner| span.to(inner));
    let ends = |blocks: &[Block]| {
        let (first, last) = (blocks.first()?, blocks.last()?);
        Some(first.span.to(last.span))
    };
    match kind {
        BlockKind::Quote(blocks)
        | BlockKind::Note { blocks, .. }
        | BlockKind::Footnote { blocks, .. } => widen(span, ends(blocks)),
        BlockKind::List { items, .. } => items.iter().fold(span, |span, item| span.to(item.span)),
        BlockKind::Paragraph(content) | BlockKind::Heading { content, .. } => content
            .iter()
            .fold(span, |span, inline| span.to(inline.span)),
        BlockKind::Table { head, rows, .. } => head
            .iter()
            .chain(rows.iter().flatten())
            .fold(span, |span, cell| span.to(cell.span)),
        _ => span,
    }
}

/// `<!-- game: NAME -->` and `<!-- not-checked: REASON -->`
fn directive(excerpt: &Excerpt, range: Range<usize>) -> Option<Directive> {
    let comment = excerpt.slice(range.clone());
    let inner = comment.strip_prefix("<!--")?.strip_suffix("-->")?;
    let (key, value) = inner.split_once(':')?;
    let at = range.start + 4 + key.len() + 1 + (value.len() - value.trim_start().len());
    let value = value.trim();
    let value = Spanned {
        value: value.to_owned(),
        span: excerpt.span(at..at + value.len()),
    };
    match key.trim() {
        "game" => Some(Directive::Game(value)),
        "not-checked" => Some(Directive::NotChecked(value)),
        _ => None,
    }
}

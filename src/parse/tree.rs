//! The events of the Markdown parser in, blocks out.

use crate::parse::block::{Alignment, Block, BlockKind, Cell, Directive};
use crate::parse::dialect::Survey;
use crate::parse::excerpt::Excerpt;
use crate::parse::fence;
use crate::parse::inline;
use crate::parse::markdown::{DEEPEST, Parse};
use crate::source::{Span, Spanned};
use pulldown_cmark::{CodeBlockKind, Event, Tag};
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
        inside: depth > 0,
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
    /// Whether the text stands inside another one.
    pub(crate) inside: bool,
}

impl<'m> Tree<'_, 'm> {
    pub(crate) fn peek(&self) -> Option<&Placed<'m>> {
        self.events.get(self.next)
    }

    /// Blocks up to an end tag, which is left standing.
    pub(crate) fn flow(&mut self, depth: usize) -> Vec<Block> {
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
                let found = &self.survey.headings;
                let after = found.partition_point(|(at, _)| at.end <= range.end);
                let last = after.checked_sub(1).and_then(|index| found.get(index));
                let attributes = last
                    .filter(|(at, _)| range.start <= at.start)
                    .map(|(_, attributes)| attributes.clone())
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
        let span = holding(span, &kind);
        vec![Block { span, kind }]
    }

    /// Reads the end tag that stands next, if one does.
    pub(crate) fn end(&mut self) {
        if matches!(self.peek(), Some((Event::End(_), _))) {
            self.next += 1;
        }
    }

    /// Passes over everything up to the end tag of the element just begun; the end tag stays.
    pub(crate) fn pass(&mut self) {
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
    pub(crate) fn special(&self, range: &Range<usize>) -> bool {
        let nested = &self.survey.nested;
        let first = nested.partition_point(|&at| at < range.start);
        nested.get(first).is_some_and(|&at| at < range.end)
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
        let text = self.excerpt.slice(range.clone()).trim_ascii_end();
        range.start..range.start + text.len()
    }

    /// A range without the white space around it.
    fn inside(&self, range: Range<usize>) -> Range<usize> {
        let range = self.trimmed(range);
        let text = self.excerpt.slice(range.clone());
        range.end - text.trim_ascii_start().len()..range.end
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

/// A span, widened to hold blocks that stand in it: a line of code may end in white space.
pub(crate) fn around(span: Span, blocks: &[Block]) -> Span {
    match (blocks.first(), blocks.last()) {
        (Some(first), Some(last)) => span.to(first.span).to(last.span),
        _ => span,
    }
}

/// The span of a block, widened to hold what is in it.
fn holding(span: Span, kind: &BlockKind) -> Span {
    match kind {
        BlockKind::Quote(blocks)
        | BlockKind::Note { blocks, .. }
        | BlockKind::Footnote { blocks, .. } => around(span, blocks),
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

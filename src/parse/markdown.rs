//! The body of a lesson in, its blocks out, with what is wrong with them.
//!
//! 1. Survey the text for what the dialect adds to CommonMark ([`dialect`]).
//! 2. Parse the masked text as CommonMark and turn its events into blocks ([`tree`]).
//! 3. Parse the content of tabs, notes, boxes, and of lists and quotes that hold such, the same way.
//! 4. Give each heading its id ([`heading`]).

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::block::{Block, BlockKind, Inline, InlineKind, Tab};
use crate::parse::dialect::{self, Special, SpecialKind};
use crate::parse::excerpt::Excerpt;
use crate::parse::heading;
use crate::parse::tree;
use crate::source::{FileId, Sources, Span};
use pulldown_cmark::{BrokenLink, CowStr, Options, Parser};
use std::collections::BTreeMap;
use std::ops::Range;

/// How deep boxes, tabs, notes, lists and quotes may nest. Deeper ones are reported, and shown as they are written.
pub(crate) const DEEPEST: usize = 24;

/// Parses the part of a file that comes after its front matter. It may begin with a byte order mark.
///
/// Addresses outside of the site come out as [`Target::External`], every other target as [`Target::Broken`] with what
/// the author wrote, until [`link::resolve`] has seen all lessons.
///
/// [`Target::External`]: crate::parse::block::Target::External
/// [`Target::Broken`]: crate::parse::block::Target::Broken
/// [`link::resolve`]: crate::parse::link::resolve
#[must_use]
pub fn document(
    sources: &Sources,
    file: FileId,
    body: Range<usize>,
) -> (Vec<Block>, Vec<Diagnostic>) {
    let text = sources.text(file);
    let end = body.end.min(text.len());
    let mut start = body.start.min(end);
    if text
        .get(start..end)
        .is_some_and(|t| t.starts_with('\u{feff}'))
    {
        start += '\u{feff}'.len_utf8();
    }
    let excerpt = Excerpt::new(file, text.get(start..end).unwrap_or_default(), start);
    let mut parse = Parse::default();
    let mut blocks = parse.blocks(&excerpt, 0);
    heading::identify(&mut blocks);
    let mut diagnostics = parse.diagnostics;
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.primary.span.start, d.primary.span.end, d.code);
        key(a).cmp(&key(b))
    });
    // A list that is parsed anew may report the same thing twice.
    diagnostics.dedup_by(|a, b| a.code == b.code && a.primary.span == b.primary.span);
    (blocks, diagnostics)
}

/// What holds for the whole lesson.
#[derive(Debug, Default)]
pub(crate) struct Parse {
    /// What is wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// `[label]: target "title"` of the outermost text, for the texts inside it.
    references: BTreeMap<String, (String, String)>,
}

impl Parse {
    /// Parses an excerpt.
    pub(crate) fn blocks(&mut self, excerpt: &Excerpt, depth: usize) -> Vec<Block> {
        let mut survey = dialect::survey(excerpt);
        self.diagnostics.append(&mut survey.diagnostics);
        let masked = std::mem::take(&mut survey.masked);
        let references = self.references.clone();
        let look_up = |link: BrokenLink<'_>| {
            let (target, title) = references.get(&label(&link.reference))?;
            Some((CowStr::from(target.clone()), CowStr::from(title.clone())))
        };
        let parser = Parser::new_with_broken_link_callback(&masked, options(), Some(look_up));
        if depth == 0 {
            self.references = parser
                .reference_definitions()
                .iter()
                .map(|(name, definition)| {
                    let title = definition.title.as_deref().unwrap_or_default();
                    (label(name), (definition.dest.to_string(), title.to_owned()))
                })
                .collect();
        }
        let events = parser.into_offset_iter().collect();
        tree::read(self, excerpt, &masked, &survey, events, depth)
    }

    /// Turns a block of the dialect that was set aside into a block.
    pub(crate) fn special(&mut self, excerpt: &Excerpt, special: &Special, depth: usize) -> Block {
        let span = excerpt.span(special.range.clone());
        if depth >= DEEPEST {
            return self.too_deep(excerpt, special.range.clone());
        }
        let kind = match &special.kind {
            SpecialKind::Tabs(tabs) => BlockKind::Tabs(
                tabs.iter()
                    .map(|tab| Tab {
                        title: excerpt.slice(tab.title.clone()).to_owned(),
                        span: excerpt.span(tab.range.clone()),
                        blocks: self.blocks(&excerpt.part(&tab.content), depth + 1),
                    })
                    .collect(),
            ),
            SpecialKind::Note {
                kind,
                title,
                collapsed,
                content,
            } => BlockKind::Note {
                kind: kind.clone(),
                title: title
                    .clone()
                    .map(|title| self.inlines(&excerpt.part(&[title]))),
                collapsed: *collapsed,
                blocks: self.blocks(&excerpt.part(content), depth + 1),
            },
            SpecialKind::Div {
                attributes,
                content,
            } => BlockKind::Div {
                attributes: attributes.clone(),
                blocks: self.blocks(&excerpt.part(content), depth + 1),
            },
        };
        Block { span, kind }
    }

    /// Running text alone, such as a title: what would be a heading or a list stays as it is written.
    fn inlines(&mut self, excerpt: &Excerpt) -> Vec<Inline> {
        let mut blocks = self.blocks(excerpt, DEEPEST);
        match (blocks.pop(), blocks.is_empty()) {
            (
                Some(Block {
                    kind: BlockKind::Paragraph(content),
                    ..
                }),
                true,
            ) => content,
            (None, _) => Vec::new(),
            _ => vec![Inline {
                span: excerpt.span(0..excerpt.text().len()),
                kind: InlineKind::Text(excerpt.text().to_owned()),
            }],
        }
    }

    /// Reports what is nested too deep; its text stays.
    pub(crate) fn too_deep(&mut self, excerpt: &Excerpt, range: Range<usize>) -> Block {
        let span = excerpt.span(range.clone());
        let first = Span::new(span.file, span.start as usize, span.start as usize);
        self.diagnostics.push(
            Diagnostic::new(
                Code::TooLarge,
                first,
                format!("lists, quotes, boxes and tabs are nested more than {DEEPEST} deep"),
            )
            .because("so deep a page can be neither read nor laid out; the rest is shown as it is written")
            .help("take the inner parts out, or check that every box is closed"),
        );
        let text = excerpt.slice(range).to_owned();
        let kind = BlockKind::Paragraph(vec![Inline {
            span,
            kind: InlineKind::Text(text),
        }]);
        Block { span, kind }
    }
}

/// What is asked of the Markdown parser. Heading attributes stay off: it would take `{1, 3, 4}` for one.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// The label of a link reference, as labels are compared.
fn label(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

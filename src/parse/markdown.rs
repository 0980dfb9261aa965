//! The body of a lesson in, its blocks out, with what is wrong with them.
//!
//! 1. Survey the text for what the dialect adds to CommonMark ([`dialect`]).
//! 2. Parse the masked text as CommonMark and turn its events into blocks ([`tree`]).
//! 3. Parse the content of tabs, notes, boxes, and of lists and quotes that hold such, the same way.
//! 4. Give each heading its id ([`heading`]).

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::block::{Block, BlockKind, Inline, InlineKind, Tab};
use crate::parse::dialect::{self, Survey};
use crate::parse::excerpt::Excerpt;
use crate::parse::heading;
use crate::parse::lines;
use crate::parse::special::{Special, SpecialKind};
use crate::parse::tree::{self, Placed};
use crate::source::{FileId, Sources, Span};
use pulldown_cmark::{BrokenLink, CowStr, Event, Options, Parser, Tag};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The labels of the footnotes of the outermost text.
    pub(crate) footnotes: BTreeSet<String>,
}

impl Parse {
    /// Parses an excerpt.
    pub(crate) fn blocks(&mut self, excerpt: &Excerpt, depth: usize) -> Vec<Block> {
        let survey = dialect::survey(excerpt);
        self.surveyed(excerpt, survey, depth)
    }

    fn surveyed(&mut self, excerpt: &Excerpt, mut survey: Survey, depth: usize) -> Vec<Block> {
        self.diagnostics.append(&mut survey.diagnostics);
        let masked = std::mem::take(&mut survey.masked);
        let references = std::mem::take(&mut self.references);
        let look_up = |link: BrokenLink<'_>| {
            let (target, title) = references.get(&label(&link.reference))?;
            Some((CowStr::from(target.clone()), CowStr::from(title.clone())))
        };
        let parser = Parser::new_with_broken_link_callback(&masked, options(), Some(look_up));
        let mut known = BTreeMap::new();
        if depth == 0 {
            let definitions = parser.reference_definitions().iter();
            known.extend(definitions.map(|(name, definition)| {
                let title = definition.title.as_deref().unwrap_or_default();
                (label(name), (definition.dest.to_string(), title.to_owned()))
            }));
        }
        let events: Vec<Placed<'_>> = parser.into_offset_iter().collect();
        if depth == 0 {
            self.references = known;
            self.footnotes = events.iter().filter_map(footnote).collect();
        } else {
            self.references = references;
        }
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
                    .map(|tab| {
                        let blocks = self.blocks(&excerpt.part(&tab.content), depth + 1);
                        Tab {
                            title: excerpt.slice(tab.title.clone()).to_owned(),
                            span: tree::around(excerpt.span(tab.range.clone()), &blocks),
                            blocks,
                        }
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
        let span = match &kind {
            BlockKind::Tabs(tabs) => tabs.iter().fold(span, |span, tab| span.to(tab.span)),
            BlockKind::Note { blocks, .. } | BlockKind::Div { blocks, .. } => {
                tree::around(span, blocks)
            }
            _ => span,
        };
        Block { span, kind }
    }

    /// Running text alone, such as a title: what would begin a list or a heading stays as it is written.
    fn inlines(&mut self, excerpt: &Excerpt) -> Vec<Inline> {
        let mut survey = dialect::survey(excerpt);
        let text = excerpt.text();
        let marked = lines::list_marker(text, 0, text.len()).is_some();
        if marked || text.starts_with(['#', '>', '=', '-', '~', '+', '|']) {
            survey.masked.replace_range(0..1, "x");
        }
        let mut blocks = self.surveyed(excerpt, survey, DEEPEST);
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
                span: excerpt.span(0..text.len()),
                kind: InlineKind::Text(text.to_owned()),
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

/// The label of the footnote that an event begins.
fn footnote(event: &Placed<'_>) -> Option<String> {
    match &event.0 {
        Event::Start(Tag::FootnoteDefinition(label)) => Some(label.to_string()),
        _ => None,
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

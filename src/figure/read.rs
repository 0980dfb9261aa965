//! A lesson -> its figures, in the order of the text.

use crate::diagnostic::{Code, Diagnostic};
use crate::figure::claim::{Bound, Figure};
use crate::figure::context::Context;
use crate::figure::grid::Cells;
use crate::figure::kinds::{self, FigureKind};
use crate::figure::rules;
use crate::figure::unit::{Form, Unit};
use crate::notation::line::Line;
use crate::notation::words;
use crate::parse::block::{Block, BlockKind, Directive, Fence, Inline};
use crate::parse::flow::{Flow, Register};
use crate::parse::site::Lesson;
use crate::source::{Sources, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a lesson shows.
#[derive(Debug, Clone, Default)]
pub struct Reading<'a> {
    /// Its figures.
    pub figures: Vec<Figure>,
    /// Blocks that the author opted out, and why.
    pub opted_out: Vec<(Span, String)>,
    /// What was wrong with directives.
    pub diagnostics: Vec<Diagnostic>,
    /// The blocks and what was known where they stand, to read them again.
    pub places: Vec<Place<'a>>,
}

/// A block and what was known where it stands.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    unit: Unit,
    context: Context<'a>,
}

impl Reading<'_> {
    /// The figures of a block as if some changes had been made in it.
    #[must_use]
    pub fn again(&self, block: Span, edits: &[Edited]) -> Vec<Figure> {
        let Some(place) = self.places.iter().find(|place| place.unit.block == block) else {
            return Vec::new();
        };
        let mut unit = place.unit.edited(edits);
        let mut context = place.context.clone();
        for kind in kinds::ALL {
            kind.read(&mut unit, &mut context);
        }
        unit.figures
    }
}

/// A change to try: the text in a span is read as another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// What is replaced.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

/// Reads a lesson. `shown` are blocks that show an output: they are no figures besides.
#[must_use]
pub fn read<'a>(sources: &'a Sources, lesson: &Lesson, shown: &BTreeSet<Span>) -> Reading<'a> {
    let named: Vec<Bound> = lesson
        .front
        .games
        .iter()
        .map(|named| Bound {
            name: named.name.value.clone(),
            game: named.game.clone(),
            from: format!("games.{}", named.name.value),
        })
        .collect();
    let xor = !named.is_empty() || speaks_of_games(sources.text(lesson.file));
    let context = Context {
        sources,
        named,
        section: None,
        directive: None,
        drawn: None,
        caption: None,
        misere: false,
        xor,
        piles: None,
        code: Arc::default(),
        conclusion: None,
        heading: Line::default(),
    };
    let mut reader = Reader {
        lesson,
        shown,
        context,
        headings: Vec::new(),
        reading: Reading::default(),
        opted_out: None,
        section: 0,
        excerpt: None,
        introduction: None,
    };
    reader.blocks(&lesson.blocks);
    reader
        .reading
        .figures
        .sort_by_key(|figure| (figure.span.start, figure.span.end));
    reader.reading
}

/// Whether a lesson is on games, so that `^` is the nim-sum.
fn speaks_of_games(text: &str) -> bool {
    ["Nim", "nim", "Grundy", "grundy", "XOR", "mex", "MEX"]
        .iter()
        .any(|word| text.contains(word))
}

struct Reader<'a, 'l> {
    lesson: &'l Lesson,
    shown: &'l BTreeSet<Span>,
    context: Context<'a>,
    /// The headings above: level, text, id.
    headings: Vec<(u8, String, String, Line)>,
    reading: Reading<'a>,
    /// How many headings were passed.
    section: usize,
    /// The section of the last excerpt, and its place among the figures.
    excerpt: Option<(usize, usize)>,
    /// The paragraph that introduces what follows: its block.
    introduction: Option<Span>,
    /// The reason why the next block is not to be checked.
    opted_out: Option<String>,
}

impl<'a> Reader<'a, '_> {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Directive(Directive::Game(name)) => {
                self.context.directive = self.resolve(&name.value, name.span, "<!-- game -->");
                return;
            }
            BlockKind::Directive(Directive::NotChecked(reason)) => {
                self.opted_out = Some(reason.value.clone());
                return;
            }
            _ => {}
        }
        if let Some(reason) = self.opted_out.take() {
            self.reading.opted_out.push((block.span, reason));
            self.context.directive = None;
            return;
        }
        match &block.kind {
            BlockKind::Heading {
                level, id, content, ..
            } => self.heading(*level, id, content),
            BlockKind::Paragraph(content) => {
                let line = Line::new(Flow::of(content));
                self.unit(Unit::new(
                    Form::Text,
                    block.span,
                    vec![(line.clone(), block.span)],
                ));
                let colon = line
                    .tokens
                    .last()
                    .is_some_and(|token| token.is(crate::notation::token::Sign::Colon));
                self.introduction = colon.then_some(block.span);
                self.context.caption = colon.then_some(line);
                self.context.directive = None;
            }
            BlockKind::List { items, .. } => {
                let simple = items.iter().all(|item| {
                    item.blocks
                        .iter()
                        .all(|block| matches!(block.kind, BlockKind::Paragraph(_)))
                });
                if simple {
                    let lines = items
                        .iter()
                        .map(|item| {
                            let mut flow = Flow::default();
                            for block in &item.blocks {
                                if let BlockKind::Paragraph(content) = &block.kind {
                                    let part = Flow::of(content);
                                    for piece in &part.pieces {
                                        flow.add(
                                            &part.text[piece.at..piece.at + piece.length],
                                            piece.span,
                                            piece.register,
                                            piece.strong,
                                        );
                                    }
                                    flow.add(
                                        "\n",
                                        Span {
                                            start: block.span.end,
                                            ..block.span
                                        },
                                        Register::Prose,
                                        false,
                                    );
                                }
                            }
                            (Line::new(flow), item.span)
                        })
                        .collect();
                    self.unit(Unit::new(Form::Items, block.span, lines));
                    self.introduction = None;
                } else {
                    for item in items {
                        self.blocks(&item.blocks);
                    }
                }
                self.context.caption = None;
                self.context.directive = None;
            }
            BlockKind::Code(fence) => {
                if !self.shown.contains(&block.span) {
                    self.fence(fence, block.span);
                }
                self.context.caption = None;
                self.context.directive = None;
            }
            BlockKind::Table { head, rows, .. } => {
                self.table(head, rows, block.span);
                self.context.caption = None;
                self.context.directive = None;
            }
            BlockKind::Quote(blocks)
            | BlockKind::Div { blocks, .. }
            | BlockKind::Note { blocks, .. }
            | BlockKind::Footnote { blocks, .. } => self.blocks(blocks),
            BlockKind::Tabs(tabs) => {
                for tab in tabs {
                    self.blocks(&tab.blocks);
                }
            }
            BlockKind::Directive(_) | BlockKind::Html(_) | BlockKind::Rule => {}
        }
    }

    fn unit(&mut self, mut unit: Unit) {
        self.reading.places.push(Place {
            unit: unit.clone(),
            context: self.context.clone(),
        });
        for kind in kinds::ALL {
            kind.read(&mut unit, &mut self.context);
        }
        for mut figure in unit.figures {
            // What introduces a list belongs to it.
            if let (Form::Items, Some(introduction)) = (unit.form, self.introduction) {
                figure.span = introduction.to(figure.span);
            }
            // Excerpts of one section are one figure.
            if figure.kind == kinds::excerpt::Kind.id() {
                if let Some((section, index)) = self.excerpt
                    && section == self.section
                    && let Some(known) = self.reading.figures.get_mut(index)
                {
                    known.span = known.span.to(figure.span);
                    known.claims.append(&mut figure.claims);
                    continue;
                }
                self.excerpt = Some((self.section, self.reading.figures.len()));
            }
            self.reading.figures.push(figure);
        }
    }

    fn resolve(&mut self, name: &str, span: Span, from: &str) -> Option<Bound> {
        if let Some(bound) = self.context.named.iter().find(|bound| bound.name == name) {
            return Some(Bound {
                from: from.to_owned(),
                ..bound.clone()
            });
        }
        match crate::solve::parse(name) {
            Ok(game) => Some(Bound {
                name: name.to_owned(),
                game,
                from: from.to_owned(),
            }),
            Err(_) => {
                let known: Vec<&str> = self
                    .context
                    .named
                    .iter()
                    .map(|bound| bound.name.as_str())
                    .collect();
                let help = if known.is_empty() {
                    "the lesson declares no games; add `games:` to its front matter".to_owned()
                } else {
                    format!("the lesson declares {}", known.join(", "))
                };
                self.reading.diagnostics.push(
                    Diagnostic::new(
                        Code::UnknownGame,
                        span,
                        format!("no game is named `{name}`"),
                    )
                    .help(help),
                );
                None
            }
        }
    }

    fn heading(&mut self, level: u8, id: &str, content: &[Inline]) {
        let line = Line::new(Flow::of(content));
        self.headings.retain(|(above, ..)| *above < level);
        let text = line.flow.text.trim().to_owned();
        self.headings
            .push((level, text, id.to_owned(), line.clone()));
        self.context.drawn = None;
        self.context.caption = None;
        self.context.directive = None;
        self.context.piles = None;
        self.context.conclusion = None;
        self.section += 1;
        self.context.misere = self
            .headings
            .iter()
            .any(|(_, _, _, line)| words::speaks_of_misere(line));
        self.context.section = None;
        // The nearest heading that says anything decides: by `sections:`, or by the rule that it names.
        let headings = self.headings.clone();
        for (_, text, id, line) in headings.iter().rev() {
            let entry = self
                .lesson
                .front
                .sections
                .iter()
                .find(|(key, _)| key.trim() == text || *key == id || same(key, text));
            let bound = match entry {
                Some((_, name)) => self.resolve(&name.value.clone(), name.span, "sections"),
                None => rules::named(line).map(|game| {
                    let known = self
                        .context
                        .named
                        .iter()
                        .find(|bound| bound.game.spec() == game.spec())
                        .cloned();
                    known.unwrap_or_else(|| Bound {
                        name: game.spec(),
                        game,
                        from: "its heading".into(),
                    })
                }),
            };
            if let Some(bound) = bound {
                self.context.section = Some(rules::around(bound));
                break;
            }
        }
        self.context.heading = line;
    }

    fn fence(&mut self, fence: &Fence, span: Span) {
        self.introduction = None;
        if let Some(name) = fence.attributes.get("game") {
            let (name, place) = (name.value.clone(), name.span);
            self.context.directive = self.resolve(&name, place, "{game=}");
        }
        let sources = self.context.sources;
        let language = fence.language.as_deref().unwrap_or("text");
        let form = match language {
            "mermaid" => Form::Diagram,
            "text" | "txt" | "plain" | "plaintext" | "console" | "output" | "none" | "table"
            | "ascii" | "bash" | "sh" => Form::Fence,
            _ => Form::Comments,
        };
        let register = Register::Code;
        if form == Form::Comments {
            let marker = match language {
                "python" | "py" | "python3" | "ruby" | "r" | "yaml" | "yml" | "toml" => "#",
                "cpp" | "c++" | "c" | "java" | "js" | "javascript" | "rust" | "go" | "csharp"
                | "cs" | "kotlin" => "//",
                _ => return,
            };
            let mut lines = Vec::new();
            let mut cells = Cells::default();
            for &place in &fence.lines {
                let text = sources.slice(place);
                let (code, comment) = match text.find(marker) {
                    Some(at)
                        if !text[..at].contains(['"', '\''])
                            || text[..at].matches(['"', '\'']).count().is_multiple_of(2) =>
                    {
                        (&text[..at], Some(at + marker.len()))
                    }
                    _ => (text, None),
                };
                let start = place.start as usize;
                let code_span = Span::new(place.file, start, start + code.len());
                cells
                    .rows
                    .push(vec![Line::new(Flow::verbatim(code, code_span, register))]);
                let comment = comment.map_or_else(Flow::default, |at| {
                    Flow::verbatim(
                        &text[at..],
                        Span::new(place.file, start + at, place.end as usize),
                        register,
                    )
                });
                lines.push((Line::new(comment), place));
            }
            let code = Arc::make_mut(&mut self.context.code);
            for (line, cells) in fence.lines.iter().zip(&cells.rows) {
                let whole = sources.slice(*line).trim().to_owned();
                // The same without the comment behind it.
                let bare = cells
                    .first()
                    .map(|cell| cell.flow.text.trim().to_owned())
                    .filter(|bare| !bare.is_empty() && *bare != whole);
                code.push(whole);
                code.extend(bare);
            }
            let mut unit = Unit::new(form, span, lines);
            unit.cells = Some(cells);
            self.unit(unit);
            return;
        }
        let lines = fence
            .lines
            .iter()
            .map(|&place| {
                (
                    Line::new(Flow::verbatim(sources.slice(place), place, register)),
                    place,
                )
            })
            .collect();
        self.unit(Unit::new(form, span, lines));
    }

    fn table(
        &mut self,
        head: &[crate::parse::block::Cell],
        rows: &[Vec<crate::parse::block::Cell>],
        span: Span,
    ) {
        let of = |cells: &[crate::parse::block::Cell]| -> Vec<Line> {
            cells
                .iter()
                .map(|cell| Line::new(Flow::of(&cell.content)))
                .collect()
        };
        let header = of(head);
        let body: Vec<Vec<Line>> = rows.iter().map(|row| of(row)).collect();
        // A table whose head is empty has no headings.
        let header = header.iter().any(|cell| !cell.is_empty()).then_some(header);
        let whole = |cells: &[crate::parse::block::Cell]| {
            cells
                .first()
                .zip(cells.last())
                .map_or(span, |(first, last)| first.span.to(last.span))
        };
        let mut lines = Vec::new();
        if !head.is_empty() {
            lines.push((Self::joined(head), whole(head)));
        }
        for row in rows {
            lines.push((Self::joined(row), whole(row)));
        }
        let count = lines.len();
        let mut unit = Unit::new(Form::Table, span, lines);
        unit.cells = Some(Cells {
            header,
            rows: body,
            lines: 0..count,
            places: (1..count).collect(),
        });
        self.unit(unit);
    }

    /// A row as one line, its cells set apart by bars.
    fn joined(cells: &[crate::parse::block::Cell]) -> Line {
        let mut flow = Flow::default();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                flow.add(
                    " | ",
                    Span {
                        end: cell.span.start,
                        ..cell.span
                    },
                    Register::Prose,
                    false,
                );
            }
            let part = Flow::of(&cell.content);
            for piece in &part.pieces {
                flow.add(
                    &part.text[piece.at..piece.at + piece.length],
                    piece.span,
                    piece.register,
                    piece.strong,
                );
            }
        }
        Line::new(flow)
    }
}

/// Whether a key of `sections:` names a heading: equal but for blanks, case and composition.
fn same(key: &str, heading: &str) -> bool {
    use unicode_normalization::UnicodeNormalization;
    let plain = |text: &str| {
        text.nfc()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    plain(key) == plain(heading)
}

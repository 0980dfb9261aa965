//! Running text laid flat: what a reader reads, with the way back to the bytes on disk.

use crate::parse::block::{Inline, InlineKind};
use crate::source::Span;

/// How a stretch of text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Register {
    /// Ordinary text.
    Prose,
    /// Inline code, or a line of a fence.
    Code,
    /// TeX.
    Math,
}

/// A stretch of the flat text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins in the flat text.
    pub at: usize,
    /// Its length in the flat text.
    pub length: usize,
    /// Where it was written.
    pub span: Span,
    /// How it is set.
    pub register: Register,
    /// Whether it is set bold.
    pub strong: bool,
}

impl Piece {
    fn exact(self) -> bool {
        self.span.range().len() == self.length
    }
}

/// Flat text and its pieces, in order, without gaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// The text without its markup.
    pub text: String,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

impl Flow {
    /// A line of code or any other text that is read as it stands.
    #[must_use]
    pub fn verbatim(text: &str, span: Span, register: Register) -> Self {
        let piece = Piece {
            at: 0,
            length: text.len(),
            span,
            register,
            strong: false,
        };
        Self {
            text: text.to_owned(),
            pieces: vec![piece],
        }
    }

    /// The flat text of inline content. Line ends become spaces (soft) or newlines (hard); links and emphasis
    /// give their content; HTML gives nothing (`<br>` a newline).
    #[must_use]
    pub fn of(content: &[Inline]) -> Self {
        let mut flow = Self::default();
        flow.add_all(content, false);
        flow
    }

    fn add_all(&mut self, content: &[Inline], strong: bool) {
        for inline in content {
            match &inline.kind {
                InlineKind::Text(text) => self.add(text, inline.span, Register::Prose, strong),
                InlineKind::Code { text, body } => self.add(text, *body, Register::Code, strong),
                InlineKind::Math { tex, body, .. } => self.add(tex, *body, Register::Math, strong),
                InlineKind::Strong(content) => self.add_all(content, true),
                // What is struck out is not said.
                InlineKind::Strike(_) => {}
                InlineKind::Emphasis(content) | InlineKind::Link { content, .. } => {
                    self.add_all(content, strong);
                }
                InlineKind::SoftBreak => self.add(" ", inline.span, Register::Prose, strong),
                InlineKind::HardBreak => self.add("\n", inline.span, Register::Prose, strong),
                InlineKind::Html(html) if html.to_ascii_lowercase().starts_with("<br") => {
                    self.add("\n", inline.span, Register::Prose, strong);
                }
                InlineKind::Html(_)
                | InlineKind::Image { .. }
                | InlineKind::FootnoteReference(_) => {}
            }
        }
    }

    /// The same text with a change: what was written in a span (inside one piece) reads otherwise. Places behind the
    /// change in its piece stay those of the text on disk.
    #[must_use]
    pub fn edited(self, span: Span, text: &str) -> Self {
        let Some(index) = self
            .pieces
            .iter()
            .position(|piece| piece.exact() && piece.span.holds(span) && !span.range().is_empty())
        else {
            return self;
        };
        let mut flow = Self::default();
        for (order, piece) in self.pieces.iter().enumerate() {
            let Some(old) = self.text.get(piece.at..piece.at + piece.length) else {
                continue;
            };
            if order != index {
                flow.add(old, piece.span, piece.register, piece.strong);
                continue;
            }
            let (from, to) = (
                (span.start - piece.span.start) as usize,
                (span.end - piece.span.start) as usize,
            );
            flow.add(
                &old[..from],
                Span {
                    end: span.start,
                    ..piece.span
                },
                piece.register,
                piece.strong,
            );
            flow.add(text, span, piece.register, piece.strong);
            flow.add(
                &old[to..],
                Span {
                    start: span.end,
                    ..piece.span
                },
                piece.register,
                piece.strong,
            );
        }
        flow
    }

    /// Appends a stretch.
    pub fn add(&mut self, text: &str, span: Span, register: Register, strong: bool) {
        if !text.is_empty() {
            self.pieces.push(Piece {
                at: self.text.len(),
                length: text.len(),
                span,
                register,
                strong,
            });
            self.text.push_str(text);
        }
    }

    /// The piece that holds a byte of the flat text.
    #[must_use]
    pub fn piece(&self, at: usize) -> Option<&Piece> {
        let index = self
            .pieces
            .partition_point(|piece| piece.at <= at)
            .checked_sub(1)?;
        self.pieces.get(index)
    }

    /// Where a range of the flat text was written; `None` for an empty flow. A range that cuts into a piece that was
    /// rewritten (an entity) gives the whole piece.
    #[must_use]
    pub fn span(&self, range: std::ops::Range<usize>) -> Option<Span> {
        let first = self.piece(range.start)?;
        let last = self.piece(range.end.max(range.start + 1) - 1)?;
        let start = if first.exact() {
            first.span.start as usize + (range.start - first.at)
        } else {
            first.span.start as usize
        };
        let end = if last.exact() {
            last.span.start as usize + (range.end - last.at)
        } else {
            last.span.end as usize
        };
        Some(Span::new(first.span.file, start, end.max(start)))
    }
}

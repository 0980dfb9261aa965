//! A block as the kinds of figures see it: its lines, which of them a kind has taken, and what was found in them.

use crate::figure::Edited;
use crate::figure::claim::{Bound, Claim, Figure, Picture};
use crate::figure::grid::Cells;
use crate::figure::scene::{Games, Scene};
use crate::notation::line::Line;
use crate::source::Span;
use std::ops::Range;

/// What kind of block it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A fence of text: lines as they stand.
    Fence,
    /// The comments of a fence of code: one line each.
    Comments,
    /// A fence in the language of diagrams.
    Diagram,
    /// A pipe table.
    Table,
    /// A paragraph: one line.
    Text,
    /// A list: one line an entry.
    Items,
}

/// A block and what was found in it.
#[derive(Debug, Clone)]
pub struct Unit {
    /// What kind of block it is.
    pub form: Form,
    /// Where it stands.
    pub block: Span,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Where each line stands, from its first to its last byte.
    pub spans: Vec<Span>,
    /// The cells, of a pipe table.
    pub cells: Option<Cells>,
    /// Which lines belong to a figure already.
    pub taken: Vec<bool>,
    /// The figures found.
    pub figures: Vec<Figure>,
}

impl Unit {
    /// A block of lines.
    #[must_use]
    pub fn new(form: Form, block: Span, lines: Vec<(Line, Span)>) -> Self {
        let (lines, spans): (Vec<Line>, Vec<Span>) = lines.into_iter().unzip();
        let taken = vec![false; lines.len()];
        Self {
            form,
            block,
            lines,
            spans,
            cells: None,
            taken,
            figures: Vec::new(),
        }
    }

    /// The same block with some changes in its text.
    #[must_use]
    pub fn edited(&self, edits: &[Edited]) -> Self {
        let mut unit = self.clone();
        let change = |line: &mut Line| {
            for edit in edits {
                if line
                    .flow
                    .pieces
                    .iter()
                    .any(|piece| piece.span.holds(edit.span))
                {
                    *line = Line::new(std::mem::take(&mut line.flow).edited(edit.span, &edit.text));
                }
            }
        };
        unit.lines.iter_mut().for_each(change);
        if let Some(cells) = &mut unit.cells {
            cells.header.iter_mut().flatten().for_each(change);
            cells.rows.iter_mut().flatten().for_each(change);
        }
        unit
    }

    /// The stanzas: lines between blank lines.
    #[must_use]
    pub fn stanzas(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut start = None;
        for (index, line) in self.lines.iter().enumerate() {
            match (line.is_empty(), start) {
                (true, Some(from)) => {
                    out.push(from..index);
                    start = None;
                }
                (false, None) => start = Some(index),
                _ => {}
            }
        }
        if let Some(from) = start {
            out.push(from..self.lines.len());
        }
        out
    }

    /// The span of some lines.
    #[must_use]
    pub fn span(&self, lines: Range<usize>) -> Span {
        match (
            self.spans.get(lines.start),
            lines
                .end
                .checked_sub(1)
                .and_then(|last| self.spans.get(last)),
        ) {
            (Some(first), Some(last)) => first.to(*last),
            _ => self.block,
        }
    }

    /// Adds a figure that stands on some lines, and takes them. Without claims there is no figure.
    pub fn add(
        &mut self,
        kind: &'static str,
        lines: Range<usize>,
        claims: Vec<Claim>,
        scene: &Scene,
        picture: Picture,
    ) {
        if claims.is_empty() {
            return;
        }
        let span = self.span(lines.clone());
        let game = game_of(&claims, &scene.games);
        self.taken[lines].iter_mut().for_each(|taken| *taken = true);
        self.figures.push(Figure {
            kind,
            span,
            block: self.block,
            games: scene.games.clone(),
            game,
            claims,
            picture,
            tentative: false,
        });
    }
}

/// The game that claims are about, the first that one of them needs.
#[must_use]
pub fn game_of(claims: &[Claim], games: &Games) -> Option<Bound> {
    use crate::figure::claim::{Need, need};
    claims.iter().find_map(|claim| match need(&claim.question) {
        Need::Nothing => None,
        Need::Number => games.number.clone(),
        Need::List => games.list.clone(),
    })
}

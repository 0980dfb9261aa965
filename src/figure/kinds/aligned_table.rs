//! A table in a fence: columns set apart by blanks, tabs, bars or commas.
//!
//! ```text
//! n    first player   why
//! -----------------------------------
//! 0    loses (L)      no move
//! 3    wins (W)       3 leads to 0 (L)
//! ```

use crate::figure::claim::{Grid, GridCell, Picture};
use crate::figure::context::Context;
use crate::figure::grid::{self, Cells};
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Found;
use crate::figure::table;
use crate::figure::unit::{Form, Unit};
use crate::notation::line::Line;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "position-table"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        if unit.form != Form::Fence {
            return;
        }
        for stanza in unit.stanzas() {
            if unit.taken[stanza.clone()].iter().any(|taken| *taken) {
                continue;
            }
            let lines: Vec<Line> = unit.lines[stanza.clone()].to_vec();
            let Some(cells) = grid::cells(&lines) else {
                continue;
            };
            let caption = lines[..cells.lines.start]
                .iter()
                .rev()
                .find(|line| !line.is_empty())
                .cloned();
            let vertices = context.drawn.is_some() && speaks_of_vertices(&cells);
            let mut scene = context.scene(caption.as_ref(), vertices, true);
            let mut found = Found::default();
            if let Some(caption) = &caption {
                crate::figure::rules::state(caption, &mut found);
            }
            let content = table::read(&cells, &mut scene, &mut found);
            let start = stanza.start
                + cells
                    .lines
                    .start
                    .saturating_sub(usize::from(caption.is_some() && cells.lines.start > 0));
            unit.add(
                content.kind(),
                start..stanza.start + cells.lines.end,
                found.claims,
                &scene,
                picture(&cells),
            );
            if let Some(figure) = unit.figures.last_mut() {
                figure.tentative = (cells.header.is_none() || content.unsaid)
                    && figure.claims.iter().all(|claim| {
                        matches!(claim.question, crate::figure::claim::Question::Outcome(_))
                    });
            }
        }
    }
}

/// Whether the headings or the first column speak of vertices.
#[must_use]
pub fn speaks_of_vertices(cells: &Cells) -> bool {
    cells
        .header
        .iter()
        .flatten()
        .flat_map(|cell| &cell.tokens)
        .any(|token| {
            token.word().is_some_and(|word| {
                [
                    "đỉnh",
                    "vertex",
                    "শীর্ষ",
                    "node",
                    "u",
                    "v",
                    "nút",
                    "শীর্ষবিন্দু",
                    "নোড",
                ]
                .contains(&word)
            })
        })
}

fn picture(cells: &Cells) -> Picture {
    let of = |row: &Vec<Line>| -> Vec<GridCell> {
        row.iter()
            .filter_map(|cell| {
                cell.span(0..cell.len()).map(|span| GridCell {
                    text: cell.text(0..cell.len()).to_owned(),
                    span,
                })
            })
            .collect()
    };
    let rows: Vec<Vec<GridCell>> = cells.rows.iter().map(of).collect();
    let span = rows
        .first()
        .and_then(|row| row.first())
        .map(|cell| cell.span);
    Picture::Grid(Grid {
        header: cells.header.as_ref().map(of),
        rows,
        row_headings: true,
        span,
    })
}

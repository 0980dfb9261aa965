//! A pipe table whose headings say what its columns hold.
//!
//! ```text
//! | n | next | G(n) |
//! |---|------|------|
//! | 2 | 0, 1 | 2    |
//! ```

use crate::figure::claim::Picture;
use crate::figure::context::Context;
use crate::figure::kinds::FigureKind;
use crate::figure::kinds::aligned_table::speaks_of_vertices;
use crate::figure::scene::Found;
use crate::figure::table;
use crate::figure::unit::{Form, Unit};

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "table"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        if unit.form != Form::Table || unit.taken.iter().any(|taken| *taken) {
            return;
        }
        let Some(cells) = unit.cells.clone() else {
            return;
        };
        let vertices = context.drawn.is_some()
            && (speaks_of_vertices(&cells)
                || context.directive.is_none() && names_vertices(&cells, context));
        let mut scene = context.scene(None, vertices, true);
        let mut found = Found::default();
        let content = table::read(&cells, &mut scene, &mut found);
        let lines = 0..unit.lines.len();
        unit.add(
            content.kind(),
            lines,
            found.claims,
            &scene,
            Picture::InPlace,
        );
        if let Some(figure) = unit.figures.last_mut() {
            figure.span = unit.block;
            figure.tentative = content.unsaid;
        }
    }
}

/// Whether the first column lists the vertices of the graph drawn above, by names that are no numbers.
fn names_vertices(cells: &crate::figure::grid::Cells, context: &Context<'_>) -> bool {
    let Some(drawn) = &context.drawn else {
        return false;
    };
    let lettered = drawn
        .labels
        .iter()
        .any(|label| label.parse::<u64>().is_err());
    lettered
        && cells.rows.iter().all(|row| {
            row.first().is_some_and(|cell| {
                drawn
                    .labels
                    .iter()
                    .any(|label| label == cell.text(0..cell.len()).trim())
            })
        })
}

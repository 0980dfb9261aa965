//! A table of an operation: the sign in the corner, operands along the top and down the side.
//!
//! ```text
//! | ⊕ | 0 | 1 |
//! |---|---|---|
//! | 1 | 1 | 0 |
//! ```

use crate::figure::claim::Picture;
use crate::figure::context::Context;
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Found;
use crate::figure::table::only_number;
use crate::figure::unit::{Form, Unit};
use crate::notation::formula::{Term, Written};
use crate::notation::line::Line;
use crate::notation::token::Sign;
use crate::notation::words;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "operation-table"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        let Some(cells) = unit.cells.clone().filter(|_| unit.form == Form::Table) else {
            return;
        };
        let Some((corner, top)) = cells.header.as_deref().and_then(<[Line]>::split_first) else {
            return;
        };
        let Some(operation) = operation(corner) else {
            return;
        };
        let top: Option<Vec<Written>> = top.iter().map(only_number).collect();
        let Some(top) = top.filter(|top| top.len() >= 2) else {
            return;
        };
        let mut found = Found::default();
        for row in &cells.rows {
            let Some((side, values)) = row.split_first() else {
                continue;
            };
            let Some(side) = only_number(side) else {
                continue;
            };
            for (above, cell) in top.iter().zip(values) {
                if let Some(value) = only_number(cell) {
                    found.value(
                        &operation(Term::Number(side.clone()), Term::Number(above.clone())),
                        &value,
                    );
                }
            }
        }
        let lines = 0..unit.lines.len();
        let scene = context.scene(None, false, true);
        unit.add(self.id(), lines, found.claims, &scene, Picture::InPlace);
        if let Some(figure) = unit.figures.last_mut() {
            figure.span = unit.block;
        }
    }
}

type Operation = fn(Term, Term) -> Term;

fn operation(corner: &Line) -> Option<Operation> {
    let sign = |sign: Sign| corner.len() == 1 && corner.is(0, sign);
    let xor = sign(Sign::Oplus)
        || sign(Sign::Caret)
        || (corner.len() == 1
            && corner
                .word(0)
                .is_some_and(|word| words::XOR_NAMES.contains(&word)));
    if xor {
        Some(|a, b| Term::Xor(vec![a, b]))
    } else if sign(Sign::Plus) {
        Some(|a, b| Term::Sum(Box::new(a), Box::new(b)))
    } else if sign(Sign::Times) {
        Some(|a, b| Term::Product(Box::new(a), Box::new(b)))
    } else {
        None
    }
}

//! Grundy's game: a move splits a heap into two of different sizes.
//!
//! A position is a heap or a list of heaps. Whether the values are ever periodic is not known. Source: Grundy 1939,
//! "Mathematics and games"; Winning Ways, chapter 4.

use super::Entry;
use crate::solve::engine::heaps;
use crate::solve::engine::splitting::{self, Splitting};
use crate::solve::game::{Game, Nimber, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["grundy"],
    example: "grundy",
    positions: "0..20",
    read: |_, _| Ok(Arc::new(Grundy::default())),
};

/// Grundy's game.
#[derive(Clone, Debug)]
pub struct Grundy {
    rule: Splitting,
}

impl Default for Grundy {
    fn default() -> Self {
        Self {
            rule: Splitting {
                digits: vec![4],
                unequal: true,
            },
        }
    }
}

impl Game for Grundy {
    fn spec(&self) -> String {
        "grundy".to_owned()
    }

    fn accepts(&self, _position: &Position) -> bool {
        true
    }

    fn shape(&self) -> Shape {
        Shape::Heaps
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        heaps::options(position, |heap| splitting::moves(&self.rule, heap))
    }

    fn width(&self, position: &Position) -> u64 {
        heaps::width(position, |heap| heap / 2)
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        heaps::parts(position)
    }

    fn sorted(&self, position: &Position) -> Position {
        super::nim::in_order(position)
    }

    fn nimbers(&self, up_to: usize) -> Option<Vec<Nimber>> {
        let values = splitting::table(&self.rule, up_to);
        Some(
            values
                .into_iter()
                .map(|value| Nimber(u64::from(value)))
                .collect(),
        )
    }

    fn table_cost(&self, up_to: u64) -> u64 {
        up_to.saturating_mul(up_to / 4096 + 1)
    }
}

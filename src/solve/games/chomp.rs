//! Chomp: a bar of chocolate; a move bites off a square with all that are to its right and below.
//!
//! A position lists the lengths of the rows, none longer than the one above. The square at the top left is poisoned and
//! cannot be taken, so [1] is stuck. Source: Gale 1974, "A curious Nim-type game".

use super::Entry;
use crate::solve::game::{Game, Outcome, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["chomp"],
    example: "chomp",
    positions: "[4, 4, 4]",
    read: |_, _| Ok(Arc::new(Chomp)),
};

/// Chomp.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

impl Game for Chomp {
    fn spec(&self) -> String {
        "chomp".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        let Position::List(rows) = position else {
            return false;
        };
        let falling = rows
            .iter()
            .zip(rows.iter().skip(1))
            .all(|(above, below)| above >= below);
        falling && rows.last().is_some_and(|row| *row > 0)
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let rows = position.numbers();
        let mut options = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            for left in (u64::from(index == 0)..*row).rev() {
                let bitten = rows
                    .iter()
                    .enumerate()
                    .map(|(below, row)| if below < index { *row } else { left.min(*row) });
                options.push(Position::List(bitten.filter(|row| *row > 0).collect()));
            }
        }
        options
    }

    fn verdict(&self, position: &Position) -> Option<Outcome> {
        let rows = position.numbers();
        let lost = match rows {
            [row] => *row == 1,
            [above, below] => *below == above - 1,
            // One row and one column: the shorter is made as long as the longer, and then copied.
            [row, column @ ..] if column.first() == Some(&1) => *row == column.len() as u64 + 1,
            // From a whole rectangle, whoever would win by biting the last corner could be forestalled.
            [row, .., last] if row == last => false,
            _ => return None,
        };
        Some(if lost {
            Outcome::Previous
        } else {
            Outcome::Next
        })
    }

    fn refusal(&self, _position: &Position) -> String {
        "its positions are lists of row lengths, none 0 and none longer than the one above, such as [4, 4, 2]".to_owned()
    }
}

//! Staircase Nim: coins on the steps of a staircase; a move takes any number of them one step down.
//!
//! A position lists the coins on step 1, 2, 3, …; those that leave step 1 are on the ground and out of play. Source:
//! Winning Ways, chapter 3; Sprague 1937, "Über zwei Abarten von Nim".

use super::Entry;
use super::nim::replaced;
use crate::solve::game::{Game, Nimber, Position, Shape};
use crate::solve::mex::nim_sum;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["staircase"],
    example: "staircase",
    positions: "[1, 2, 3]",
    read: |_, _| Ok(Arc::new(Staircase)),
};

/// Staircase Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Staircase;

impl Game for Staircase {
    fn spec(&self) -> String {
        "staircase".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        let Position::List(steps) = position else {
            return false;
        };
        steps
            .iter()
            .try_fold(0u64, |sum, coins| sum.checked_add(*coins))
            .is_some()
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let steps = position.numbers();
        let mut options = Vec::new();
        for (index, coins) in steps.iter().enumerate() {
            for moved in 1..=*coins {
                let left = replaced(steps, index, coins - moved);
                options.push(
                    match index
                        .checked_sub(1)
                        .and_then(|below| Some((below, steps.get(below)?)))
                    {
                        Some((below, there)) => {
                            replaced(left.numbers(), below, there.saturating_add(moved))
                        }
                        None => left,
                    },
                );
            }
        }
        options
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        let odd: Vec<u64> = position.numbers().iter().copied().step_by(2).collect();
        Some(Nimber(nim_sum(&odd)))
    }

    fn refusal(&self, _position: &Position) -> String {
        format!(
            "its positions are lists, such as [1, 2, 3], of at most {} coins",
            u64::MAX
        )
    }
}

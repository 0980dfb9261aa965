//! Ruler: coins in a row, numbered from 1; a move turns coins that lie side by side, the rightmost from heads to tails.
//!
//! A position lists the coins that show heads, in order; a number is one coin. The value of coin n is the largest power
//! of 2 that divides n. Source: Winning Ways, chapter 14.

use super::Entry;
use crate::solve::engine::coins;
use crate::solve::game::{Game, Nimber, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["ruler"],
    example: "ruler",
    positions: "[3, 4]",
    read: |_, _| Ok(Arc::new(Ruler)),
};

/// Ruler.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ruler;

/// The XOR of the values of the heads.
fn value(position: &Position) -> u64 {
    position
        .numbers()
        .iter()
        .filter(|coin| **coin > 0)
        .fold(0, |sum, coin| sum ^ (1 << coin.trailing_zeros()))
}

impl Game for Ruler {
    fn spec(&self) -> String {
        "ruler".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        coins::accepts(position)
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let heads = coins::heads(position);
        let mut options = Vec::new();
        for coin in &heads {
            let mut run = Vec::new();
            for other in (1..=*coin).rev() {
                run.push(other);
                options.push(coins::turned(&heads, &run));
            }
        }
        options
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        Some(Nimber(value(position)))
    }

    fn refusal(&self, _position: &Position) -> String {
        coins::REFUSAL.to_owned()
    }
}

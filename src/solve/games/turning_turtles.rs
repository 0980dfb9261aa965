//! Turning Turtles: coins in a row, numbered from 1; a move turns a head to tails and may turn one coin left of it.
//!
//! A position lists the coins that show heads, in order; a number is one coin. A head on coin n is a heap of n.
//! Source: Lenstra; Winning Ways, chapter 14.

use super::Entry;
use crate::solve::engine::coins;
use crate::solve::game::{Game, Nimber, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["turning-turtles"],
    example: "turning-turtles",
    positions: "[3, 5]",
    read: |_, _| Ok(Arc::new(TurningTurtles)),
};

/// Turning Turtles.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurningTurtles;

/// The XOR of the values of the heads.
fn value(position: &Position) -> u64 {
    position.numbers().iter().fold(0, |sum, coin| sum ^ coin)
}

impl Game for TurningTurtles {
    fn spec(&self) -> String {
        "turning-turtles".to_owned()
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
            options.push(coins::turned(&heads, &[*coin]));
            options.extend(
                (1..*coin)
                    .rev()
                    .map(|other| coins::turned(&heads, &[*coin, other])),
            );
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

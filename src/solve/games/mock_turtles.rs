//! Mock Turtles: coins in a row, numbered from 1; a move turns a head to tails and may turn up to two coins left of it.
//!
//! A position lists the coins that show heads, in order; a number is one coin. The values are the odious numbers, those
//! with an odd number of ones in binary. Source: Winning Ways, chapter 14, which counts the coins from 0.

use super::Entry;
use crate::solve::engine::coins;
use crate::solve::game::{Game, Nimber, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["mock-turtles"],
    example: "mock-turtles",
    positions: "[3, 5]",
    read: |_, _| Ok(Arc::new(MockTurtles)),
};

/// Mock Turtles.
#[derive(Clone, Copy, Debug, Default)]
pub struct MockTurtles;

/// The XOR of the values of the heads.
fn value(position: &Position) -> Option<u64> {
    position
        .numbers()
        .iter()
        .filter(|coin| **coin > 0)
        .try_fold(0, |sum, coin| {
            let before = coin - 1;
            let odious = before.checked_mul(2)? + u64::from(before.count_ones() % 2 == 0);
            Some(sum ^ odious)
        })
}

impl Game for MockTurtles {
    fn spec(&self) -> String {
        "mock-turtles".to_owned()
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
            for other in (1..*coin).rev() {
                options.push(coins::turned(&heads, &[*coin, other]));
                options.extend(
                    (1..other)
                        .rev()
                        .map(|third| coins::turned(&heads, &[*coin, other, third])),
                );
            }
        }
        options
    }

    fn width(&self, position: &Position) -> u64 {
        let moves = |coin: &u64| coin.saturating_mul(*coin) / 2 + 1;
        position
            .numbers()
            .iter()
            .fold(0, |sum: u64, coin| sum.saturating_add(moves(coin)))
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        value(position).map(Nimber)
    }

    fn refusal(&self, _position: &Position) -> String {
        coins::REFUSAL.to_owned()
    }
}

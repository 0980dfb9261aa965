//! Euclid: two numbers; a move takes a multiple of the smaller from the larger, and the one who makes a 0 wins.
//!
//! A position is the list of the two numbers. Source: Cole and Davie 1969, "A game based on the Euclidean algorithm and
//! a winning strategy for it": the position is won exactly if the numbers are equal or their ratio is above the golden
//! ratio.

use super::Entry;
use crate::solve::game::{Game, Outcome, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["euclid"],
    example: "euclid",
    positions: "[25, 7]",
    read: |_, _| Ok(Arc::new(Euclid)),
};

/// Euclid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Euclid;

impl Game for Euclid {
    fn spec(&self) -> String {
        "euclid".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::List(numbers) if numbers.len() == 2)
    }

    fn shape(&self) -> Shape {
        Shape::Tuple(2)
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let [first, second] = position.numbers() else {
            return Vec::new();
        };
        let times = |larger: u64, smaller: u64| 1..=larger.checked_div(smaller).unwrap_or(0);
        let from_first = times(*first, *second).map(|times| [first - times * second, *second]);
        let from_second = times(*second, *first).map(|times| [*first, second - times * first]);
        from_first.chain(from_second).map(Position::from).collect()
    }

    fn width(&self, position: &Position) -> u64 {
        let [first, second] = position.numbers() else {
            return 0;
        };
        first
            .max(second)
            .checked_div(*first.min(second))
            .map_or(0, |times| times.saturating_add(1))
    }

    fn sorted(&self, position: &Position) -> Position {
        let mut numbers = position.numbers().to_vec();
        numbers.sort_unstable();
        Position::List(numbers)
    }

    fn verdict(&self, position: &Position) -> Option<Outcome> {
        let [first, second] = position.numbers() else {
            return None;
        };
        let (larger, smaller) = (
            u128::from(*first.max(second)),
            u128::from(*first.min(second)),
        );
        // larger / smaller > φ exactly if larger² - larger · smaller - smaller² > 0.
        let won =
            smaller > 0 && (larger == smaller || larger * (larger - smaller) > smaller * smaller);
        Some(if won {
            Outcome::Next
        } else {
            Outcome::Previous
        })
    }
}

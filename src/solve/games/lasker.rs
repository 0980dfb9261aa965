//! Lasker's Nim: a move takes any number from a heap, or splits it into two without taking.
//!
//! A position is a heap or a list of heaps. Source: Lasker 1931, "Brettspiele der Völker"; the values are from Winning
//! Ways, chapter 4.

use super::Entry;
use crate::solve::engine::heaps;
use crate::solve::game::{Game, Nimber, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["lasker"],
    example: "lasker",
    positions: "0..12",
    read: |_, _| Ok(Arc::new(Lasker)),
};

/// Lasker's Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lasker;

/// The value of a heap: 3 and 4, 7 and 8, and so on change places.
fn value(heap: u64) -> Option<u64> {
    match heap % 4 {
        3 => heap.checked_add(1),
        0 if heap > 0 => Some(heap - 1),
        _ => Some(heap),
    }
}

impl Game for Lasker {
    fn spec(&self) -> String {
        "lasker".to_owned()
    }

    fn accepts(&self, _position: &Position) -> bool {
        true
    }

    fn shape(&self) -> Shape {
        Shape::Heaps
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        heaps::options(position, |heap| {
            let taken = (0..heap)
                .rev()
                .map(|left| if left > 0 { vec![left] } else { Vec::new() });
            taken
                .chain((1..=heap / 2).map(|part| vec![part, heap - part]))
                .collect()
        })
    }

    fn width(&self, position: &Position) -> u64 {
        heaps::width(position, |heap| heap.saturating_add(heap / 2))
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        heaps::parts(position)
    }

    fn sorted(&self, position: &Position) -> Position {
        super::nim::in_order(position)
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        position
            .numbers()
            .iter()
            .try_fold(0, |sum, heap| Some(sum ^ value(*heap)?))
            .map(Nimber)
    }
}

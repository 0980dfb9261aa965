//! Nim: heaps; a move takes any number from one of them.
//!
//! A position is the list of the heaps. Source: Bouton 1901, "Nim, a game with a complete mathematical theory".

use super::Entry;
use crate::solve::game::{Game, Nimber, Outcome, Position, Shape};
use crate::solve::mex::nim_sum;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["nim"],
    example: "nim",
    positions: "[3, 4, 5]",
    read: |_, _| Ok(Arc::new(Nim)),
};

/// Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// The list with one number replaced.
pub(crate) fn replaced(heaps: &[u64], index: usize, heap: u64) -> Position {
    let mut heaps = heaps.to_vec();
    if let Some(place) = heaps.get_mut(index) {
        *place = heap;
    }
    Position::List(heaps)
}

/// The list in order, without heaps of 0.
pub(crate) fn in_order(position: &Position) -> Position {
    let mut heaps: Vec<u64> = position
        .numbers()
        .iter()
        .copied()
        .filter(|heap| *heap > 0)
        .collect();
    heaps.sort_unstable();
    Position::List(heaps)
}

impl Game for Nim {
    fn spec(&self) -> String {
        "nim".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::List(_))
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let heaps = position.numbers();
        let moves = heaps
            .iter()
            .enumerate()
            .flat_map(|(index, heap)| (0..*heap).rev().map(move |left| (index, left)));
        moves
            .map(|(index, left)| replaced(heaps, index, left))
            .collect()
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        position
            .numbers()
            .iter()
            .map(|heap| Position::List(vec![*heap]))
            .collect()
    }

    fn sorted(&self, position: &Position) -> Position {
        in_order(position)
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        Some(Nimber(nim_sum(position.numbers())))
    }

    fn misere_verdict(&self, position: &Position) -> Option<Outcome> {
        let heaps = position.numbers();
        let won = (nim_sum(heaps) != 0) == heaps.iter().any(|heap| *heap > 1);
        Some(if won {
            Outcome::Next
        } else {
            Outcome::Previous
        })
    }

    fn winning_moves(&self, position: &Position) -> Option<Vec<Position>> {
        let heaps = position.numbers();
        let sum = nim_sum(heaps);
        let wins = heaps
            .iter()
            .enumerate()
            .filter(|(_, heap)| *heap ^ sum < **heap);
        Some(
            wins.map(|(index, heap)| replaced(heaps, index, heap ^ sum))
                .collect(),
        )
    }

    fn nim_sum_theorem(&self) -> Option<&'static str> {
        Some("Bouton 1901: a position of Nim is lost exactly if the XOR of its heaps is 0")
    }
}

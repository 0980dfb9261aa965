//! Wythoff's game: two heaps; a move takes any number from one, or the same number from both.
//!
//! A position is the list of the two heaps. Source: Wythoff 1907, "A modification of the game of Nim": the lost
//! positions are (⌊kφ⌋, ⌊kφ⌋ + k), φ the golden ratio. All arithmetic here is exact.

use super::Entry;
use crate::solve::game::{Game, Outcome, Position, Shape};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["wythoff"],
    example: "wythoff",
    positions: "[3, 5]",
    read: |_, _| Ok(Arc::new(Wythoff)),
};

/// Wythoff's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wythoff;

/// ⌊k√5⌋, where 5k² fits into 128 bits.
fn root_five(k: u64) -> Option<u128> {
    let k = u128::from(k);
    Some(k.checked_mul(k)?.checked_mul(5)?.isqrt())
}

/// The smaller heap of the lost position whose heaps differ by `k`, if both fit.
///
/// ```
/// # use coursegen::solve::games::wythoff::cold;
/// assert_eq!(cold(8), Some(12));
/// ```
pub fn cold(k: u64) -> Option<u64> {
    // ⌊kφ⌋ = ⌊(k + k√5) / 2⌋. Where 5k² does not fit, ⌊kφ⌋ + k does not fit either.
    let smaller = u64::try_from((u128::from(k) + root_five(k)?) / 2).ok()?;
    smaller.checked_add(k).map(|_| smaller)
}

/// The heap that makes a lost position together with this one: `None` if it does not fit, or cannot be computed.
fn partner(heap: u64) -> Option<u64> {
    if heap == 0 {
        return Some(0);
    }
    // If the heap is the smaller one, k is the least number with kφ > heap: ⌊heap / φ⌋ + 1.
    let k = u64::try_from((root_five(heap)? - u128::from(heap)) / 2)
        .ok()?
        .checked_add(1)?;
    if cold(k) == Some(heap) {
        return heap.checked_add(k);
    }
    // Else it is the larger one, and the smaller one is ⌊heap / φ⌋ or next to it.
    let near = k.saturating_sub(2)..=k;
    near.into_iter()
        .find(|smaller| heap.checked_sub(*smaller).and_then(cold) == Some(*smaller))
}

impl Game for Wythoff {
    fn spec(&self) -> String {
        "wythoff".to_owned()
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::List(heaps) if heaps.len() == 2)
    }

    fn shape(&self) -> Shape {
        Shape::Tuple(2)
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let [first, second] = position.numbers() else {
            return Vec::new();
        };
        let from_first = (1..=*first).map(|taken| [first - taken, *second]);
        let from_second = (1..=*second).map(|taken| [*first, second - taken]);
        let from_both = (1..=*first.min(second)).map(|taken| [first - taken, second - taken]);
        from_first
            .chain(from_second)
            .chain(from_both)
            .map(Position::from)
            .collect()
    }

    fn width(&self, position: &Position) -> u64 {
        let [first, second] = position.numbers() else {
            return 0;
        };
        first
            .saturating_add(*second)
            .saturating_add(*first.min(second))
    }

    fn sorted(&self, position: &Position) -> Position {
        let mut heaps = position.numbers().to_vec();
        heaps.sort_unstable();
        Position::List(heaps)
    }

    fn verdict(&self, position: &Position) -> Option<Outcome> {
        let [first, second] = position.numbers() else {
            return None;
        };
        let lost = cold(first.abs_diff(*second)) == Some(*first.min(second));
        Some(if lost {
            Outcome::Previous
        } else {
            Outcome::Next
        })
    }

    fn winning_moves(&self, position: &Position) -> Option<Vec<Position>> {
        let [first, second] = position.numbers() else {
            return None;
        };
        if self.verdict(position)? == Outcome::Previous {
            return Some(Vec::new());
        }
        root_five(*first.max(second))?;
        let mut moves = Vec::new();
        moves.extend(
            partner(*second)
                .filter(|left| left < first)
                .map(|left| [left, *second]),
        );
        moves.extend(
            partner(*first)
                .filter(|left| left < second)
                .map(|left| [*first, left]),
        );
        let both = cold(first.abs_diff(*second))
            .and_then(|smaller| first.min(second).checked_sub(smaller));
        moves.extend(
            both.filter(|taken| *taken > 0)
                .map(|taken| [first - taken, second - taken]),
        );
        Some(moves.into_iter().map(Position::from).collect())
    }
}

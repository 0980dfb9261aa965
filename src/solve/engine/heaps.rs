//! Positions that are heaps side by side, where a move changes one heap into any number of heaps.

use crate::solve::game::Position;

/// The heaps one by one.
pub(crate) fn parts(position: &Position) -> Vec<Position> {
    position
        .numbers()
        .iter()
        .copied()
        .map(Position::Number)
        .collect()
}

/// The options, from those of one heap; each of these is a list of heaps.
pub(crate) fn options(position: &Position, moves: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<Position> {
    match position {
        Position::Number(heap) => moves(*heap).into_iter().map(of).collect(),
        Position::List(heaps) => {
            let mut options = Vec::new();
            for (index, heap) in heaps.iter().enumerate() {
                let before = heaps.iter().take(index);
                let after = heaps.iter().skip(index + 1);
                for left in moves(*heap) {
                    options.push(Position::List(
                        before
                            .clone()
                            .chain(&left)
                            .chain(after.clone())
                            .copied()
                            .collect(),
                    ));
                }
            }
            options
        }
    }
}

/// How many options there are at most.
pub(crate) fn width(position: &Position, moves: impl Fn(u64) -> u64) -> u64 {
    position
        .numbers()
        .iter()
        .fold(0, |sum: u64, heap| sum.saturating_add(moves(*heap)))
}

/// Heaps as a position: one heap is a number.
fn of(heaps: Vec<u64>) -> Position {
    match heaps.as_slice() {
        [] => Position::Number(0),
        [heap] => Position::Number(*heap),
        _ => Position::List(heaps),
    }
}

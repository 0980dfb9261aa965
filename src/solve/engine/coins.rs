//! Coins in a row, numbered from 1: positions list those that show heads.

use crate::solve::game::Position;

/// What positions look like.
pub(crate) const REFUSAL: &str =
    "its positions list the coins that show heads, in order and from 1, such as [3, 5]";

/// Whether the heads are listed in order, each once.
pub(crate) fn accepts(position: &Position) -> bool {
    let Position::List(heads) = position else {
        return true;
    };
    let rising = heads
        .iter()
        .zip(heads.iter().skip(1))
        .all(|(left, right)| left < right);
    rising && heads.first() != Some(&0)
}

/// The coins that show heads; a number is one coin, and 0 is none.
pub(crate) fn heads(position: &Position) -> Vec<u64> {
    position
        .numbers()
        .iter()
        .copied()
        .filter(|coin| *coin > 0)
        .collect()
}

/// The heads when these coins have been turned, each once.
pub(crate) fn turned(heads: &[u64], coins: &[u64]) -> Position {
    let kept = heads.iter().filter(|head| !coins.contains(head));
    let new = coins.iter().filter(|coin| !heads.contains(coin));
    let mut heads: Vec<u64> = kept.chain(new).copied().collect();
    heads.sort_unstable();
    Position::List(heads)
}

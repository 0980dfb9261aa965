//! What a game is: positions as data, options as the rules give them. The search is elsewhere.

use std::fmt;

/// The value of an impartial position under normal play (Sprague 1935, Grundy 1939).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl std::ops::BitXor for Nimber {
    type Output = Self;

    /// The nim-sum.
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The next player (the one to move) wins: an N-position, `W`.
    Next,
    /// The previous player wins, the one to move loses: a P-position, `L`.
    Previous,
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// A position as lessons write it. What the numbers mean is up to the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// One number: a heap size, a vertex of a graph.
    Number(u64),
    /// A list of numbers: heap sizes, coordinates.
    List(Vec<u64>),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::List(numbers) => {
                let parts: Vec<String> = numbers.iter().map(u64::to_string).collect();
                write!(f, "[{}]", parts.join(", "))
            }
        }
    }
}

/// An impartial game. One file a game.
pub trait Game: Send + Sync + fmt::Debug {
    /// The rule in the notation that `parse` reads, such as `subtraction {1, 3, 4}`.
    fn spec(&self) -> String;

    /// Whether this is a position of the game.
    fn accepts(&self, position: &Position) -> bool;

    /// The positions that one move leads to. Empty: the player to move is stuck. The order is that of the moves.
    fn options(&self, position: &Position) -> Vec<Position>;

    /// Who wins when no move is left.
    fn play(&self) -> Play {
        Play::Normal
    }

    /// Independent parts of a position, each a position of [`Game::part`]; their values XOR under normal play.
    /// A position that does not fall apart is its own only part.
    fn parts(&self, position: &Position) -> Vec<Position> {
        vec![position.clone()]
    }

    /// A closed form of the Grundy value under normal play, where one is known. Used, and tested against the search.
    fn formula(&self, _position: &Position) -> Option<Nimber> {
        None
    }

    /// The numbers that one move may take from a heap, where the rule is a finite set of them.
    fn moves(&self) -> Option<&[u64]> {
        None
    }
}

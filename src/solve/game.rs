//! What a game is: positions as data, options as the rules give them. The search is elsewhere.

use super::budget::Stop;
use super::period::Period;
use std::fmt;
use std::sync::Arc;

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

impl Position {
    /// The numbers of the position: itself, or those of the list.
    pub fn numbers(&self) -> &[u64] {
        match self {
            Self::Number(number) => std::slice::from_ref(number),
            Self::List(numbers) => numbers,
        }
    }
}

impl From<u64> for Position {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl<const N: usize> From<[u64; N]> for Position {
    fn from(numbers: [u64; N]) -> Self {
        Self::List(numbers.to_vec())
    }
}

/// How the positions of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number.
    Number,
    /// A list of so many numbers.
    Tuple(usize),
    /// A list of any length.
    List,
    /// A number, or a list of any length where a heap has been split.
    Heaps,
}

/// An impartial game. One file a game.
///
/// The first three questions are the rules. All others have an answer already; a game that knows better says so, and
/// the tests hold what it says against the plain search over [`Game::options`].
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

    /// How positions are written.
    fn shape(&self) -> Shape {
        Shape::Number
    }

    /// At least as many as there are options: asked before [`Game::options`], so that a heap of 10^18 is refused
    /// and not listed.
    fn width(&self, position: &Position) -> u64 {
        position
            .numbers()
            .iter()
            .fold(1, |sum: u64, number| sum.saturating_add(*number))
    }

    /// Independent parts of a position, whose values XOR under normal play; each is a position of this game, or of
    /// the [`Game::component`] of the same index. A position that does not fall apart is its own only part.
    fn parts(&self, position: &Position) -> Vec<Position> {
        vec![position.clone()]
    }

    /// The game that the part of this index is a position of. `None`: of this game.
    fn component(&self, _index: usize) -> Option<Arc<dyn Game>> {
        None
    }

    /// The position that stands for all that differ from this one in nothing that matters, such as the order of heaps.
    fn sorted(&self, position: &Position) -> Position {
        position.clone()
    }

    /// A closed form of the Grundy value under normal play, where one is known. Used, and tested against the search.
    fn formula(&self, _position: &Position) -> Option<Nimber> {
        None
    }

    /// A closed form of the outcome under [`Game::play`], where one is known. Used, and tested against the search.
    fn verdict(&self, _position: &Position) -> Option<Outcome> {
        None
    }

    /// A closed form of the outcome under misère play, where one is known. Used, and tested against the search.
    fn misere_verdict(&self, _position: &Position) -> Option<Outcome> {
        None
    }

    /// All winning moves under [`Game::play`], where they are known without listing the options.
    fn winning_moves(&self, _position: &Position) -> Option<Vec<Position>> {
        None
    }

    /// The numbers that one move may take from a heap, where the rule is a finite set of them.
    fn moves(&self) -> Option<&[u64]> {
        None
    }

    /// The Grundy values of the heaps 0 to `up_to`, where the game has a faster way than one by one.
    fn nimbers(&self, _up_to: usize) -> Option<Vec<Nimber>> {
        None
    }

    /// What [`Game::nimbers`] costs, about: in positions of the budget.
    fn table_cost(&self, up_to: u64) -> u64 {
        up_to
    }

    /// The outcomes of the heaps 0 to `up_to` under the given play, where the game has a faster way than one by one.
    fn outcomes(&self, _up_to: usize, _play: Play) -> Option<Vec<Outcome>> {
        None
    }

    /// The period of the Grundy values of the heaps, proved. `None`: no theorem, or none that `limit` values confirm.
    fn period(&self, _limit: usize) -> Option<Period> {
        None
    }

    /// The period of the outcomes under the given play, proved. `None` as for [`Game::period`].
    fn outcome_period(&self, limit: usize, play: Play) -> Option<Period> {
        match play {
            Play::Normal => self.period(limit),
            Play::Misere => None,
        }
    }

    /// All positions of a game that has only so many, where they are numbers.
    fn all(&self) -> Option<Vec<u64>> {
        None
    }

    /// The theorem by which a list is won exactly if the XOR of its numbers is not 0, where there is one.
    fn nim_sum_theorem(&self) -> Option<&'static str> {
        None
    }

    /// Why a position is refused, in words that follow "is not a position of ...: ".
    fn refusal(&self, _position: &Position) -> String {
        match self.shape() {
            Shape::Number => "its positions are numbers, such as 7".to_owned(),
            Shape::Tuple(count) => format!("its positions are lists of {count} numbers"),
            Shape::List => "its positions are lists, such as [3, 4, 5]".to_owned(),
            Shape::Heaps => "its positions are numbers or lists of numbers".to_owned(),
        }
    }

    /// The position as an error, if it is not one of the game.
    ///
    /// # Errors
    ///
    /// [`Stop::NotAPosition`], worded.
    fn admit(&self, position: &Position) -> Result<(), Stop> {
        if self.accepts(position) {
            return Ok(());
        }
        Err(Stop::NotAPosition {
            position: position.clone(),
            game: self.spec(),
            reason: self.refusal(position),
        })
    }
}

//! Subtraction games: a heap of n; a move takes a number of the set from it.
//!
//! A position is the size of the heap. Source: Berlekamp, Conway, Guy, Winning Ways, chapter 4, "subtraction games";
//! taking squares: Golomb 1966, "A mathematical investigation of games of take-away".

use super::Entry;
use crate::solve::engine::taking;
use crate::solve::game::{Game, Nimber, Outcome, Play, Position};
use crate::solve::mex::Mex;
use crate::solve::period::Period;
use crate::solve::spec::SpecError;
use std::fmt;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["subtraction"],
    example: "subtraction {1, 3, 4}",
    positions: "0..20",
    read: |reader, _| {
        const HELP: &str = "write `subtraction {1, 3, 4}`, `subtraction squares`, `subtraction powers of 2` or `subtraction primes`";
        reader.space();
        if reader.rest().starts_with('{') {
            return Ok(Arc::new(Subtraction {
                moves: Moves::Finite(reader.set()?),
            }));
        }
        let (range, found) = reader.here();
        let moves = match reader.word().to_lowercase().as_str() {
            "squares" => Moves::Squares,
            "primes" => Moves::Primes,
            "powers-of-2" | "powers-of-two" => Moves::Powers,
            "powers" => {
                if reader.word() != "of" || !matches!(reader.word(), "2" | "two") {
                    return Err(SpecError::new(range, "only powers of 2 are known").help(HELP));
                }
                Moves::Powers
            }
            _ => {
                return Err(
                    SpecError::new(range, format!("the set is missing, there is {found}"))
                        .help(HELP),
                );
            }
        };
        Ok(Arc::new(Subtraction { moves }))
    },
};

/// Why powers of two have the values that they have.
const MODULO_3: &str = "no power of 2 is a multiple of 3, and 1 and 2 are moves: G(n) = n mod 3";

/// A heap and the numbers that may be taken from it.
#[derive(Clone, Debug)]
pub struct Subtraction {
    moves: Moves,
}

/// The numbers that may be taken.
#[derive(Clone, Debug)]
enum Moves {
    /// Sorted, each once, none 0, at least one.
    Finite(Vec<u64>),
    Squares,
    Powers,
    Primes,
}

/// Why a set is no set of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSetError {
    /// There is no move in it.
    Empty,
    /// A move that takes nothing would never end the game.
    Zero,
}

impl fmt::Display for MoveSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the set of moves is empty",
            Self::Zero => {
                "0 in the set of moves: a move that takes nothing would never end the game"
            }
        })
    }
}

impl std::error::Error for MoveSetError {}

/// A set of moves, sorted, each once.
pub(crate) fn move_set(moves: &[u64]) -> Result<Vec<u64>, MoveSetError> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves.dedup();
    match moves.first() {
        None => Err(MoveSetError::Empty),
        Some(0) => Err(MoveSetError::Zero),
        Some(_) => Ok(moves),
    }
}

impl Subtraction {
    /// A move takes one of these numbers.
    ///
    /// # Errors
    ///
    /// The set is empty or has a 0 in it.
    pub fn new(moves: &[u64]) -> Result<Self, MoveSetError> {
        Ok(Self {
            moves: Moves::Finite(move_set(moves)?),
        })
    }

    /// A move takes a square number.
    pub fn squares() -> Self {
        Self {
            moves: Moves::Squares,
        }
    }

    /// A move takes a power of two: 1, 2, 4, …
    pub fn powers_of_2() -> Self {
        Self {
            moves: Moves::Powers,
        }
    }

    /// A move takes a prime number.
    pub fn primes() -> Self {
        Self {
            moves: Moves::Primes,
        }
    }

    /// The Grundy values of the heaps 0 to `up_to` in a quarter of the memory that [`Game::nimbers`] takes, if the set
    /// is finite and has fewer than 65,535 moves.
    pub fn table(&self, up_to: usize) -> Option<Vec<u16>> {
        match &self.moves {
            Moves::Finite(moves) if moves.len() < usize::from(u16::MAX) => {
                Some(taking::nimbers(moves, up_to).fill(up_to))
            }
            _ => None,
        }
    }

    /// The moves that are not larger than the heap, in order.
    fn up_to(&self, heap: u64) -> Vec<u64> {
        match &self.moves {
            Moves::Finite(moves) => moves
                .iter()
                .copied()
                .take_while(|taken| *taken <= heap)
                .collect(),
            Moves::Squares => (1..=heap.isqrt()).map(|root| root * root).collect(),
            Moves::Powers => (0..64)
                .map(|bit| 1 << bit)
                .take_while(|taken| *taken <= heap)
                .collect(),
            Moves::Primes => primes(heap),
        }
    }
}

/// The primes up to a number, by the sieve of Eratosthenes.
fn primes(up_to: u64) -> Vec<u64> {
    let Ok(length) = usize::try_from(up_to) else {
        return Vec::new();
    };
    let mut crossed = vec![false; length.saturating_add(1)];
    let mut primes = Vec::new();
    for number in 2..=length {
        if !crossed[number] {
            primes.push(number as u64);
            for multiple in (number.saturating_mul(number)..=length).step_by(number) {
                crossed[multiple] = true;
            }
        }
    }
    primes
}

impl Game for Subtraction {
    fn spec(&self) -> String {
        match &self.moves {
            Moves::Finite(moves) => {
                let moves: Vec<String> = moves.iter().map(u64::to_string).collect();
                format!("subtraction {{{}}}", moves.join(", "))
            }
            Moves::Squares => "subtraction squares".to_owned(),
            Moves::Powers => "subtraction powers of 2".to_owned(),
            Moves::Primes => "subtraction primes".to_owned(),
        }
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::Number(_))
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let Position::Number(heap) = position else {
            return Vec::new();
        };
        self.up_to(*heap)
            .into_iter()
            .map(|taken| Position::Number(heap - taken))
            .collect()
    }

    fn width(&self, position: &Position) -> u64 {
        let Position::Number(heap) = position else {
            return 0;
        };
        match &self.moves {
            Moves::Finite(moves) => moves.len() as u64,
            Moves::Squares => heap.isqrt(),
            Moves::Powers => 64,
            Moves::Primes => *heap,
        }
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        match (&self.moves, position) {
            (Moves::Powers, Position::Number(heap)) => Some(Nimber(heap % 3)),
            _ => None,
        }
    }

    fn moves(&self) -> Option<&[u64]> {
        match &self.moves {
            Moves::Finite(moves) => Some(moves),
            _ => None,
        }
    }

    fn nimbers(&self, up_to: usize) -> Option<Vec<Nimber>> {
        match &self.moves {
            Moves::Finite(moves) if moves.len() < usize::from(u16::MAX) => Some(
                taking::nimbers(moves, up_to)
                    .map(|value| Nimber(value.into()))
                    .fill(up_to),
            ),
            Moves::Finite(_) => None,
            Moves::Powers => Some((0..=up_to).map(|heap| Nimber(heap as u64 % 3)).collect()),
            Moves::Squares | Moves::Primes => Some(by_definition(&self.up_to(up_to as u64), up_to)),
        }
    }

    fn table_cost(&self, up_to: u64) -> u64 {
        match &self.moves {
            Moves::Finite(_) | Moves::Powers => up_to / 16,
            Moves::Squares => up_to.saturating_mul(up_to.isqrt() / 256 + 1),
            Moves::Primes => up_to.saturating_mul(up_to / 2048 + 1),
        }
    }

    fn outcomes(&self, up_to: usize, play: Play) -> Option<Vec<Outcome>> {
        match &self.moves {
            Moves::Finite(moves) => Some(taking::outcomes(moves, up_to, play).fill(up_to)),
            _ => Some(forward(&self.up_to(up_to as u64), up_to, play)),
        }
    }

    fn period(&self, limit: usize) -> Option<Period> {
        match &self.moves {
            Moves::Finite(moves) if moves.len() < usize::from(u16::MAX) => {
                taking::nimbers(moves, limit).period
            }
            Moves::Powers => Some(Period {
                preperiod: 0,
                period: 3,
                theorem: MODULO_3,
                checked_up_to: 0,
            }),
            _ => None,
        }
    }

    fn outcome_period(&self, limit: usize, play: Play) -> Option<Period> {
        match &self.moves {
            Moves::Finite(moves) => taking::outcomes(moves, limit, play).period,
            Moves::Powers if play == Play::Normal => self.period(limit),
            _ => None,
        }
    }
}

/// Each value as the mex of those that the moves reach.
fn by_definition(moves: &[u64], up_to: usize) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::with_capacity(up_to + 1);
    for heap in 0..=up_to {
        let mut seen = Mex::default();
        for taken in moves.iter().take_while(|taken| **taken <= heap as u64) {
            seen.add(values[heap - *taken as usize].0);
        }
        values.push(Nimber(seen.value()));
    }
    values
}

/// From each lost heap, all heaps that a move takes to it are won: cheap, for lost heaps are rare where moves are many.
fn forward(moves: &[u64], up_to: usize, play: Play) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::Previous; up_to + 1];
    let least = moves.first().map_or(up_to + 1, |taken| *taken as usize);
    if play == Play::Misere {
        outcomes
            .iter_mut()
            .take(least)
            .for_each(|outcome| *outcome = Outcome::Next);
    }
    for heap in 0..=up_to {
        if outcomes[heap] == Outcome::Next {
            continue;
        }
        for taken in moves
            .iter()
            .take_while(|taken| **taken <= (up_to - heap) as u64)
        {
            outcomes[heap + *taken as usize] = Outcome::Next;
        }
    }
    outcomes
}

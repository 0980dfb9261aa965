//! How much work a question may cost, and what is said when that is spent or the question has no answer.

use super::game::Position;
use std::fmt;

/// What a question may cost. Running out is an ordinary answer, [`Stop::Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions that one question may evaluate, where eight options count as one more; and values that one table may
    /// hold.
    pub positions: u64,
    /// Bytes that the memory of a solver and its open questions may take, about.
    pub memory: u64,
    /// Moves that a line of play may be long.
    pub depth: u64,
}

impl Default for Budget {
    /// A few seconds, and half a gigabyte.
    fn default() -> Self {
        Self {
            positions: 4_000_000,
            memory: 1 << 29,
            depth: 1_000_000,
        }
    }
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Budget::positions`].
    Positions,
    /// [`Budget::memory`].
    Memory,
    /// [`Budget::depth`].
    Depth,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The game has no such position.
    NotAPosition {
        /// The position asked about.
        position: Position,
        /// The rule.
        game: String,
        /// What its positions look like.
        reason: String,
    },
    /// The budget is spent.
    Budget {
        /// What ran out.
        limit: Limit,
        /// How much there was of it.
        allowed: u64,
    },
    /// The question asks for something that this game does not have, such as the period of a game on graphs.
    NoSequence {
        /// The rule.
        game: String,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPosition {
                position,
                game,
                reason,
            } => {
                write!(
                    f,
                    "{} is not a position of `{game}`: {reason}",
                    Brief(position)
                )
            }
            Self::Budget { limit, allowed } => {
                let unit = match limit {
                    Limit::Positions => "positions",
                    Limit::Memory => "bytes of memory",
                    Limit::Depth => "moves of depth",
                };
                write!(
                    f,
                    "not decided within the budget of {allowed} {unit}: ask about a smaller position or allow more"
                )
            }
            Self::NoSequence { game } => {
                write!(
                    f,
                    "`{game}` has no sequence of heaps 0, 1, 2, …: its positions are not numbers"
                )
            }
        }
    }
}

impl std::error::Error for Stop {}

/// A position that is cut short where its list is long.
struct Brief<'p>(&'p Position);

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        match self.0 {
            Position::List(numbers) if numbers.len() > SHOWN => {
                let shown: Vec<String> = numbers.iter().take(SHOWN).map(u64::to_string).collect();
                write!(f, "[{}, … ({} numbers)]", shown.join(", "), numbers.len())
            }
            position => position.fmt(f),
        }
    }
}

/// A budget while a question is being answered.
#[derive(Debug)]
pub(crate) struct Purse {
    budget: Budget,
    positions: u64,
    memory: u64,
}

impl Purse {
    /// A full purse; `memory` bytes are taken already.
    pub(crate) fn new(budget: Budget, memory: u64) -> Self {
        Self {
            budget,
            positions: 0,
            memory,
        }
    }

    /// What was in it at first.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    /// Pays for positions.
    pub(crate) fn positions(&mut self, count: u64) -> Result<(), Stop> {
        self.positions = self.positions.saturating_add(count);
        within(self.positions, self.budget.positions, Limit::Positions)
    }

    /// Pays for memory.
    pub(crate) fn memory(&mut self, bytes: u64) -> Result<(), Stop> {
        self.memory = self.memory.saturating_add(bytes);
        within(self.memory, self.budget.memory, Limit::Memory)
    }

    /// Gives memory back.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Checks how deep the line of play is.
    pub(crate) fn depth(&self, depth: usize) -> Result<(), Stop> {
        within(depth as u64, self.budget.depth, Limit::Depth)
    }
}

/// The error, if more is spent than allowed.
pub(crate) fn within(spent: u64, allowed: u64, limit: Limit) -> Result<(), Stop> {
    if spent > allowed {
        Err(Stop::Budget { limit, allowed })
    } else {
        Ok(())
    }
}

/// About how many bytes a position takes.
pub(crate) fn weight(position: &Position) -> u64 {
    match position {
        Position::Number(_) => 32,
        Position::List(numbers) => 48 + 8 * numbers.len() as u64,
    }
}

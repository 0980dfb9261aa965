//! The evidence for an answer, as data: what a move leads to, and what that is worth. Others put it into words.

use super::budget::Stop;
use super::game::{Nimber, Outcome, Play, Position};
use super::solver::Solver;

/// Why a position has its outcome and value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The position asked about.
    pub position: Position,
    /// Under which play.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value under normal play, if it was asked for.
    pub nimber: Option<Nimber>,
    /// Where the moves lead, in the order of the moves.
    pub options: Vec<Reached>,
    /// Whether `options` lists them all: it does not where there are too many.
    pub complete: bool,
    /// The parts and their values, if the position has several and they were asked for.
    pub parts: Vec<(Position, Nimber)>,
}

/// A position that a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The position.
    pub position: Position,
    /// Who wins from there: the player whose turn it then is, or the one who moved there.
    pub outcome: Outcome,
    /// Its Grundy value, if that was asked for.
    pub nimber: Option<Nimber>,
}

impl Witness {
    /// Whether there is no move at all.
    pub fn is_stuck(&self) -> bool {
        self.complete && self.options.is_empty()
    }

    /// The moves that win.
    pub fn winning(&self) -> impl Iterator<Item = &Position> {
        self.options
            .iter()
            .filter(|option| option.outcome == Outcome::Previous)
            .map(|option| &option.position)
    }

    /// The values of the options, each once, in order: the set whose mex is the value.
    pub fn values(&self) -> Vec<u64> {
        let mut values: Vec<u64> = self
            .options
            .iter()
            .filter_map(|option| option.nimber)
            .map(|Nimber(value)| value)
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

impl Solver {
    /// Why a position is won or lost: where the moves lead, and who wins there.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn why_outcome(&mut self, position: &Position) -> Result<Witness, Stop> {
        let outcome = self.outcome(position)?;
        let mut witness = self.witness(position, outcome);
        match self.options(position) {
            Ok(options) => {
                for option in options {
                    let outcome = self.outcome(&option)?;
                    witness.options.push(Reached {
                        position: option,
                        outcome,
                        nimber: None,
                    });
                }
            }
            Err(_) => {
                witness.complete = false;
                let moves = self.winning_moves(position).unwrap_or_default();
                let lost = |position| Reached {
                    position,
                    outcome: Outcome::Previous,
                    nimber: None,
                };
                witness.options = moves.into_iter().map(lost).collect();
            }
        }
        Ok(witness)
    }

    /// Why a position has its Grundy value: the values of its options, or of its parts.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn why_nimber(&mut self, position: &Position) -> Result<Witness, Stop> {
        let nimber = self.nimber(position)?;
        let outcome = self.outcome(position)?;
        let mut witness = self.witness(position, outcome);
        witness.nimber = Some(nimber);
        let parts = self.part_values(position)?;
        if parts.len() > 1 {
            witness.parts = parts;
        }
        match self.options(position) {
            Ok(options) => {
                for option in options {
                    let (outcome, nimber) = (self.outcome(&option)?, self.value(&option)?);
                    witness.options.push(Reached {
                        position: option,
                        outcome,
                        nimber: Some(nimber),
                    });
                }
            }
            Err(_) => witness.complete = false,
        }
        Ok(witness)
    }

    /// A witness without evidence yet.
    fn witness(&self, position: &Position, outcome: Outcome) -> Witness {
        Witness {
            position: position.clone(),
            play: self.game.play(),
            outcome,
            nimber: None,
            options: Vec::new(),
            complete: true,
            parts: Vec::new(),
        }
    }
}

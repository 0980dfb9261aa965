//! Misère play of any game: the same moves, but who cannot move wins.
//!
//! A position is one of the game that is played. Source: Winning Ways, chapter 13, "Survival in the lost world";
//! Plambeck and Siegel 2008, "Misère quotients for impartial games".

use super::Entry;
use crate::solve::game::{Game, Nimber, Outcome, Play, Position, Shape};
use crate::solve::period::Period;
use crate::solve::spec::SpecError;
use std::fmt;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["misere", "misère"],
    example: "misere nim",
    positions: "[1, 1, 2]",
    read: |reader, name| {
        let game = reader.rule()?;
        match Misere::of(game) {
            Ok(misere) => Ok(Arc::new(misere)),
            Err(AlreadyMisere) => {
                Err(SpecError::new(name, AlreadyMisere.to_string()).help("write it once"))
            }
        }
    },
};

/// A game under misère play.
#[derive(Clone, Debug)]
pub struct Misere {
    game: Arc<dyn Game>,
}

/// The game is a misère one: play is turned round once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyMisere;

impl fmt::Display for AlreadyMisere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is under misère play already")
    }
}

impl std::error::Error for AlreadyMisere {}

impl Misere {
    /// The same game under misère play.
    ///
    /// # Errors
    ///
    /// It is under misère play already.
    pub fn of(game: Arc<dyn Game>) -> Result<Self, AlreadyMisere> {
        match game.play() {
            Play::Normal => Ok(Self { game }),
            Play::Misere => Err(AlreadyMisere),
        }
    }
}

impl Game for Misere {
    fn spec(&self) -> String {
        format!("misere {}", self.game.spec())
    }

    fn accepts(&self, position: &Position) -> bool {
        self.game.accepts(position)
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        self.game.options(position)
    }

    fn play(&self) -> Play {
        Play::Misere
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn width(&self, position: &Position) -> u64 {
        self.game.width(position)
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        self.game.parts(position)
    }

    fn component(&self, index: usize) -> Option<Arc<dyn Game>> {
        self.game.component(index)
    }

    fn sorted(&self, position: &Position) -> Position {
        self.game.sorted(position)
    }

    fn formula(&self, position: &Position) -> Option<Nimber> {
        self.game.formula(position)
    }

    fn verdict(&self, position: &Position) -> Option<Outcome> {
        self.game.misere_verdict(position)
    }

    fn misere_verdict(&self, position: &Position) -> Option<Outcome> {
        self.game.misere_verdict(position)
    }

    fn moves(&self) -> Option<&[u64]> {
        self.game.moves()
    }

    fn nimbers(&self, up_to: usize) -> Option<Vec<Nimber>> {
        self.game.nimbers(up_to)
    }

    fn table_cost(&self, up_to: u64) -> u64 {
        self.game.table_cost(up_to)
    }

    fn outcomes(&self, up_to: usize, play: Play) -> Option<Vec<Outcome>> {
        self.game.outcomes(up_to, play)
    }

    fn period(&self, limit: usize) -> Option<Period> {
        self.game.period(limit)
    }

    fn outcome_period(&self, limit: usize, play: Play) -> Option<Period> {
        self.game.outcome_period(limit, play)
    }

    fn all(&self) -> Option<Vec<u64>> {
        self.game.all()
    }

    fn refusal(&self, position: &Position) -> String {
        self.game.refusal(position)
    }
}

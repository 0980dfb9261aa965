//! Answers about the positions of one game: formulas, tables, periods and parts where the game has them, else search.

use super::budget::{Budget, Limit, Purse, Stop, weight, within};
use super::engine::tame::{Temper, Tempers};
use super::game::{Game, Nimber, Outcome, Play, Position, Shape};
use super::period::Period;
use super::search::{Memo, Reach, Values, Wins, list};
use std::sync::Arc;

/// Answers questions about one game, and remembers what it has found.
#[derive(Debug)]
pub struct Solver {
    pub(super) game: Arc<dyn Game>,
    pub(super) budget: Budget,
    nimbers: Memo<Values>,
    outcomes: Memo<Wins>,
    tempers: Memo<Tempers>,
    pub(super) nimber_table: Vec<Nimber>,
    pub(super) outcome_table: Vec<Outcome>,
    /// Once looked for, the period or that there is none.
    pub(super) nimber_period: Option<Option<Period>>,
    pub(super) outcome_period: Option<Option<Period>>,
    /// The solvers of the games that parts belong to.
    components: Vec<Solver>,
}

impl Solver {
    /// A solver with the default budget for each question.
    pub fn new(game: Arc<dyn Game>) -> Self {
        Self::with_budget(game, Budget::default())
    }

    /// A solver that may spend this on each question.
    pub fn with_budget(game: Arc<dyn Game>, budget: Budget) -> Self {
        Self {
            game,
            budget,
            nimbers: Memo::default(),
            outcomes: Memo::default(),
            tempers: Memo::default(),
            nimber_table: Vec::new(),
            outcome_table: Vec::new(),
            nimber_period: None,
            outcome_period: None,
            components: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// What one question may cost.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Who wins from a position.
    ///
    /// # Errors
    ///
    /// As for all questions: the game has no such position, or the budget is spent.
    pub fn outcome(&mut self, position: &Position) -> Result<Outcome, Stop> {
        self.game.admit(position)?;
        if let Some(outcome) = self.game.verdict(position) {
            return Ok(outcome);
        }
        let play = self.game.play();
        if let Some(heap) = heap(position)
            && self.game.outcomes(0, play).is_some()
        {
            return self.heap_outcome(heap);
        }
        match play {
            Play::Normal if self.has_values(position) => {
                Ok(won(self.value(position)? != Nimber(0)))
            }
            Play::Misere if self.falls_apart(position) || self.game.shape() == Shape::Heaps => {
                match self.temper(position)?.outcome() {
                    Some(outcome) => Ok(outcome),
                    None => self.search_outcome(position),
                }
            }
            _ => self.search_outcome(position),
        }
    }

    /// The Grundy value of a position under normal play, also of a game that is played under misère play.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn nimber(&mut self, position: &Position) -> Result<Nimber, Stop> {
        self.game.admit(position)?;
        self.value(position)
    }

    /// The positions that one move leads to, in the order of the moves.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn options(&mut self, position: &Position) -> Result<Vec<Position>, Stop> {
        self.game.admit(position)?;
        within(
            self.game.width(position),
            self.budget.positions,
            Limit::Positions,
        )?;
        list(self.game.as_ref(), position, &Purse::new(self.budget, 0))
    }

    /// The options and their Grundy values.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn option_values(&mut self, position: &Position) -> Result<Vec<(Position, Nimber)>, Stop> {
        let options = self.options(position)?;
        options
            .into_iter()
            .map(|option| Ok((option.clone(), self.value(&option)?)))
            .collect()
    }

    /// All moves that win, in the order of the moves, each position once; empty if the position is lost or stuck.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn winning_moves(&mut self, position: &Position) -> Result<Vec<Position>, Stop> {
        self.game.admit(position)?;
        let copies = (position.numbers().len() as u64).saturating_mul(weight(position));
        if copies <= self.budget.memory
            && let Some(moves) = self.game.winning_moves(position)
        {
            return Ok(moves);
        }
        let mut wins: Vec<Position> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for option in self.options(position)? {
            if self.outcome(&option)? == Outcome::Previous && known.insert(option.clone()) {
                wins.push(option);
            }
        }
        Ok(wins)
    }

    /// The independent parts of a position and their Grundy values, whose XOR is that of the position.
    ///
    /// # Errors
    ///
    /// See [`Solver::outcome`].
    pub fn part_values(&mut self, position: &Position) -> Result<Vec<(Position, Nimber)>, Stop> {
        self.game.admit(position)?;
        let parts = self.game.parts(position).into_iter().enumerate();
        parts
            .map(|(index, part)| Ok((part.clone(), self.part_value(index, &part)?)))
            .collect()
    }

    /// Whether the outcome under normal play is best found from values.
    fn has_values(&self, position: &Position) -> bool {
        self.game.formula(position).is_some()
            || self.falls_apart(position)
            || self.game.nimbers(0).is_some()
    }

    /// Whether a position has parts, or is a part of another game.
    fn falls_apart(&self, position: &Position) -> bool {
        self.game.component(0).is_some()
            || !matches!(self.game.parts(position).as_slice(), [only] if only == position)
    }

    /// The Grundy value of a position of the game.
    pub(super) fn value(&mut self, position: &Position) -> Result<Nimber, Stop> {
        if let Some(value) = self.game.formula(position) {
            return Ok(value);
        }
        if let Some(heap) = heap(position)
            && self.game.nimbers(0).is_some()
        {
            return self.heap_value(heap);
        }
        if self.falls_apart(position) {
            let mut sum = Nimber(0);
            for (index, part) in self.game.parts(position).into_iter().enumerate() {
                sum = sum ^ self.part_value(index, &part)?;
            }
            return Ok(sum);
        }
        let mut purse = Purse::new(self.budget, self.nimbers.memory);
        self.nimbers
            .value(
                &Values,
                self.game.as_ref(),
                position,
                Reach::Parts,
                &mut purse,
            )
            .map(Nimber)
    }

    /// The Grundy value of a part.
    pub(super) fn part_value(&mut self, index: usize, part: &Position) -> Result<Nimber, Stop> {
        match self.component(index) {
            Some(solver) => solver.value(part),
            None => self.value(part),
        }
    }

    /// The solver of the game that a part belongs to, if that is another one.
    fn component(&mut self, index: usize) -> Option<&mut Self> {
        let game = self.game.component(index)?;
        let known = self
            .components
            .iter()
            .position(|solver| Arc::ptr_eq(&solver.game, &game));
        let place = known.unwrap_or_else(|| {
            self.components.push(Self::with_budget(game, self.budget));
            self.components.len() - 1
        });
        self.components.get_mut(place)
    }

    /// What a position is under misère play, from its parts.
    fn temper(&mut self, position: &Position) -> Result<Temper, Stop> {
        if self.game.component(0).is_none() {
            let mut purse = Purse::new(self.budget, self.tempers.memory);
            return self.tempers.value(
                &Tempers,
                self.game.as_ref(),
                position,
                Reach::Parts,
                &mut purse,
            );
        }
        let mut sum = Temper::Fickle(false);
        for (index, part) in self.game.parts(position).into_iter().enumerate() {
            if let Some(solver) = self.component(index) {
                sum = sum.and(solver.temper(&part)?);
            }
        }
        Ok(sum)
    }

    /// The outcome by search.
    fn search_outcome(&mut self, position: &Position) -> Result<Outcome, Stop> {
        let mut purse = Purse::new(self.budget, self.outcomes.memory);
        let wins = Wins(self.game.play());
        self.outcomes.value(
            &wins,
            self.game.as_ref(),
            position,
            Reach::Sorted,
            &mut purse,
        )
    }
}

/// `Next` if the position is won.
pub(super) fn won(won: bool) -> Outcome {
    if won {
        Outcome::Next
    } else {
        Outcome::Previous
    }
}

/// The number of a position that is one.
fn heap(position: &Position) -> Option<u64> {
    match position {
        Position::Number(heap) => Some(*heap),
        Position::List(_) => None,
    }
}

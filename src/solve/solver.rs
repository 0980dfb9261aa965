//! Answers about the positions of one game: formulas, tables, periods and parts where the game has them, else search.

use super::budget::{Budget, Limit, Purse, Stop, weight, within};
use super::engine::tame::{Temper, Tempers};
use super::game::{Game, Nimber, Outcome, Play, Position, Shape};
use super::period::Period;
use super::search::{Memo, Reach, Values, Wins, list};
use super::witness::{Reached, Witness};
use std::sync::Arc;

/// Heaps up to this one are answered from a table, without looking for a period first.
const SMALL: u64 = 1 << 12;

/// Answers questions about one game, and remembers what it has found.
#[derive(Debug)]
pub struct Solver {
    game: Arc<dyn Game>,
    budget: Budget,
    nimbers: Memo<Values>,
    outcomes: Memo<Wins>,
    tempers: Memo<Tempers>,
    nimber_table: Vec<Nimber>,
    outcome_table: Vec<Outcome>,
    /// Once looked for, the period or that there is none.
    nimber_period: Option<Option<Period>>,
    outcome_period: Option<Option<Period>>,
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
        let parts = self.game.parts(position);
        if parts.len() > 1 {
            for (index, part) in parts.into_iter().enumerate() {
                let value = self.part_value(index, &part)?;
                witness.parts.push((part, value));
            }
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

    /// The outcomes of the positions 0 to `up_to` of a game whose positions are numbers.
    ///
    /// # Errors
    ///
    /// The positions are not numbers, or the budget is spent.
    pub fn outcomes(&mut self, up_to: u64) -> Result<Vec<Outcome>, Stop> {
        self.sequence()?;
        let play = self.game.play();
        if self.game.outcomes(0, play).is_some() {
            self.afford(up_to, up_to / 16, 1)?;
            if let Some(outcomes) = self.game.outcomes(up_to as usize, play) {
                return Ok(outcomes);
            }
        }
        if play == Play::Normal && self.game.nimbers(0).is_some() {
            return Ok(self
                .nimbers(up_to)?
                .into_iter()
                .map(|value| won(value != Nimber(0)))
                .collect());
        }
        (0..=up_to)
            .map(|heap| self.outcome(&Position::Number(heap)))
            .collect()
    }

    /// The Grundy values of the positions 0 to `up_to` of a game whose positions are numbers.
    ///
    /// # Errors
    ///
    /// The positions are not numbers, or the budget is spent.
    pub fn nimbers(&mut self, up_to: u64) -> Result<Vec<Nimber>, Stop> {
        self.sequence()?;
        if self.game.nimbers(0).is_some() {
            self.afford(up_to, self.game.table_cost(up_to), 8)?;
            if let Some(nimbers) = self.game.nimbers(up_to as usize) {
                return Ok(nimbers);
            }
        }
        (0..=up_to)
            .map(|heap| self.nimber(&Position::Number(heap)))
            .collect()
    }

    /// The period of the Grundy values, with its proof. `None`: none is known, or none as far as the budget reaches.
    ///
    /// # Errors
    ///
    /// The positions are not numbers.
    pub fn period(&mut self) -> Result<Option<Period>, Stop> {
        self.sequence()?;
        if let Some(found) = self.nimber_period {
            return Ok(found);
        }
        let found = self.game.period(self.affordable(8));
        self.nimber_period = Some(found);
        Ok(found)
    }

    /// The period of the outcomes under the play of the game, with its proof. `None` as for [`Solver::period`].
    ///
    /// # Errors
    ///
    /// The positions are not numbers.
    pub fn outcome_period(&mut self) -> Result<Option<Period>, Stop> {
        self.sequence()?;
        if let Some(found) = self.outcome_period {
            return Ok(found);
        }
        let found = self
            .game
            .outcome_period(self.affordable(1), self.game.play());
        self.outcome_period = Some(found);
        Ok(found)
    }

    /// The lost positions whose numbers are at most `up_to`: numbers in order, or pairs (and longer tuples) in order.
    /// Of a game of lists, see [`Solver::losing_lists`].
    ///
    /// # Errors
    ///
    /// The positions are lists of any length, or the budget is spent.
    pub fn losing_positions(&mut self, up_to: u64) -> Result<Vec<Position>, Stop> {
        match self.game.shape() {
            Shape::Tuple(length) => self.losing_lists(length, up_to),
            _ if self.game.outcomes(0, self.game.play()).is_some() => {
                let outcomes = self.outcomes(up_to)?;
                let lost = (0..)
                    .zip(outcomes)
                    .filter(|(_, outcome)| *outcome == Outcome::Previous);
                Ok(lost.map(|(heap, _)| Position::Number(heap)).collect())
            }
            _ => {
                self.sequence()?;
                within(up_to, self.budget.positions, Limit::Positions)?;
                self.lost((0..=up_to).map(Position::Number))
            }
        }
    }

    /// The lost positions that are lists of `length` numbers, each at most `up_to`, in order.
    ///
    /// # Errors
    ///
    /// The budget is spent.
    pub fn losing_lists(&mut self, length: usize, up_to: u64) -> Result<Vec<Position>, Stop> {
        let side = up_to.saturating_add(1);
        let count = (0..length).fold(1u64, |count, _| count.saturating_mul(side));
        within(count, self.budget.positions, Limit::Positions)?;
        let digits = |index: u64| {
            let place = |place: usize| index / side.pow((length - 1 - place) as u32) % side;
            Position::List((0..length).map(place).collect())
        };
        self.lost((0..count).map(digits))
    }

    /// Those of the positions that the game has and that are lost.
    fn lost(&mut self, positions: impl Iterator<Item = Position>) -> Result<Vec<Position>, Stop> {
        let mut lost = Vec::new();
        for position in positions {
            if self.game.accepts(&position) && self.outcome(&position)? == Outcome::Previous {
                lost.push(position);
            }
        }
        Ok(lost)
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

    /// The error, if no positions are numbers.
    fn sequence(&self) -> Result<(), Stop> {
        match self.game.shape() {
            Shape::Number | Shape::Heaps => Ok(()),
            _ if self.game.accepts(&Position::Number(1)) => Ok(()),
            Shape::Tuple(_) | Shape::List => Err(Stop::NoSequence {
                game: self.game.spec(),
            }),
        }
    }

    /// The error, if a table is too large or too dear.
    fn afford(&self, up_to: u64, cost: u64, bytes: u64) -> Result<(), Stop> {
        within(cost, self.budget.positions, Limit::Positions)?;
        within(
            up_to.saturating_add(1).saturating_mul(bytes),
            self.budget.memory,
            Limit::Memory,
        )
    }

    /// The largest heap up to which a table is within the budget, about.
    fn affordable(&self, bytes: u64) -> usize {
        let mut up_to = self.budget.positions.saturating_mul(4);
        while up_to > 1
            && self
                .afford(up_to, self.game.table_cost(up_to), bytes)
                .is_err()
        {
            up_to /= 2;
        }
        usize::try_from(up_to).unwrap_or(usize::MAX)
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
    fn value(&mut self, position: &Position) -> Result<Nimber, Stop> {
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
    fn part_value(&mut self, index: usize, part: &Position) -> Result<Nimber, Stop> {
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

    /// The value of a heap of a game that has a table.
    fn heap_value(&mut self, heap: u64) -> Result<Nimber, Stop> {
        let mut heap = heap;
        if heap > SMALL
            && self.nimber_table.len() as u64 <= heap
            && let Some(period) = self.period()?
        {
            heap = period.reduce(heap);
        }
        if let Some(value) = usize::try_from(heap)
            .ok()
            .and_then(|heap| self.nimber_table.get(heap))
        {
            return Ok(*value);
        }
        let doubled = heap.max(2 * self.nimber_table.len() as u64).max(255);
        let up_to = if self
            .afford(doubled, self.game.table_cost(doubled), 8)
            .is_ok()
        {
            doubled
        } else {
            heap
        };
        self.afford(up_to, self.game.table_cost(up_to), 8)?;
        self.nimber_table = self.game.nimbers(up_to as usize).unwrap_or_default();
        self.nimber_table
            .get(heap as usize)
            .copied()
            .ok_or(self.spent())
    }

    /// The outcome of a heap of a game that has a table.
    fn heap_outcome(&mut self, heap: u64) -> Result<Outcome, Stop> {
        let mut heap = heap;
        if heap > SMALL
            && self.outcome_table.len() as u64 <= heap
            && let Some(period) = self.outcome_period()?
        {
            heap = period.reduce(heap);
        }
        if let Some(outcome) = usize::try_from(heap)
            .ok()
            .and_then(|heap| self.outcome_table.get(heap))
        {
            return Ok(*outcome);
        }
        let doubled = heap.max(2 * self.outcome_table.len() as u64).max(255);
        let up_to = if self.afford(doubled, doubled, 1).is_ok() {
            doubled
        } else {
            heap
        };
        self.afford(up_to, up_to, 1)?;
        self.outcome_table = self
            .game
            .outcomes(up_to as usize, self.game.play())
            .unwrap_or_default();
        self.outcome_table
            .get(heap as usize)
            .copied()
            .ok_or(self.spent())
    }

    /// What to say where a table is shorter than asked for.
    fn spent(&self) -> Stop {
        Stop::Budget {
            limit: Limit::Positions,
            allowed: self.budget.positions,
        }
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
fn won(won: bool) -> Outcome {
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

//! Answers about all heaps up to one: their outcomes, Grundy values, periods, and which are lost.

use super::budget::{Limit, Stop, within};
use super::game::{Nimber, Outcome, Play, Position, Shape};
use super::period::Period;
use super::solver::{Solver, won};

/// Heaps up to this one are answered from a table, without looking for a period first.
const SMALL: u64 = 1 << 12;

impl Solver {
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

    /// The value of a heap of a game that has a table.
    pub(super) fn heap_value(&mut self, heap: u64) -> Result<Nimber, Stop> {
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
    pub(super) fn heap_outcome(&mut self, heap: u64) -> Result<Outcome, Stop> {
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
}

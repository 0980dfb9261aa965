//! Statements about all positions of a game: proved by a theorem, confirmed as far as was looked, or refuted.

use super::budget::Stop;
use super::game::{Nimber, Outcome, Play, Position, Shape};
use super::period::{Period, lcm};
use super::solver::Solver;

/// A law that no theorem decides is tried this far.
const TRIED: u64 = 10_000;
/// A law whose periods have a larger common multiple is not decided.
const DECIDED: u64 = 10_000_000;
/// Lists are tried up to so many numbers, and numbers up to so many.
const LIST: (usize, u64) = (3, 9);

/// Why a game of so many positions is decided.
const ALL: &str = "the game has no other positions, and each was tried";

/// What is known of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawVerdict<C = u64> {
    /// It holds for all positions.
    Proved {
        /// Why.
        theorem: &'static str,
        /// It was also tried for all numbers up to this one.
        checked_up_to: u64,
    },
    /// It holds for all numbers up to this one; beyond, nothing is known.
    UpTo(u64),
    /// It does not hold here, and this is the first such position.
    CounterExample(C),
}

impl Solver {
    /// Whether a statement holds for every position of a game whose positions are numbers. The statement gets the
    /// number, its outcome and its Grundy value, and may depend on the number only through its remainder by `modulus`.
    ///
    /// # Errors
    ///
    /// The positions are not numbers, or the budget is spent.
    pub fn for_all(
        &mut self,
        modulus: u64,
        test: &dyn Fn(u64, Outcome, Nimber) -> bool,
    ) -> Result<LawVerdict, Stop> {
        if let Some(positions) = self.game().all() {
            return self.each(&positions, &|solver, n| {
                let position = Position::Number(n);
                Ok(test(
                    n,
                    solver.outcome(&position)?,
                    solver.nimber(&position)?,
                ))
            });
        }
        let mut period = self.period()?;
        if self.game().play() == Play::Misere {
            period = match (period, self.outcome_period()?) {
                (Some(one), Some(other)) => both(one, other),
                _ => None,
            };
        }
        let plan = Plan::new(period, modulus);
        let nimbers = self.nimbers_as_far(plan.up_to);
        let outcomes = self.outcomes_as_far((nimbers.len() as u64).saturating_sub(1));
        let holds = (0..)
            .zip(outcomes.into_iter().zip(nimbers))
            .map(|(n, (outcome, nimber))| test(n, outcome, nimber));
        Ok(plan.verdict(holds))
    }

    /// As [`Solver::for_all`], for a statement that does not depend on the Grundy value: outcomes are often periodic
    /// where values are not.
    ///
    /// # Errors
    ///
    /// The positions are not numbers, or the budget is spent.
    pub fn for_all_outcomes(
        &mut self,
        modulus: u64,
        test: &dyn Fn(u64, Outcome) -> bool,
    ) -> Result<LawVerdict, Stop> {
        if let Some(positions) = self.game().all() {
            return self.each(&positions, &|solver, n| {
                Ok(test(n, solver.outcome(&Position::Number(n))?))
            });
        }
        let plan = Plan::new(self.outcome_period()?, modulus);
        let outcomes = self.outcomes_as_far(plan.up_to);
        let holds = (0..).zip(outcomes).map(|(n, outcome)| test(n, outcome));
        Ok(plan.verdict(holds))
    }

    /// Whether a statement holds for each of the positions, which are all that there are.
    fn each(
        &mut self,
        positions: &[u64],
        test: &dyn Fn(&mut Self, u64) -> Result<bool, Stop>,
    ) -> Result<LawVerdict, Stop> {
        for n in positions {
            if !test(self, *n)? {
                return Ok(LawVerdict::CounterExample(*n));
            }
        }
        Ok(LawVerdict::Proved {
            theorem: ALL,
            checked_up_to: positions.last().copied().unwrap_or(0),
        })
    }

    /// Whether a position is won exactly if the XOR of its numbers is not 0.
    ///
    /// # Errors
    ///
    /// The budget is spent.
    pub fn nim_sum_decides(&mut self) -> Result<LawVerdict<Position>, Stop> {
        let (length, largest) = LIST;
        let lengths = match self.game().shape() {
            Shape::Number => 0..=0,
            Shape::Tuple(length) => length..=length,
            Shape::List | Shape::Heaps => 1..=length,
        };
        let mut tried: Vec<Vec<u64>> = Vec::new();
        for length in lengths {
            match length {
                0 => tried.extend((0..=largest).map(|number| vec![number])),
                1..=4 => tried.extend(sorted_lists(length, largest)),
                _ => tried.extend(sorted_lists(length, 1)),
            }
        }
        tried.sort_by_key(|numbers| (numbers.iter().sum::<u64>(), numbers.len(), numbers.clone()));
        for numbers in tried {
            let won = super::nim_sum(&numbers) != 0;
            let position = match (self.game().shape(), numbers.as_slice()) {
                (Shape::Number, [number]) => Position::Number(*number),
                _ => Position::List(numbers),
            };
            if self.game().accepts(&position) && (self.outcome(&position)? == Outcome::Next) != won
            {
                return Ok(LawVerdict::CounterExample(position));
            }
        }
        Ok(match self.game().nim_sum_theorem() {
            Some(theorem) if self.game().play() == Play::Normal => LawVerdict::Proved {
                theorem,
                checked_up_to: largest,
            },
            _ => LawVerdict::UpTo(largest),
        })
    }

    /// The Grundy values up to `up_to`, or as far as the budget reaches.
    fn nimbers_as_far(&mut self, up_to: u64) -> Vec<Nimber> {
        match self.game().nimbers(0) {
            Some(_) => self.table_as_far(up_to, Self::nimbers),
            None => self.each_as_far(up_to, Self::nimber),
        }
    }

    /// The outcomes up to `up_to`, or as far as the budget reaches.
    fn outcomes_as_far(&mut self, up_to: u64) -> Vec<Outcome> {
        let play = self.game().play();
        let by_values = play == Play::Normal && self.game().nimbers(0).is_some();
        match self.game().outcomes(0, play) {
            None if !by_values => self.each_as_far(up_to, Self::outcome),
            _ => self.table_as_far(up_to, Self::outcomes),
        }
    }

    /// The longest table that is within the budget, about.
    fn table_as_far<T>(
        &mut self,
        up_to: u64,
        table: impl Fn(&mut Self, u64) -> Result<Vec<T>, Stop>,
    ) -> Vec<T> {
        let mut up_to = up_to;
        loop {
            match table(self, up_to) {
                Ok(table) => return table,
                Err(_) if up_to == 0 => return Vec::new(),
                Err(_) => up_to /= 2,
            }
        }
    }

    /// One by one, until one is not within the budget.
    fn each_as_far<T>(
        &mut self,
        up_to: u64,
        ask: impl Fn(&mut Self, &Position) -> Result<T, Stop>,
    ) -> Vec<T> {
        (0..=up_to)
            .map_while(|number| ask(self, &Position::Number(number)).ok())
            .collect()
    }
}

/// A period of both sequences.
fn both(one: Period, other: Period) -> Option<Period> {
    Some(Period {
        preperiod: one.preperiod.max(other.preperiod),
        period: lcm(one.period, other.period)?,
        theorem: one.theorem,
        checked_up_to: one.checked_up_to.min(other.checked_up_to),
    })
}

/// How far a law is tried.
struct Plan {
    up_to: u64,
    /// If it is tried up to here, the theorem decides it.
    decided: Option<(u64, &'static str)>,
}

impl Plan {
    /// One preperiod and one common multiple decide; the first few thousand numbers are tried in any case.
    fn new(period: Option<Period>, modulus: u64) -> Self {
        let needed = |period: Period| {
            let needed = lcm(period.period, modulus)?.checked_add(period.preperiod)?;
            (needed <= DECIDED).then_some((needed, period.theorem))
        };
        let decided = period.and_then(needed);
        Self {
            up_to: decided.map_or(TRIED, |(needed, _)| needed.max(TRIED)),
            decided,
        }
    }

    /// The verdict on a law that holds, or not, for 0, 1, 2, …
    fn verdict(&self, holds: impl Iterator<Item = bool>) -> LawVerdict {
        let mut count = 0;
        for holds in holds {
            if !holds {
                return LawVerdict::CounterExample(count);
            }
            count += 1;
        }
        match self.decided {
            Some((needed, theorem)) if count > needed => LawVerdict::Proved {
                theorem,
                checked_up_to: count - 1,
            },
            _ => LawVerdict::UpTo(count.saturating_sub(1)),
        }
    }
}

/// All lists of `length` numbers up to `largest` that do not fall.
fn sorted_lists(length: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<u64>| {
            let list = list.clone();
            (list.last().copied().unwrap_or(0)..=largest).map(move |next| {
                let mut list = list.clone();
                list.push(next);
                list
            })
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

//! Search over the options of a position, with memory and without recursion: a game and a position in, an answer out.
//!
//! [`Search`] is the referee. It asks a game for nothing but its options, and believes no formula, part or period.

use super::budget::{Budget, Limit, Purse, Stop, weight, within};
use super::game::{Game, Nimber, Outcome, Play, Position};
use super::mex::Mex;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The plain search. It remembers what it has found, so one of them serves one game.
#[derive(Debug)]
pub struct Search {
    budget: Budget,
    reach: Reach,
    nimbers: Memo<Values>,
    outcomes: Memo<Wins>,
}

impl Search {
    /// A search that may spend the budget on each question.
    pub fn new(budget: Budget) -> Self {
        let (nimbers, outcomes) = (Memo::default(), Memo::default());
        Self {
            budget,
            reach: Reach::Whole,
            nimbers,
            outcomes,
        }
    }

    /// The same, but it believes [`Game::sorted`]: it looks at positions that differ in the order of heaps only once.
    pub fn up_to_order(budget: Budget) -> Self {
        Self {
            reach: Reach::Sorted,
            ..Self::new(budget)
        }
    }

    /// The Grundy value of a position under normal play.
    ///
    /// # Errors
    ///
    /// No such position, or the budget is spent.
    pub fn nimber(&mut self, game: &dyn Game, position: &Position) -> Result<Nimber, Stop> {
        game.admit(position)?;
        let mut purse = Purse::new(self.budget, self.nimbers.memory);
        self.nimbers
            .value(&Values, game, position, self.reach, &mut purse)
            .map(Nimber)
    }

    /// Who wins from a position under the play of the game.
    ///
    /// # Errors
    ///
    /// No such position, or the budget is spent.
    pub fn outcome(&mut self, game: &dyn Game, position: &Position) -> Result<Outcome, Stop> {
        game.admit(position)?;
        let mut purse = Purse::new(self.budget, self.outcomes.memory);
        self.outcomes
            .value(&Wins(game.play()), game, position, self.reach, &mut purse)
    }
}

/// What is computed of a position from its options.
pub(crate) trait Valuation {
    /// The value.
    type Value: Copy;
    /// What is known when some options have been looked at.
    type Gathered: Default;

    /// Takes in the value of an option. `Break`: no further option can change the result.
    fn add(&self, gathered: &mut Self::Gathered, value: Self::Value) -> ControlFlow<()>;

    /// The value of the position whose options were taken in.
    fn finish(&self, gathered: Self::Gathered) -> Self::Value;

    /// The value of no parts, and of two parts together. Used with [`Reach::Parts`] only.
    fn nothing(&self) -> Self::Value;

    /// See [`Valuation::nothing`].
    fn join(&self, left: Self::Value, right: Self::Value) -> Self::Value;
}

/// Grundy values.
#[derive(Debug)]
pub(crate) struct Values;

impl Valuation for Values {
    type Value = u64;
    type Gathered = Mex;

    fn add(&self, gathered: &mut Mex, value: u64) -> ControlFlow<()> {
        gathered.add(value);
        ControlFlow::Continue(())
    }

    fn finish(&self, gathered: Mex) -> u64 {
        gathered.value()
    }

    fn nothing(&self) -> u64 {
        0
    }

    fn join(&self, left: u64, right: u64) -> u64 {
        left ^ right
    }
}

/// Outcomes under one kind of play. Outcomes of parts do not join: only with [`Reach::Whole`] and [`Reach::Sorted`].
#[derive(Debug)]
pub(crate) struct Wins(pub(crate) Play);

/// What [`Wins`] has seen.
#[derive(Debug, Default)]
pub(crate) struct Chances {
    any: bool,
    win: bool,
}

impl Valuation for Wins {
    type Value = Outcome;
    type Gathered = Chances;

    fn add(&self, gathered: &mut Chances, value: Outcome) -> ControlFlow<()> {
        gathered.any = true;
        if value == Outcome::Next {
            return ControlFlow::Continue(());
        }
        gathered.win = true;
        ControlFlow::Break(())
    }

    fn finish(&self, gathered: Chances) -> Outcome {
        let stuck_wins = self.0 == Play::Misere;
        if gathered.win || (!gathered.any && stuck_wins) {
            Outcome::Next
        } else {
            Outcome::Previous
        }
    }

    fn nothing(&self) -> Outcome {
        self.finish(Chances::default())
    }

    fn join(&self, left: Outcome, _right: Outcome) -> Outcome {
        left
    }
}

/// How a position is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// As it is.
    Whole,
    /// As the one that stands for all that differ in the order of the heaps.
    Sorted,
    /// As its parts.
    Parts,
}

/// What has been found so far.
#[derive(Debug)]
pub(crate) struct Memo<V: Valuation> {
    found: HashMap<Position, V::Value>,
    /// About how many bytes it takes.
    pub(crate) memory: u64,
}

impl<V: Valuation> Default for Memo<V> {
    fn default() -> Self {
        Self {
            found: HashMap::new(),
            memory: 0,
        }
    }
}

/// A position whose options are being looked at.
struct Frame<V: Valuation> {
    position: Position,
    options: std::vec::IntoIter<Position>,
    /// The option that waits for one of its parts.
    waiting: Option<Position>,
    gathered: V::Gathered,
    memory: u64,
}

impl<V: Valuation> Memo<V> {
    /// The value of a position, found by a depth-first walk with a stack of its own.
    pub(crate) fn value(
        &mut self,
        valuation: &V,
        game: &dyn Game,
        position: &Position,
        reach: Reach,
        purse: &mut Purse,
    ) -> Result<V::Value, Stop> {
        let mut stack: Vec<Frame<V>> = Vec::new();
        loop {
            let missing = match self.look_up(valuation, game, position, reach) {
                Ok(value) => return Ok(value),
                Err(missing) => missing,
            };
            stack.push(open(game, missing, purse)?);
            while let Some(frame) = stack.last_mut() {
                let missing = loop {
                    let Some(option) = frame.waiting.take().or_else(|| frame.options.next()) else {
                        break None;
                    };
                    match self.look_up(valuation, game, &option, reach) {
                        Ok(value) => {
                            if valuation.add(&mut frame.gathered, value).is_break() {
                                break None;
                            }
                        }
                        Err(missing) => {
                            frame.waiting = Some(option);
                            break Some(missing);
                        }
                    }
                };
                if let Some(missing) = missing {
                    purse.depth(stack.len() + 1)?;
                    stack.push(open(game, missing, purse)?);
                } else if let Some(frame) = stack.pop() {
                    purse.release(frame.memory);
                    let taken = 2 * weight(&frame.position);
                    purse.memory(taken)?;
                    self.memory += taken;
                    self.found
                        .insert(frame.position, valuation.finish(frame.gathered));
                }
            }
        }
    }

    /// The value, if it is known; else the position to look at first.
    fn look_up(
        &self,
        valuation: &V,
        game: &dyn Game,
        position: &Position,
        reach: Reach,
    ) -> Result<V::Value, Position> {
        let find = |position: &Position| self.found.get(position).copied();
        match reach {
            Reach::Whole => find(position).ok_or_else(|| position.clone()),
            Reach::Sorted => {
                let sorted = game.sorted(position);
                find(&sorted).ok_or(sorted)
            }
            Reach::Parts => {
                game.parts(position)
                    .into_iter()
                    .try_fold(valuation.nothing(), |sum, part| {
                        find(&part)
                            .map(|value| valuation.join(sum, value))
                            .ok_or(part)
                    })
            }
        }
    }
}

/// Lists the options of a position, if the purse allows it.
fn open<V: Valuation>(
    game: &dyn Game,
    position: Position,
    purse: &mut Purse,
) -> Result<Frame<V>, Stop> {
    purse.positions(1)?;
    let options = list(game, &position, purse)?;
    purse.positions(options.len() as u64 / 8)?;
    let memory = options.iter().map(weight).sum();
    purse.memory(memory)?;
    Ok(Frame {
        position,
        options: options.into_iter(),
        waiting: None,
        gathered: V::Gathered::default(),
        memory,
    })
}

/// The options of a position, unless there are more than the budget has room for.
pub(crate) fn list(
    game: &dyn Game,
    position: &Position,
    purse: &Purse,
) -> Result<Vec<Position>, Stop> {
    let budget = purse.budget();
    let width = game.width(position);
    within(
        width.saturating_mul(weight(position)),
        budget.memory,
        Limit::Memory,
    )?;
    Ok(game.options(position))
}

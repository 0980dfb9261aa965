//! Terms -> values, by plain computation and by the solver. Each search has its budget.

use crate::figure::claim::{Bound, Formula};
use crate::figure::scene::{Games, position};
use crate::notation::formula::{Relation, Term};
use crate::solve::{Outcome, Position, Solver, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// Why a term has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// No game is known for a position.
    NoGame(Position),
    /// The solver stopped.
    Stopped(String),
    /// The term has no value: it is below 0, too large, or open.
    Undefined,
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop.to_string())
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoGame(position) => write!(f, "no game is known for the position {position}"),
            Self::Stopped(reason) => f.write_str(reason),
            Self::Undefined => f.write_str("the term has no value among the natural numbers"),
        }
    }
}

/// How numerals and `^` are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Decimal,
    Binary,
    Power,
}

/// The solvers of a lesson, by rule.
#[derive(Default)]
pub struct Evaluator {
    solvers: BTreeMap<String, Solver>,
}

impl Evaluator {
    /// The solver of a game.
    pub fn solver(&mut self, bound: &Bound) -> &mut Solver {
        let spec = bound.game.spec();
        self.solvers
            .entry(spec)
            .or_insert_with(|| Solver::new(bound.game.clone()))
    }

    /// The solver for a position.
    ///
    /// # Errors
    /// No game is known for its shape.
    pub fn for_position(
        &mut self,
        position: &Position,
        games: &Games,
    ) -> Result<&mut Solver, Trouble> {
        let bound = match position {
            Position::Number(_) => &games.number,
            Position::List(_) => &games.list,
        };
        match bound {
            Some(bound) => Ok(self.solver(bound)),
            None => Err(Trouble::NoGame(position.clone())),
        }
    }

    /// The values that a term without variables may be read as: in decimal, in binary, `^` as a power.
    ///
    /// # Errors
    /// It has none.
    pub fn values(&mut self, term: &Term, games: &Games) -> Result<Vec<u64>, Trouble> {
        let mut values = Vec::new();
        let mut trouble = Trouble::Undefined;
        for mode in [Mode::Decimal, Mode::Binary, Mode::Power] {
            match self.value(term, games, mode) {
                Ok(value) => {
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                Err(found) => {
                    if mode == Mode::Decimal {
                        trouble = found;
                    }
                }
            }
        }
        if values.is_empty() {
            Err(trouble)
        } else {
            Ok(values)
        }
    }

    fn value(&mut self, term: &Term, games: &Games, mode: Mode) -> Result<u64, Trouble> {
        let defined = |value: Option<u64>| value.ok_or(Trouble::Undefined);
        match term {
            Term::Number(written) => match mode {
                Mode::Binary => defined(
                    written
                        .numeral
                        .binary
                        .or(Some(written.numeral.value).filter(|value| *value < 2)),
                ),
                _ => Ok(written.numeral.value),
            },
            Term::Xor(items) => items
                .iter()
                .try_fold(0, |sum, item| Ok(sum ^ self.value(item, games, mode)?)),
            // A power has two operands, and a base and an exponent of 2 or more: `2^10 = 1024`. What is longer is a nim-sum.
            Term::Caret(items) if mode == Mode::Power => match items.as_slice() {
                [base, exponent] => {
                    let base = self.value(base, games, mode)?;
                    let exponent = self.value(exponent, games, mode)?;
                    defined(
                        u32::try_from(exponent)
                            .ok()
                            .filter(|exponent| base >= 2 && *exponent >= 2)
                            .and_then(|exponent| base.checked_pow(exponent)),
                    )
                }
                _ => Err(Trouble::Undefined),
            },
            Term::Caret(items) => items
                .iter()
                .try_fold(0, |sum, item| Ok(sum ^ self.value(item, games, mode)?)),
            Term::Sum(a, b) => defined(
                self.value(a, games, mode)?
                    .checked_add(self.value(b, games, mode)?),
            ),
            Term::Difference(a, b) => defined(
                self.value(a, games, mode)?
                    .checked_sub(self.value(b, games, mode)?),
            ),
            Term::Product(a, b) => defined(
                self.value(a, games, mode)?
                    .checked_mul(self.value(b, games, mode)?),
            ),
            Term::Power(a, b) => {
                let exponent =
                    u32::try_from(self.value(b, games, mode)?).map_err(|_| Trouble::Undefined)?;
                defined(self.value(a, games, mode)?.checked_pow(exponent))
            }
            Term::Mod(a, b) => defined(
                self.value(a, games, mode)?
                    .checked_rem(self.value(b, games, mode)?),
            ),
            Term::Quotient(a, b) => defined(
                self.value(a, games, mode)?
                    .checked_div(self.value(b, games, mode)?),
            ),
            Term::Mex(set) => {
                let members = self.members(set, games)?;
                Ok((0..)
                    .find(|value| !members.contains(value))
                    .unwrap_or_default())
            }
            Term::Nimber { argument, .. } => {
                let position = self.argument(argument, games)?;
                Ok(self.for_position(&position, games)?.nimber(&position)?.0)
            }
            Term::Wins { argument, .. } => {
                let position = self.argument(argument, games)?;
                Ok(u64::from(
                    self.for_position(&position, games)?.outcome(&position)? == Outcome::Next,
                ))
            }
            Term::Set { .. }
            | Term::List { .. }
            | Term::Variable(_)
            | Term::Label(..)
            | Term::Truth(..)
            | Term::NimSum(_)
            | Term::Unknown => Err(Trouble::Undefined),
        }
    }

    fn argument(&mut self, argument: &Term, games: &Games) -> Result<Position, Trouble> {
        match position(argument) {
            Some(position) => Ok(position),
            None => Ok(Position::Number(self.value(
                argument,
                games,
                Mode::Decimal,
            )?)),
        }
    }

    /// The members of a set or list. A member below 0 (`G(n-2)` at n = 1) is none.
    ///
    /// # Errors
    /// A member has no value.
    pub fn members(&mut self, term: &Term, games: &Games) -> Result<BTreeSet<u64>, Trouble> {
        let (Term::Set { items, .. } | Term::List { items, .. }) = term else {
            return Err(Trouble::Undefined);
        };
        let mut members = BTreeSet::new();
        for item in items {
            if let Term::Nimber { argument, .. } = item
                && let Term::Difference(..) = argument.as_ref()
                && self.value(argument, games, Mode::Decimal) == Err(Trouble::Undefined)
            {
                continue;
            }
            members.insert(self.value(item, games, Mode::Decimal)?);
        }
        Ok(members)
    }

    /// Whether a statement without variables holds, in one of its readings.
    ///
    /// # Errors
    /// A term has no value.
    pub fn holds(&mut self, formula: &Formula, games: &Games) -> Result<bool, Trouble> {
        let Formula::Related(left, relation, right) = formula else {
            return Err(Trouble::Undefined);
        };
        let sets = |term: &Term| matches!(term, Term::Set { .. } | Term::List { .. });
        if sets(left) && sets(right) {
            let (a, b) = (self.members(left, games)?, self.members(right, games)?);
            return match relation {
                Relation::Equal => Ok(a == b),
                Relation::NotEqual => Ok(a != b),
                _ => Err(Trouble::Undefined),
            };
        }
        let a = self.values(left, games)?;
        if sets(right) {
            let b = self.members(right, games)?;
            let inside = a.iter().any(|value| b.contains(value));
            return match relation {
                Relation::In => Ok(inside),
                Relation::NotIn => Ok(!inside),
                _ => Err(Trouble::Undefined),
            };
        }
        let b = self.values(right, games)?;
        let some = |test: fn(u64, u64) -> bool| a.iter().any(|&a| b.iter().any(|&b| test(a, b)));
        Ok(match relation {
            Relation::Equal => some(|a, b| a == b),
            // Of two readings that differ the first is meant.
            Relation::NotEqual => a.first() != b.first(),
            Relation::Less => some(|a, b| a < b),
            Relation::Greater => some(|a, b| a > b),
            Relation::AtMost => some(|a, b| a <= b),
            Relation::AtLeast => some(|a, b| a >= b),
            Relation::In | Relation::NotIn => return Err(Trouble::Undefined),
        })
    }
}

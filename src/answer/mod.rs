//! A rule and positions, as text, in; outcomes, Grundy values and moves as figures of a lesson, or as JSON, out.
//!
//! 1. [`positions`] reads the positions.
//! 2. [`Answer`] is what the solver says about them.
//! 3. [`figures`] arranges that as strips, tables, derivations and bit diagrams.
//! 4. A file each for the forms: [`text`], [`markdown`], [`json`].

mod figures;
mod json;
mod markdown;
mod positions;
mod text;

use crate::solve::{self, Game, Nimber, Outcome, Period, Play, Position, SpecError, Stop};
use std::fmt;
use std::ops::Range;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Figures aligned by spaces, to be pasted into a fence.
    Text,
    /// Pipe tables and fences, to be pasted into a lesson; comments name the game.
    Markdown,
    /// For programs.
    Json,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError {
    /// The rule cannot be read; ranges are bytes of it.
    Rule(SpecError),
    /// The positions cannot be read.
    Positions {
        /// The bytes of the text of the positions that are wrong.
        range: Range<usize>,
        /// What is wrong with them.
        message: String,
        /// How to put it right.
        help: &'static str,
    },
    /// The game has no such position, or it cannot be decided.
    Stop(Stop),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(error) => error.fmt(f),
            Self::Positions { message, help, .. } => write!(f, "{message} ({help})"),
            Self::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for AnswerError {}

impl From<Stop> for AnswerError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Answers `coursegen solve`. The positions are `7`, `0..10` (both ends belong to it), `[3, 4, 5]`, `[0..3, 0..3]` (each
/// with each) or `[[1, 2], [3, 3]]`, one or several of them.
///
/// # Errors
///
/// The rule or the positions cannot be read, the game has no such position, or the budget is spent.
///
/// ```
/// use coursegen::answer::{Form, solve_answer};
/// let answer = solve_answer("subtraction {1, 2}", "0..4", Form::Text)?;
/// assert!(answer.contains("G(4) = mex{G(3), G(2)} = mex{0, 2} = 1"));
/// # Ok::<(), coursegen::answer::AnswerError>(())
/// ```
pub fn solve_answer(rule: &str, positions: &str, form: Form) -> Result<String, AnswerError> {
    let game = solve::parse(rule).map_err(AnswerError::Rule)?;
    let positions = positions::read(positions)?;
    let answer = Answer::find(solve::Solver::new(game), positions)?;
    Ok(match form {
        Form::Text => text::write(&figures::arrange(&answer)),
        Form::Markdown => {
            markdown::write(&figures::arrange(&answer), &answer.rule, &answer.directive)
        }
        Form::Json => json::write(&answer),
    })
}

/// The options of a position are listed up to so many.
const LISTED: u64 = 1000;

/// What the solver says.
struct Answer {
    /// The rule as it is printed.
    rule: String,
    /// The rule that a lesson names: copies of a game go by the name of one.
    directive: String,
    play: Play,
    /// Whether the value of a list is the XOR of its numbers.
    is_nim: bool,
    period: Option<Period>,
    outcome_period: Option<Period>,
    /// One for each position, in the order asked for.
    rows: Vec<Row>,
}

/// What the solver says about one position.
struct Row {
    position: Position,
    outcome: Outcome,
    /// The Grundy value, under normal play.
    nimber: Option<u64>,
    /// The options with their outcomes and, under normal play, their values; `None` if there are too many.
    options: Option<Vec<Reach>>,
    /// The moves that win; `None` if there are too many to look through.
    wins: Option<Vec<Position>>,
    /// Under normal play: the numbers of a list and the values of the heaps that they are, if they are heaps.
    heaps: Option<Vec<(u64, u64)>>,
}

/// A position that a move leads to.
struct Reach {
    position: Position,
    outcome: Outcome,
    nimber: Option<u64>,
    /// How much was taken, where that is what a move does.
    taken: Option<u64>,
}

impl Answer {
    /// Asks the solver.
    fn find(mut solver: solve::Solver, positions: Vec<Position>) -> Result<Self, Stop> {
        let game = solver.game().clone();
        let number = positions
            .iter()
            .all(|position| matches!(position, Position::Number(_)));
        let mut rows = Vec::with_capacity(positions.len());
        for position in positions {
            rows.push(row(&mut solver, game.as_ref(), position)?);
        }
        let normal = game.play() == Play::Normal;
        let rule = game.spec();
        let copies = game.component(0).map(|game| game.spec());
        let directive = copies.filter(|of| rule == format!("sum({of})"));
        Ok(Self {
            directive: directive.unwrap_or_else(|| rule.clone()),
            rule,
            play: game.play(),
            is_nim: normal && game.nim_sum_theorem().is_some(),
            period: if number && normal {
                solver.period().ok().flatten()
            } else {
                None
            },
            outcome_period: if number {
                solver.outcome_period().ok().flatten()
            } else {
                None
            },
            rows,
        })
    }
}

/// Asks the solver about one position.
fn row(solver: &mut solve::Solver, game: &dyn Game, position: Position) -> Result<Row, Stop> {
    let outcome = solver.outcome(&position)?;
    let normal = game.play() == Play::Normal;
    let nimber = if normal {
        solver.nimber(&position).ok().map(|Nimber(value)| value)
    } else {
        None
    };
    let options = if game.width(&position) <= LISTED {
        reached(solver, game, &position).ok()
    } else {
        None
    };
    let heaps = match &position {
        Position::List(numbers) if normal => heaps(solver, game, &position, numbers),
        _ => None,
    };
    let wins = solver.winning_moves(&position).ok();
    Ok(Row {
        position,
        outcome,
        nimber,
        options,
        wins,
        heaps,
    })
}

/// The options and what they are worth.
fn reached(
    solver: &mut solve::Solver,
    game: &dyn Game,
    position: &Position,
) -> Result<Vec<Reach>, Stop> {
    let normal = game.play() == Play::Normal;
    let options = solver.options(position)?;
    let reach = |option: Position| {
        let nimber = if normal {
            solver.nimber(&option).ok().map(|Nimber(value)| value)
        } else {
            None
        };
        let taken = match (position, &option) {
            (Position::Number(from), Position::Number(to)) if game.moves().is_some() => {
                from.checked_sub(*to)
            }
            _ => None,
        };
        Ok(Reach {
            outcome: solver.outcome(&option)?,
            position: option,
            nimber,
            taken,
        })
    };
    options.into_iter().map(reach).collect()
}

/// The values of the heaps of a list, if each of its numbers is one.
fn heaps(
    solver: &mut solve::Solver,
    game: &dyn Game,
    position: &Position,
    numbers: &[u64],
) -> Option<Vec<(u64, u64)>> {
    if game.parts(position).len() != numbers.len() {
        return None;
    }
    let witness = solver.part_values(position).ok()?;
    let values = witness.into_iter().map(|(_, Nimber(value))| value);
    Some(numbers.iter().copied().zip(values).collect())
}

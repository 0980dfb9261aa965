//! The game library: rules in, outcomes, Grundy values, periods and witnesses out. Imports std only.
//!
//! A rule is read by [`parse`] into a [`Game`]; a [`Solver`] answers questions about its positions. There are two ways
//! to each answer: [`Search`] walks the options and nothing else, and is the referee; the [`Solver`] uses formulas,
//! tables, parts and periods where a game has them. The tests hold the two together for every game of [`games::ALL`].

pub mod budget;
mod engine;
pub mod game;
pub mod games;
pub mod law;
pub mod mex;
pub mod period;
pub mod search;
mod sequence;
pub mod solver;
pub mod spec;
pub mod witness;

pub use budget::{Budget, Limit, Stop};
pub use game::{Game, Nimber, Outcome, Play, Position, Shape};
pub use law::LawVerdict;
pub use mex::{mex, nim_sum};
pub use period::Period;
pub use search::Search;
pub use solver::Solver;
pub use spec::{SpecError, parse};
pub use witness::{Reached, Witness};

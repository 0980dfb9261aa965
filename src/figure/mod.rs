//! Site -> figures and claims. Reads, never solves.
//!
//! 1. A lesson is walked block by block; headings, directives and graphs set the context.
//! 2. Each block becomes a unit: lines of tokens.
//! 3. The kinds look at the unit one after another and take the lines that they understand.

pub mod claim;
pub mod context;
pub mod equation;
pub mod grid;
pub mod kinds;
pub mod outputs;
mod read;
pub mod rules;
pub mod samples;
pub mod scene;
pub mod series;
pub mod statement;
pub mod table;
pub mod unit;

pub use read::{Edited, Place, Reading, read};

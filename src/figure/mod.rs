//! Site -> figures and claims. Reads, never solves.

pub mod claim;
pub mod equation;
pub mod grid;
pub mod outputs;
pub mod samples;
pub mod scene;
pub mod statement;
pub mod table;

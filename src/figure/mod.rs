//! Site -> figures and claims. Reads, never solves.
pub mod claim;

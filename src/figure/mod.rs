//! Site -> figures and claims. Reads, never solves.
pub mod claim;
pub mod outputs;
pub mod samples;

//! Fast ways to whole sequences of heaps, one file for each kind of rule.

pub(crate) mod coins;
pub(crate) mod heaps;
pub(crate) mod splitting;
pub(crate) mod taking;
pub(crate) mod tame;

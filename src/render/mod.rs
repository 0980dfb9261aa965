//! Site + Report -> Pages, in memory.

mod html;
pub mod math;

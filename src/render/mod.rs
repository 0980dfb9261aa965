//! Site + Report -> Pages, in memory.

mod code;
mod html;
mod language;
pub mod math;
mod raw;

//! coursegen: lessons in, a site out, and no figure is published that was not recomputed.

pub mod check;
pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod figure;
pub mod load;
pub mod notation;
pub mod parse;
pub mod render;
pub mod run;
pub mod solve;
pub mod source;
pub mod write;

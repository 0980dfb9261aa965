//! Inputs -> Site. Never fails: what is wrong comes back as diagnostics, and the rest is parsed all the same.
//! Spans are always of the file on disk.

mod attributes;
pub mod block;
mod dialect;
mod dump;
mod excerpt;
mod fence;
pub mod flow;
mod heading;
mod inline;
mod lines;
pub mod link;
pub mod markdown;
mod mask;
mod opening;
pub mod site;
mod tree;

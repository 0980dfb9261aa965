//! Inputs -> Site. Never fails: what is wrong comes back as diagnostics, and the rest is parsed all the same.
//! Spans are always of the file on disk.

pub mod block;
pub mod flow;
pub mod site;

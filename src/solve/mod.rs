//! The game library: rules in, outcomes, Grundy values, periods and witnesses out. Imports std only.

pub mod game;

pub use game::{Game, Nimber, Outcome, Play, Position};

//! The games, a file each. A new one is its file and its line in the list below.

use super::game::Game;
use super::spec::{Reader, SpecError};
use std::ops::Range;
use std::sync::Arc;

/// How a game is named and read.
#[derive(Debug)]
pub struct Entry {
    /// Its names, in lower case; the first is the one that is printed.
    pub names: &'static [&'static str],
    /// A rule of it, to show and to test.
    pub example: &'static str,
    /// Positions of the example, to show and to test.
    pub positions: &'static str,
    /// Reads what follows the name, which stands at the range.
    pub read: fn(&mut Reader<'_>, Range<usize>) -> Result<Arc<dyn Game>, SpecError>,
}

/// Declares the modules, and lists them in [`ALL`].
macro_rules! games {
    ($($game:ident)*) => {
        $(pub mod $game;)*

        /// Every game.
        pub const ALL: &[&Entry] = &[$(&$game::ENTRY),*];
    };
}

games! {
    subtraction
    nim
    graph
    sum
    misere
}

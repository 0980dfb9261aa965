//! The games, a file each. A new one is its file and its line in the list below.

use super::game::Game;
use super::spec::{Reader, SpecError};
use std::ops::Range;
use std::sync::Arc;

pub mod code;

/// Reads what follows the name of a game, which stands at the range.
pub type Read = fn(&mut Reader<'_>, Range<usize>) -> Result<Arc<dyn Game>, SpecError>;

/// How a game is named and read.
#[derive(Debug)]
pub struct Entry {
    /// Its names, in lower case; the first is the one that is printed.
    pub names: &'static [&'static str],
    /// A rule of it, to show and to test.
    pub example: &'static str,
    /// Positions of the example, to show and to test.
    pub positions: &'static str,
    /// Reads the rest of the rule.
    pub read: Read,
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
    all_but
    nim
    moore
    lasker
    staircase
    wythoff
    euclid
    chomp
    octal
    hexadecimal
    grundy
    turning_turtles
    mock_turtles
    ruler
    graph
    hackenbush
    sum
    misere
}

//! Hexadecimal games: as octal ones, and 8 in a digit allows to leave three heaps.
//!
//! The digits are 0 to 9 and a to f. A position is a heap or a list of heaps. Source: Winning Ways, chapter 4,
//! "hexadecimal games".

use super::Entry;
use super::code::read;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["hexadecimal"],
    example: "hexadecimal 0.8c",
    positions: "0..20",
    read: |reader, _| Ok(Arc::new(read(reader, 16)?)),
};

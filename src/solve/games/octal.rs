//! Octal games: from a heap, d_j of the code says what may be left when j are taken.
//!
//! d_j is a sum of 1 (nothing may be left), 2 (one heap) and 4 (two heaps). A position is a heap or a list of heaps.
//! Kayles is 0.77, Dawson's chess 0.137, Treblecross 0.007. Source: Guy and Smith 1956, "The G-values of various
//! games".

use super::Entry;
use super::code::{Code, read};
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["octal", "kayles", "dawsons-chess", "treblecross"],
    example: "octal 0.77",
    positions: "0..20",
    read: |reader, name| {
        let known = match reader.text(name).to_lowercase().as_str() {
            "kayles" => "0.77",
            "dawsons-chess" => "0.137",
            "treblecross" => "0.007",
            _ => return Ok(Arc::new(read(reader, 8)?)),
        };
        Ok(Arc::new(Code::octal(known)?))
    },
};

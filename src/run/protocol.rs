//! What parent and child say to each other: one [`Job`] down, a line of JSON per [`Report`] up.

use crate::run::{End, Program};
use serde::{Deserialize, Serialize};

/// What the child is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The program.
    pub program: Program,
    /// What random numbers, the clock and hashes of strings start from.
    pub seed: u32,
}

/// What the child says, one per line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// The program printed: line, outermost line, text.
    Printed(u32, u32, String),
    /// The program ended; nothing follows.
    Ended {
        /// How.
        end: End,
        /// Whether it drew on randomness or on the clock.
        unsteady: bool,
    },
}

//! Code samples -> what they print: the embedded interpreter in a child process, its limits, the cache.

use std::time::Duration;

/// A program to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Program {
    /// `python`, `cpp`.
    pub language: Language,
    /// Its source: the samples it continues, then the sample itself, joined by newlines.
    pub code: String,
    /// What it reads from standard input.
    pub input: String,
    /// Its limits.
    pub limits: Limits,
}

/// The languages that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Python 3, in the embedded interpreter.
    Python,
}

/// What a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Address space, in MiB.
    pub memory: u64,
    /// Bytes printed.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: 1024,
            output: 1 << 20,
        }
    }
}

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What it printed to standard output, in order: the line (from 1) of `Program::code` at which the outermost
    /// frame of the printing call stood, the line of the `print` call itself, and the text.
    pub printed: Vec<Printed>,
    /// How it ended.
    pub end: End,
}

/// One piece of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The line of the `print` call itself, from 1.
    pub line: u32,
    /// The line of the outermost statement that led to it, from 1.
    pub top_line: u32,
    /// The text, with its line end.
    pub text: String,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Finished,
    /// With an exception.
    Raised {
        /// The class, such as `AssertionError`.
        class: String,
        /// Its text; may be empty.
        message: String,
        /// The line of `Program::code` (from 1) where the innermost frame of the program stood.
        line: Option<u32>,
    },
    /// It is not Python 3: what the compiler said, and where.
    Syntax {
        /// What the compiler said.
        message: String,
        /// The line, from 1.
        line: Option<u32>,
    },
    /// It took too long.
    TimedOut,
    /// It printed too much.
    TooMuchOutput,
    /// It needed too much memory.
    OutOfMemory,
    /// The interpreter died.
    Crashed(String),
    /// It was not run, and why.
    NotRun(String),
}

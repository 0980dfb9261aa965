//! Code samples -> what they print: the embedded interpreter in a child process, its limits, the cache.
//!
//! 1. [`run`] looks each program up in the cache ([`cache`]).
//! 2. What is not there runs in a process of its own ([`process`]): the executable itself, started with the hidden
//!    word [`child::WORD`], so that nothing a sample does can hang or kill the build.
//! 3. The child reads one job, gives up what it does not need ([`sandbox`]), runs the interpreter (`python`) and
//!    reports each piece of output with its line ([`protocol`]).
//! 4. A program that drew on randomness or on the clock runs once more with another seed, so that what depends on it
//!    is known.
//!
//! The cache is the one place outside `load` and `write` that touches the disk, in a folder that the caller names.

mod cache;
pub mod child;
pub mod cpp;
mod process;
mod protocol;
#[cfg(feature = "python")]
mod python;
mod sandbox;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program to run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// Which language it is written in.
    pub language: Language,
    /// Its source: the samples it continues, then the sample itself, joined by newlines.
    pub code: String,
    /// The lines (from 1) at which the entries of an interactive session begin. Each entry is run for itself, the
    /// value of an expression is shown, and an exception ends its entry only. Empty: an ordinary program.
    pub entries: Vec<u32>,
    /// What it reads from standard input.
    pub input: String,
    /// Its limits.
    pub limits: Limits,
}

impl Program {
    /// A Python program without input, with the default limits.
    #[must_use]
    pub fn python(code: impl Into<String>) -> Self {
        Self {
            language: Language::Python,
            code: code.into(),
            entries: Vec::new(),
            input: String::new(),
            limits: Limits::default(),
        }
    }
}

/// The languages that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Python 3, in the embedded interpreter.
    Python,
    /// C++, where the runner has a compiler.
    Cpp,
}

/// What a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Address space beyond what the interpreter and its stack reserve, in MiB.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// What it printed to standard output, in order.
    pub printed: Vec<Printed>,
    /// What it printed when it ran again with other random numbers and another clock, where that differs.
    pub again: Option<Vec<Printed>>,
    /// How it ended.
    pub end: End,
}

impl Outcome {
    /// A program that was not run.
    #[must_use]
    pub fn not_run(why: impl Into<String>) -> Self {
        Self {
            printed: Vec::new(),
            again: None,
            end: End::NotRun(why.into()),
        }
    }

    /// All that it printed.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }
}

/// One piece of output: what one line of the program wrote at a stretch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// The line of the program, from 1, at which the innermost frame stood: the `print` call.
    pub line: u32,
    /// The line of the outermost statement that led to it, from 1.
    pub top_line: u32,
    /// The text, with its line end where it has one.
    pub text: String,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        /// The line (from 1) of the outermost statement that led to it.
        top_line: Option<u32>,
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

/// Where programs run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runner {
    /// This program's own executable, whose `main` calls [`child::main`] when its first argument is [`child::WORD`].
    pub executable: PathBuf,
    /// The folder that keeps outcomes. `None`: every program runs.
    pub cache: Option<PathBuf>,
    /// What compiles C++. `None`: C++ programs are not run.
    pub compiler: Option<cpp::Compiler>,
}

/// Runs programs, in parallel, and gives their outcomes in the same order. Never fails: what cannot be run has an
/// outcome that says why.
#[must_use]
pub fn run(programs: &[Program], runner: &Runner) -> Vec<Outcome> {
    programs
        .par_iter()
        .map(|program| outcome(program, runner))
        .collect()
}

fn outcome(program: &Program, runner: &Runner) -> Outcome {
    match program.language {
        Language::Python if !cfg!(feature = "python") => {
            return Outcome::not_run("this coursegen was built without the Python interpreter");
        }
        Language::Cpp if runner.compiler.is_none() => {
            return Outcome::not_run("C++ samples are not run here");
        }
        _ => {}
    }
    let key = runner
        .cache
        .as_deref()
        .map(|folder| (folder, cache::key(program, runner.compiler.as_ref())));
    if let Some(known) = key
        .as_ref()
        .and_then(|(folder, key)| cache::get(folder, key))
    {
        return known;
    }
    if let (Language::Cpp, Some(compiler)) = (program.language, &runner.compiler) {
        let outcome = cpp::run(program, compiler, &runner.executable);
        keep(key, &outcome);
        return outcome;
    }
    let first = || process::run(program, 0, &runner.executable);
    let second = || process::run(program, 1, &runner.executable).0;
    // A program that names the module will most likely need the second run, too: both go at once.
    let ((mut outcome, unsteady), again) = if program.code.contains("random") {
        let (first, second) = rayon::join(first, second);
        (first, Some(second))
    } else {
        (first(), None)
    };
    if unsteady && !outcome.printed.is_empty() {
        let again = again.unwrap_or_else(second);
        if again.printed != outcome.printed {
            outcome.again = Some(again.printed);
        }
    }
    keep(key, &outcome);
    outcome
}

fn keep(key: Option<(&Path, String)>, outcome: &Outcome) {
    // How long a program takes, and whether the system lets it start, is not a fact about the program.
    let lasting = !matches!(
        outcome.end,
        End::TimedOut | End::Crashed(_) | End::NotRun(_)
    );
    if let (Some((folder, key)), true) = (key, lasting) {
        cache::put(folder, &key, outcome);
    }
}

//! The blocks of a lesson -> its samples and every place where the output of one is shown.
//!
//! 1. Each Python fence and each session is a sample ([`crate::figure::samples`]).
//! 2. Comments on printing lines, comments below them, bare expressions with a comment and sessions show outputs
//!    within a sample ([`beside`]).
//! 3. A fence that is named `output` or introduced by words shows the output of the last printing sample above it
//!    ([`below`]); one that is introduced as an input is what that sample reads.
//!
//! What is a value and what is prose is decided in [`comment`] and `words`.

pub mod below;
pub mod beside;
pub mod comment;
pub mod token;
pub mod words;

use crate::figure::samples::Sample;
use crate::figure::samples::walk::walk;
use crate::parse::block::Block;
use crate::source::{Sources, Span};
use comment::Value;

/// The id of this kind of figure.
pub const KIND: &str = "printed-output";

/// What was read in a lesson.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Its samples, in the order of the text.
    pub samples: Vec<Sample>,
    /// The places where outputs are shown, in the order of the text.
    pub shown: Vec<Shown>,
}

/// A place where the output of a sample is shown.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The sample: its index in [`Reading::samples`].
    pub sample: usize,
    /// The block in which it stands.
    pub block: Span,
    /// Which output is shown, and how.
    pub form: Form,
    /// Whether the place is certainly an output, so that another output makes it wrong. Otherwise it is one only if
    /// it looks like what is printed.
    pub certain: bool,
    /// Whether the lesson says in words, by a label or by its form that an output stands here.
    pub hinted: bool,
    /// Whether its very form names it an output: `output` as the language of a fence, a session.
    pub named: bool,
}

/// How an output is shown.
#[derive(Debug, Clone)]
pub enum Form {
    /// A comment behind a statement that prints, or behind an expression whose value is meant.
    Beside {
        /// The statement: its index in the scan of the sample.
        statement: usize,
        /// The comment, without its `#`.
        comment: Span,
        /// The ways to read it.
        values: Vec<Value>,
        /// A label right behind a constant, such as `L` in `False (L)`, and whether `True` means a win.
        label: Option<(Span, bool)>,
    },
    /// Comment lines below printing statements.
    Under {
        /// The line (from 1) of the last statement before them.
        after: u32,
        /// The lines, without their `#`.
        lines: Vec<Span>,
    },
    /// A fence with the whole new output of the sample.
    Fence {
        /// Its lines.
        lines: Vec<Span>,
    },
    /// What an entry of a session shows.
    Session {
        /// The line (from 1) of the entry.
        entry: u32,
        /// The output lines.
        lines: Vec<Span>,
    },
}

/// Reads the samples of a lesson and what it shows of their outputs.
#[must_use]
pub fn read(sources: &Sources, blocks: &[Block]) -> Reading {
    let mut reading = Reading::default();
    below::read(sources, &walk(blocks), &mut reading);
    reading.shown.sort_by_key(|shown| {
        let place = match &shown.form {
            Form::Beside { comment, .. } => comment.start,
            Form::Under { lines, .. } | Form::Fence { lines } | Form::Session { lines, .. } => {
                lines.first().map_or(shown.block.start, |line| line.start)
            }
        };
        (place, shown.sample)
    });
    reading
}

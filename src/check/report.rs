//! What was found: a verdict for each claim of each figure of each lesson, and the diagnostics that follow.

use crate::diagnostic::Diagnostic;
use crate::figure::claim::{Answer, Figure};
use crate::source::Span;

/// The result of checking a course.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// One entry per lesson of the site, in its order.
    pub lessons: Vec<LessonReport>,
    /// All diagnostics, those of parsing included, sorted by path, place and code.
    pub diagnostics: Vec<Diagnostic>,
}

/// The figures of one lesson.
#[derive(Debug, Clone, Default)]
pub struct LessonReport {
    /// Its figures in the order of the text.
    pub figures: Vec<CheckedFigure>,
    /// Blocks that the author opted out, and why.
    pub opted_out: Vec<(Span, String)>,
    /// Places that may show an output of a sample and that the rules leave open, and why.
    pub unclear: Vec<(Span, String)>,
}

/// A figure and what became of its claims.
#[derive(Debug, Clone)]
pub struct CheckedFigure {
    /// The figure.
    pub figure: Figure,
    /// One verdict per claim, in the same order.
    pub verdicts: Vec<Verdict>,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Confirmed(Proof),
    /// It does not.
    Refuted {
        /// The right answer.
        answer: Answer,
        /// Why, as a sentence.
        because: String,
    },
    /// It was not decided, for this reason.
    Unchecked(String),
}

/// How a claim was confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// By plain computation.
    Computed,
    /// By search over the game.
    Searched,
    /// For all n, by a theorem; its name.
    Proved(String),
    /// For all n up to a bound; no proof beyond.
    UpTo(u64),
    /// By running the sample.
    Ran,
}

/// How many claims came out how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lessons.
    pub lessons: usize,
    /// Figures.
    pub figures: usize,
    /// Claims.
    pub claims: usize,
    /// Claims that hold.
    pub confirmed: usize,
    /// Claims that do not.
    pub refuted: usize,
    /// Claims that were not decided.
    pub unchecked: usize,
}

impl CheckedFigure {
    /// How many of its claims were confirmed, refuted, not decided.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |wanted: fn(&Verdict) -> bool| {
            self.verdicts
                .iter()
                .filter(|verdict| wanted(verdict))
                .count()
        };
        (
            of(|verdict| matches!(verdict, Verdict::Confirmed(_))),
            of(|verdict| matches!(verdict, Verdict::Refuted { .. })),
            of(|verdict| matches!(verdict, Verdict::Unchecked(_))),
        )
    }
}

impl Report {
    /// The sums over all lessons.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals {
            lessons: self.lessons.len(),
            ..Totals::default()
        };
        for figure in self.lessons.iter().flat_map(|lesson| &lesson.figures) {
            let (confirmed, refuted, unchecked) = figure.counts();
            totals.figures += 1;
            totals.claims += figure.verdicts.len();
            totals.confirmed += confirmed;
            totals.refuted += refuted;
            totals.unchecked += unchecked;
        }
        totals
    }
}

//! What an output form shows: the diagnostics of a course, its figures, the sums.

use super::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// The outcome of checking a course, ready to be shown.
#[derive(Debug)]
pub struct Findings<'a> {
    /// The folder of the course as the user named it, such as `content`; empty for the current one.
    pub root: &'a str,
    /// The files that spans point into.
    pub sources: &'a Sources,
    /// The diagnostics, sorted.
    pub diagnostics: &'a [Diagnostic],
    /// The lessons in reading order.
    pub lessons: Vec<LessonFindings<'a>>,
}

/// One lesson.
#[derive(Debug)]
pub struct LessonFindings<'a> {
    /// Its path, relative to the course.
    pub path: &'a str,
    /// Its figures.
    pub figures: Vec<FigureFindings<'a>>,
    /// Blocks that the author opted out, and why.
    pub opted_out: Vec<(Span, &'a str)>,
    /// Places that may show an output and that the rules leave open, and why.
    pub unclear: Vec<(Span, &'a str)>,
}

/// One figure.
#[derive(Debug)]
pub struct FigureFindings<'a> {
    /// Its kind, such as `pile-table`.
    pub kind: &'a str,
    /// Where it stands.
    pub span: Span,
    /// The name of its game.
    pub game: Option<&'a str>,
    /// Why it is about that game.
    pub game_from: Option<&'a str>,
    /// How many of its claims were confirmed.
    pub confirmed: usize,
    /// How many were refuted.
    pub refuted: usize,
    /// How many were not decided.
    pub unchecked: usize,
}

impl FigureFindings<'_> {
    /// How many claims it makes.
    #[must_use]
    pub fn claims(&self) -> usize {
        self.confirmed + self.refuted + self.unchecked
    }
}

/// The sums over a course.
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
    /// Diagnostics that stop publication.
    pub errors: usize,
    /// Diagnostics that do not.
    pub warnings: usize,
}

impl Findings<'_> {
    /// The sums.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let of = |severity: Severity| {
            let diagnostics = self.diagnostics.iter();
            diagnostics.filter(|one| one.severity() == severity).count()
        };
        let mut totals = Totals {
            lessons: self.lessons.len(),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
            ..Totals::default()
        };
        for figure in self.lessons.iter().flat_map(|lesson| &lesson.figures) {
            totals.figures += 1;
            totals.claims += figure.claims();
            totals.confirmed += figure.confirmed;
            totals.refuted += figure.refuted;
            totals.unchecked += figure.unchecked;
        }
        totals
    }

    /// A path as the user can open it: the folder of the course before it.
    #[must_use]
    pub fn path(&self, span: Span) -> String {
        self.joined(self.sources.path(span.file))
    }

    /// The same for a path relative to the course.
    #[must_use]
    pub fn joined(&self, path: &str) -> String {
        match self.root.trim_end_matches(['/', '\\']) {
            "" | "." if !self.root.starts_with('/') => path.to_owned(),
            root => format!("{root}/{path}"),
        }
    }
}

impl Totals {
    /// `4 lessons, 56 figures, 500 claims: all confirmed`
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = format!(
            "{}, {}, {}: ",
            count(self.lessons, "lesson"),
            count(self.figures, "figure"),
            count(self.claims, "claim")
        );
        if self.claims == 0 {
            text.push_str("nothing to check");
        } else if self.confirmed == self.claims {
            text.push_str("all confirmed");
        } else {
            let mut parts = vec![format!("{} confirmed", self.confirmed)];
            if self.refuted > 0 {
                parts.push(format!("{} refuted", self.refuted));
            }
            if self.unchecked > 0 {
                parts.push(format!("{} not checked", self.unchecked));
            }
            text.push_str(&parts.join(", "));
        }
        let mut problems = Vec::new();
        if self.errors > 0 {
            problems.push(count(self.errors, "error"));
        }
        if self.warnings > 0 {
            problems.push(count(self.warnings, "warning"));
        }
        if !problems.is_empty() {
            text.push_str("; ");
            text.push_str(&problems.join(", "));
        }
        text
    }
}

fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_totals_are_one_sentence() {
        let all = Totals {
            lessons: 4,
            figures: 56,
            claims: 500,
            confirmed: 500,
            ..Totals::default()
        };
        assert_eq!(
            all.sentence(),
            "4 lessons, 56 figures, 500 claims: all confirmed"
        );
        let some = Totals {
            lessons: 1,
            figures: 1,
            claims: 9,
            confirmed: 6,
            refuted: 2,
            unchecked: 1,
            errors: 2,
            warnings: 1,
        };
        assert_eq!(
            some.sentence(),
            "1 lesson, 1 figure, 9 claims: 6 confirmed, 2 refuted, 1 not checked; 2 errors, 1 warning"
        );
        assert_eq!(
            Totals::default().sentence(),
            "0 lessons, 0 figures, 0 claims: nothing to check"
        );
    }
}

//! What is wrong with a lesson: a code, a place, a reason, a way to mend it. One file per output form.

mod code;
mod excerpt;
mod findings;
mod form;
mod github;
mod human;
mod json;
mod junit;
mod sarif;
mod short;

pub use code::{Code, Severity};
pub use excerpt::{plain, shown};
pub use findings::{FigureFindings, Findings, LessonFindings, Totals};
pub use form::{ALL, Form, Stream, form};

use crate::source::Span;

/// One mistake of a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of mistake; gives the severity and the explanation.
    pub code: Code,
    /// The headline: what is wrong, complete in itself, without a final stop.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places that matter.
    pub related: Vec<Label>,
    /// What is written there, where a value is compared.
    pub written: Option<String>,
    /// What is right, where a value is compared; in the author's notation.
    pub computed: Option<String>,
    /// Why it is so.
    pub because: Option<String>,
    /// How to mend it.
    pub help: Option<String>,
    /// The edits that mend it.
    pub suggestion: Option<Suggestion>,
    /// A graver or lighter severity than the code has, where course.yaml asks for it.
    pub graded: Option<Severity>,
}

impl Diagnostic {
    /// A diagnostic with its headline and its place.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            related: Vec::new(),
            written: None,
            computed: None,
            because: None,
            help: None,
            suggestion: None,
            graded: None,
        }
    }

    /// Says why.
    #[must_use]
    pub fn because(mut self, because: impl Into<String>) -> Self {
        self.because = Some(because.into());
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// How grave it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.graded.unwrap_or(self.code.severity())
    }
}

/// A place and a remark on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark; may be empty on a primary label.
    pub text: String,
}

/// Edits that mend a mistake. They do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The edits, sorted by place.
    pub edits: Vec<Edit>,
    /// Whether `--fix` may apply them unasked.
    pub certainty: Certainty,
}

/// How sure a suggestion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The only right value: `--fix` applies it.
    Certain,
    /// One of several ways: shown, never applied.
    Likely,
}

/// Replaces what stands in a span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced. Empty: an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

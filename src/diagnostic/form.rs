//! The output forms: each turns findings into text. A new one is its file and its line in [`ALL`].

use super::Findings;

/// Where the text of a form goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// For programs: standard output.
    Output,
    /// For people: standard error.
    Error,
}

/// A way to show findings.
pub trait Form: Sync {
    /// Its name on the command line.
    fn id(&self) -> &'static str;

    /// What it is for, in a few words.
    fn purpose(&self) -> &'static str;

    /// Where its text goes.
    fn stream(&self) -> Stream {
        Stream::Output
    }

    /// The text, with its last line end. It may hold ANSI colours; who prints it takes them out where they do not belong.
    fn text(&self, findings: &Findings<'_>) -> String;
}

/// Every form; the first is the one that is used unasked.
pub const ALL: &[&dyn Form] = &[
    &super::human::Human,
    &super::short::Short,
    &super::json::Json,
    &super::github::GitHub,
    &super::sarif::Sarif,
    &super::junit::JUnit,
];

/// The form of a name.
#[must_use]
pub fn form(id: &str) -> Option<&'static dyn Form> {
    ALL.iter().copied().find(|form| form.id() == id)
}

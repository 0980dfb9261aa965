//! A parsed course: its configuration and its lessons.

use crate::config::Config;
use crate::parse::block::Block;
use crate::solve::Game;
use crate::source::{FileId, Span, Spanned};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A parsed course.
#[derive(Debug, Clone)]
pub struct Site {
    /// `course.yaml`, or what a folder without one gets.
    pub config: Config,
    /// The lessons in reading order: by language (in the order of `languages`), then by number, then by path.
    pub lessons: Vec<Lesson>,
}

/// One lesson.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// Its Markdown file.
    pub file: FileId,
    /// The path of the file, relative to the course, such as `bn/142-nim-game.md`.
    pub path: String,
    /// The code of its language, such as `bn`.
    pub language: String,
    /// Its address below the site, such as `bn/142-nim-game` (no slash at either end; empty for the root).
    pub address: String,
    /// From the front matter, else the first heading, else the file name.
    pub title: String,
    /// Front matter and sidecar.
    pub front: FrontMatter,
    /// The document, front matter left out. A `problem-source` box that became `front.source` stays in the document.
    pub blocks: Vec<Block>,
}

/// What front matter and sidecar say.
#[derive(Debug, Clone, Default)]
pub struct FrontMatter {
    /// `number:`
    pub number: Option<String>,
    /// `source:`, or what the `problem-source` box of the lesson says.
    pub source: Option<Attribution>,
    /// `topic:`
    pub topic: Option<String>,
    /// `difficulty:`
    pub difficulty: Option<String>,
    /// `pattern:`
    pub pattern: Option<String>,
    /// `inherits:`
    pub inherits: Vec<String>,
    /// `concepts:`
    pub concepts: Vec<String>,
    /// `twin:` the path or address of the same lesson in the other language.
    pub twin: Option<String>,
    /// `games:` in the order written. A rule that is wrong is left out (and reported).
    pub games: Vec<NamedGame>,
    /// `sections:` heading text or id -> name of a game.
    pub sections: BTreeMap<String, Spanned<String>>,
    /// `agrees:` functions held against the solver, as written.
    pub agrees: Vec<Agrees>,
}

/// A game that a lesson declares.
#[derive(Debug, Clone)]
pub struct NamedGame {
    /// Its name.
    pub name: Spanned<String>,
    /// Its rules.
    pub game: Arc<dyn Game>,
}

/// A function of a sample that must agree with the solver.
#[derive(Debug, Clone)]
pub struct Agrees {
    /// `function:`
    pub function: String,
    /// `with:` `grundy`, `outcome` and so on.
    pub with: String,
    /// `game:`
    pub game: Spanned<String>,
    /// `up_to:`
    pub up_to: u64,
    /// The entry.
    pub span: Span,
}

/// Where a lesson comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attribution {
    /// `original:`
    pub original: Option<String>,
    /// `platforms:`
    pub platforms: Vec<Reference>,
    /// `authors:`
    pub authors: Vec<String>,
    /// `license:`
    pub license: Option<String>,
    /// `retrieved:` a date as written.
    pub retrieved: Option<String>,
    /// `changes:`
    pub changes: Option<String>,
    /// `ids:` sources of `course.yaml` that the lesson uses.
    pub ids: Vec<String>,
    /// Whether it stands as a box in the text of the lesson (then it is shown there and not again).
    pub in_text: bool,
}

/// A name with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The name.
    pub name: String,
    /// The address, where there is one.
    pub url: Option<String>,
}

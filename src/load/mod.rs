//! Disk -> Inputs. The only reader. Also from memory, for tests.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources};
use std::collections::BTreeMap;

/// Everything that a course is made of, as bytes.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// The texts: lessons, YAML.
    pub sources: Sources,
    /// `course.yaml`, where there is one.
    pub course: Option<FileId>,
    /// Each lesson and its sidecar (`NAME.yaml` beside `NAME.md`), sorted by path.
    pub lessons: Vec<LessonInput>,
    /// Files that lessons may refer to (images and the like): path relative to the course -> bytes.
    pub assets: BTreeMap<String, Vec<u8>>,
    /// The course's own templates, which replace built-in ones: name -> text.
    pub templates: BTreeMap<String, String>,
    /// The course's own static files: path -> bytes.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// What was wrong while reading (a lesson that is not UTF-8).
    pub diagnostics: Vec<Diagnostic>,
}

/// A lesson as it is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonInput {
    /// Its Markdown.
    pub markdown: FileId,
    /// The YAML beside it.
    pub sidecar: Option<FileId>,
}

//! The files of a course as they are on disk: bytes in, lines and columns out.
//!
//! Every [`Span`] of the program is a byte range of one of these texts. Nobody edits a text after it was added.

use std::sync::Arc;

/// Names one file of [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A byte range of a file as it is on disk. `start <= end`; both lie on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of a file.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self {
            file,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The range as indexes into the text of the file.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that holds both. They must be of one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether `other` lies inside this span.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// A line and a column, both counted from 1. Columns count Unicode scalar values; a byte order mark counts as none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in Unicode scalar values.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct SourceFile {
    path: String,
    text: Arc<str>,
    line_starts: Vec<u32>,
}

/// All texts of a course.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file. `path` is relative to the course, with forward slashes. At most 4 GiB of text; `load` refuses more.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(SourceFile {
            path: path.into(),
            text,
            line_starts,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// The files in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The path of a file, relative to the course.
    #[must_use]
    pub fn path(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].path
    }

    /// The whole text of a file, byte order mark and carriage returns included.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// What stands in a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.file)[span.range()]
    }

    /// The line and column of a byte offset.
    #[must_use]
    pub fn place(&self, file: FileId, offset: u32) -> Place {
        let source = &self.files[file.0 as usize];
        let line = source.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = source.line_starts[line] as usize;
        let before = source.text.get(start..offset as usize).unwrap_or_default();
        let column = before.trim_start_matches('\u{feff}').chars().count() as u32 + 1;
        Place {
            line: line as u32 + 1,
            column,
        }
    }

    /// Where a span begins.
    #[must_use]
    pub fn start(&self, span: Span) -> Place {
        self.place(span.file, span.start)
    }

    /// Where a span ends (exclusive).
    #[must_use]
    pub fn end(&self, span: Span) -> Place {
        self.place(span.file, span.end)
    }

    /// The text of a line (counted from 1), without its line ending, and the byte offset at which it starts.
    #[must_use]
    pub fn line(&self, file: FileId, line: u32) -> (u32, &str) {
        let source = &self.files[file.0 as usize];
        let start = source.line_starts[line as usize - 1] as usize;
        let end = source
            .line_starts
            .get(line as usize)
            .map_or(source.text.len(), |&next| next as usize);
        (
            start as u32,
            source.text[start..end].trim_end_matches(['\n', '\r']),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_scalar_values_and_skip_the_byte_order_mark() {
        let mut sources = Sources::default();
        let file = sources.add("a.md", "\u{feff}ক্ষ x\r\ndòng 2");
        assert_eq!(sources.place(file, 3 + 9 + 1), Place { line: 1, column: 5 });
        assert_eq!(
            sources.line(file, 1).1.trim_start_matches('\u{feff}'),
            "ক্ষ x"
        );
        assert_eq!(sources.line(file, 2), (16, "dòng 2"));
        let end = sources.text(file).len() as u32;
        assert_eq!(sources.place(file, end), Place { line: 2, column: 7 });
    }
}

//! A text cut out of a file, perhaps without the indentation of its lines, in; places in the file, out.
//!
//! The content of a tab or of a list entry is parsed as a text of its own. An [`Excerpt`] is that text together with
//! the way back: each of its bytes knows the byte of the file that it was taken from.

use crate::source::{FileId, Span};
use std::ops::Range;

/// A stretch of an excerpt that stands in the file as it is.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    /// Where it begins in the excerpt.
    at: usize,
    /// Where it begins in the file.
    disk: usize,
}

/// A text and the way back to the file.
#[derive(Debug, Clone)]
pub(crate) struct Excerpt {
    file: FileId,
    text: String,
    stretches: Vec<Stretch>,
}

impl Excerpt {
    /// A part of a file that begins at byte `disk`.
    pub(crate) fn new(file: FileId, text: &str, disk: usize) -> Self {
        let stretches = vec![Stretch { at: 0, disk }];
        Self {
            file,
            text: text.to_owned(),
            stretches,
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What stands in a range; empty where the range is none of this text.
    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The concatenation of parts of this text, which must be in order.
    pub(crate) fn part(&self, ranges: &[Range<usize>]) -> Self {
        let mut text = String::with_capacity(ranges.iter().map(ExactSizeIterator::len).sum());
        let mut stretches: Vec<Stretch> = Vec::new();
        for range in ranges {
            let mut at = range.start;
            let mut index = self.index(at);
            while at < range.end {
                let next = self.stretches.get(index + 1).map_or(usize::MAX, |s| s.at);
                let end = next.min(range.end);
                stretches.push(Stretch {
                    at: text.len(),
                    disk: self.disk(at, index),
                });
                text.push_str(self.slice(at..end));
                at = end;
                index += 1;
            }
        }
        if stretches.is_empty() {
            let at = ranges.first().map_or(0, |range| range.start);
            stretches.push(Stretch {
                at: 0,
                disk: self.disk(at, self.index(at)),
            });
        }
        Self {
            file: self.file,
            text,
            stretches,
        }
    }

    /// Where a range stands in the file. It may hold more bytes there: the indentation that was cut.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        let start = self.disk(range.start, self.index(range.start));
        if range.end <= range.start {
            return Span::new(self.file, start, start);
        }
        let last = range.end - 1;
        let end = self.disk(last, self.index(last)) + 1;
        Span::new(self.file, start, end.max(start))
    }

    /// The stretch that holds a byte.
    fn index(&self, at: usize) -> usize {
        self.stretches
            .partition_point(|stretch| stretch.at <= at)
            .saturating_sub(1)
    }

    fn disk(&self, at: usize, index: usize) -> usize {
        self.stretches
            .get(index)
            .map_or(at, |stretch| stretch.disk + (at - stretch.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    #[test]
    fn a_part_of_a_part_knows_its_place_in_the_file() {
        let mut sources = Sources::default();
        let disk = "??\n    ab\n\n      cd\n    ef";
        let file = sources.add("a.md", disk);
        let whole = Excerpt::new(file, &disk[3..], 3);
        let inner = whole.part(&[4..7, 7..8, 12..17, 21..23]);
        assert_eq!(inner.text(), "ab\n\n  cd\nef");
        assert_eq!(sources.slice(inner.span(6..8)), "cd");
        assert_eq!(sources.slice(inner.span(6..11)), "cd\n    ef");
        let innermost = inner.part(&[6..8, 8..9, 10..11]);
        assert_eq!(innermost.text(), "cd\nf");
        assert_eq!(sources.slice(innermost.span(0..4)), "cd\n    ef");
        assert_eq!(innermost.span(4..4).start, 26);
    }
}

//! The events of quotes and lists in, blocks out. One that holds a tab, a note or a box is parsed as a text of its own.

use crate::parse::block::{BlockKind, Item};
use crate::parse::lines;
use crate::parse::tree::{Tree, around};
use pulldown_cmark::{BlockQuoteKind, Event, Tag};
use std::ops::Range;

impl Tree<'_, '_> {
    /// A quote, or a note where its first line is `[!NOTE]`.
    pub(crate) fn quote(
        &mut self,
        kind: Option<BlockQuoteKind>,
        range: Range<usize>,
        depth: usize,
    ) -> BlockKind {
        let blocks = if self.special(&range) {
            self.pass();
            let text = self.excerpt.text();
            let mut content = Vec::new();
            let mut at = range.start;
            while at < range.end {
                let rest = text.get(at..range.end).unwrap_or_default();
                let next = rest.find('\n').map_or(range.end, |length| at + length + 1);
                let (_, mark) = lines::indentation(text, at, next);
                let mut from = at;
                if text.as_bytes().get(mark) == Some(&b'>') && mark < next {
                    from = mark + 1;
                    if from < next && text.as_bytes().get(from) == Some(&b' ') {
                        from += 1;
                    }
                }
                // The line `[!NOTE]` is the kind of the quote, not its text.
                if kind.is_none() || at > range.start {
                    content.push(from..next);
                }
                at = next;
            }
            let inner = self.excerpt.part(&content);
            self.parse.blocks(&inner, depth + 1)
        } else {
            self.flow(depth + 1)
        };
        let Some(kind) = kind else {
            return BlockKind::Quote(blocks);
        };
        let name = match kind {
            BlockQuoteKind::Note => "note",
            BlockQuoteKind::Tip => "tip",
            BlockQuoteKind::Important => "important",
            BlockQuoteKind::Warning => "warning",
            BlockQuoteKind::Caution => "caution",
        };
        BlockKind::Note {
            kind: name.to_owned(),
            title: None,
            collapsed: None,
            blocks,
        }
    }

    /// A list.
    pub(crate) fn list(&mut self, start: Option<u64>, depth: usize) -> BlockKind {
        let (mut items, mut tight) = (Vec::new(), true);
        while let Some((Event::Start(Tag::Item), range)) = self.peek() {
            let range = range.clone();
            self.next += 1;
            let (mut task, mut text) = (None, None);
            tight &= !self.loose();
            // In a loose list the box stands inside the paragraph, where it is passed over.
            let paragraph = matches!(self.peek(), Some((Event::Start(Tag::Paragraph), _)));
            let first = self.events.get(self.next + usize::from(paragraph));
            if let Some((Event::TaskListMarker(done), at)) = first {
                (task, text) = (Some(*done), Some(at.end));
                self.next += usize::from(!paragraph);
            }
            let trimmed = self.trimmed(range.clone());
            let blocks = if self.special(&range) {
                self.pass();
                let inner = self.excerpt.part(&self.entry(&trimmed, text));
                self.parse.blocks(&inner, depth + 1)
            } else {
                self.flow(depth + 1)
            };
            self.end();
            let span = around(self.span(trimmed), &blocks);
            items.push(Item { span, task, blocks });
        }
        BlockKind::List {
            start,
            tight,
            items,
        }
    }

    /// Whether a paragraph stands directly in the entry just begun.
    fn loose(&self) -> bool {
        let mut open = 0_usize;
        for (event, _) in self.events.get(self.next..).unwrap_or_default() {
            match event {
                Event::Start(Tag::Paragraph) if open == 0 => return true,
                // What is nested deeper says nothing; a long entry is not read twice for it.
                Event::Start(Tag::List(_) | Tag::BlockQuote(_)) if open == 0 => return false,
                Event::Start(_) => open += 1,
                Event::End(_) if open == 0 => return false,
                Event::End(_) => open -= 1,
                _ => {}
            }
        }
        false
    }

    /// The lines of a list entry without its marker and indentation. `text` is where a task's text begins.
    fn entry(&self, range: &Range<usize>, text: Option<usize>) -> Vec<Range<usize>> {
        let whole = self.excerpt.text();
        let line_start = whole
            .get(..range.start)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |at| at + 1);
        let (before, marker) = lines::indentation(whole, line_start, range.start);
        // A marker that follows another marker on its line counts the bytes before it as columns.
        let before = before + (range.start - marker.min(range.start));
        let width = lines::list_marker(whole, range.start, range.end).unwrap_or(1);
        let after = range.start + width;
        let (spaces, first) = lines::indentation(whole, after, range.end);
        let empty = first >= range.end || whole.as_bytes().get(first) == Some(&b'\n');
        let columns = before + width + if empty || spaces > 4 { 1 } else { spaces };
        let mut content = Vec::new();
        let mut at = text.unwrap_or(if spaces > 4 { after + 1 } else { first });
        while at < range.end {
            let rest = whole.get(at..range.end).unwrap_or_default();
            let next = rest.find('\n').map_or(range.end, |length| at + length + 1);
            let from = if content.is_empty() {
                at
            } else {
                lines::dedent(whole, at, next, columns)
            };
            content.push(from..next);
            at = next;
        }
        content
    }
}

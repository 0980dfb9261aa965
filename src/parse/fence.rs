//! The events of a code block in; its lines, its language and its attributes out.

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::attributes;
use crate::parse::block::{Attributes, Fence};
use crate::parse::tree::Tree;
use crate::source::Span;
use pulldown_cmark::Event;
use std::ops::Range;

/// Reads a code block up to its end tag, which is left standing. The span holds every line.
pub(crate) fn read(tree: &mut Tree<'_, '_>, range: Range<usize>, fenced: bool) -> (Fence, Span) {
    let trimmed = tree.trimmed(range.clone());
    let mut lines = lines(tree);
    // The blank lines at the end of a fence that is not closed belong to nobody.
    lines.retain(|line| line.start <= trimmed.end);
    let mut fence = Fence {
        info: String::new(),
        language: None,
        attributes: Attributes::default(),
        lines: lines.iter().map(|line| tree.span(line.clone())).collect(),
    };
    let mut span = tree.span(trimmed.clone());
    for line in &fence.lines {
        span = span.to(*line);
    }
    if fenced {
        let whole = tree.excerpt.slice(trimmed.clone());
        let first = whole.lines().next().unwrap_or_default();
        let mark = first.chars().next().unwrap_or('`');
        let run = first.chars().take_while(|&c| c == mark).count();
        let info = first.get(run..).unwrap_or_default();
        let start = range.start + run + (info.len() - info.trim_start().len());
        describe(&mut fence, tree, start..start + info.trim().len());
        if !closed(whole, mark, run) {
            let opening = tree.span(range.start..range.start + first.trim_end().len());
            let marks = mark.to_string().repeat(run);
            tree.parse.diagnostics.push(
                Diagnostic::new(Code::Unclosed, opening, "the code fence is never closed")
                    .because("everything after it, up to the end of the part that it stands in, is taken for code")
                    .help(format!("put {marks} on a line of its own after the code")),
            );
        }
    }
    (fence, span)
}

/// The lines of the code, line endings left out.
fn lines(tree: &mut Tree<'_, '_>) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut open: Option<Range<usize>> = None;
    while let Some((event, range)) = tree.peek() {
        let range = range.clone();
        match event {
            Event::End(_) => break,
            Event::Text(_) => {
                let text = tree.excerpt.slice(range.clone());
                let mut at = range.start;
                for piece in text.split_inclusive('\n') {
                    let end = at + piece.len();
                    let line = open.get_or_insert(at..at);
                    line.end = end;
                    if piece.ends_with('\n') {
                        line.end -= 1;
                        let whole = tree.excerpt.slice(line.clone());
                        line.end -= whole.len() - whole.trim_end_matches('\r').len();
                        // The parser passes over the carriage return of an empty line.
                        if line.start == line.end && tree.excerpt.slice(0..line.end).ends_with('\r')
                        {
                            *line = line.start - 1..line.end - 1;
                        }
                        lines.extend(open.take());
                    }
                    at = end;
                }
                // White space that the parser made up for a cut tab stands nowhere in the text.
            }
            _ => {}
        }
        tree.next += 1;
    }
    lines.extend(open.filter(|line| line.start < line.end));
    lines
}

/// Splits the info string.
fn describe(fence: &mut Fence, tree: &Tree<'_, '_>, range: Range<usize>) {
    fence.info = tree.excerpt.slice(range.clone()).to_owned();
    let mut words = range.clone();
    let braced = attributes::trailing(tree.excerpt, range.clone());
    if let Some((start, found)) = braced {
        words.end = start;
        fence.attributes = found;
    }
    let info = tree.excerpt.slice(words.clone());
    let word = info.split_whitespace().next();
    // `python title="a.py"` has its attributes without braces.
    if let Some(word) = word
        && words.end == range.end
        && let Some(found) = attributes::list(tree.excerpt, words.start + word.len()..words.end)
    {
        fence.attributes = found;
    }
    fence.language = match word {
        Some(word) => Some(word.to_lowercase()),
        // `{.python}` names the language as a class.
        None => fence
            .attributes
            .classes
            .first()
            .filter(|class| !matches!(class.as_str(), "output" | "input"))
            .map(|class| class.to_lowercase()),
    };
}

/// Whether the last line of a fence is its closing one.
fn closed(whole: &str, mark: char, run: usize) -> bool {
    let Some((_, last)) = whole.rsplit_once('\n') else {
        return false;
    };
    let last = last.trim_start_matches([' ', '\t', '>']).trim_end();
    last.len() >= run && !last.is_empty() && last.chars().all(|c| c == mark)
}

//! The events of running text in, inlines out, with the formulas put back.

use crate::parse::block::{Inline, InlineKind, Target};
use crate::parse::link;
use crate::parse::tree::Tree;
use crate::source::Span;
use pulldown_cmark::{Event, LinkType, Tag};
use std::collections::BTreeSet;
use std::ops::Range;

/// How deep emphasis and links may nest; deeper ones give their text alone.
const DEEPEST: usize = 32;

/// Running text up to the end tag of what it stands in, or to a block; that stays.
pub(crate) fn read(tree: &mut Tree<'_, '_>) -> Vec<Inline> {
    let mut content = Vec::new();
    fill(tree, &mut content, 0);
    if tree.inside && !tree.parse.footnotes.is_empty() {
        content = with_footnotes(content, &tree.parse.footnotes);
    }
    content
}

/// Finds `[^1]` in the text of a tab or a box: the Markdown parser knows no footnote of the text around it.
fn with_footnotes(content: Vec<Inline>, footnotes: &BTreeSet<String>) -> Vec<Inline> {
    let mut found = Vec::new();
    for mut inline in content {
        match inline.kind {
            InlineKind::Text(ref text) if exact(inline.span, text) => {
                let text = text.clone();
                let place = |start: usize, end: usize| {
                    let at = inline.span.start as usize;
                    Span::new(inline.span.file, at + start, at + end)
                };
                let mut at = 0;
                for (start, _) in text.match_indices("[^") {
                    let label = text.get(start + 2..).and_then(|rest| rest.split_once(']'));
                    let Some((label, _)) = label.filter(|(label, _)| footnotes.contains(*label))
                    else {
                        continue;
                    };
                    let end = start + label.len() + 3;
                    let before = text.get(at..start).unwrap_or_default();
                    if !before.is_empty() {
                        let kind = InlineKind::Text(before.to_owned());
                        let span = place(at, start);
                        found.push(Inline { span, kind });
                    }
                    let kind = InlineKind::FootnoteReference(label.to_owned());
                    let span = place(start, end);
                    found.push(Inline { span, kind });
                    at = end;
                }
                let rest = text.get(at..).unwrap_or_default();
                if !rest.is_empty() {
                    let kind = InlineKind::Text(rest.to_owned());
                    let span = place(at, text.len());
                    found.push(Inline { span, kind });
                }
                continue;
            }
            InlineKind::Emphasis(ref mut inner)
            | InlineKind::Strong(ref mut inner)
            | InlineKind::Strike(ref mut inner) => {
                *inner = with_footnotes(std::mem::take(inner), footnotes);
            }
            _ => {}
        }
        found.push(inline);
    }
    found
}

fn fill(tree: &mut Tree<'_, '_>, content: &mut Vec<Inline>, depth: usize) {
    while let Some((event, range)) = tree.peek() {
        let range = range.clone();
        let kind = match event {
            Event::Text(text) => {
                let text = text.to_string();
                tree.next += 1;
                write(tree, content, &text, range);
                continue;
            }
            Event::Start(
                tag @ (Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript
                | Tag::Link { .. }
                | Tag::Image { .. }),
            ) => {
                let tag = tag.clone();
                tree.next += 1;
                element(tree, content, tag, range, depth);
                continue;
            }
            Event::Code(text) => {
                let slice = tree.excerpt.slice(range.clone());
                let inner = inside_ticks(slice);
                let same = tree.masked.get(range.clone()) == Some(slice);
                let text = if same {
                    text.to_string()
                } else {
                    slice
                        .get(inner.clone())
                        .unwrap_or_default()
                        .replace('\n', " ")
                };
                let body = tree.span(range.start + inner.start..range.start + inner.end);
                InlineKind::Code { text, body }
            }
            Event::InlineHtml(_) | Event::Html(_) => {
                InlineKind::Html(tree.excerpt.slice(range.clone()).to_owned())
            }
            Event::FootnoteReference(label) => InlineKind::FootnoteReference(label.to_string()),
            Event::SoftBreak => InlineKind::SoftBreak,
            Event::HardBreak => InlineKind::HardBreak,
            // It was read with its list entry.
            Event::TaskListMarker(_) => {
                tree.next += 1;
                continue;
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => {
                InlineKind::Text(text.to_string())
            }
            Event::Start(_) | Event::End(_) | Event::Rule => return,
        };
        tree.next += 1;
        let span = tree.span(range);
        content.push(Inline { span, kind });
    }
}

/// An element of running text, its end tag included.
fn element(
    tree: &mut Tree<'_, '_>,
    content: &mut Vec<Inline>,
    tag: Tag<'_>,
    range: Range<usize>,
    depth: usize,
) {
    if depth >= DEEPEST {
        fill(tree, content, depth);
        tree.next += 1;
        return;
    }
    let mut inner = Vec::new();
    fill(tree, &mut inner, depth + 1);
    tree.next += 1;
    let span = inner
        .iter()
        .fold(tree.span(range), |span, inline| span.to(inline.span));
    let kind = match tag {
        Tag::Strong => InlineKind::Strong(inner),
        Tag::Strikethrough => InlineKind::Strike(inner),
        Tag::Link {
            link_type,
            dest_url,
            title,
            ..
        } => InlineKind::Link {
            target: target(link_type, &dest_url),
            title: title.to_string(),
            content: inner,
        },
        Tag::Image {
            link_type,
            dest_url,
            title,
            ..
        } => InlineKind::Image {
            source: target(link_type, &dest_url),
            title: title.to_string(),
            alt: alternative(&inner),
        },
        _ => InlineKind::Emphasis(inner),
    };
    content.push(Inline { span, kind });
}

fn target(link_type: LinkType, address: &str) -> Target {
    match link_type {
        LinkType::Email if !address.starts_with("mailto:") => {
            Target::External(format!("mailto:{address}"))
        }
        _ => link::interim(address),
    }
}

/// The text of an image's description.
fn alternative(content: &[Inline]) -> String {
    let mut text = String::new();
    for inline in content {
        match &inline.kind {
            InlineKind::Text(piece) | InlineKind::Code { text: piece, .. } => text.push_str(piece),
            InlineKind::Math { tex, .. } => text.push_str(tex),
            InlineKind::SoftBreak | InlineKind::HardBreak => text.push(' '),
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Link { content: inner, .. } => text.push_str(&alternative(inner)),
            InlineKind::Image { alt, .. } => text.push_str(alt),
            InlineKind::Html(_) | InlineKind::FootnoteReference(_) => {}
        }
    }
    text
}

/// Appends a stretch of text, its formulas put back.
fn write(tree: &Tree<'_, '_>, content: &mut Vec<Inline>, text: &str, range: Range<usize>) {
    if tree.masked.get(range.clone()) != Some(text) {
        // An entity or an escape: it reads otherwise than it is written.
        let span = tree.span(range);
        content.push(Inline {
            span,
            kind: InlineKind::Text(text.to_owned()),
        });
        return;
    }
    let formulas = &tree.survey.formulas;
    let first = formulas.partition_point(|formula| formula.range.start < range.start);
    let mut at = range.start;
    for formula in formulas.get(first..).unwrap_or_default() {
        if formula.range.end > range.end {
            break;
        }
        plain(tree, content, at..formula.range.start);
        let several = tree.excerpt.slice(formula.body.clone()).contains('\n');
        let quotes = if several {
            quotes(tree, formula.range.start)
        } else {
            0
        };
        let body = within(tree, formula.body.clone(), quotes);
        let tex = tex(tree.excerpt.slice(body.clone()), quotes);
        let span = tree.span(formula.range.clone());
        let kind = InlineKind::Math {
            tex,
            body: tree.span(body),
            display: formula.display,
        };
        content.push(Inline { span, kind });
        at = formula.range.end;
    }
    plain(tree, content, at..range.end);
}

/// How many quote marks stand before a place on its line.
fn quotes(tree: &Tree<'_, '_>, at: usize) -> usize {
    let before = tree.excerpt.slice(0..at);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let marks = line.chars().take_while(|c| matches!(c, ' ' | '>'));
    marks.filter(|&c| c == '>').count()
}

/// The part of a formula that is TeX: neither white space nor quote marks around it.
fn within(tree: &Tree<'_, '_>, body: Range<usize>, quotes: usize) -> Range<usize> {
    let mut inside = tree.excerpt.slice(body.clone()).trim_end();
    if quotes > 0
        && let Some((before, last)) = inside.rsplit_once('\n')
        && last.chars().all(|c| matches!(c, ' ' | '>'))
    {
        inside = before.trim_end();
    }
    let end = body.start + inside.len();
    let bare = inside.trim_start();
    let passed = inside.len() - bare.len();
    let mut rest = bare;
    if inside.get(..passed).unwrap_or_default().contains('\n') {
        for _ in 0..quotes {
            rest = rest.trim_start();
            rest = rest.strip_prefix('>').unwrap_or(rest);
        }
    }
    end - rest.trim_start().len()..end
}

/// The TeX of a formula, without the quote marks that its lines begin with.
fn tex(whole: &str, quotes: usize) -> String {
    if quotes == 0 {
        return whole.to_owned();
    }
    let mut tex = String::new();
    for (index, line) in whole.split_inclusive('\n').enumerate() {
        let mut line = line;
        for _ in 0..if index == 0 { 0 } else { quotes } {
            let bare = line.trim_start_matches(' ');
            line = bare.strip_prefix('>').unwrap_or(line);
        }
        tex.push_str(line);
    }
    tex
}

/// Appends text that reads as it is written; it joins the text before it where the two touch.
fn plain(tree: &Tree<'_, '_>, content: &mut Vec<Inline>, range: Range<usize>) {
    let text = tree.excerpt.slice(range.clone());
    if text.is_empty() {
        return;
    }
    let span = tree.span(range);
    if let Some(Inline {
        span: before,
        kind: InlineKind::Text(written),
    }) = content.last_mut()
        && exact(*before, written)
        && before.end == span.start
    {
        before.end = span.end;
        written.push_str(text);
        return;
    }
    content.push(Inline {
        span,
        kind: InlineKind::Text(text.to_owned()),
    });
}

fn exact(span: Span, text: &str) -> bool {
    span.range().len() == text.len()
}

/// Where the code stands in a code span: within its backticks, and within one space on each side.
fn inside_ticks(slice: &str) -> Range<usize> {
    let ticks = slice.bytes().take_while(|&b| b == b'`').count();
    let (start, end) = (ticks, slice.len().saturating_sub(ticks).max(ticks));
    let inner = slice.get(start..end).unwrap_or_default();
    let padded = inner.starts_with([' ', '\n']) && inner.ends_with([' ', '\n']);
    if padded && inner.len() > 2 && inner.contains(|c| !matches!(c, ' ' | '\n' | '\r')) {
        return start + 1..end - 1;
    }
    start..end
}

//! The events of running text in, inlines out, with the formulas put back.

use crate::parse::block::{Inline, InlineKind, Target};
use crate::parse::link;
use crate::parse::tree::Tree;
use crate::source::Span;
use pulldown_cmark::{Event, LinkType, Tag};
use std::ops::Range;

/// How deep emphasis and links may nest; deeper ones give their text alone.
const DEEPEST: usize = 32;

/// Running text up to the end tag of what it stands in, or to a block; that stays.
pub(crate) fn read(tree: &mut Tree<'_, '_>) -> Vec<Inline> {
    let mut content = Vec::new();
    fill(tree, &mut content, 0);
    content
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
                let same = tree.masked.get(range.clone()) == Some(slice);
                InlineKind::Code(if same { text.to_string() } else { code(slice) })
            }
            Event::InlineHtml(_) | Event::Html(_) => {
                InlineKind::Html(tree.excerpt.slice(range.clone()).to_owned())
            }
            Event::FootnoteReference(label) => InlineKind::FootnoteReference(label.to_string()),
            Event::SoftBreak => InlineKind::SoftBreak,
            Event::HardBreak => InlineKind::HardBreak,
            // Only a stray one: those of lists are read with their entry.
            Event::TaskListMarker(_) => {
                InlineKind::Text(tree.excerpt.slice(range.clone()).to_owned())
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
            InlineKind::Text(piece) | InlineKind::Code(piece) => text.push_str(piece),
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
        let quotes = quotes(tree, formula.range.start);
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

/// The text of a code span as it is written.
fn code(slice: &str) -> String {
    let ticks = slice.chars().take_while(|&c| c == '`').count();
    let inner = slice
        .get(ticks..slice.len().saturating_sub(ticks))
        .unwrap_or_default()
        .replace("\r\n", " ")
        .replace('\n', " ");
    let padded = inner.len() > 2 && inner.starts_with(' ') && inner.ends_with(' ');
    if padded && !inner.trim().is_empty() {
        return inner.get(1..inner.len() - 1).unwrap_or_default().to_owned();
    }
    inner
}

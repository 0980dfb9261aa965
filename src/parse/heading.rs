//! The blocks of a lesson in; an id for each heading, unique within the lesson, out.

use crate::parse::block::{Block, BlockKind};
use crate::parse::flow::Flow;
use crate::parse::link;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Gives each heading its id. An id that the author wrote stays; the others are made from the heading's text.
pub(crate) fn identify(blocks: &mut [Block]) {
    let mut taken = BTreeSet::new();
    let mut repeated = BTreeMap::new();
    visit(blocks, &mut |id, _| {
        if !id.is_empty() && !taken.insert(id.clone()) {
            // Twice the same id by hand: the first heading keeps it.
            *id = unique(id, &mut taken, &mut repeated);
        }
    });
    // Raw HTML and boxes have ids too, which no heading may take without being told to.
    link::collect_anchors(blocks, &mut taken);
    visit(blocks, &mut |id, text| {
        if id.is_empty() {
            *id = unique(&slug(text), &mut taken, &mut repeated);
        }
    });
}

/// The lists of blocks directly inside a block.
pub(crate) fn children(kind: &BlockKind) -> Vec<&[Block]> {
    match kind {
        BlockKind::Quote(blocks)
        | BlockKind::Div { blocks, .. }
        | BlockKind::Note { blocks, .. }
        | BlockKind::Footnote { blocks, .. } => vec![blocks],
        BlockKind::List { items, .. } => items.iter().map(|item| &*item.blocks).collect(),
        BlockKind::Tabs(tabs) => tabs.iter().map(|tab| &*tab.blocks).collect(),
        _ => Vec::new(),
    }
}

/// The same, to be changed.
pub(crate) fn children_mut(kind: &mut BlockKind) -> Vec<&mut [Block]> {
    match kind {
        BlockKind::Quote(blocks)
        | BlockKind::Div { blocks, .. }
        | BlockKind::Note { blocks, .. }
        | BlockKind::Footnote { blocks, .. } => vec![blocks],
        BlockKind::List { items, .. } => items.iter_mut().map(|item| &mut *item.blocks).collect(),
        BlockKind::Tabs(tabs) => tabs.iter_mut().map(|tab| &mut *tab.blocks).collect(),
        _ => Vec::new(),
    }
}

fn visit(blocks: &mut [Block], act: &mut impl FnMut(&mut String, &str)) {
    for block in blocks {
        if let BlockKind::Heading { id, content, .. } = &mut block.kind {
            act(id, &Flow::of(content).text);
        } else {
            for inner in children_mut(&mut block.kind) {
                visit(inner, act);
            }
        }
    }
}

/// `id`, or `id-1`, `id-2` and so on, whichever is free first.
fn unique(
    id: &str,
    taken: &mut BTreeSet<String>,
    repeated: &mut BTreeMap<String, usize>,
) -> String {
    let mut candidate = id.to_owned();
    let count = repeated.entry(id.to_owned()).or_default();
    while !taken.insert(candidate.clone()) {
        *count += 1;
        candidate = format!("{id}-{count}");
    }
    candidate
}

/// A heading's text as an id: letters (with their marks) and digits in lower case, hyphens between the words.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for c in text.nfc().flat_map(char::to_lowercase) {
        // The joiners shape Bengali conjuncts and are part of the word.
        if c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '_' | '\u{200c}' | '\u{200d}')
        {
            if gap && !slug.is_empty() {
                slug.push('-');
            }
            gap = false;
            slug.push(c);
        } else if c.is_whitespace() || matches!(c, '-' | '–' | '—' | '/') {
            gap = true;
        }
    }
    if slug.is_empty() {
        slug.push_str("section");
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_keeps_the_letters_of_its_script() {
        assert_eq!(slug("সহজ করে প্রশ্ন"), "সহজ-করে-প্রশ্ন");
        assert_eq!(slug("2.4 Ví dụ: Trừ {1, 3, 4}"), "24-ví-dụ-trừ-1-3-4");
        assert_eq!(slug("Đề bài — Nim"), "đề-bài-nim");
        assert_eq!(slug("Vi\u{301} du\u{323}"), "ví-dụ");
        assert_eq!(slug("???"), "section");
    }
}

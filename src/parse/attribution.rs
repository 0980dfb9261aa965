//! The blocks of a lesson in; whom its text itself names as its source, out.
//!
//! Lessons name their source in a box, `<div class="problem-source" markdown="1">`, or in the lines below their title:
//! `**Original source:** ...`, `**Tác giả:** ...`, `**উৎস:** ...`.

use crate::parse::block::{Block, BlockKind, Inline, InlineKind, Target};
use crate::parse::flow::Flow;
use crate::parse::heading;
use crate::parse::site::{Attribution, Reference};
use unicode_normalization::UnicodeNormalization;

/// The class of the box.
const BOX: &str = "problem-source";

/// What a label stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Original,
    Platforms,
    Authors,
    /// What the author read: the source itself, where no other is named.
    References,
    License,
    Retrieved,
    Changes,
}

/// The labels, in lower case and composed form.
const LABELS: &[(Part, &[&str])] = &[
    (
        Part::Original,
        &[
            "original source",
            "original",
            "source",
            "sources",
            "উৎস",
            "মূল উৎস",
            "মূল সূত্র",
            "nguồn",
            "nguồn gốc",
            "nguồn bài",
            "bài gốc",
        ],
    ),
    (
        Part::Platforms,
        &[
            "platform",
            "platforms",
            "problem link",
            "link",
            "প্ল্যাটফর্ম",
            "লিংক",
            "লিঙ্ক",
            "nền tảng",
            "liên kết",
            "link bài",
        ],
    ),
    (
        Part::Authors,
        &[
            "author",
            "authors",
            "by",
            "লেখক",
            "রচনা",
            "tác giả",
            "người viết",
            "biên soạn",
        ],
    ),
    (
        Part::References,
        &[
            "reference",
            "references",
            "তথ্যসূত্র",
            "সূত্র",
            "tham khảo",
            "tài liệu tham khảo",
            "nguồn tham khảo",
        ],
    ),
    (
        Part::License,
        &["license", "licence", "লাইসেন্স", "giấy phép"],
    ),
    (
        Part::Retrieved,
        &[
            "retrieved",
            "accessed",
            "সংগ্রহ",
            "ngày truy cập",
            "truy cập",
        ],
    ),
    (
        Part::Changes,
        &["changes", "changed", "পরিবর্তন", "thay đổi", "chỉnh sửa"],
    ),
];

/// What the text names as its source; `None` where it names none.
#[must_use]
pub fn read(blocks: &[Block]) -> Option<Attribution> {
    let mut lines = Vec::new();
    match find(blocks) {
        Some(inside) => collect(inside, &mut lines),
        None => {
            // Only what stands above the first section speaks of the lesson as a whole.
            let section = |block: &&Block| matches!(block.kind, BlockKind::Heading { level, .. } if level > 1);
            for block in blocks.iter().take_while(|block| !section(block)) {
                collect(std::slice::from_ref(block), &mut lines);
            }
        }
    }
    let mut attribution = Attribution {
        in_text: true,
        ..Attribution::default()
    };
    let mut references = Vec::new();
    for line in lines {
        if let Some((part, value)) = labelled(line) {
            enter(&mut attribution, &mut references, part, value);
        }
    }
    for value in references {
        if attribution.original.is_none() {
            attribution.original = text(value);
        } else {
            attribution.platforms.extend(named(value));
        }
    }
    let bare = Attribution {
        in_text: true,
        ..Attribution::default()
    };
    (attribution != bare).then_some(attribution)
}

/// The content of the box.
fn find(blocks: &[Block]) -> Option<&[Block]> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Div { attributes, blocks } if attributes.classes.iter().any(|c| c == BOX) => {
            Some(&**blocks)
        }
        kind => heading::children(kind).into_iter().find_map(find),
    })
}

/// The lines of running text: a list entry, a paragraph, each line of it that a break ends.
fn collect<'b>(blocks: &'b [Block], lines: &mut Vec<&'b [Inline]>) {
    for block in blocks {
        if let BlockKind::Paragraph(content) = &block.kind {
            lines.extend(content.split(|inline| match &inline.kind {
                InlineKind::HardBreak | InlineKind::SoftBreak => true,
                InlineKind::Html(html) => html.to_ascii_lowercase().starts_with("<br"),
                _ => false,
            }));
        }
        for inner in heading::children(&block.kind) {
            collect(inner, lines);
        }
    }
}

/// What a line is about, and what it says.
fn labelled(line: &[Inline]) -> Option<(Part, &[Inline])> {
    let blank =
        |inline: &&Inline| matches!(&inline.kind, InlineKind::Text(text) if text.trim().is_empty());
    let skip = line.iter().take_while(blank).count();
    let (first, rest) = line.get(skip..)?.split_first()?;
    let (InlineKind::Strong(content) | InlineKind::Emphasis(content)) = &first.kind else {
        return None;
    };
    let written: String = Flow::of(content)
        .text
        .nfc()
        .collect::<String>()
        .to_lowercase();
    let colon_inside = written.trim_end().ends_with([':', '：', 'ঃ']);
    let colon_after = matches!(rest.first().map(|inline| &inline.kind),
        Some(InlineKind::Text(text)) if text.trim_start().starts_with([':', '：', '—', '–']));
    if !colon_inside && !colon_after {
        return None;
    }
    let label = written.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | 'ঃ'));
    let part = LABELS.iter().find_map(|(part, names)| {
        let known = names.iter().any(|name| name.nfc().eq(label.chars()));
        known.then_some(*part)
    })?;
    Some((part, rest))
}

fn enter<'b>(
    attribution: &mut Attribution,
    references: &mut Vec<&'b [Inline]>,
    part: Part,
    value: &'b [Inline],
) {
    let keep = |slot: &mut Option<String>| {
        if slot.is_none() {
            *slot = text(value);
        }
    };
    match part {
        Part::Original => keep(&mut attribution.original),
        Part::License => keep(&mut attribution.license),
        Part::Retrieved => keep(&mut attribution.retrieved),
        Part::Changes => keep(&mut attribution.changes),
        Part::Platforms => attribution.platforms.extend(named(value)),
        Part::References => references.push(value),
        Part::Authors => {
            let names = text(value).unwrap_or_default();
            let names = names.split([',', ';', '、']).map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            attribution.authors.extend(names.map(str::to_owned));
        }
    }
}

/// What a value reads; `None` for a dash that says there is nothing.
fn text(value: &[Inline]) -> Option<String> {
    let flow = Flow::of(value).text;
    let text = flow.trim().trim_start_matches([':', '：']).trim();
    let empty = text.chars().all(|c| matches!(c, '-' | '–' | '—'));
    (!empty).then(|| text.to_owned())
}

/// Names and their addresses: `LeetCode — <https://...>; [Wiki](https://...), a book`.
fn named(value: &[Inline]) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    let mut before = String::new();
    for inline in value {
        let InlineKind::Link {
            target: Target::External(address),
            content,
            ..
        } = &inline.kind
        else {
            before.push_str(&Flow::of(std::slice::from_ref(inline)).text);
            continue;
        };
        let written = Flow::of(content).text;
        let mut names = names(&before);
        before.clear();
        // An address that stands for itself is called what stands before it.
        let name = if written.trim() == address {
            names.pop().unwrap_or_else(|| host(address).to_owned())
        } else {
            written.trim().to_owned()
        };
        found.extend(names.into_iter().map(|name| Reference { name, url: None }));
        found.push(Reference {
            name,
            url: Some(address.clone()),
        });
    }
    let rest = names(&before).into_iter();
    found.extend(rest.map(|name| Reference { name, url: None }));
    found
}

/// The names in a stretch of text, the marks between them left out.
fn names(text: &str) -> Vec<String> {
    text.split([';', ',', '·', '|'])
        .map(|name| {
            let mark = |c: char| c.is_whitespace() || matches!(c, ':' | '-' | '–' | '—' | '.');
            name.trim_matches(mark)
        })
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The host of an address.
fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

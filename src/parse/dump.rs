//! Blocks in; a tree to be read by people, one node a line with its place in the file, out.

use crate::parse::block::{
    Attributes, Block, BlockKind, Cell, Directive, Inline, InlineKind, Target,
};
use crate::source::{Sources, Span};
use std::fmt::Write as _;

/// Writes blocks as an indented tree. A place is `line:column-line:column`, the end exclusive.
#[must_use]
pub fn dump(blocks: &[Block], sources: &Sources) -> String {
    let mut dump = Dump {
        sources,
        out: String::new(),
        level: 0,
    };
    dump.blocks(blocks);
    dump.out
}

struct Dump<'s> {
    sources: &'s Sources,
    out: String,
    level: usize,
}

impl Dump<'_> {
    fn line(&mut self, what: &str, span: Span) {
        let (start, end) = (self.sources.start(span), self.sources.end(span));
        let end = if start.line == end.line {
            end.column.to_string()
        } else {
            format!("{}:{}", end.line, end.column)
        };
        let indent = "  ".repeat(self.level);
        // Writing to a string does not fail.
        let _ = writeln!(
            self.out,
            "{indent}{what} @{}:{}-{end}",
            start.line, start.column
        );
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.level += 1;
        write(self);
        self.level -= 1;
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        let span = block.span;
        match &block.kind {
            BlockKind::Heading {
                level,
                id,
                classes,
                content,
            } => {
                let classes: String = classes.iter().map(|class| format!(" .{class}")).collect();
                self.line(&format!("heading {level} #{id}{classes}"), span);
                self.inside(|dump| dump.inlines(content));
            }
            BlockKind::Paragraph(content) => {
                self.line("paragraph", span);
                self.inside(|dump| dump.inlines(content));
            }
            BlockKind::Quote(blocks) => {
                self.line("quote", span);
                self.inside(|dump| dump.blocks(blocks));
            }
            BlockKind::List {
                start,
                tight,
                items,
            } => {
                let start = start.map_or(String::new(), |start| format!(" from {start}"));
                let tight = if *tight { " tight" } else { "" };
                self.line(&format!("list{start}{tight}"), span);
                self.inside(|dump| {
                    for item in items {
                        let task = match item.task {
                            Some(true) => " [x]",
                            Some(false) => " [ ]",
                            None => "",
                        };
                        dump.line(&format!("item{task}"), item.span);
                        dump.inside(|dump| dump.blocks(&item.blocks));
                    }
                });
            }
            BlockKind::Code(fence) => {
                let language = fence.language.as_deref().unwrap_or("-");
                let attributes = attributes(&fence.attributes);
                let info = format!("code {language} {}{attributes}", quoted(&fence.info));
                self.line(&info, span);
                self.inside(|dump| {
                    for line in &fence.lines {
                        let text = quoted(dump.sources.slice(*line));
                        dump.line(&text, *line);
                    }
                });
            }
            BlockKind::Table {
                alignments,
                head,
                rows,
            } => {
                self.line(&format!("table {alignments:?}"), span);
                self.inside(|dump| {
                    dump.row("head", head);
                    for row in rows {
                        dump.row("row", row);
                    }
                });
            }
            BlockKind::Div { attributes, blocks } => {
                self.line(&format!("div{}", self::attributes(attributes)), span);
                self.inside(|dump| dump.blocks(blocks));
            }
            BlockKind::Tabs(tabs) => {
                self.line("tabs", span);
                self.inside(|dump| {
                    for tab in tabs {
                        dump.line(&format!("tab {}", quoted(&tab.title)), tab.span);
                        dump.inside(|dump| dump.blocks(&tab.blocks));
                    }
                });
            }
            BlockKind::Note {
                kind,
                title,
                collapsed,
                blocks,
            } => {
                let collapsed = match collapsed {
                    Some(true) => " closed",
                    Some(false) => " open",
                    None => "",
                };
                self.line(&format!("note {kind}{collapsed}"), span);
                self.inside(|dump| {
                    if let Some(title) = title {
                        let _ = writeln!(dump.out, "{}title", "  ".repeat(dump.level));
                        dump.inside(|dump| dump.inlines(title));
                    }
                    dump.blocks(blocks);
                });
            }
            BlockKind::Footnote { label, blocks } => {
                self.line(&format!("footnote {label}"), span);
                self.inside(|dump| dump.blocks(blocks));
            }
            BlockKind::Directive(directive) => {
                let (name, value) = match directive {
                    Directive::Game(value) => ("game", value),
                    Directive::NotChecked(value) => ("not-checked", value),
                };
                self.line(&format!("directive {name} {}", quoted(&value.value)), span);
            }
            BlockKind::Html(html) => self.line(&format!("html {}", quoted(html)), span),
            BlockKind::Rule => self.line("rule", span),
        }
    }

    fn row(&mut self, name: &str, cells: &[Cell]) {
        let _ = writeln!(self.out, "{}{name}", "  ".repeat(self.level));
        self.inside(|dump| {
            for cell in cells {
                dump.line("cell", cell.span);
                dump.inside(|dump| dump.inlines(&cell.content));
            }
        });
    }

    fn inlines(&mut self, content: &[Inline]) {
        for inline in content {
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &Inline) {
        let span = inline.span;
        let mut nested = |name: &str, content: &[Inline]| {
            self.line(name, span);
            self.inside(|dump| dump.inlines(content));
        };
        match &inline.kind {
            InlineKind::Emphasis(content) => nested("emphasis", content),
            InlineKind::Strong(content) => nested("strong", content),
            InlineKind::Strike(content) => nested("strike", content),
            InlineKind::Link {
                target,
                title,
                content,
            } => nested(
                &format!("link {}{}", self::target(target), titled(title)),
                content,
            ),
            InlineKind::Text(text) => self.line(&format!("text {}", quoted(text)), span),
            InlineKind::Code { text, .. } => self.line(&format!("code {}", quoted(text)), span),
            InlineKind::Math { tex, display, .. } => {
                let display = if *display { " display" } else { "" };
                self.line(&format!("math{display} {}", quoted(tex)), span);
            }
            InlineKind::Image { source, title, alt } => {
                let what = format!("image {}{} {}", target(source), titled(title), quoted(alt));
                self.line(&what, span);
            }
            InlineKind::Html(html) => self.line(&format!("html {}", quoted(html)), span),
            InlineKind::SoftBreak => self.line("soft break", span),
            InlineKind::HardBreak => self.line("hard break", span),
            InlineKind::FootnoteReference(label) => {
                self.line(&format!("footnote reference {label}"), span);
            }
        }
    }
}

/// A text in quotes; letters of every script stay as they are.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c.is_control() => out.extend(c.escape_default()),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

fn titled(title: &str) -> String {
    if title.is_empty() {
        String::new()
    } else {
        format!(" titled {}", quoted(title))
    }
}

fn target(target: &Target) -> String {
    match target {
        Target::External(address) => format!("external {}", quoted(address)),
        Target::Lesson { lesson, fragment } => {
            let fragment = fragment
                .as_deref()
                .map_or(String::new(), |f| format!(" #{f}"));
            format!("lesson {lesson}{fragment}")
        }
        Target::Fragment(fragment) => format!("fragment {}", quoted(fragment)),
        Target::Asset(path) => format!("asset {}", quoted(path)),
        Target::Broken(raw) => format!("unresolved {}", quoted(raw)),
    }
}

fn attributes(attributes: &Attributes) -> String {
    let mut out = String::new();
    if let Some(id) = &attributes.id {
        let _ = write!(out, " #{id}");
    }
    for class in &attributes.classes {
        let _ = write!(out, " .{class}");
    }
    for (key, value) in &attributes.pairs {
        let _ = write!(out, " {key}={}", quoted(&value.value));
    }
    out
}

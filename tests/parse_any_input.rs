//! Parsing survives every input: it neither panics nor stalls, and every span lies in the file, inside its parent.

use coursegen::parse::block::{Block, BlockKind, Directive, Inline, InlineKind};
use coursegen::parse::flow::Flow;
use coursegen::parse::markdown::document;
use coursegen::source::{Sources, Span};
use proptest::prelude::*;
use std::time::{Duration, Instant};

struct Walk<'s> {
    sources: &'s Sources,
    depth: usize,
    nodes: usize,
}

impl Walk<'_> {
    fn span(&mut self, span: Span, parent: Span) {
        self.nodes += 1;
        let text = self.sources.text(span.file);
        assert!(
            text.get(span.range()).is_some(),
            "{span:?} is no part of the text"
        );
        assert!(
            parent.holds(span),
            "{span:?} {:?} is not inside {parent:?} {:?}",
            self.sources.slice(span),
            self.sources.slice(parent)
        );
    }

    fn blocks(&mut self, blocks: &[Block], parent: Span) {
        self.depth += 1;
        assert!(self.depth < 80, "nested too deep");
        for block in blocks {
            self.block(block, parent);
        }
        self.depth -= 1;
    }

    fn block(&mut self, block: &Block, parent: Span) {
        self.span(block.span, parent);
        let span = block.span;
        match &block.kind {
            BlockKind::Heading { content, id, .. } => {
                assert!(!id.is_empty());
                self.inlines(content, span);
            }
            BlockKind::Paragraph(content) => self.inlines(content, span),
            BlockKind::Quote(blocks)
            | BlockKind::Div { blocks, .. }
            | BlockKind::Footnote { blocks, .. } => self.blocks(blocks, span),
            BlockKind::Note { title, blocks, .. } => {
                self.inlines(title.as_deref().unwrap_or_default(), span);
                self.blocks(blocks, span);
            }
            BlockKind::List { items, .. } => {
                for item in items {
                    self.span(item.span, span);
                    self.blocks(&item.blocks, item.span);
                }
            }
            BlockKind::Tabs(tabs) => {
                for tab in tabs {
                    self.span(tab.span, span);
                    self.blocks(&tab.blocks, tab.span);
                }
            }
            BlockKind::Code(fence) => {
                for line in &fence.lines {
                    self.span(*line, span);
                    assert!(!self.sources.slice(*line).contains('\n'));
                }
                for (_, value) in &fence.attributes.pairs {
                    self.span(value.span, span);
                }
            }
            BlockKind::Table {
                alignments,
                head,
                rows,
            } => {
                for row in std::iter::once(head).chain(rows) {
                    assert_eq!(row.len(), alignments.len());
                    for cell in row {
                        self.span(cell.span, span);
                        self.inlines(&cell.content, cell.span);
                    }
                }
            }
            BlockKind::Directive(Directive::Game(value) | Directive::NotChecked(value)) => {
                self.span(value.span, span);
            }
            BlockKind::Html(_) | BlockKind::Rule => {}
        }
    }

    fn inlines(&mut self, content: &[Inline], parent: Span) {
        let flow = Flow::of(content);
        for piece in &flow.pieces {
            let text = flow.text.get(piece.at..piece.at + piece.length);
            let written = self.sources.slice(piece.span);
            let breaks = written.contains(['\n', '\r']);
            assert!(
                written.len() != piece.length || breaks || text == Some(written),
                "{text:?} flows from {written:?}"
            );
        }
        self.depth += 1;
        assert!(self.depth < 80, "nested too deep");
        for inline in content {
            self.span(inline.span, parent);
            match &inline.kind {
                InlineKind::Math { body, tex, .. } => {
                    self.span(*body, inline.span);
                    assert!(!tex.trim().is_empty());
                }
                InlineKind::Text(text) => {
                    let written = self.sources.slice(inline.span);
                    assert!(
                        text.len() != written.len() || text == written,
                        "{text:?} stands where {written:?} is written"
                    );
                }
                InlineKind::Emphasis(inner)
                | InlineKind::Strong(inner)
                | InlineKind::Strike(inner)
                | InlineKind::Link { content: inner, .. } => self.inlines(inner, inline.span),
                _ => {}
            }
        }
        self.depth -= 1;
    }
}

fn check(text: &str) -> usize {
    let mut sources = Sources::default();
    let file = sources.add("a.md", text);
    let (blocks, diagnostics) = document(&sources, file, 0..text.len());
    let whole = Span::new(file, 0, text.len());
    let mut walk = Walk {
        sources: &sources,
        depth: 0,
        nodes: 0,
    };
    walk.blocks(&blocks, whole);
    for diagnostic in &diagnostics {
        walk.span(diagnostic.primary.span, whole);
    }
    walk.nodes
}

/// What the dialect is made of, so that random texts hit its corners.
fn token() -> impl Strategy<Value = String> {
    let tokens = [
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        "    ",
        "\t",
        "- ",
        "* ",
        "1. ",
        "> ",
        ">",
        "# ",
        "## ",
        "```",
        "~~~",
        "`",
        "``",
        "$",
        "$$",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\",
        "*",
        "**",
        "_",
        "~~",
        "|",
        "|---|---|",
        "|:-:|",
        "| a | b |",
        "\n|---|\n",
        "=== \"C++\"",
        "=== \"",
        "!!! note",
        "!!! note \"T\"",
        "??? tip",
        "???+ x \"\"",
        "<div markdown=\"1\">",
        "<div class=\"a\" markdown>",
        "</div>",
        "<div>",
        "<!-- game: nim -->",
        "<!--",
        "-->",
        "<?x?>",
        "<p>",
        "<pre>",
        "</pre>",
        "<br>",
        "<a b='",
        "{#id}",
        "{.c",
        "{1, 3}",
        "{#a b=\"c\"}",
        "[a]",
        "[a](b)",
        "![i](j)",
        "[^1]",
        "[^1]: x",
        "[r]: t",
        "](",
        "<http://x>",
        "&amp;",
        "&#0;",
        "- [ ] ",
        "- [x] ",
        "---",
        "===",
        "[!NOTE]",
        "x",
        "খেলা",
        "।",
        "ắ",
        "é",
        "\u{301}",
        "\u{feff}",
        "\u{0}",
        "🎲",
        "n",
        "5",
        "python",
        "\u{2028}",
        "\u{200d}",
    ];
    prop_oneof![
        9 => prop::sample::select(tokens.to_vec()).prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}

proptest! {
    // `PROPTEST_CASES` asks for more.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_parsed(tokens in prop::collection::vec(token(), 0..40)) {
        check(&tokens.concat());
    }
}

#[test]
fn long_and_deep_texts_are_parsed_in_time() {
    let size = 100_000;
    let patterns = [
        "- ",
        "> ",
        "> - ",
        "* a\n",
        "`",
        "``a`",
        "$",
        "$$",
        "$$\n",
        "\\[\n",
        "\\(",
        "$a ",
        "**a",
        "*a _b ",
        "a।**b ",
        "[",
        "![",
        "[a](",
        "<a b='",
        "<div markdown>\n",
        "</div>\n",
        "=== \"a\"\n",
        "=== \"a\"\n\n    b\n",
        "!!! note\n",
        "??? x \"",
        "|",
        "| a ",
        "|a|\n|-|\n",
        "```\n",
        "~~~a\n",
        "# a {#b\n",
        "# {",
        "a\n===\n",
        "{#a}{#a}",
        "# a\n",
        "[^a]",
        "[^a]: b\n",
        "[a]: b\n",
        "<!-- game: a -->\n",
        "<!--",
        "<",
        "&",
        "\\",
        "\r",
        "\n",
        "    a\n",
        "\ta\n",
        "- a\n\n  === \"b\"\n\n",
        "> !!! a\n",
        "1. ",
        "<div markdown> <div markdown>",
        "~",
        "(",
        "](",
        "- $$\n",
        "> $$\n",
        "`$",
        "$`a`",
        "_",
        "a_",
        "- [ ] a\n",
        "<p>\n",
        "|---|\n",
        "a|b\n-|-\n$|$",
        "<?x?>\n",
        "# a {#b}\n",
        "$x$ ",
        "\\[ a\\] b ",
        "- \\[ a\n",
        "a|b\n-|-\n$x$ | ",
        "=== \"1. a\"\n\n    [^1]\n\n[^1]: x\n\n[a]: b\n\n",
        "*a*b**c**",
        "**a।**b",
        "$`",
        "<div markdown>x</div> y\n",
        "\\(a ",
        "> $$\n> a\n",
        "[^a] [^",
    ];
    let mut slow = Vec::new();
    for pattern in patterns {
        let text = pattern.repeat(size / pattern.len());
        let begin = Instant::now();
        check(&text);
        // A quadratic pass over 100 KB would take minutes; this leaves room for slow machines.
        if begin.elapsed() > Duration::from_secs(if cfg!(debug_assertions) { 15 } else { 5 }) {
            slow.push((pattern, begin.elapsed()));
        }
    }
    assert_eq!(slow, []);
}

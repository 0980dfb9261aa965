//! Parsing: each trap of the dialect, as a fixture and its tree.

use coursegen::parse::block::dump;
use coursegen::parse::markdown::document;
use coursegen::source::Sources;
use std::fmt::Write as _;

fn tree(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("a.md", text);
    let (blocks, diagnostics) = document(&sources, file, 0..text.len());
    let mut tree = dump(&blocks, &sources);
    for diagnostic in &diagnostics {
        let place = sources.start(diagnostic.primary.span);
        let _ = writeln!(
            tree,
            "{} {}:{} {}",
            diagnostic.code.id(),
            place.line,
            place.column,
            diagnostic.message
        );
    }
    tree
}

#[test]
fn fixtures() {
    insta::glob!("parse/fixtures/*.md", |path| {
        let text = std::fs::read_to_string(path).expect("a fixture");
        insta::assert_snapshot!(tree(&text));
    });
}

/// The diagnostics of a course, and the targets of all links and images of its first lesson.
fn course(files: &[(&str, &str)]) -> String {
    let inputs = coursegen::load::memory(files);
    let (site, problems) = coursegen::parse::parse(&inputs);
    let mut out = String::new();
    for lesson in &site.lessons {
        let tree = dump(&lesson.blocks, &inputs.sources);
        for line in tree.lines().map(str::trim_start) {
            if line.starts_with("link ") || line.starts_with("image ") {
                let _ = writeln!(out, "{} {line}", lesson.path);
            }
        }
    }
    for problem in &problems {
        let span = problem.primary.span;
        let _ = writeln!(
            out,
            "{} {}:{} {}: {} [{}]",
            inputs.sources.path(span.file),
            inputs.sources.start(span).line,
            inputs.sources.start(span).column,
            problem.code.id(),
            problem.message,
            problem.help.as_deref().unwrap_or_default(),
        );
    }
    out
}

#[test]
fn links_lead_somewhere_or_are_reported() {
    let links = "\
# ক
## ভাগ {#part}
<p id=\"raw\">x</p>

[1](b.md) [2](./b.md#mục-một) [3](b.md#m%E1%BB%A5c-m%E1%BB%99t) [4](#part) [5](#raw) [6](../vi/c.md) [7](/vi/c.md)
[8](https://example.org/a#b) <x@example.org> [9](../bn/) [10](b)

[a](#nowhere) [b](b.md#nowhere) [c](bb.md) [d](../../x/README.md) [e](../../x/) [f](../../../etc/passwd.png)

![g](../../x.png) ![h](../img/a%20b.png) ![i](../img/missing.png) [j](../img/a b.png) [k](<../img/a b.png>)

[l](javascript:alert(1)) [m](JAVA&#10;SCRIPT:alert) ![n](data:image/svg+xml;base64,AA) [o][ref] [p](a.md?x=1)

[ref]: b.md '$t$'
";
    let files = [
        ("bn/README.md", "# mục lục"),
        ("bn/a.md", links),
        ("bn/b.md", "# b\n## Mục một\n"),
        ("vi/c.md", "# c"),
        ("img/a b.png", "png"),
        (
            "course.yaml",
            "languages: {bn: {folder: bn}, vi: {folder: vi}}\n",
        ),
    ];
    insta::assert_snapshot!(course(&files));
}

#[test]
fn the_source_of_a_lesson_is_read_from_its_text() {
    let read = |text: &str| {
        let mut sources = Sources::default();
        let file = sources.add("a.md", text);
        let (blocks, _) = document(&sources, file, 0..text.len());
        coursegen::parse::attribution::read(&blocks)
    };
    let boxed = "# T\n\n<div class=\"problem-source\" markdown=\"1\">\n\n- **Original source:** Old *book*; a site\n- **Platform:** Judge A — <https://a.example/x_y>; [B](https://b.example), C\n- **Difficulty:** Hard\n- **লেখক:** ক, খ\n- **License:** —\n\n</div>\n";
    let lines = "# T\n\n> **Tác giả:** Một, Hai<br>\n> **Tham khảo:** Ba, Bốn\n\n## Phần\n\n**Nguồn:** không phải\n";
    insta::assert_debug_snapshot!((read(boxed), read(lines)));
    assert_eq!(read("# T\n\n**Note:** no source\n"), None);
}

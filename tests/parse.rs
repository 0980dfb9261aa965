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

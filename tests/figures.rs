//! For each kind of figure a right lesson, the same with mistakes, and one with look-alikes that claim nothing.
//!
//! Fixing the wrong lesson gives the right one, byte for byte; a wrong lesson that ends in `<!-- no fix -->` only errs.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops where something is missing"
)]

use coursegen::diagnostic::Severity;
use coursegen::{Checked, Options, check_inputs, fix, load};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures");
    let mut folders: Vec<PathBuf> = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn check(text: &str) -> Checked {
    let options = Options {
        executable: Some(env!("CARGO_BIN_EXE_coursegen").into()),
        ..Options::default()
    };
    check_inputs(load::memory(&[("lesson.md", text)]), &options)
}

fn errors(checked: &Checked) -> Vec<String> {
    let errors = checked
        .report
        .diagnostics
        .iter()
        .filter(|one| one.severity() == Severity::Error);
    errors
        .map(|one| {
            format!(
                "{:?} {}",
                checked.inputs.sources.start(one.primary.span),
                one.message
            )
        })
        .collect()
}

fn kinds(checked: &Checked) -> BTreeSet<&'static str> {
    checked
        .report
        .lessons
        .iter()
        .flat_map(|lesson| &lesson.figures)
        .map(|figure| figure.figure.kind)
        .collect()
}

#[test]
fn each_kind_knows_its_own() {
    let folders = folders();
    assert!(folders.len() >= 15, "there are fixtures for the kinds");
    for folder in folders {
        let kind = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let right = read("right.md");
        let checked = check(&right);
        assert_eq!(errors(&checked), Vec::<String>::new(), "{kind}/right.md");
        assert!(
            kinds(&checked).contains(kind.as_str()),
            "{kind}/right.md has {:?}",
            kinds(&checked)
        );
        assert_eq!(checked.report.totals().unchecked, 0, "{kind}/right.md");

        let wrong = read("wrong.md");
        let checked = check(&wrong);
        assert!(!errors(&checked).is_empty(), "{kind}/wrong.md has errors");
        if !wrong.trim_end().ends_with("<!-- no fix -->") {
            let (fixed, _) = fix::fix(&checked.inputs.sources, &checked.report.diagnostics);
            let fixed = fixed.into_values().next().unwrap_or_default();
            assert!(
                fixed == right,
                "fixing {kind}/wrong.md gives\n{fixed}\nnot\n{right}"
            );
        }

        let checked = check(&read("not_mine.md"));
        assert_eq!(errors(&checked), Vec::<String>::new(), "{kind}/not_mine.md");
        assert!(
            !kinds(&checked).contains(kind.as_str()),
            "{kind}/not_mine.md has a {kind}"
        );
    }
}

//! Lessons in which every stated value is right -> one value changed at a time, and the check must notice.
//!
//! `COURSEGEN_MUTATE=FOLDER cargo test --release --test mutations -- --nocapture` does the same for another course
//! with a FIGURES.tsv, and lists what goes unnoticed; `COURSEGEN_ONLY` names a part of a path, `COURSEGEN_EVERY` a step.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test stops where something is missing, and prints what it is asked for"
)]

use coursegen::{Checked, Options, check_inputs, load};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const BENGALI: &str = "০১২৩৪৫৬৭৮৯";
const OPPOSITES: &[(&str, &str)] = &[
    ("W", "L"),
    ("P", "N"),
    ("True", "False"),
    ("জেতে", "হারে"),
    ("THẮNG", "THUA"),
    ("thắng", "thua"),
    ("Thắng", "Thua"),
    ("জিতবে", "হারবে"),
    ("জেতা", "হারা"),
    ("জয়", "পরাজয়"),
];

/// A stated value: where it stands in its line (bytes), and what it is.
struct Token {
    at: usize,
    text: String,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric()
        || c == '_'
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9cd}' | '\u{9d7}')
}

fn tokens(line: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    // The number of a list entry states nothing.
    let lead = line.len() - line.trim_start().len();
    let digits = line[lead..].bytes().take_while(u8::is_ascii_digit).count();
    let start = if digits > 0 && line[lead + digits..].starts_with(". ") {
        lead + digits + 2
    } else {
        lead
    };
    let mut index = chars
        .iter()
        .position(|(at, _)| *at >= start)
        .unwrap_or(chars.len());
    while index < chars.len() {
        let (at, c) = chars[index];
        let run = |fits: &dyn Fn(char) -> bool| {
            chars[index..].iter().take_while(|(_, c)| fits(*c)).count()
        };
        let end = |length: usize| chars.get(index + length).map_or(line.len(), |(at, _)| *at);
        if c.is_ascii_digit() || BENGALI.contains(c) {
            let ascii = c.is_ascii_digit();
            let length = run(&|c| {
                if ascii {
                    c.is_ascii_digit()
                } else {
                    BENGALI.contains(c)
                }
            });
            found.push(Token {
                at,
                text: line[at..end(length)].to_owned(),
            });
            index += length;
        } else if is_word(c) {
            let length = run(&|c| is_word(c));
            let text = &line[at..end(length)];
            let before = index.checked_sub(1).map(|index| chars[index].1);
            let strip = text.len() >= 3 && text.chars().all(|c| c == 'W' || c == 'L');
            let letter = matches!(text, "W" | "L" | "P" | "N") && before != Some('-');
            if strip
                || letter
                || (text.chars().count() > 1
                    && OPPOSITES.iter().any(|(a, b)| text == *a || text == *b))
            {
                found.push(Token {
                    at,
                    text: text.to_owned(),
                });
            } else {
                // Digits at the end of a name count, as in `bit2`.
                for (offset, c) in text.char_indices() {
                    if c.is_ascii_digit() {
                        found.push(Token {
                            at: at + offset,
                            text: c.to_string(),
                        });
                    }
                }
            }
            index += length;
        } else {
            index += 1;
        }
    }
    found
}

/// Other values that the same place could state.
fn others(text: &str) -> Vec<String> {
    if let Some((a, b)) = OPPOSITES.iter().find(|(a, b)| text == *a || text == *b) {
        return vec![if text == *a { *b } else { *a }.to_owned()];
    }
    let flip = |zero: char, one: char| -> Vec<String> {
        text.char_indices()
            .map(|(at, c)| {
                format!(
                    "{}{}{}",
                    &text[..at],
                    if c == zero { one } else { zero },
                    &text[at + c.len_utf8()..]
                )
            })
            .collect()
    };
    if text.chars().all(|c| c == 'W' || c == 'L') {
        return flip('W', 'L');
    }
    if text.chars().count() > 1 && text.chars().all(|c| c == '0' || c == '1') {
        return flip('0', '1');
    }
    if text.chars().count() > 1 && text.chars().all(|c| c == '০' || c == '১') {
        return flip('০', '১');
    }
    let bengali = text.chars().any(|c| BENGALI.contains(c));
    let ascii: String = text
        .chars()
        .filter_map(|c| {
            if c.is_ascii_digit() {
                c.to_digit(10)
            } else {
                BENGALI
                    .chars()
                    .position(|digit| digit == c)
                    .map(|d| d as u32)
            }
        })
        .map(|d| d.to_string())
        .collect();
    let Ok(value) = ascii.parse::<u64>() else {
        return Vec::new();
    };
    let script = |value: u64| -> String {
        let digits = value.to_string();
        if bengali {
            digits
                .chars()
                .filter_map(|c| BENGALI.chars().nth(c.to_digit(10)? as usize))
                .collect()
        } else {
            digits
        }
    };
    [Some(value + 1), value.checked_sub(1)]
        .into_iter()
        .flatten()
        .map(script)
        .collect()
}

struct Course {
    root: PathBuf,
    options: Options,
}

impl Course {
    fn files(&self, lesson: &str, text: &str) -> Vec<(String, String)> {
        let mut files = vec![(lesson.to_owned(), text.to_owned())];
        for name in ["course.yaml".to_owned(), lesson.replace(".md", ".yaml")] {
            if let Ok(text) = std::fs::read_to_string(self.root.join(&name)) {
                files.push((name, text));
            }
        }
        files
    }

    fn check(&self, lesson: &str, text: &str) -> Checked {
        let files = self.files(lesson, text);
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        check_inputs(load::memory(&files), &self.options)
    }
}

/// What is reported as an error.
fn errors(checked: &Checked) -> BTreeSet<String> {
    let sources = &checked.inputs.sources;
    let errors = checked
        .report
        .diagnostics
        .iter()
        .filter(|one| one.severity() == coursegen::diagnostic::Severity::Error);
    errors
        .map(|one| format!("{:?} {}", sources.start(one.primary.span), one.message))
        .collect()
}

struct Outcome {
    alarms: usize,
    tried: usize,
    survived: Vec<String>,
    /// Changes in fences, tables and formulas, and how many of them went unnoticed.
    set_apart: (usize, usize),
    /// Changes that were noticed and that `--fix` turned back into the original, byte for byte.
    mended: usize,
    /// Changes after whose fix something is left to fix.
    unsettled: Vec<String>,
}

fn mutate(root: &Path, only: &str, every: usize, say: bool) -> Outcome {
    let cache = tempfile::tempdir().unwrap();
    let options = Options {
        cache: Some(cache.path().to_owned()),
        executable: Some(env!("CARGO_BIN_EXE_coursegen").into()),
        ..Options::default()
    };
    let course = Course {
        root: root.to_owned(),
        options,
    };
    let table = std::fs::read_to_string(root.join("FIGURES.tsv")).unwrap();
    let mut rows: Vec<(String, usize, usize, String)> = Vec::new();
    for row in table
        .lines()
        .filter(|row| !row.trim().is_empty() && !row.starts_with('#'))
    {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells[0].contains(only) && !cells[3].starts_with("excerpt") {
            rows.push((
                cells[0].to_owned(),
                cells[1].parse().unwrap(),
                cells[2].parse().unwrap(),
                cells[3].to_owned(),
            ));
        }
    }
    let mut outcome = Outcome {
        alarms: 0,
        tried: 0,
        survived: Vec::new(),
        set_apart: (0, 0),
        mended: 0,
        unsettled: Vec::new(),
    };
    let mut clean: std::collections::BTreeMap<String, (String, BTreeSet<String>)> =
        std::collections::BTreeMap::new();
    let mut counter = 0;
    for (path, first, last, kind) in &rows {
        let (original, before) = clean.entry(path.clone()).or_insert_with(|| {
            let text = std::fs::read_to_string(root.join(path)).unwrap();
            let before = errors(&course.check(path, &text));
            outcome.alarms += before.len();
            if say {
                before
                    .iter()
                    .for_each(|error| println!("false alarm  {path}  {error}"));
            }
            (text, before)
        });
        let lines: Vec<&str> = original.split('\n').collect();
        let prose = kind.contains("prose");
        for number in *first..=*last {
            let line = lines[number - 1];
            for token in tokens(line) {
                let word = !token.text.is_ascii()
                    && !BENGALI.contains(token.text.chars().next().unwrap_or(' '));
                if word && prose && !["জেতে", "হারে", "THẮNG", "THUA"].contains(&token.text.as_str())
                {
                    continue;
                }
                for other in others(&token.text) {
                    counter += 1;
                    if counter % every != 0 {
                        continue;
                    }
                    let changed = format!(
                        "{}{other}{}",
                        &line[..token.at],
                        &line[token.at + token.text.len()..]
                    );
                    let mut text: Vec<&str> = lines.clone();
                    text[number - 1] = &changed;
                    let checked = course.check(path, &text.join("\n"));
                    outcome.tried += 1;
                    let apart = !prose && !kind.contains("dry run");
                    outcome.set_apart.0 += usize::from(apart);
                    let (mended, _) =
                        coursegen::fix::fix(&checked.inputs.sources, &checked.report.diagnostics);
                    if let Some(fixed) = mended.into_values().next() {
                        outcome.mended += usize::from(fixed == *original);
                        if fixed != *original {
                            let again = course.check(path, &fixed);
                            let (left, _) = coursegen::fix::fix(
                                &again.inputs.sources,
                                &again.report.diagnostics,
                            );
                            if !left.is_empty() {
                                outcome
                                    .unsettled
                                    .push(format!("{path}:{number}  {} -> {other}", token.text));
                            }
                        }
                    }
                    if errors(&checked).difference(before).next().is_none() {
                        outcome.set_apart.1 += usize::from(apart);
                        outcome.survived.push(format!(
                            "{path}:{number}  {} -> {other}  ({kind})  {}",
                            token.text,
                            line.trim().chars().take(90).collect::<String>()
                        ));
                    }
                }
            }
        }
    }
    outcome
}

#[test]
fn a_changed_value_is_noticed() {
    let every = std::env::var("COURSEGEN_EVERY")
        .ok()
        .and_then(|every| every.parse().ok());
    let only = std::env::var("COURSEGEN_ONLY").unwrap_or_default();
    if let Ok(root) = std::env::var("COURSEGEN_MUTATE") {
        let outcome = mutate(Path::new(&root), &only, every.unwrap_or(1), true);
        outcome
            .survived
            .iter()
            .for_each(|line| println!("survived  {line}"));
        outcome
            .unsettled
            .iter()
            .for_each(|line| println!("unsettled  {line}"));
        println!(
            "{} of {} turned back by --fix, {} unsettled",
            outcome.mended,
            outcome.tried,
            outcome.unsettled.len()
        );
        println!(
            "{} false alarms; {} of {} unnoticed, {} of {} outside of prose",
            outcome.alarms,
            outcome.survived.len(),
            outcome.tried,
            outcome.set_apart.1,
            outcome.set_apart.0
        );
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/layouts");
    let outcome = mutate(&root, "", every.unwrap_or(23), false);
    assert!(outcome.tried > 100, "there are changes to try");
    let unnoticed = outcome.survived.len() * 100 / outcome.tried;
    // The bound is where the recognisers stand; it only ever goes down.
    assert!(
        unnoticed <= 31,
        "{unnoticed} % of {} changes go unnoticed:\n{}",
        outcome.tried,
        outcome.survived.join("\n")
    );
}

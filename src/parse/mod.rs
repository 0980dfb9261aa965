//! Inputs -> Site. Never fails: what is wrong comes back as diagnostics, and the rest is parsed all the same.
//! Spans are always of the file on disk.
//!
//! 1. Read course.yaml.
//! 2. Read the front matter of each lesson: it gives language, address, number, games.
//! 3. Put the lessons in order; their addresses are then known to all links.
//! 4. Parse the Markdown of each lesson, and report what is wrong between lesson and front matter.
//! 5. Resolve the links, and read the attribution box of a lesson whose front matter names no source.

pub mod address;
mod attributes;
pub mod attribution;
pub mod block;
mod container;
mod dialect;
mod draft;
mod dump;
mod emphasis;
mod excerpt;
mod fence;
pub mod flow;
mod front;
mod heading;
mod inline;
pub mod language;
mod lines;
pub mod link;
pub mod markdown;
mod mask;
mod opening;
pub mod site;
mod special;
mod tree;

use crate::config::{self, Config};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Inputs;
use crate::parse::block::{Block, BlockKind};
use crate::parse::flow::Flow;
use crate::parse::site::{Lesson, Site};
use crate::source::{Span, Spanned};
use crate::yaml::nearest;
use draft::Draft;
use rayon::prelude::*;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Parses a course. The diagnostics of reading it are among those returned.
#[must_use]
pub fn parse(inputs: &Inputs) -> (Site, Vec<Diagnostic>) {
    let sources = &inputs.sources;
    let mut problems = inputs.diagnostics.clone();
    let mut config = match inputs.course {
        Some(file) => {
            let (config, found) = config::read(sources, file);
            problems.extend(found);
            config
        }
        None => Config::default(),
    };
    let mut drafts = draft::drafts(inputs, &config, &mut problems);
    if config.languages.is_empty() {
        config.languages = draft::languages_of(&drafts);
    }
    draft::order(&mut drafts, &config, &mut problems);
    draft::report_same_addresses(&drafts, &mut problems);
    draft::report_missing_twins(&drafts, &mut problems);

    let parsed: Vec<(Vec<Block>, Vec<Diagnostic>)> = drafts
        .par_iter()
        .map(|draft| markdown::document(sources, draft.file, draft.front.body.clone()))
        .collect();
    let mut lessons = Vec::new();
    let mut unread = BTreeSet::new();
    for (draft, (blocks, found)) in drafts.into_iter().zip(parsed) {
        if draft.front.is_unread {
            unread.insert(draft.file);
        }
        problems.extend(found);
        report_stale_sections(&draft, &blocks, &mut problems);
        lessons.push(draft.lesson(blocks));
    }
    problems.extend(link::resolve(&mut lessons, inputs));
    for lesson in &mut lessons {
        // What a broken front matter says nobody knows; it was reported.
        let promised = config.declared && !unread.contains(&lesson.file);
        name_source(lesson, promised, &mut problems);
    }
    (Site { config, lessons }, problems)
}

/// Takes the source from the text of the lesson where the front matter names none.
fn name_source(lesson: &mut Lesson, promised: bool, problems: &mut Vec<Diagnostic>) {
    let in_text = attribution::read(&lesson.blocks);
    match (&mut lesson.front.source, in_text) {
        (Some(source), Some(_)) => source.in_text = true,
        (source @ None, Some(found)) => *source = Some(found),
        (Some(_), None) => {}
        // A folder of notes without course.yaml promises nothing.
        (None, None) if !promised => {}
        (None, None) => problems.push(
            Diagnostic::new(
                Code::NoSource,
                Span::new(lesson.file, 0, 0),
                "the lesson does not name its source",
            )
            .because("every lesson of a course says whose work it is")
            .help("write `source: {original: …, authors: […]}` in its front matter"),
        ),
    }
}

/// A heading that was renamed takes its game with it, unnoticed: `sections:` must name headings that exist.
fn report_stale_sections(draft: &Draft, blocks: &[Block], problems: &mut Vec<Diagnostic>) {
    if draft.front.sections.is_empty() || blocks.is_empty() {
        return;
    }
    let mut headings = Vec::new();
    collect_headings(blocks, &mut headings);
    let plain = |text: &str| -> String {
        let text: String = text.nfc().collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let names: Vec<String> = headings
        .iter()
        .flat_map(|(id, text)| [plain(id), plain(text)])
        .collect();
    for Spanned { value, span } in &draft.front.sections {
        if names.contains(&plain(value)) {
            continue;
        }
        let message =
            format!("`sections` names `{value}`, and no heading of the lesson is called so");
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        let problem = Diagnostic::new(Code::UnknownKey, *span, message);
        problems.push(match nearest(&plain(value), &known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("write the text of a heading, or its id"),
        });
    }
}

fn collect_headings(blocks: &[Block], headings: &mut Vec<(String, String)>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading { id, content, .. } => {
                headings.push((id.clone(), Flow::of(content).text));
            }
            BlockKind::Quote(blocks)
            | BlockKind::Div { blocks, .. }
            | BlockKind::Note { blocks, .. } => collect_headings(blocks, headings),
            BlockKind::List { items, .. } => {
                for item in items {
                    collect_headings(&item.blocks, headings);
                }
            }
            BlockKind::Tabs(tabs) => {
                for tab in tabs {
                    collect_headings(&tab.blocks, headings);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn check(files: &[(&str, &str)]) -> (Site, Vec<String>) {
        let inputs = load::memory(files);
        let (site, problems) = parse(&inputs);
        let lines = problems
            .iter()
            .map(|problem| {
                let place = inputs.sources.start(problem.primary.span);
                format!(
                    "{}:{}:{}: {}: {}{}",
                    inputs.sources.path(problem.primary.span.file),
                    place.line,
                    place.column,
                    problem.code.id(),
                    problem.message,
                    problem
                        .help
                        .as_ref()
                        .map_or(String::new(), |help| format!(" ({help})"))
                )
            })
            .collect();
        (site, lines)
    }

    fn with_source(body: &str) -> String {
        format!("---\nsource: own work\n---\n{body}")
    }

    #[test]
    fn a_declared_course_has_its_languages_titles_and_order() {
        let course = "title: {bn: খেলা, vi: Trò chơi}\nlanguages:\n  vi: {name: Tiếng Việt, folder: v}\n  bn: {}\nnav: [v/b-2.md]\n";
        let (site, problems) = check(&[
            ("course.yaml", course),
            ("README.md", "# about"),
            ("bn/10-x.md", &with_source("x")),
            ("bn/9-y.md", &with_source("y")),
            ("v/a-1.md", &with_source("a")),
            ("v/b-2.md", &with_source("b")),
            ("other/z.md", "z"),
        ]);
        assert_eq!(problems, [] as [String; 0]);
        let order: Vec<&str> = site
            .lessons
            .iter()
            .map(|lesson| lesson.address.as_str())
            .collect();
        assert_eq!(order, ["vi/b-2", "vi/a-1", "bn/9-y", "bn/10-x"]);
        assert_eq!(site.config.languages[1].name, "বাংলা");
        assert_eq!(site.config.title["vi"], "Trò chơi");
    }

    #[test]
    fn a_folder_without_course_yaml_is_a_course_too() {
        let (site, problems) = check(&[
            (
                "README.md",
                "---\nlayout: page\ndate: 2024-01-01\n---\nNim for two",
            ),
            ("a/b.md", "খেলা শুরু"),
            ("c.md", "Người chơi"),
        ]);
        assert_eq!(problems, [] as [String; 0]);
        let seen: Vec<(&str, &str)> = site
            .lessons
            .iter()
            .map(|lesson| (lesson.address.as_str(), lesson.title.as_str()))
            .collect();
        assert_eq!(
            seen,
            [("bn/a/b", "b"), ("vi/c", "c"), ("en/README", "README")]
        );
    }

    #[test]
    fn games_are_read_from_front_matter_and_sidecar() {
        let front = "---\ntitle: T\ngames:\n  all: {sum: [heap, nim]}\n  heap: {subtraction: [1, 2]}\n---\n";
        let (site, problems) = check(&[
            ("a.md", front),
            (
                "a.yaml",
                "games:\n  heaps: {sum: heap}\n  last: {subtraction: [1, 3], play: misere}\n",
            ),
        ]);
        assert_eq!(problems, [] as [String; 0]);
        let games: Vec<String> = site.lessons[0]
            .front
            .games
            .iter()
            .map(|game| format!("{} = {}", game.name.value, game.game.spec()))
            .collect();
        assert_eq!(
            games,
            [
                "all = sum(subtraction {1, 2}; nim)",
                "heap = subtraction {1, 2}",
                "heaps = sum(subtraction {1, 2})",
                "last = misere subtraction {1, 3}"
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_reported_where_it_stands() {
        let course = "titel: x\nlanguages: {bn: {folder: ../x}}\nchecks: {unchecked: eror, code: run}\nbase_url: example.org\nstatic: ../../etc\n";
        let lesson = "---\nnumbr: 4\ngames:\n  a: {sum: b}\n  b: {sum: a}\n  c: {subtraktion: [1]}\n  d: {sum: e}\n  f: [1]\n  g: {nim: , play: last}\nsections: {x: h}\nsource: {ids: [wiki]}\ntwin: bn/y.md\n---\n";
        let (_, problems) = check(&[
            ("course.yaml", course),
            ("bn/x.md", lesson),
            ("bn/X.md", "x"),
        ]);
        insta::assert_snapshot!(problems.join("\n"));
    }
}

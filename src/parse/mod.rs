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
mod dialect;
mod dump;
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
mod tree;

use crate::config::{self, Config, Language};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Inputs;
use crate::parse::block::{Block, BlockKind};
use crate::parse::flow::Flow;
use crate::parse::site::{Lesson, Site};
use crate::source::{Span, Spanned};
use crate::yaml::nearest;
use front::Front;
use rayon::prelude::*;
use std::collections::BTreeMap;
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
    let mut drafts = drafts(inputs, &config, &mut problems);
    if config.languages.is_empty() {
        config.languages = languages_of(&drafts);
    }
    order(&mut drafts, &config, &mut problems);
    report_same_addresses(&drafts, &mut problems);
    report_missing_twins(&drafts, &mut problems);

    let parsed: Vec<(Vec<Block>, Vec<Diagnostic>)> = drafts
        .par_iter()
        .map(|draft| markdown::document(sources, draft.file, draft.front.body.clone()))
        .collect();
    let mut lessons = Vec::new();
    for (draft, (blocks, found)) in drafts.into_iter().zip(parsed) {
        problems.extend(found);
        report_stale_sections(&draft, &blocks, &mut problems);
        lessons.push(draft.lesson(blocks));
    }
    problems.extend(link::resolve(&mut lessons, inputs));
    for lesson in &mut lessons {
        name_source(lesson, &config, &mut problems);
    }
    (Site { config, lessons }, problems)
}

/// A lesson before its Markdown is parsed.
struct Draft {
    file: crate::source::FileId,
    path: String,
    language: String,
    address: String,
    front: Front,
}

impl Draft {
    fn lesson(self, blocks: Vec<Block>) -> Lesson {
        let title = self.front.title.clone().or_else(|| first_heading(&blocks));
        let title = title.unwrap_or_else(|| {
            let name = self.path.rsplit('/').next().unwrap_or_default();
            name.rsplit_once('.')
                .map_or(name, |(stem, _)| stem)
                .to_owned()
        });
        Lesson {
            file: self.file,
            path: self.path,
            language: self.language,
            address: self.address,
            title,
            front: self.front.matter,
            blocks,
        }
    }
}

fn drafts(inputs: &Inputs, config: &Config, problems: &mut Vec<Diagnostic>) -> Vec<Draft> {
    let sources = &inputs.sources;
    let mut drafts = Vec::new();
    for input in &inputs.lessons {
        let path = sources.path(input.markdown).to_owned();
        let mut front = front::read(sources, config, *input, problems);
        if front.matter.number.is_none() {
            front.matter.number = address::number(&path);
        }
        let declared = config.languages.iter().find(|language| {
            let rest = path.strip_prefix(language.folder.as_str());
            rest.is_some_and(|rest| language.folder.is_empty() || rest.starts_with('/'))
        });
        let (language, folder) = match declared {
            Some(language) => (language.code.clone(), language.folder.as_str()),
            None => {
                let body = sources.text(input.markdown).get(front.body.clone());
                (language::of(body.unwrap_or_default()).to_owned(), "")
            }
        };
        drafts.push(Draft {
            file: input.markdown,
            address: address::of(&language, folder, &path),
            path,
            language,
            front,
        });
    }
    drafts
}

/// The languages that the lessons of a folder without `languages:` are written in.
fn languages_of(drafts: &[Draft]) -> Vec<Language> {
    ["bn", "vi", "en"]
        .into_iter()
        .filter(|code| drafts.iter().any(|draft| draft.language == *code))
        .map(|code| Language {
            code: code.to_owned(),
            name: config::language_name(code).unwrap_or(code).to_owned(),
            folder: String::new(),
        })
        .collect()
}

/// Sorts the lessons: by language, then as `nav` has them, then by number, then by path.
fn order(drafts: &mut [Draft], config: &Config, problems: &mut Vec<Diagnostic>) {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, entry) in config.nav.iter().enumerate() {
        let wanted = entry.value.trim_start_matches("./");
        if drafts.iter().any(|draft| draft.path == wanted) {
            places.entry(wanted).or_insert(place);
            continue;
        }
        let paths: Vec<&str> = drafts.iter().map(|draft| draft.path.as_str()).collect();
        let message = format!(
            "`nav` names `{}`, which is no lesson of the course",
            entry.value
        );
        let problem = Diagnostic::new(Code::WrongValue, entry.span, message);
        problems.push(match nearest(wanted, &paths) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("write the path of a lesson, such as `bn/141-basics.md`"),
        });
    }
    drafts.sort_by_cached_key(|draft| {
        let language = config
            .languages
            .iter()
            .position(|language| language.code == draft.language);
        let number = draft
            .front
            .matter
            .number
            .as_ref()
            .map_or(u64::MAX, |number| number.parse().unwrap_or(u64::MAX));
        (
            language.unwrap_or(usize::MAX),
            places
                .get(draft.path.as_str())
                .copied()
                .unwrap_or(usize::MAX),
            number,
            draft.path.clone(),
        )
    });
}

fn report_same_addresses(drafts: &[Draft], problems: &mut Vec<Diagnostic>) {
    let mut taken: BTreeMap<String, &Draft> = BTreeMap::new();
    for draft in drafts {
        if let Some(other) = taken.get(&address::key(&draft.address)) {
            let message = format!(
                "`{}` and `{}` would both be published at `{}/`",
                other.path, draft.path, draft.address
            );
            problems.push(
                Diagnostic::new(Code::SameAddress, Span::new(draft.file, 0, 0), message)
                    .related(Span::new(other.file, 0, 0), "the other lesson")
                    .help("rename one of the two files"),
            );
        } else {
            taken.insert(address::key(&draft.address), draft);
        }
    }
}

/// Takes the source from the text of the lesson where the front matter names none.
fn name_source(lesson: &mut Lesson, config: &Config, problems: &mut Vec<Diagnostic>) {
    let in_text = attribution::read(&lesson.blocks);
    match (&mut lesson.front.source, in_text) {
        (Some(source), Some(_)) => source.in_text = true,
        (source @ None, Some(found)) => *source = Some(found),
        (Some(_), None) => {}
        // A folder of notes without course.yaml promises nothing.
        (None, None) if !config.declared => {}
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

fn first_heading(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { content, .. } => {
            let text = Flow::of(content).text.trim().to_owned();
            (!text.is_empty()).then_some(text)
        }
        BlockKind::Div { blocks, .. } => first_heading(blocks),
        _ => None,
    })
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

fn report_missing_twins(drafts: &[Draft], problems: &mut Vec<Diagnostic>) {
    for draft in drafts {
        let Some(twin) = &draft.front.twin else {
            continue;
        };
        let wanted = twin.value.trim_matches('/');
        let exists = |other: &Draft| other.path == wanted || other.address == wanted;
        if drafts.iter().any(exists) {
            continue;
        }
        let paths: Vec<&str> = drafts.iter().map(|draft| draft.path.as_str()).collect();
        let message = format!(
            "`twin` names `{}`, which is no lesson of the course",
            twin.value
        );
        let problem = Diagnostic::new(Code::BrokenLink, twin.span, message);
        problems.push(match nearest(wanted, &paths) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("write the path of the lesson in the other language"),
        });
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

    #[test]
    fn a_declared_course_has_its_languages_titles_and_order() {
        let course = "title: {bn: খেলা, vi: Trò chơi}\nlanguages:\n  vi: {name: Tiếng Việt, folder: v}\n  bn: {}\nnav: [v/b-2.md]\n";
        let (site, problems) = check(&[
            ("course.yaml", course),
            ("README.md", "# about"),
            ("bn/10-x.md", "x"),
            ("bn/9-y.md", "y"),
            ("v/a-1.md", "a"),
            ("v/b-2.md", "b"),
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

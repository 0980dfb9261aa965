//! The lessons of a course before their Markdown is parsed: language, address, order, and what is wrong among them.

use super::front::{self, Front};
use super::{address, language};
use crate::config::{self, Config, Language};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Inputs;
use crate::parse::block::{Block, BlockKind};
use crate::parse::flow::Flow;
use crate::parse::site::Lesson;
use crate::source::{FileId, Span};
use crate::yaml::nearest;
use std::collections::BTreeMap;

/// A lesson before its Markdown is parsed.
pub(super) struct Draft {
    pub(super) file: FileId,
    pub(super) path: String,
    pub(super) language: String,
    pub(super) address: String,
    pub(super) front: Front,
}

impl Draft {
    pub(super) fn lesson(self, blocks: Vec<Block>) -> Lesson {
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

pub(super) fn drafts(
    inputs: &Inputs,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Draft> {
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
pub(super) fn languages_of(drafts: &[Draft]) -> Vec<Language> {
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
pub(super) fn order(drafts: &mut [Draft], config: &Config, problems: &mut Vec<Diagnostic>) {
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

pub(super) fn report_same_addresses(drafts: &[Draft], problems: &mut Vec<Diagnostic>) {
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

pub(super) fn report_missing_twins(drafts: &[Draft], problems: &mut Vec<Diagnostic>) {
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

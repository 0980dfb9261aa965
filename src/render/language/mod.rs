//! The interface in each language: `LANGUAGE.yaml` in, texts with their numbers out.
//!
//! A new language is one file and its line in [`FILES`]; a course can bring one of its own as the template
//! `language/CODE.yaml`.

use crate::diagnostic::{Code, Diagnostic};
use crate::failure::Failure;
use crate::source::Sources;
use crate::yaml::{self, Fields};
use std::collections::BTreeMap;

const FILES: &[(&str, &str)] = &[
    ("bn", include_str!("bn.yaml")),
    ("en", include_str!("en.yaml")),
    ("vi", include_str!("vi.yaml")),
];

const FALLBACK: &str = "en";

#[derive(Debug, Clone, Default)]
struct Raw {
    name: String,
    digits: Option<String>,
    texts: BTreeMap<String, String>,
    notes: BTreeMap<String, String>,
    kinds: BTreeMap<String, String>,
    concepts: BTreeMap<String, String>,
}

/// The interface texts of every language.
#[derive(Debug, Clone)]
pub(crate) struct Languages {
    by_code: BTreeMap<String, Texts>,
    fallback: Texts,
}

impl Languages {
    /// The built-in languages, and those that the course brings among its templates.
    pub(crate) fn load(templates: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let mut raw = BTreeMap::new();
        for (code, text) in FILES {
            raw.insert((*code).to_owned(), read(code, text)?);
        }
        for (name, text) in templates {
            let code = name
                .strip_prefix("language/")
                .and_then(|rest| rest.strip_suffix(".yaml"));
            if let Some(code) = code {
                let mut own = read(code, text)?;
                if let Some(built_in) = raw.remove(code) {
                    own = over(own, built_in);
                }
                raw.insert(code.to_owned(), own);
            }
        }
        let Some(fallback) = raw.get(FALLBACK).cloned() else {
            return Err(Failure::new("the English interface texts are missing"));
        };
        let by_code = raw
            .into_iter()
            .map(|(code, own)| {
                let texts = Texts::new(over(own, fallback.clone()));
                (code, texts)
            })
            .collect();
        Ok(Self {
            by_code,
            fallback: Texts::new(fallback),
        })
    }

    /// The texts of a language; English for a language that has none.
    pub(crate) fn of(&self, code: &str) -> &Texts {
        let base = code.split('-').next().unwrap_or(code);
        self.by_code
            .get(code)
            .or_else(|| self.by_code.get(base))
            .unwrap_or(&self.fallback)
    }
}

fn read(code: &str, text: &str) -> Result<Raw, Failure> {
    let mut sources = Sources::default();
    let path = format!("language/{code}.yaml");
    let file = sources.add(path.as_str(), text);
    let (root, mut problems) = yaml::read(file, text, 0..text.len());
    let mut raw = Raw::default();
    let fields = root
        .as_ref()
        .and_then(|root| Fields::of(root, &path, &mut problems));
    if let Some(fields) = fields {
        fields.only(
            &["name", "digits", "texts", "notes", "kinds", "concepts"],
            &mut problems,
        );
        raw.name = fields
            .text("name", &mut problems)
            .map_or_else(|| code.to_owned(), |name| name.value);
        raw.digits = fields
            .text("digits", &mut problems)
            .map(|digits| digits.value);
        raw.texts = texts_of(&fields, "texts", &mut problems);
        raw.notes = texts_of(&fields, "notes", &mut problems);
        raw.kinds = texts_of(&fields, "kinds", &mut problems);
        raw.concepts = texts_of(&fields, "concepts", &mut problems);
    }
    match problems.first() {
        None => Ok(raw),
        Some(problem) => {
            let place = sources.start(problem.primary.span);
            let failure = Failure::new(format!(
                "interface texts cannot be read: {}",
                problem.message
            ))
            .at(format!("{path}:{}:{}", place.line, place.column));
            Err(failure
                .help("the file has the keys name, digits, texts, notes, kinds and concepts"))
        }
    }
}

/// The texts below a key.
fn texts_of(
    fields: &Fields<'_>,
    key: &str,
    problems: &mut Vec<Diagnostic>,
) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let inner = fields
        .get(key)
        .and_then(|node| Fields::of(node, key, problems));
    for (name, node) in inner.iter().flat_map(Fields::iter) {
        match node.text() {
            Some(text) => {
                texts.insert(name.value.clone(), text.to_owned());
            }
            None => problems.push(Diagnostic::new(
                Code::WrongValue,
                node.span,
                format!(
                    "{}.{} is {}; it must be a text",
                    key,
                    name.value,
                    node.description()
                ),
            )),
        }
    }
    texts
}

/// The first, with what it lacks from the second.
fn over(mut own: Raw, base: Raw) -> Raw {
    let fill = |own: &mut BTreeMap<String, String>, base: BTreeMap<String, String>| {
        for (key, text) in base {
            own.entry(key).or_insert(text);
        }
    };
    fill(&mut own.texts, base.texts);
    fill(&mut own.notes, base.notes);
    fill(&mut own.kinds, base.kinds);
    fill(&mut own.concepts, base.concepts);
    own
}

/// The interface texts of one language.
#[derive(Debug, Clone)]
pub(crate) struct Texts {
    digits: Option<Vec<char>>,
    raw: Raw,
}

impl Texts {
    fn new(raw: Raw) -> Self {
        let digits = raw
            .digits
            .as_ref()
            .map(|digits| digits.chars().collect::<Vec<_>>())
            .filter(|digits| digits.len() == 10);
        Self { digits, raw }
    }

    /// The language's own name.
    pub(crate) fn name(&self) -> &str {
        &self.raw.name
    }

    /// All texts, for templates.
    pub(crate) fn all(&self) -> &BTreeMap<String, String> {
        &self.raw.texts
    }

    /// A text; its key where there is none (a test holds that there is).
    pub(crate) fn say<'a>(&'a self, key: &'a str) -> &'a str {
        self.raw.texts.get(key).map_or(key, String::as_str)
    }

    /// A text with `{a}` and `{b}` put in.
    pub(crate) fn with(&self, key: &str, a: &str, b: &str) -> String {
        self.say(key).replace("{a}", a).replace("{b}", b)
    }

    /// A text with a number put in, in the form for one where it is one.
    pub(crate) fn count(&self, key: &str, number: usize) -> String {
        let one = format!("{key}_one");
        let text = (number == 1)
            .then(|| self.raw.texts.get(&one))
            .flatten()
            .map_or_else(|| self.say(key), String::as_str);
        text.replace("{n}", &self.number(number as u64))
    }

    /// A number in the digits of the language.
    pub(crate) fn number(&self, number: u64) -> String {
        self.digits(&number.to_string())
    }

    /// The text with its digits in those of the language.
    pub(crate) fn digits(&self, text: &str) -> String {
        let Some(digits) = &self.digits else {
            return text.to_owned();
        };
        text.chars()
            .map(|character| {
                character
                    .to_digit(10)
                    .and_then(|digit| digits.get(digit as usize))
                    .copied()
                    .unwrap_or(character)
            })
            .collect()
    }

    /// What a note of a kind is called.
    pub(crate) fn note(&self, kind: &str) -> &str {
        self.raw
            .notes
            .get(kind)
            .or_else(|| self.raw.notes.get("note"))
            .map_or("", String::as_str)
    }

    /// What a concept is called; its id in words where the language has no name for it.
    pub(crate) fn concept(&self, id: &str) -> String {
        let named = self.raw.concepts.get(id).cloned();
        named.unwrap_or_else(|| id.replace(['-', '_'], " "))
    }

    /// What a kind of figure is called.
    pub(crate) fn kind(&self, kind: &str) -> &str {
        self.raw
            .kinds
            .get(kind)
            .map_or_else(|| self.say("figure"), String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text_with_the_same_places() {
        let english = read("en", FILES[1].1).unwrap();
        for (code, text) in FILES {
            let raw = read(code, text).unwrap();
            for (own, base) in [
                (&raw.texts, &english.texts),
                (&raw.notes, &english.notes),
                (&raw.kinds, &english.kinds),
                (&raw.concepts, &english.concepts),
            ] {
                assert!(own.keys().eq(base.keys()), "{code}");
                for (key, text) in base {
                    for place in ["{n}", "{a}", "{b}"] {
                        assert_eq!(
                            own[key].contains(place),
                            text.contains(place),
                            "{code}: {key}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_file_is_listed() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render/language");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".yaml").map(str::to_owned))
            .collect();
        found.sort();
        assert_eq!(
            found,
            FILES.iter().map(|(code, _)| *code).collect::<Vec<_>>()
        );
    }

    #[test]
    fn numbers_are_written_in_the_digits_of_the_language() {
        let languages = Languages::load(&BTreeMap::new()).unwrap();
        assert_eq!(languages.of("bn").count("lesson_count", 12), "১২টি পাঠ");
        assert_eq!(languages.of("vi").count("lesson_count", 12), "12 bài học");
        assert_eq!(languages.of("de").count("lesson_count", 1), "1 lesson");
        assert_eq!(languages.of("vi-VN").name(), "Tiếng Việt");
    }

    #[test]
    fn a_course_can_bring_a_language() {
        let own = BTreeMap::from([(
            "language/fr.yaml".to_owned(),
            "name: Français\ntexts: {next: Suivant}\n".to_owned(),
        )]);
        let languages = Languages::load(&own).unwrap();
        assert_eq!(languages.of("fr").say("next"), "Suivant");
        assert_eq!(languages.of("fr").say("previous"), "Previous");
        let broken = BTreeMap::from([(
            "language/fr.yaml".to_owned(),
            "name: x\ntext: {}\n".to_owned(),
        )]);
        assert!(
            Languages::load(&broken)
                .unwrap_err()
                .place
                .unwrap()
                .starts_with("language/fr.yaml")
        );
    }
}

//! `course.yaml` -> the validated [`Config`], and a diagnostic at each key or value that is wrong.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources, Spanned};
use crate::yaml::{self, Fields, Value, nearest};
use std::collections::BTreeMap;

/// A validated course configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// Whether there is a `course.yaml`. Without one the folder is any folder of Markdown.
    pub declared: bool,
    /// `title:` per language code. One string for all is stored under every language.
    pub title: BTreeMap<String, String>,
    /// `languages:` in the order written.
    pub languages: Vec<Language>,
    /// `base_url:` without a slash at the end; for canonical addresses, sitemap and feeds only.
    pub base_url: Option<String>,
    /// `sources:`
    pub sources: BTreeMap<String, Source>,
    /// `checks:`
    pub checks: Checks,
    /// `nav:` paths of lessons in reading order.
    pub nav: Vec<Spanned<String>>,
    /// `templates:` a folder of the course whose files replace the built-in templates.
    pub templates: Option<Spanned<String>>,
    /// `static:` a folder of the course whose files are published as they are, in place of built-in ones of the same name.
    pub statics: Option<Spanned<String>>,
}

/// A language of the course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// Its code, such as `bn`.
    pub code: String,
    /// Its own name, such as `বাংলা`.
    pub name: String,
    /// The folder of its lessons, relative to the course.
    pub folder: String,
}

/// An entry of `sources:`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// Its title.
    pub title: String,
    /// Its authors.
    pub authors: Vec<String>,
    /// Its address.
    pub url: Option<String>,
    /// Its licence.
    pub license: Option<String>,
}

/// `checks:`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    /// What a figure that was not checked is: `error`, `warn` or `allow`.
    pub unchecked: Unchecked,
    /// Whether code samples are run (`run`) or not (`skip`).
    pub code: bool,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            unchecked: Unchecked::Warn,
            code: true,
        }
    }
}

/// What a figure that was not checked is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unchecked {
    /// An error.
    Error,
    /// A warning.
    #[default]
    Warn,
    /// Nothing.
    Allow,
}

const KEYS: &[&str] = &[
    "title",
    "languages",
    "base_url",
    "sources",
    "checks",
    "nav",
    "templates",
    "static",
];

/// Reads `course.yaml`. What is wrong is reported and left out.
#[must_use]
pub fn read(sources: &Sources, file: FileId) -> (Config, Vec<Diagnostic>) {
    let text = sources.text(file);
    let (root, mut problems) = yaml::read(file, text, 0..text.len());
    let mut config = Config {
        declared: true,
        ..Config::default()
    };
    let problems_of = &mut problems;
    if let Some(fields) = root
        .as_ref()
        .and_then(|root| Fields::of(root, "course.yaml", problems_of))
    {
        fields.only(KEYS, &mut problems);
        config.languages = languages(&fields, &mut problems);
        config.title = titles(&fields, &config.languages, &mut problems);
        config.base_url = base_url(&fields, &mut problems);
        config.sources = source_list(&fields, &mut problems);
        config.checks = checks(&fields, &mut problems);
        config.nav = nav(&fields, &mut problems);
        config.templates = folder(&fields, "templates", &mut problems);
        config.statics = folder(&fields, "static", &mut problems);
    }
    (config, problems)
}

/// The language's own name, for the languages that the tool speaks.
#[must_use]
pub fn language_name(code: &str) -> Option<&'static str> {
    match code {
        "bn" => Some("বাংলা"),
        "vi" => Some("Tiếng Việt"),
        "en" => Some("English"),
        _ => None,
    }
}

fn languages(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Vec<Language> {
    let Some(node) = fields.get("languages") else {
        return Vec::new();
    };
    let mut languages: Vec<Language> = Vec::new();
    let mut add = |code: &Spanned<String>, language: Language, problems: &mut Vec<Diagnostic>| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if code.value.is_empty() || !code.value.chars().all(plain) {
            let message = format!("`{}` is no language code", code.value);
            problems.push(
                Diagnostic::new(Code::WrongValue, code.span, message)
                    .help("write a code such as `bn`, `vi` or `en`"),
            );
        } else if let Some(other) = languages
            .iter()
            .find(|other| overlap(&other.folder, &language.folder))
        {
            let message = format!(
                "the folders of `{}` and `{}` overlap: `{}`, `{}`",
                other.code, language.code, other.folder, language.folder
            );
            problems.push(
                Diagnostic::new(Code::WrongValue, code.span, message)
                    .help("give each language a folder of its own"),
            );
        } else {
            languages.push(language);
        }
    };
    match &node.value {
        Value::List(_) => {
            for code in fields.texts("languages", problems) {
                let language = Language {
                    name: language_name(&code.value).unwrap_or(&code.value).to_owned(),
                    folder: code.value.clone(),
                    code: code.value.clone(),
                };
                add(&code, language, problems);
            }
        }
        Value::Map(entries) => {
            for (code, value) in entries {
                let mut language = Language {
                    name: language_name(&code.value).unwrap_or(&code.value).to_owned(),
                    folder: code.value.clone(),
                    code: code.value.clone(),
                };
                if let Some(name) = value.text() {
                    language.name = name.trim().to_owned();
                } else if let Some(inner) =
                    Fields::of(value, &format!("languages.{}", code.value), problems)
                {
                    inner.only(&["name", "folder"], problems);
                    if let Some(name) = inner.text("name", problems) {
                        language.name = name.value;
                    }
                    if let Some(folder) = folder(&inner, "folder", problems) {
                        language.folder = folder.value;
                    }
                }
                add(code, language, problems);
            }
        }
        _ => {
            problems.push(fields.wrong("languages", node, "a map from codes to names and folders"))
        }
    }
    languages
}

fn overlap(one: &str, other: &str) -> bool {
    let inside = |inner: &str, outer: &str| {
        outer.is_empty()
            || inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    inside(one, other) || inside(other, one)
}

fn titles(
    fields: &Fields<'_>,
    languages: &[Language],
    problems: &mut Vec<Diagnostic>,
) -> BTreeMap<String, String> {
    let mut titles = BTreeMap::new();
    let codes: Vec<&str> = languages
        .iter()
        .map(|language| language.code.as_str())
        .collect();
    match fields.get("title") {
        Some(node) if node.text().is_none() => {
            if let Some(inner) = Fields::of(node, "title", problems) {
                if !codes.is_empty() {
                    inner.only(&codes, problems);
                }
                for (code, _) in inner.iter() {
                    if let Some(title) = inner.text(&code.value, problems) {
                        titles.insert(code.value.clone(), title.value);
                    }
                }
            }
        }
        _ => {
            if let Some(title) = fields.text("title", problems) {
                let all = if codes.is_empty() { vec!["en"] } else { codes };
                for code in all {
                    titles.insert(code.to_owned(), title.value.clone());
                }
            }
        }
    }
    titles
}

fn base_url(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Option<String> {
    let url = web_address(fields, "base_url", problems)?;
    Some(url.trim_end_matches('/').to_owned())
}

/// A text that must be a `http:` or `https:` address.
pub(crate) fn web_address(
    fields: &Fields<'_>,
    key: &str,
    problems: &mut Vec<Diagnostic>,
) -> Option<String> {
    let url = fields.text(key, problems)?;
    let host = url
        .value
        .strip_prefix("https://")
        .or_else(|| url.value.strip_prefix("http://"));
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '<' | '>');
    if host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
        && url.value.chars().all(plain)
    {
        return Some(url.value);
    }
    let message = format!("`{key}` is `{}`; it must be a web address", url.value);
    problems.push(
        Diagnostic::new(Code::WrongValue, url.span, message)
            .help("write it whole, such as `https://example.org/course`"),
    );
    None
}

fn source_list(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> BTreeMap<String, Source> {
    let mut sources = BTreeMap::new();
    let Some(inner) = fields
        .get("sources")
        .and_then(|node| Fields::of(node, "sources", problems))
    else {
        return sources;
    };
    for (id, node) in inner.iter() {
        let name = format!("sources.{}", id.value);
        let mut source = Source {
            title: id.value.clone(),
            ..Source::default()
        };
        if let Some(title) = node.text() {
            source.title = title.trim().to_owned();
        } else if let Some(entry) = Fields::of(node, &name, problems) {
            entry.only(&["title", "authors", "url", "license"], problems);
            if let Some(title) = entry.text("title", problems) {
                source.title = title.value;
            }
            source.authors = plain(entry.texts("authors", problems));
            source.url = web_address(&entry, "url", problems);
            source.license = entry.text("license", problems).map(|text| text.value);
        }
        sources.insert(id.value.clone(), source);
    }
    sources
}

fn plain(texts: Vec<Spanned<String>>) -> Vec<String> {
    texts.into_iter().map(|text| text.value).collect()
}

fn checks(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Checks {
    let mut checks = Checks::default();
    let Some(inner) = fields
        .get("checks")
        .and_then(|node| Fields::of(node, "checks", problems))
    else {
        return checks;
    };
    inner.only(&["unchecked", "code"], problems);
    let unchecked = [
        ("error", Unchecked::Error),
        ("warn", Unchecked::Warn),
        ("allow", Unchecked::Allow),
    ];
    if let Some(value) = inner.one_of("unchecked", &unchecked, problems) {
        checks.unchecked = value;
    }
    if let Some(value) = inner.one_of("code", &[("run", true), ("skip", false)], problems) {
        checks.code = value;
    }
    checks
}

fn nav(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Vec<Spanned<String>> {
    let Some(node) = fields.get("nav") else {
        return Vec::new();
    };
    // Per language, or one list for all.
    if let Value::Map(_) = &node.value {
        let Some(inner) = Fields::of(node, "nav", problems) else {
            return Vec::new();
        };
        return inner
            .iter()
            .flat_map(|(code, _)| inner.texts(&code.value, problems))
            .collect();
    }
    fields.texts("nav", problems)
}

/// A folder below the course: its path with forward slashes, none at either end.
fn folder(
    fields: &Fields<'_>,
    key: &str,
    problems: &mut Vec<Diagnostic>,
) -> Option<Spanned<String>> {
    let text = fields.text(key, problems)?;
    match inner_path(&text.value) {
        Some(value) => Some(Spanned {
            value,
            span: text.span,
        }),
        None => {
            let message = format!("`{key}` is `{}`, which leaves the course", text.value);
            problems.push(
                Diagnostic::new(Code::OutsideCourse, text.span, message)
                    .because("nothing outside the folder of the course is read")
                    .help("name a folder below the one of course.yaml"),
            );
            None
        }
    }
}

/// A relative path that stays below its folder, without `.`, with forward slashes; `None` where it does not.
fn inner_path(path: &str) -> Option<String> {
    if path.starts_with(['/', '\\']) || path.contains(':') || path.contains('\0') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The source that was probably meant, for a source id that is not declared.
#[must_use]
pub fn nearest_source<'a>(config: &'a Config, id: &str) -> Option<&'a str> {
    let ids: Vec<&str> = config.sources.keys().map(String::as_str).collect();
    nearest(id, &ids)
}

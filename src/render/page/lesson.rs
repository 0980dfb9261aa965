//! The page of a lesson.

use crate::failure::Failure;
use crate::parse::site::{Attribution, Lesson};
use crate::render::page::{Chip, Entry, Frame, SectionLink, Written, anchor};
use crate::render::press::Press;
use crate::render::{address, html};
use serde::Serialize;
use serde_json::json;

#[derive(Serialize)]
struct LessonValues {
    title: String,
    id: Option<String>,
    number: Option<String>,
    address: String,
    body: String,
    minutes: String,
    difficulty: Option<String>,
    topic: Option<String>,
    pattern: Option<String>,
    concepts: Vec<Chip>,
    contents: Vec<SectionLink>,
    source: Option<SourceValues>,
    inherits: Vec<Link>,
    previous: Option<Entry>,
    next: Option<Entry>,
    below: Vec<Entry>,
}

#[derive(Serialize)]
struct SourceValues {
    original: Option<String>,
    platforms: Vec<Link>,
    works: Vec<Link>,
    authors: String,
    license: Option<String>,
    retrieved: Option<String>,
    changes: Option<String>,
}

#[derive(Serialize)]
struct Link {
    name: String,
    href: Option<String>,
}

/// The whole page of the lesson with this index.
pub(crate) fn lesson(
    press: &Press<'_>,
    index: usize,
    lesson: &Lesson,
    written: &Written,
) -> Result<Vec<u8>, Failure> {
    let file = address::lesson(lesson);
    let texts = press.languages.of(&lesson.language);
    let own: Vec<&Lesson> = press.lessons_of(&lesson.language).collect();
    let at = own.iter().position(|other| other.address == lesson.address);
    let neighbour = |step: isize| {
        let at = at?.checked_add_signed(step)?;
        own.get(at).map(|other| press.entry(&file, other))
    };
    let contents = written
        .sections
        .iter()
        .filter(|section| section.level <= 3)
        .map(|section| SectionLink {
            level: section.level.max(2),
            href: address::fragment(&section.id),
            label: section.label.clone(),
        })
        .collect();
    let is_home = file == "index.html"
        || press
            .tongues()
            .iter()
            .any(|(code, _)| file == super::language_file(code));
    let below = if is_home {
        own.iter()
            .filter(|other| other.address != lesson.address)
            .map(|other| press.entry(&file, other))
            .collect()
    } else {
        Vec::new()
    };
    let values = LessonValues {
        title: if written.title.label.is_empty() {
            html::attribute(&lesson.title)
        } else {
            written.title.label.clone()
        },
        id: (!written.title.id.is_empty()).then(|| {
            written
                .title
                .id
                .split_whitespace()
                .collect::<Vec<_>>()
                .join("-")
        }),
        number: lesson
            .front
            .number
            .as_deref()
            .map(|number| texts.digits(number)),
        address: lesson.address.clone(),
        body: written.body.clone(),
        minutes: texts.count("minutes", written.minutes),
        difficulty: lesson.front.difficulty.clone(),
        topic: lesson.front.topic.clone(),
        pattern: lesson.front.pattern.clone(),
        concepts: press.chips(&file, lesson),
        contents,
        source: lesson
            .front
            .source
            .as_ref()
            .filter(|source| !source.in_text)
            .map(|source| source_values(press, &file, source)),
        inherits: inherits(press, &file, lesson),
        previous: neighbour(-1),
        next: neighbour(1),
        below,
    };
    let mut context = press.context(Frame {
        file: &file,
        language: &lesson.language,
        title: &lesson.title,
        description: &written.description,
        class: "is-lesson",
        math: written.math,
        gathers: false,
        twins: twins(press, index, lesson),
        data: Some(data(press, &file, lesson, written)),
    });
    context.insert("lesson", &values);
    press.fill("lesson.html", &context)
}

fn source_values(press: &Press<'_>, file: &str, source: &Attribution) -> SourceValues {
    let works = source
        .ids
        .iter()
        .filter_map(|id| Some((id, press.site.config.sources.get(id)?)))
        .map(|(id, work)| Link {
            name: work.title.clone(),
            href: Some(format!(
                "{}{}",
                address::relative(file, &address::page("sources")),
                address::fragment(&anchor(id))
            )),
        })
        .collect();
    let platforms = source
        .platforms
        .iter()
        .map(|platform| Link {
            name: platform.name.clone(),
            href: platform
                .url
                .as_deref()
                .filter(|url| html::safe_address(url))
                .map(html::address),
        })
        .collect();
    SourceValues {
        original: source.original.clone(),
        platforms,
        works,
        authors: source.authors.join(", "),
        license: source.license.clone(),
        retrieved: source.retrieved.clone(),
        changes: source.changes.clone(),
    }
}

/// The lessons that a lesson builds on: links where they exist in its language, else in another.
fn inherits(press: &Press<'_>, file: &str, lesson: &Lesson) -> Vec<Link> {
    lesson
        .front
        .inherits
        .iter()
        .map(|number| {
            let named = |other: &&Lesson| other.front.number.as_deref() == Some(number);
            let target = press
                .lessons_of(&lesson.language)
                .find(named)
                .or_else(|| press.site.lessons.iter().find(named));
            match target {
                Some(target) => Link {
                    name: target.title.clone(),
                    href: Some(address::relative(file, &address::lesson(target))),
                },
                None => Link {
                    name: number.clone(),
                    href: None,
                },
            }
        })
        .collect()
}

/// Where the language switch leads from a lesson: its twin, else the lesson that shares most concepts, else the page of
/// its first concept that the other language has.
fn twins(press: &Press<'_>, index: usize, lesson: &Lesson) -> Vec<(String, String)> {
    let names = |lesson: &Lesson, twin: &str| {
        let twin = twin.trim_matches('/');
        lesson.path == twin
            || lesson.address == twin
            || lesson
                .address
                .strip_prefix(&format!("{}/", lesson.language))
                == Some(twin)
    };
    let mut twins = Vec::new();
    for (code, _) in press.tongues() {
        if code == lesson.language {
            continue;
        }
        let declared = press.lessons_of(&code).find(|other| {
            lesson
                .front
                .twin
                .as_deref()
                .is_some_and(|twin| names(other, twin))
                || other
                    .front
                    .twin
                    .as_deref()
                    .is_some_and(|twin| names(lesson, twin))
        });
        let shared = |other: &Lesson| {
            other
                .front
                .concepts
                .iter()
                .filter(|concept| lesson.front.concepts.contains(concept))
                .count()
        };
        let closest = press
            .site
            .lessons
            .iter()
            .enumerate()
            .filter(|(_, other)| other.language == code && shared(other) > 0)
            // Of equals the one that stands nearest in the course.
            .max_by_key(|(at, other)| (shared(other), usize::MAX - at.abs_diff(index)))
            .map(|(_, other)| other);
        if let Some(twin) = declared.or(closest) {
            twins.push((code.clone(), address::lesson(twin)));
        }
    }
    twins
}

/// What search engines read: a learning resource and what it is based on.
fn data(press: &Press<'_>, file: &str, lesson: &Lesson, written: &Written) -> String {
    let mut based_on = Vec::new();
    if let Some(source) = &lesson.front.source {
        for platform in &source.platforms {
            based_on
                .push(json!({"@type": "CreativeWork", "name": platform.name, "url": platform.url}));
        }
        for work in source
            .ids
            .iter()
            .filter_map(|id| press.site.config.sources.get(id))
        {
            based_on.push(json!({"@type": "CreativeWork", "name": work.title, "author": work.authors, "url": work.url, "license": work.license}));
        }
        if let Some(original) = source.original.as_ref().filter(|_| based_on.is_empty()) {
            based_on.push(json!({"@type": "CreativeWork", "name": original}));
        }
    }
    let value = json!({
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": lesson.title,
        "description": written.description,
        "inLanguage": lesson.language,
        "url": press.site.config.base_url.as_deref().map(|base| address::canonical(base, file)),
        "isPartOf": {"@type": "Course", "name": press.site_title(&lesson.language)},
        "about": lesson.front.concepts,
        "educationalLevel": lesson.front.difficulty,
        "timeRequired": format!("PT{}M", written.minutes),
        "isBasedOn": based_on,
    });
    script_safe(&without_null(value).to_string())
}

fn without_null(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(map) => map
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_null(value)))
            .collect(),
        serde_json::Value::Array(list) => list.into_iter().map(without_null).collect(),
        other => other,
    }
}

/// JSON that cannot end the script element that it stands in.
pub(crate) fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

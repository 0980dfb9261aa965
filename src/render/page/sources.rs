//! The page of sources: everything that the lessons draw on, with the lessons that use it.

use crate::failure::Failure;
use crate::parse::site::Lesson;
use crate::render::page::{Entry, Frame};
use crate::render::press::Press;
use crate::render::{Pages, address, html};
use serde::Serialize;

#[derive(Serialize)]
struct SourcesValues {
    titles: Vec<InLanguage>,
    intros: Vec<InLanguage>,
    entries: Vec<SourceEntry>,
}

#[derive(Serialize)]
struct InLanguage {
    code: String,
    text: String,
}

#[derive(Serialize)]
struct SourceEntry {
    id: String,
    title: String,
    href: Option<String>,
    facts: String,
    lessons: Vec<Entry>,
}

/// The identifier of a source of `course.yaml` on the page of sources.
pub(crate) fn anchor(id: &str) -> String {
    format!("source-{id}")
}

/// `/sources/`
pub(crate) fn sources(press: &Press<'_>, pages: &mut Pages) -> Result<(), Failure> {
    let file = address::page("sources");
    let safe = |url: Option<&str>| url.filter(|url| html::safe_address(url)).map(html::address);
    let mut entries: Vec<SourceEntry> = Vec::new();
    for (id, source) in &press.site.config.sources {
        let uses = |lesson: &&Lesson| {
            lesson
                .front
                .source
                .as_ref()
                .is_some_and(|own| own.ids.contains(id))
        };
        let facts: Vec<&str> = source
            .authors
            .iter()
            .chain(&source.license)
            .map(String::as_str)
            .collect();
        entries.push(SourceEntry {
            id: anchor(id),
            title: source.title.clone(),
            href: safe(source.url.as_deref()),
            facts: facts.join(" · "),
            lessons: press
                .site
                .lessons
                .iter()
                .filter(uses)
                .map(|lesson| press.entry(&file, lesson))
                .collect(),
        });
    }
    // What lessons name by themselves: one entry for each address, else for each name.
    let declared = entries.len();
    let mut keys: Vec<String> = Vec::new();
    for lesson in &press.site.lessons {
        let Some(source) = &lesson.front.source else {
            continue;
        };
        let mut named: Vec<(String, Option<String>, String)> = source
            .platforms
            .iter()
            .map(|platform| (platform.name.clone(), platform.url.clone(), String::new()))
            .collect();
        if let Some(original) = &source.original {
            let facts: Vec<&str> = source
                .authors
                .iter()
                .chain(&source.license)
                .map(String::as_str)
                .collect();
            named.insert(0, (original.clone(), None, facts.join(" · ")));
        } else if named.is_empty() && source.ids.is_empty() && !source.authors.is_empty() {
            named.push((
                source.authors.join(", "),
                None,
                source.license.clone().unwrap_or_default(),
            ));
        }
        for (name, url, facts) in named {
            let known = press
                .site
                .config
                .sources
                .values()
                .position(|work| work.url.is_some() && work.url == url);
            let key = url.clone().unwrap_or_else(|| name.clone());
            let at = known.or_else(|| {
                keys.iter()
                    .position(|other| *other == key)
                    .map(|at| at + declared)
            });
            let at = at.unwrap_or_else(|| {
                keys.push(key);
                entries.push(SourceEntry {
                    id: format!("named-{}", keys.len()),
                    title: name,
                    href: safe(url.as_deref()),
                    facts,
                    lessons: Vec::new(),
                });
                entries.len() - 1
            });
            if let Some(entry) = entries.get_mut(at)
                && !entry
                    .lessons
                    .iter()
                    .any(|other| other.address == lesson.address)
            {
                entry.lessons.push(press.entry(&file, lesson));
            }
        }
    }
    let language = press.first_language();
    let texts = press.languages.of(language);
    let in_every = |key: &str| {
        press
            .tongues()
            .iter()
            .map(|(code, _)| InLanguage {
                code: code.clone(),
                text: press.languages.of(code).say(key).to_owned(),
            })
            .collect()
    };
    let mut context = press.context(Frame {
        file: &file,
        language,
        title: texts.say("sources"),
        description: texts.say("sources_intro"),
        class: "is-list",
        math: false,
        gathers: true,
        twins: Vec::new(),
        data: None,
    });
    context.insert(
        "sources",
        &SourcesValues {
            titles: in_every("sources"),
            intros: in_every("sources_intro"),
            entries,
        },
    );
    pages
        .entry(file)
        .or_insert(press.fill("sources.html", &context)?);
    Ok(())
}

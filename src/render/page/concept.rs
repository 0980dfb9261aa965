//! The pages of concepts: what each language has on one.

use crate::failure::Failure;
use crate::render::page::{Entry, Frame, SectionLink, Written, concept_file};
use crate::render::press::Press;
use crate::render::{Pages, address, html};
use serde::Serialize;

#[derive(Serialize)]
struct ConceptValues {
    names: Vec<Name>,
    all: String,
    languages: Vec<InLanguage>,
}

#[derive(Serialize)]
struct InLanguage {
    code: String,
    name: String,
    lessons: Vec<Entry>,
}

/// What a concept is called in a language.
#[derive(Serialize, Clone)]
struct Name {
    code: String,
    text: String,
}

#[derive(Serialize)]
struct ConceptEntry {
    names: Vec<Name>,
    href: String,
    count: String,
}

/// `/concepts/` and `/concepts/CONCEPT/`. `written` holds a page per lesson of the site.
pub(crate) fn concepts(
    press: &Press<'_>,
    written: &[Written],
    pages: &mut Pages,
) -> Result<(), Failure> {
    let concepts = press.concepts();
    if concepts.is_empty() {
        return Ok(());
    }
    let language = press.first_language();
    let texts = press.languages.of(language);
    let all = address::page("concepts");
    let mut list = Vec::new();
    for concept in concepts {
        let file = concept_file(concept);
        // A name that several languages share is said once.
        let mut names: Vec<Name> = Vec::new();
        for (code, _) in press.tongues() {
            let text = press.languages.of(&code).concept(concept);
            if !names.iter().any(|other| other.text == text) {
                names.push(Name { code, text });
            }
        }
        let title = texts.concept(concept);
        let mut count = 0;
        let mut languages = Vec::new();
        for (code, tongue) in press.tongues() {
            let lessons: Vec<Entry> = press
                .site
                .lessons
                .iter()
                .zip(written)
                .filter(|(lesson, _)| {
                    lesson.language == code
                        && lesson.front.concepts.iter().any(|own| own == concept)
                })
                .map(|(lesson, written)| {
                    let mut entry = press.entry(&file, lesson);
                    entry.sections = sections(&entry.href, concept, &names, written);
                    entry
                })
                .collect();
            count += lessons.len();
            if !lessons.is_empty() {
                languages.push(InLanguage {
                    code,
                    name: tongue,
                    lessons,
                });
            }
        }
        let math = languages
            .iter()
            .flat_map(|language: &InLanguage| &language.lessons)
            .flat_map(|lesson| &lesson.sections)
            .any(|section| section.label.contains("class=\"katex"));
        let mut context = press.context(Frame {
            file: &file,
            language,
            title: &title,
            description: texts.say("concept_intro"),
            class: "is-list",
            math,
            gathers: true,
            twins: Vec::new(),
            data: None,
        });
        list.push(ConceptEntry {
            names: names.clone(),
            href: address::relative(&all, &file),
            count: texts.count("lesson_count", count),
        });
        context.insert(
            "concept",
            &ConceptValues {
                names,
                all: address::relative(&file, &all),
                languages,
            },
        );
        pages
            .entry(file)
            .or_insert(press.fill("concept.html", &context)?);
    }
    let mut context = press.context(Frame {
        file: &all,
        language,
        title: texts.say("concepts"),
        description: texts.say("concept_intro"),
        class: "is-list",
        math: false,
        gathers: true,
        twins: Vec::new(),
        data: None,
    });
    context.insert("concepts", &list);
    pages
        .entry(all)
        .or_insert(press.fill("concepts.html", &context)?);
    Ok(())
}

/// The sections of a lesson whose heading or text names the concept; where none does, its main sections.
fn sections(href: &str, concept: &str, names: &[Name], written: &Written) -> Vec<SectionLink> {
    let link = |section: &crate::render::body::Section| SectionLink {
        level: section.level,
        href: format!("{}{}", html::address(href), address::fragment(&section.id)),
        label: section.label.clone(),
    };
    let wanted: Vec<String> = names
        .iter()
        .map(|name| name.text.to_lowercase())
        .chain([concept.replace(['-', '_'], " ")])
        .collect();
    let names_it = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().any(|name| text.contains(name.as_str()))
    };
    let naming: Vec<SectionLink> = written
        .sections
        .iter()
        .filter(|section| names_it(&section.title) || names_it(&section.text))
        .map(link)
        .collect();
    if naming.is_empty() {
        written
            .sections
            .iter()
            .filter(|section| section.level == 2)
            .map(link)
            .collect()
    } else {
        naming
    }
}

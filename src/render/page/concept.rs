//! The pages of concepts: what each language has on one.

use crate::failure::Failure;
use crate::render::page::{Entry, Frame, SectionLink, Written, concept_file, concept_name};
use crate::render::press::Press;
use crate::render::{Pages, address, html};
use serde::Serialize;

#[derive(Serialize)]
struct ConceptValues {
    name: String,
    all: String,
    languages: Vec<InLanguage>,
}

#[derive(Serialize)]
struct InLanguage {
    code: String,
    name: String,
    lessons: Vec<Entry>,
}

#[derive(Serialize)]
struct ConceptEntry {
    name: String,
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
        let name = concept_name(concept);
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
                    entry.sections = sections(&entry.href, &name, written);
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
        let mut context = press.context(Frame {
            file: &file,
            language,
            title: &name,
            description: texts.say("concept_intro"),
            class: "is-list",
            math: true,
            twins: Vec::new(),
            data: None,
        });
        list.push(ConceptEntry {
            name: name.clone(),
            href: address::relative(&all, &file),
            count: texts.count("lesson_count", count),
        });
        context.insert(
            "concept",
            &ConceptValues {
                name,
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
fn sections(href: &str, concept: &str, written: &Written) -> Vec<SectionLink> {
    let link = |section: &crate::render::body::Section| SectionLink {
        level: section.level,
        href: format!("{}{}", html::address(href), address::fragment(&section.id)),
        label: section.label.clone(),
    };
    let wanted = concept.to_lowercase();
    let naming: Vec<SectionLink> = written
        .sections
        .iter()
        .filter(|section| {
            section.title.to_lowercase().contains(&wanted)
                || section.text.to_lowercase().contains(&wanted)
        })
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

//! What was rendered in, whole pages out: one file a page, and the frame that they share.

mod concept;
mod home;
mod lesson;
mod machine;
mod sources;

pub(crate) use concept::concepts;
pub(crate) use home::{homes, missing};
pub(crate) use lesson::lesson;
pub(crate) use machine::machine;
pub(crate) use sources::{anchor, sources};

use crate::failure::Failure;
use crate::parse::site::Lesson;
use crate::render::address;
use crate::render::body::Section;
use crate::render::press::Press;
use crate::render::statics;
use serde::Serialize;
use std::collections::BTreeSet;
use tera::Context;

/// A page of a lesson and what other pages need to know of it.
pub(crate) struct Written {
    pub(crate) body: String,
    pub(crate) title: Section,
    pub(crate) sections: Vec<Section>,
    pub(crate) math: bool,
    pub(crate) assets: BTreeSet<String>,
    pub(crate) minutes: usize,
    pub(crate) description: String,
}

/// A page to be written: where, in which language, with which twins.
pub(crate) struct Frame<'a> {
    pub(crate) file: &'a str,
    pub(crate) language: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    pub(crate) class: &'static str,
    pub(crate) math: bool,
    /// Whether it shows text in every language of the course.
    pub(crate) gathers: bool,
    /// The same page in other languages: code and file.
    pub(crate) twins: Vec<(String, String)>,
    /// JSON-LD.
    pub(crate) data: Option<String>,
}

#[derive(Serialize)]
struct PageValues<'a> {
    lang: &'a str,
    root: String,
    style: String,
    title: &'a str,
    description: &'a str,
    class: &'static str,
    kind: &'static str,
    math: bool,
    home: String,
    language_home: String,
    concepts: Option<String>,
    sources: String,
    search: String,
    languages: Vec<Tongue>,
    fonts: BTreeSet<&'static str>,
    letters: String,
    canonical: Option<String>,
    alternates: Vec<Alternate>,
    feed: Option<String>,
    data: Option<String>,
}

#[derive(Serialize)]
struct Tongue {
    code: String,
    name: String,
    href: String,
    current: bool,
}

#[derive(Serialize)]
struct Alternate {
    code: String,
    href: String,
}

/// A link to a lesson in a list.
#[derive(Serialize)]
pub(crate) struct Entry {
    pub(crate) href: String,
    pub(crate) title: String,
    pub(crate) number: Option<String>,
    pub(crate) lang: String,
    pub(crate) address: String,
    pub(crate) concepts: Vec<Chip>,
    pub(crate) sections: Vec<SectionLink>,
}

/// A link to a concept.
#[derive(Serialize)]
pub(crate) struct Chip {
    pub(crate) name: String,
    pub(crate) href: String,
}

/// A link to a section.
#[derive(Serialize)]
pub(crate) struct SectionLink {
    pub(crate) level: u8,
    pub(crate) href: String,
    pub(crate) label: String,
}

/// The home of a language.
pub(crate) fn language_file(code: &str) -> String {
    address::page(code)
}

/// The page of a concept.
pub(crate) fn concept_file(concept: &str) -> String {
    address::page(&format!("concepts/{}", concept.replace('/', "-")))
}

impl Press<'_> {
    /// The title of the course in a language.
    pub(crate) fn site_title(&self, language: &str) -> String {
        let titles = &self.site.config.title;
        titles
            .get(language)
            .or_else(|| {
                self.site
                    .config
                    .languages
                    .iter()
                    .find_map(|other| titles.get(&other.code))
            })
            .or_else(|| titles.values().next())
            .cloned()
            .unwrap_or_else(|| self.languages.of(language).say("home").to_owned())
    }

    /// The code of the first language.
    pub(crate) fn first_language(&self) -> &str {
        self.site
            .config
            .languages
            .first()
            .map(|language| language.code.as_str())
            .or_else(|| {
                self.site
                    .lessons
                    .first()
                    .map(|lesson| lesson.language.as_str())
            })
            .unwrap_or("en")
    }

    /// The languages in which there are lessons: code and name, in the order of the course.
    pub(crate) fn tongues(&self) -> Vec<(String, String)> {
        let mut tongues: Vec<(String, String)> = self
            .site
            .config
            .languages
            .iter()
            .map(|language| (language.code.clone(), language.name.clone()))
            .collect();
        for lesson in &self.site.lessons {
            if !tongues.iter().any(|(code, _)| *code == lesson.language) {
                let name = self.languages.of(&lesson.language).name().to_owned();
                tongues.push((lesson.language.clone(), name));
            }
        }
        tongues
    }

    /// The lessons of a language, in reading order.
    pub(crate) fn lessons_of<'s>(&'s self, language: &'s str) -> impl Iterator<Item = &'s Lesson> {
        self.site
            .lessons
            .iter()
            .filter(move |lesson| lesson.language == language)
    }

    /// All concepts that lessons name, sorted.
    pub(crate) fn concepts(&self) -> BTreeSet<&str> {
        self.site
            .lessons
            .iter()
            .flat_map(|lesson| &lesson.front.concepts)
            .map(String::as_str)
            .collect()
    }

    /// A link to a lesson, seen from a file of the site.
    pub(crate) fn entry(&self, from: &str, lesson: &Lesson) -> Entry {
        Entry {
            href: address::relative(from, &address::lesson(lesson)),
            title: lesson.title.clone(),
            number: lesson
                .front
                .number
                .as_deref()
                .map(|number| self.languages.of(&lesson.language).digits(number)),
            lang: lesson.language.clone(),
            address: lesson.address.clone(),
            concepts: self.chips(from, lesson),
            sections: Vec::new(),
        }
    }

    /// Links to the concepts of a lesson.
    pub(crate) fn chips(&self, from: &str, lesson: &Lesson) -> Vec<Chip> {
        let texts = self.languages.of(&lesson.language);
        let link = |concept: &String| Chip {
            name: texts.concept(concept),
            href: address::relative(from, &concept_file(concept)),
        };
        lesson.front.concepts.iter().map(link).collect()
    }

    /// The values that every template gets.
    pub(crate) fn context(&self, frame: Frame<'_>) -> Context {
        let texts = self.languages.of(frame.language);
        let link = |to: &str| address::relative(frame.file, to);
        let languages = self
            .tongues()
            .into_iter()
            .map(|(code, name)| {
                let twin = frame.twins.iter().find(|(other, _)| *other == code);
                let to = twin.map_or_else(|| language_file(&code), |(_, file)| file.clone());
                Tongue {
                    href: link(&to),
                    current: code == frame.language,
                    code,
                    name,
                }
            })
            .collect();
        let base = self.site.config.base_url.as_deref();
        let mut alternates: Vec<Alternate> = Vec::new();
        if let Some(base) = base.filter(|_| !frame.twins.is_empty()) {
            alternates.push(Alternate {
                code: frame.language.to_owned(),
                href: address::canonical(base, frame.file),
            });
            alternates.extend(frame.twins.iter().map(|(code, file)| Alternate {
                code: code.clone(),
                href: address::canonical(base, file),
            }));
        }
        let feed = base.filter(|_| machine::has_feed(self, frame.language));
        let page = PageValues {
            lang: frame.language,
            style: self.style(&address::root(frame.file)),
            root: address::root(frame.file),
            title: frame.title,
            description: frame.description,
            class: frame.class,
            kind: if frame.class == "is-lesson" {
                "article"
            } else {
                "website"
            },
            math: frame.math,
            home: link("index.html"),
            language_home: link(&language_file(frame.language)),
            concepts: (!self.concepts().is_empty()).then(|| link(&address::page("concepts"))),
            sources: link(&address::page("sources")),
            search: link(&machine::search_file(frame.language)),
            languages,
            fonts: self.fonts(&frame),
            letters: self.letters(&frame),
            canonical: base.map(|base| address::canonical(base, frame.file)),
            alternates,
            feed: feed.map(|_| link(&machine::feed_file(frame.language))),
            data: frame.data,
        };
        let mut context = Context::new();
        context.insert("page", &page);
        context.insert(
            "site",
            &SiteValues {
                title: self.site_title(frame.language),
            },
        );
        context.insert("t", texts.all());
        context
    }

    /// The style sheet as it stands in a page: one request less before the first text is shown. Relative addresses lead
    /// from the page.
    fn style(&self, root: &str) -> String {
        const FILE: &str = "assets/style.css";
        let own = self.inputs.statics.get(FILE).map(Vec::as_slice);
        let built_in = statics::FILES.iter().find(|(path, _)| *path == FILE);
        let bytes = own
            .or(built_in.map(|(_, bytes)| *bytes))
            .unwrap_or_default();
        let text = String::from_utf8_lossy(bytes);
        let mut style = String::with_capacity(text.len() + 256);
        let mut rest = text.as_ref();
        while let Some(at) = rest.find("url(") {
            let (head, tail) = rest.split_at(at + "url(".len());
            style.push_str(head);
            let quote = tail.len() - tail.trim_start_matches(['"', '\'']).len();
            let (quote, address) = tail.split_at(quote);
            style.push_str(quote);
            let relative = !address.starts_with(['/', '#'])
                && !address.split(')').next().unwrap_or_default().contains(':');
            if relative {
                style.push_str(root);
                style.push_str("assets/");
            }
            rest = address;
        }
        style.push_str(rest);
        style.replace("</", "<\\/")
    }

    /// The fonts that the first screen of a page needs: those of its language; on a page that gathers lessons, of all.
    fn fonts(&self, frame: &Frame<'_>) -> BTreeSet<&'static str> {
        let mut needed: BTreeSet<&str> = fonts(frame.language).iter().copied().collect();
        if frame.gathers {
            for (code, _) in self.tongues() {
                needed.extend(fonts(&code));
            }
        }
        needed
    }

    /// A letter of each script of the page.
    fn letters(&self, frame: &Frame<'_>) -> String {
        let letter = |code: &str| match code {
            "bn" => "ক",
            "vi" => "ệ",
            _ => "",
        };
        let mut letters = format!("a{}", letter(frame.language));
        if frame.gathers {
            let others = self.tongues();
            let others = others.iter().filter(|(code, _)| code != frame.language);
            letters.extend(others.map(|(code, _)| letter(code)));
        }
        letters
    }

    /// A template filled in.
    pub(crate) fn fill(&self, template: &str, context: &Context) -> Result<Vec<u8>, Failure> {
        self.templates
            .fill(template, context)
            .map(String::into_bytes)
    }
}

#[derive(Serialize)]
struct SiteValues {
    title: String,
}

/// The fonts that the first screen of a page needs.
fn fonts(language: &str) -> &'static [&'static str] {
    match language {
        "bn" => &[
            "noto-serif-bengali-bengali-wght-normal.woff2",
            "literata-latin-wght-normal.woff2",
        ],
        "vi" => &[
            "literata-latin-wght-normal.woff2",
            "literata-vietnamese-wght-normal.woff2",
        ],
        _ => &["literata-latin-wght-normal.woff2"],
    }
}

//! What machines read: the search index of each language, sitemap, feeds, the manifest and the list for offline reading.

use crate::failure::Failure;
use crate::parse::site::Lesson;
use crate::render::page::lesson::script_safe;
use crate::render::page::{Written, language_file};
use crate::render::press::Press;
use crate::render::{Pages, address};
use serde::Serialize;
use serde_json::json;
use tera::Context;
use unicode_normalization::UnicodeNormalization;

/// The search index of a language.
pub(crate) fn search_file(language: &str) -> String {
    format!("assets/search-{language}.js")
}

/// The feed of a language.
pub(crate) fn feed_file(language: &str) -> String {
    let home = language_file(language);
    format!("{}feed.xml", home.strip_suffix("index.html").unwrap_or(""))
}

/// Whether a language has a feed: some lesson says when it was made.
pub(crate) fn has_feed(press: &Press<'_>, language: &str) -> bool {
    press.site.config.base_url.is_some()
        && press
            .lessons_of(language)
            .any(|lesson| date(lesson).is_some())
}

/// All of them. `written` holds a page per lesson of the site.
pub(crate) fn machine(
    press: &Press<'_>,
    written: &[Written],
    pages: &mut Pages,
) -> Result<(), Failure> {
    for (code, _) in press.tongues() {
        pages.insert(
            search_file(&code),
            search_index(press, &code, written).into_bytes(),
        );
    }
    let title = press.site_title(press.first_language());
    let manifest = json!({
        "name": title,
        "short_name": title,
        "lang": press.first_language(),
        "start_url": "index.html",
        "display": "minimal-ui",
        "background_color": "#fbfaf6",
        "theme_color": "#fbfaf6",
        "icons": [{"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    });
    pages.insert(
        "manifest.webmanifest".to_owned(),
        format!("{manifest:#}\n").into_bytes(),
    );
    let Some(base) = press.site.config.base_url.as_deref() else {
        return Ok(());
    };
    for (code, _) in press.tongues() {
        if has_feed(press, &code) {
            pages.insert(feed_file(&code), feed(press, base, &code, written)?);
        }
    }
    let addresses: Vec<String> = pages
        .keys()
        .filter(|path| path.ends_with("index.html"))
        .map(|path| address::canonical(base, path))
        .collect();
    let mut context = Context::new();
    context.insert("addresses", &addresses);
    pages.insert(
        "sitemap.xml".to_owned(),
        press.fill("sitemap.xml", &context)?,
    );
    let robots = format!(
        "User-agent: *\nAllow: /\nSitemap: {}\n",
        address::canonical(base, "sitemap.xml")
    );
    pages
        .entry("robots.txt".to_owned())
        .or_insert_with(|| robots.into_bytes());
    Ok(())
}

/// Sections as a script that also a page opened from a folder can load: for each lesson its address and title, and its
/// sections with identifier, heading and text. Texts are composed (NFC).
fn search_index(press: &Press<'_>, language: &str, written: &[Written]) -> String {
    let lessons: Vec<serde_json::Value> = press
        .site
        .lessons
        .iter()
        .zip(written)
        .filter(|(lesson, _)| lesson.language == language)
        .map(|(lesson, written)| {
            let mut sections = vec![json!(["", "", composed(&written.title.text)])];
            for section in &written.sections {
                sections.push(json!([
                    section.id,
                    composed(&section.title),
                    composed(&section.text)
                ]));
            }
            json!([address::lesson(lesson), composed(&lesson.title), sections])
        })
        .collect();
    format!(
        "window.courseSearch={};\n",
        script_safe(&serde_json::Value::Array(lessons).to_string())
    )
}

fn composed(text: &str) -> String {
    text.nfc().collect()
}

#[derive(Serialize)]
struct FeedValues {
    lang: String,
    title: String,
    home: String,
    address: String,
    updated: String,
    entries: Vec<FeedEntry>,
}

#[derive(Serialize)]
struct FeedEntry {
    title: String,
    address: String,
    updated: String,
    summary: String,
}

fn feed(
    press: &Press<'_>,
    base: &str,
    language: &str,
    written: &[Written],
) -> Result<Vec<u8>, Failure> {
    let mut entries: Vec<FeedEntry> = press
        .site
        .lessons
        .iter()
        .zip(written)
        .filter(|(lesson, _)| lesson.language == language)
        .filter_map(|(lesson, written)| {
            Some(FeedEntry {
                title: lesson.title.clone(),
                address: address::canonical(base, &address::lesson(lesson)),
                updated: format!("{}T00:00:00Z", date(lesson)?),
                summary: written.description.clone(),
            })
        })
        .collect();
    entries.sort_by(|a, b| b.updated.cmp(&a.updated));
    let feed = FeedValues {
        lang: language.to_owned(),
        title: press.site_title(language),
        home: address::canonical(base, &language_file(language)),
        address: address::canonical(base, &feed_file(language)),
        updated: entries
            .first()
            .map(|entry| entry.updated.clone())
            .unwrap_or_default(),
        entries,
    };
    let mut context = Context::new();
    context.insert("feed", &feed);
    press.fill("feed.xml", &context)
}

/// The day a lesson gives, written year-month-day.
fn date(lesson: &Lesson) -> Option<&str> {
    let text = lesson.front.source.as_ref()?.retrieved.as_deref()?.trim();
    let shape: Vec<&str> = text.split('-').collect();
    match shape.as_slice() {
        [year, month, day]
            if (year.len(), month.len(), day.len()) == (4, 2, 2)
                && shape
                    .iter()
                    .all(|part| part.bytes().all(|byte| byte.is_ascii_digit())) =>
        {
            Some(text)
        }
        _ => None,
    }
}

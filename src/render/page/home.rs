//! The course map, the home of each language, and the page for addresses that lead nowhere.

use crate::failure::Failure;
use crate::render::page::{Entry, Frame, language_file};
use crate::render::press::Press;
use crate::render::{Pages, address};
use serde::Serialize;

#[derive(Serialize)]
struct HomeValues {
    languages: Vec<Door>,
    art: String,
}

#[derive(Serialize)]
struct Door {
    code: String,
    name: String,
    title: String,
    href: String,
    count: String,
    lessons: Vec<Entry>,
}

#[derive(Serialize)]
struct Missing {
    code: String,
    title: String,
    text: String,
    home: String,
    href: String,
}

/// `/` and `/LANGUAGE/`; a lesson that has such an address stays.
pub(crate) fn homes(press: &Press<'_>, pages: &mut Pages) -> Result<(), Failure> {
    let door = |from: &str, code: &str, name: &str| {
        let lessons: Vec<Entry> = press
            .lessons_of(code)
            .map(|lesson| press.entry(from, lesson))
            .collect();
        Door {
            code: code.to_owned(),
            name: name.to_owned(),
            title: press.site_title(code),
            href: address::relative(from, &language_file(code)),
            count: press
                .languages
                .of(code)
                .count("lesson_count", lessons.len()),
            lessons,
        }
    };
    let tongues = press.tongues();
    let twins: Vec<(String, String)> = tongues
        .iter()
        .map(|(code, _)| (code.clone(), language_file(code)))
        .collect();
    if !pages.contains_key("index.html") {
        let language = press.first_language();
        let title = press.site_title(language);
        let mut context = press.context(Frame {
            file: "index.html",
            language,
            title: &title,
            description: press.languages.of(language).say("proof"),
            class: "is-home",
            math: false,
            gathers: true,
            twins: twins.clone(),
            data: None,
        });
        let languages = tongues
            .iter()
            .map(|(code, name)| door("index.html", code, name))
            .collect();
        context.insert(
            "home",
            &HomeValues {
                languages,
                art: art(),
            },
        );
        pages.insert("index.html".to_owned(), press.fill("home.html", &context)?);
    }
    for (code, name) in &tongues {
        let file = language_file(code);
        if pages.contains_key(&file) {
            continue;
        }
        let title = press.site_title(code);
        let mut context = press.context(Frame {
            file: &file,
            language: code,
            title: &title,
            description: press.languages.of(code).say("proof"),
            class: "is-list",
            math: false,
            gathers: false,
            twins: twins
                .iter()
                .filter(|(other, _)| other != code)
                .cloned()
                .collect(),
            data: None,
        });
        context.insert("listing", &door(&file, code, name));
        pages.insert(file, press.fill("language.html", &context)?);
    }
    Ok(())
}

/// `404.html`. A server shows it at any depth, so its links are absolute where the address of the site is known.
pub(crate) fn missing(press: &Press<'_>, pages: &mut Pages) -> Result<(), Failure> {
    let language = press.first_language();
    let title = press.languages.of(language).say("not_found").to_owned();
    let mut context = press.context(Frame {
        file: "404.html",
        language,
        title: &title,
        description: press.languages.of(language).say("not_found_text"),
        class: "is-list",
        math: false,
        gathers: true,
        twins: Vec::new(),
        data: None,
    });
    let base = press.site.config.base_url.as_deref();
    let texts: Vec<Missing> = press
        .tongues()
        .iter()
        .map(|(code, _)| {
            let texts = press.languages.of(code);
            let file = language_file(code);
            Missing {
                code: code.clone(),
                title: texts.say("not_found").to_owned(),
                text: texts.say("not_found_text").to_owned(),
                home: texts.say("home").to_owned(),
                href: base.map_or_else(|| file.clone(), |base| address::canonical(base, &file)),
            }
        })
        .collect();
    context.insert("missing", &texts);
    pages.insert("404.html".to_owned(), press.fill("404.html", &context)?);
    Ok(())
}

/// The picture of the course map: the positions 0 to 20 of the game in which one, three or four stones may be taken,
/// lost ones as full stones, won ones as rings. The values are computed here, as everywhere.
fn art() -> String {
    const MOVES: [usize; 3] = [1, 3, 4];
    let mut won: Vec<bool> = Vec::new();
    for n in 0..21_usize {
        let wins = MOVES
            .iter()
            .filter_map(|m| n.checked_sub(*m))
            .any(|next| won.get(next) == Some(&false));
        won.push(wins);
    }
    let stones: Vec<String> = won
        .iter()
        .enumerate()
        .map(|(n, won)| {
            let class = if *won { "ring" } else { "stone" };
            format!(
                "<circle class=\"{class}\" cx=\"{}\" cy=\"16\" r=\"11\"/>",
                16 + n * 32
            )
        })
        .collect();
    format!(
        "<svg class=\"art\" viewBox=\"0 0 672 32\" aria-hidden=\"true\">{}</svg>",
        stones.join("")
    )
}

//! Whole sites: each folder of `tests/sites` is checked and rendered; a snapshot holds what its pages say, and every page
//! keeps the promises of the published site.

use coursegen::render::{Pages, render};
use coursegen::{Checked, Options, check, load};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn site(name: &str) -> (Checked, Pages) {
    let root = Path::new("tests/sites").join(name);
    let mut checked = check(&root, &Options::default()).expect("a course");
    load::assets(&root, &mut checked.inputs, &checked.assets).expect("files");
    let (pages, _) = render(&checked.site, &checked.report, &checked.inputs).expect("a site");
    (checked, pages)
}

fn names() -> Vec<String> {
    let entries = fs::read_dir("tests/sites").expect("the sites");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() > 1);
    names
}

/// The pages of a site: path -> HTML.
fn html(pages: &Pages) -> BTreeMap<&str, &str> {
    let html = pages.iter().filter(|(path, _)| path.ends_with(".html"));
    html.map(|(path, bytes)| (path.as_str(), std::str::from_utf8(bytes).expect("UTF-8")))
        .collect()
}

#[test]
fn sites_say_what_their_lessons_say() {
    for name in names() {
        let (checked, pages) = site(&name);
        let findings = checked.findings("");
        let mut text = coursegen::diagnostic::form("short")
            .expect("a form")
            .text(&findings);
        for (path, page) in html(&pages) {
            text.push_str(&format!("\n=== {path}\n{}\n", words(main(page))));
        }
        let others = pages.keys().filter(|path| !path.ends_with(".html"));
        let others: Vec<&str> = others
            .map(String::as_str)
            .filter(|path| !path.starts_with("assets/"))
            .collect();
        text.push_str(&format!("\n=== other files\n{}\n", others.join("\n")));
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn every_link_resolves_and_stays_in_the_site() {
    let mut seen = 0;
    for name in names() {
        let (_, pages) = site(&name);
        let html = html(&pages);
        for (path, page) in &html {
            for link in attributes(page, &["href", "src"]) {
                if link.starts_with("https://") || link.starts_with("mailto:") {
                    continue;
                }
                seen += 1;
                assert!(
                    !link.starts_with('/'),
                    "{name}/{path}: {link} is not relative"
                );
                let (file, fragment) = link.split_once('#').unwrap_or((&link, ""));
                let target = if file.is_empty() {
                    (*path).to_owned()
                } else {
                    resolve(path, file)
                };
                assert!(
                    pages.contains_key(&target),
                    "{name}/{path}: {link} leads nowhere"
                );
                if !fragment.is_empty() {
                    let ids = attributes(html[target.as_str()], &["id"]);
                    let fragment = decode(fragment);
                    assert!(ids.contains(&fragment), "{name}/{path}: {link}: no such id");
                }
            }
        }
    }
    assert!(seen > 50);
}

#[test]
fn every_page_keeps_its_promises() {
    for name in names() {
        let (_, pages) = site(&name);
        for (path, page) in html(&pages) {
            let place = format!("{name}/{path}");
            assert!(
                page.starts_with("<!doctype html>\n<html lang=\""),
                "{place}"
            );
            // The page for lost readers speaks every language of the course.
            let titles = if path == "404.html" {
                page.matches("<h1").count()
            } else {
                1
            };
            assert_eq!(page.matches("<h1").count(), titles.max(1), "{place}");
            assert_eq!(page.matches("<main").count(), 1, "{place}");
            assert!(page.contains("<title>"), "{place}");
            let ids = attributes(page, &["id"]);
            let distinct: BTreeSet<&String> = ids.iter().collect();
            assert_eq!(
                ids.len(),
                distinct.len(),
                "{place}: an id stands twice: {ids:?}"
            );
            for image in page.split("<img").skip(1) {
                let tag = image.split('>').next().unwrap_or_default();
                assert!(tag.contains("alt="), "{place}: an image without alt: {tag}");
            }
            // Nothing is fetched from elsewhere: addresses of other sites stand in links only.
            for source in attributes(page, &["src"]) {
                assert!(
                    !source.contains("//"),
                    "{place}: {source} is fetched from elsewhere"
                );
            }
        }
    }
}

#[test]
fn the_same_course_gives_the_same_bytes() {
    let one = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| site("two-languages").1)
    };
    let first = one(1);
    assert_eq!(first, one(4));
    assert_eq!(first, one(3));
}

fn main(page: &str) -> &str {
    let start = page.find("<main").unwrap_or_default();
    let end = page.find("</main>").unwrap_or(page.len());
    &page[start..end]
}

/// The text of HTML, a line for each element that is one, without blank lines.
fn words(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let tag = &rest[at..end];
        let line = [
            "<h",
            "<p",
            "<li",
            "<tr",
            "<div",
            "<figure",
            "<dt",
            "<summary",
            "<pre",
            "<figcaption",
            "<img",
        ];
        if line.iter().any(|start| tag.starts_with(start)) {
            text.push('\n');
        } else if tag.starts_with("<td") || tag.starts_with("<th") || tag.starts_with("<dd") {
            text.push_str(" | ");
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The values of attributes, in order, entities of HTML resolved as far as addresses have them.
fn attributes(html: &str, names: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for name in names {
        let start = format!(" {name}=\"");
        for (at, _) in html.match_indices(&start) {
            // Text of a lesson that shows HTML is escaped: its quotes are entities.
            let value = html[at + start.len()..]
                .split('"')
                .next()
                .unwrap_or_default();
            values.push(value.replace("&amp;", "&"));
        }
    }
    values
}

fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                assert!(parts.pop().is_some(), "{page}: {link} leaves the site");
            }
            part => parts.push(part),
        }
    }
    decode(&parts.join("/"))
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, more)) = rest.split_first() {
        let code = more.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) if *byte == b'%' => {
                bytes.push(decoded);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*byte);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

//! Paths of the site in, relative links out: pages work below any path and from a folder.

use crate::parse::site::Lesson;
use crate::render::html;

/// The file of a page: `bn/142-nim-game` -> `bn/142-nim-game/index.html`.
pub(crate) fn page(address: &str) -> String {
    let address = address.trim_matches('/');
    if address.is_empty() {
        "index.html".to_owned()
    } else {
        format!("{address}/index.html")
    }
}

/// The file of a lesson's page.
pub(crate) fn lesson(lesson: &Lesson) -> String {
    page(&lesson.address)
}

/// The link from one file of the site to another, ready for an attribute.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len().saturating_sub(1);
    let shared = from
        .iter()
        .zip(&to)
        .take(folders.min(to.len() - 1))
        .take_while(|(a, b)| a == b)
        .count();
    let mut link = "../".repeat(folders - shared);
    let rest: Vec<String> = to.iter().skip(shared).map(|part| segment(part)).collect();
    link.push_str(&rest.join("/"));
    link
}

/// The way from a file of the site to its root: empty, or `../../`.
pub(crate) fn root(from: &str) -> String {
    "../".repeat(from.matches('/').count())
}

/// A fragment, ready for an attribute.
pub(crate) fn fragment(id: &str) -> String {
    format!(
        "#{}",
        html::address(
            &id.split_whitespace()
                .collect::<Vec<_>>()
                .join("-")
                .replace('%', "%25")
        )
    )
}

/// The absolute address of a file of the site: `index.html` is left out.
pub(crate) fn canonical(base: &str, file: &str) -> String {
    let file = file.strip_suffix("index.html").unwrap_or(file);
    let parts: Vec<String> = file.split('/').map(segment).collect();
    format!("{}/{}", base.trim_end_matches('/'), parts.join("/"))
}

fn segment(part: &str) -> String {
    html::address(
        &part
            .replace('%', "%25")
            .replace('?', "%3F")
            .replace('#', "%23"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative() {
        for (from, to, link) in [
            ("index.html", "bn/a/index.html", "bn/a/index.html"),
            ("bn/a/index.html", "bn/b/index.html", "../b/index.html"),
            ("bn/a/index.html", "index.html", "../../index.html"),
            ("bn/a/index.html", "bn/a/index.html", "index.html"),
            (
                "bn/a/index.html",
                "assets/style.css",
                "../../assets/style.css",
            ),
            ("bn/index.html", "bn/a b#1.png", "a%20b%231.png"),
        ] {
            assert_eq!(relative(from, to), link, "{from} -> {to}");
        }
        assert_eq!(root("bn/a/index.html"), "../../");
        assert_eq!(
            canonical("https://a.example/x/", "bn/index.html"),
            "https://a.example/x/bn/"
        );
    }
}

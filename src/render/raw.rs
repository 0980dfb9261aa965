//! Raw HTML of lessons in, HTML that cannot run anything out.
//!
//! Tags are read one by one and written afresh: a tag or an attribute that is not listed here does not reach the page.
//! A piece of raw HTML need not be whole (`<details>`, then Markdown, then `</details>`), so what is open is remembered
//! and closed at the end of the blocks that it stands among.

use crate::render::html;
use crate::render::tag::{Tag, Token};

/// Tags that may stand in running text.
const PHRASING: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins",
    "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup",
    "u", "var", "wbr",
];

/// Tags that may stand between blocks only.
const FLOW: &[&str] = &[
    "article",
    "aside",
    "blockquote",
    "caption",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Tags without content.
const VOID: &[&str] = &["br", "col", "hr", "img", "wbr"];

/// Tags whose content goes with them.
const SWALLOWED: &[&str] = &[
    "script",
    "style",
    "iframe",
    "object",
    "template",
    "textarea",
    "title",
    "noscript",
    "svg",
    "math",
    "select",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
];

/// Where links of raw HTML lead: `None` drops the link.
pub(crate) type Resolve<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What is open among a run of blocks or a run of text.
pub(crate) struct RawHtml {
    open: Vec<String>,
    /// Only phrasing tags are let through.
    phrasing: bool,
    /// The swallowed tag whose end has not come yet.
    inside: Option<String>,
}

impl RawHtml {
    /// For raw HTML between blocks.
    pub(crate) fn blocks() -> Self {
        Self {
            open: Vec::new(),
            phrasing: false,
            inside: None,
        }
    }

    /// For raw HTML in running text.
    pub(crate) fn text() -> Self {
        Self {
            open: Vec::new(),
            phrasing: true,
            inside: None,
        }
    }

    /// Whether what follows is swallowed (the end of a `<script>` has not come yet).
    pub(crate) fn swallows(&self) -> bool {
        self.inside.is_some()
    }

    /// Appends a piece; returns what was left out, such as `<script>` or `onclick`.
    pub(crate) fn push(
        &mut self,
        out: &mut String,
        piece: &str,
        resolve: Resolve<'_>,
    ) -> Vec<String> {
        let mut dropped = Vec::new();
        let mut rest = piece;
        while !rest.is_empty() {
            if let Some(name) = &self.inside {
                let Some(end) = find_end(rest, name) else {
                    return dropped;
                };
                rest = rest.get(end..).unwrap_or_default();
                self.inside = None;
                continue;
            }
            let open = rest.find('<').unwrap_or(rest.len());
            let (text, tail) = rest.split_at(open);
            push_text(out, text);
            if tail.is_empty() {
                break;
            }
            rest = match Tag::read(tail) {
                Some((Token::Nothing, length)) => tail.get(length..).unwrap_or_default(),
                Some((Token::Tag(tag), length)) => {
                    self.tag(out, &tag, resolve, &mut dropped);
                    tail.get(length..).unwrap_or_default()
                }
                None => {
                    out.push_str("&lt;");
                    tail.get(1..).unwrap_or_default()
                }
            };
        }
        dropped
    }

    /// Closes what is still open.
    pub(crate) fn close(&mut self, out: &mut String) {
        while let Some(name) = self.open.pop() {
            end_tag(out, &name);
        }
        self.inside = None;
    }

    fn tag(
        &mut self,
        out: &mut String,
        tag: &Tag,
        resolve: Resolve<'_>,
        dropped: &mut Vec<String>,
    ) {
        let name = tag.name.as_str();
        let listed = PHRASING.contains(&name) || (!self.phrasing && FLOW.contains(&name));
        if tag.end {
            if let Some(at) = self.open.iter().rposition(|open| open == name) {
                while self.open.len() > at {
                    if let Some(name) = self.open.pop() {
                        end_tag(out, &name);
                    }
                }
            }
            return;
        }
        if !listed {
            dropped.push(format!("<{name}>"));
            if SWALLOWED.contains(&name) && !tag.closed {
                self.inside = Some(name.to_owned());
            }
            return;
        }
        // A paragraph ends where a block begins, as browsers have it.
        if FLOW.contains(&name) && self.open.last().is_some_and(|open| open == "p") {
            self.open.pop();
            end_tag(out, "p");
        }
        let mut attributes = String::new();
        for (key, value) in &tag.attributes {
            match attribute(name, key, value, resolve) {
                Kept::As(value) => {
                    attributes.push_str(&format!(" {key}=\"{value}\""));
                }
                Kept::No => {}
                Kept::Unsafe => dropped.push(key.clone()),
            }
        }
        if name == "img" && !attributes.contains(" src=") {
            dropped.push("<img>".to_owned());
            return;
        }
        if name == "img" && !attributes.contains(" alt=") {
            attributes.push_str(" alt=\"\"");
        }
        out.push_str(&format!("<{name}{attributes}>"));
        if !VOID.contains(&name) {
            self.open.push(name.to_owned());
        }
    }
}

enum Kept {
    As(String),
    No,
    Unsafe,
}

fn attribute(tag: &str, key: &str, value: &str, resolve: Resolve<'_>) -> Kept {
    if key.starts_with("on") {
        return Kept::Unsafe;
    }
    match (tag, key) {
        ("a", "href") | ("img", "src") => {
            if !html::safe_address(value) {
                return Kept::Unsafe;
            }
            match resolve(value) {
                // A picture from elsewhere would be a request that leaves the site.
                Some(address) if tag == "img" && address.contains("//") => Kept::Unsafe,
                Some(address) => Kept::As(html::address(&address)),
                None => Kept::No,
            }
        }
        (_, "id") => Kept::As(html::id(value)),
        (_, "class" | "title" | "lang" | "dir") | ("img", "alt") | ("th", "abbr") => {
            Kept::As(html::attribute(value))
        }
        ("details", "open") | ("ol", "reversed") => Kept::As(String::new()),
        ("td" | "th", "colspan" | "rowspan")
        | ("col" | "colgroup", "span")
        | ("img", "width" | "height")
        | ("ol", "start")
        | ("li", "value") => {
            if value.len() < 5
                && !value.is_empty()
                && value.bytes().all(|byte| byte.is_ascii_digit())
            {
                Kept::As(value.to_owned())
            } else {
                Kept::No
            }
        }
        ("th", "scope") if ["row", "col", "rowgroup", "colgroup"].contains(&value) => {
            Kept::As(value.to_owned())
        }
        _ => Kept::No,
    }
}

fn end_tag(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

/// Character data whose entities are kept.
fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        html::text(out, &rest[..at]);
        let tail = &rest[at..];
        let name_end = tail[1..]
            .find(|character: char| !(character.is_ascii_alphanumeric() || character == '#'))
            .map_or(tail.len(), |end| end + 1);
        if name_end > 1 && tail[name_end..].starts_with(';') {
            out.push_str(&tail[..=name_end]);
            rest = &tail[name_end + 1..];
        } else {
            out.push_str("&amp;");
            rest = &tail[1..];
        }
    }
    html::text(out, rest);
}

/// One past `</name ...>`.
fn find_end(text: &str, name: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let at = lower.find(&format!("</{name}"))?;
    lower[at..].find('>').map(|end| at + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clean(pieces: &[&str]) -> (String, Vec<String>) {
        let mut raw = RawHtml::blocks();
        let mut out = String::new();
        let mut dropped = Vec::new();
        for piece in pieces {
            dropped.extend(raw.push(&mut out, piece, &|address| Some(address.to_owned())));
        }
        raw.close(&mut out);
        (out, dropped)
    }

    #[test]
    fn harmless_markup_stays() {
        for same in [
            "<p class=\"source-label\" id=\"source\">a &amp; b</p>",
            "H<sub>2</sub>O <kbd>Ctrl</kbd><br>x",
            "<details open=\"\"><summary>উত্তর</summary>x</details>",
            "<a href=\"https://a.example/?x=1&amp;y=2\">a</a>",
        ] {
            assert_eq!(clean(&[same]), (same.to_owned(), vec![]));
        }
        assert_eq!(
            clean(&["<BR/>a &nbsp; < b & c <!-- x -->"]).0,
            "<br>a &nbsp; &lt; b &amp; c "
        );
    }

    #[test]
    fn what_runs_is_left_out_and_named() {
        let (html, dropped) = clean(&["<p onclick=\"x()\">a<script>alert('<p>')</script>b</p>"]);
        assert_eq!(html, "<p>ab</p>");
        assert_eq!(dropped, ["onclick", "<script>"]);
        let (html, dropped) = clean(&[
            "<a href=\"jav&#x61;script:x\">a</a><img src=x onerror=y><iframe src=z>q</iframe>",
        ]);
        assert_eq!(html, "<a>a</a><img src=\"x\" alt=\"\">");
        assert_eq!(dropped, ["href", "onerror", "<iframe>"]);
        assert_eq!(clean(&["<script>", "alert(1)", "</script>c"]).0, "c");
    }

    #[test]
    fn what_is_open_is_closed_and_stray_ends_are_dropped() {
        assert_eq!(
            clean(&["<details><summary>a</summary>", "b"]).0,
            "<details><summary>a</summary>b</details>"
        );
        assert_eq!(
            clean(&["</div></main><p>a<div>b"]).0,
            "<p>a</p><div>b</div>"
        );
    }

    proptest! {
        #[test]
        fn any_text_gives_markup_that_is_balanced_and_inert(text in "[<>/a-z =\"'&;:!-]{0,60}(<script|<p|onx=|</|javascript:)?[<>/a-z =\"'&;ক]{0,30}") {
            let (html, _) = clean(&[&text]);
            let lower = html.to_ascii_lowercase();
            prop_assert!(!lower.contains("<script"));
            prop_assert!(!lower.contains("=\"javascript:"));
            // What was let through comes through a second time unchanged.
            prop_assert_eq!(clean(&[&html]).0, html);
        }
    }
}

//! `{#id .class key="v"}` in, [`Attributes`] out. A set such as `{1, 3, 4}` is no attribute list.

use crate::parse::block::Attributes;
use crate::parse::excerpt::Excerpt;
use crate::source::Spanned;
use std::ops::Range;

/// The attribute list that stands at the end of a range, and where it begins. Spaces may follow it.
pub(crate) fn trailing(excerpt: &Excerpt, range: Range<usize>) -> Option<(usize, Attributes)> {
    let text = excerpt.slice(range.clone()).trim_end();
    let body = text.strip_suffix('}')?;
    // A brace may stand in a quoted value: try the last one first, then those before it, but not without end.
    for (open, _) in body.rmatch_indices('{').take(4) {
        let start = range.start + open;
        if let Some(attributes) = list(excerpt, start + 1..range.start + body.len()) {
            return Some((start, attributes));
        }
    }
    None
}

/// What stands between the braces; `None` where it is not a list of attributes.
pub(crate) fn list(excerpt: &Excerpt, range: Range<usize>) -> Option<Attributes> {
    let mut attributes = read(excerpt, range, true)?;
    let empty =
        attributes.id.is_none() && attributes.classes.is_empty() && attributes.pairs.is_empty();
    attributes.classes.dedup();
    (!empty).then_some(attributes)
}

/// The attributes of an HTML start tag, such as `class="problem-source" markdown="1"`.
pub(crate) fn html(excerpt: &Excerpt, range: Range<usize>) -> Attributes {
    let raw = read(excerpt, range, false).unwrap_or_default();
    let mut attributes = Attributes::default();
    for (name, value) in raw.pairs {
        match name.as_str() {
            "id" => attributes.id = Some(value.value),
            "class" => {
                let classes = value.value.split_whitespace().map(str::to_owned);
                attributes.classes.extend(classes);
            }
            "markdown" => {}
            _ => attributes.pairs.push((name, value)),
        }
    }
    attributes
}

/// Reads `#id`, `.class` (both only where `short`), `key=v`, `key="v"`; a bare key counts only in HTML.
fn read(excerpt: &Excerpt, range: Range<usize>, short: bool) -> Option<Attributes> {
    let text = excerpt.slice(range.clone());
    let mut attributes = Attributes::default();
    let mut at = 0;
    if short && text.trim_start().starts_with(':') {
        at = text.find(':').map_or(0, |colon| colon + 1);
    }
    loop {
        let rest = text.get(at..)?;
        let Some(begin) = rest.find(|c: char| !c.is_whitespace()) else {
            return Some(attributes);
        };
        at += begin;
        let rest = text.get(at..)?;
        let word_end = rest
            .find(|c: char| c.is_whitespace() || c == '=')
            .unwrap_or(rest.len());
        let word = rest.get(..word_end)?;
        if short && let Some(id) = word.strip_prefix('#') {
            attributes.id = Some(name(id)?.to_owned());
            at += word_end;
        } else if short && let Some(class) = word.strip_prefix('.') {
            attributes.classes.push(name(class)?.to_owned());
            at += word_end;
        } else if rest.get(word_end..)?.starts_with('=') {
            let key = name(word)?.to_ascii_lowercase();
            let (inner, length) = value(rest.get(word_end + 1..)?)?;
            let start = range.start + at + word_end + 1;
            let span = excerpt.span(start + inner.start..start + inner.end);
            let value = excerpt.slice(start + inner.start..start + inner.end);
            let value = value.to_owned();
            attributes.pairs.push((key, Spanned { value, span }));
            at += word_end + 1 + length;
        } else if !short && !word.is_empty() {
            at += word_end;
            let span = excerpt.span(range.start + at..range.start + at);
            let value = String::new();
            attributes
                .pairs
                .push((word.to_ascii_lowercase(), Spanned { value, span }));
        } else {
            return None;
        }
        // A character that cannot stand here, such as a stray `=`, must not hold up the loop.
        if text.get(at..).is_some_and(|rest| rest.starts_with('=')) {
            return None;
        }
    }
}

/// The range of a value within `text`, and how many bytes it takes with its quotes.
fn value(text: &str) -> Option<(Range<usize>, usize)> {
    let quote = text.chars().next()?;
    if quote == '"' || quote == '\'' {
        let length = text.get(1..)?.find(quote)?;
        return Some((1..1 + length, length + 2));
    }
    let length = text
        .find(|c: char| c.is_whitespace() || c == '"')
        .unwrap_or(text.len());
    (length > 0).then_some((0..length, length))
}

/// A name of an attribute list: without the marks that sets and formulas are written with.
fn name(word: &str) -> Option<&str> {
    let odd = |c: char| {
        matches!(
            c,
            '{' | '}' | ',' | '"' | '\'' | '<' | '>' | '#' | '\\' | '$'
        )
    };
    (!word.is_empty() && !word.contains(odd)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;

    fn of(text: &str) -> Option<Attributes> {
        let excerpt = Excerpt::new(Sources::default().add("a.md", text), text, 0);
        trailing(&excerpt, 0..text.len()).map(|(_, attributes)| attributes)
    }

    #[test]
    fn a_set_is_no_attribute_list() {
        for text in [
            "Game {1, 3, 4}",
            "Game {1}",
            "Game {}",
            "Game {a, b}",
            "x {#a, b}",
            "\\{x\\}",
            "{x",
            "mex({0,1})",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn an_attribute_list_is_read() {
        let found = of("Đề bài {#de-bai .wide game=\"a {b}\" n=3 }  ").expect("a list");
        assert_eq!(found.id.as_deref(), Some("de-bai"));
        assert_eq!(found.classes, ["wide"]);
        assert_eq!(found.get("game").map(|v| &*v.value), Some("a {b}"));
        assert_eq!(found.get("n").map(|v| &*v.value), Some("3"));
        assert_eq!(
            of("x {: #a }").map(|a| a.id),
            Some(Some("a".to_owned())),
            "as mkdocs writes it"
        );
    }
}

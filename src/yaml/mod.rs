//! YAML text -> a tree in which every key and value knows where it was written; limits keep hostile YAML harmless.
//!
//! `serde_yaml` decides what is valid and what it says; the events of `saphyr-parser` say where each value stands. A
//! text that the two read differently is refused.

mod field;

pub use field::{Fields, nearest};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span, Spanned};
use saphyr_parser::{Event, Parser, ScalarStyle};
use std::collections::BTreeMap;
use std::ops::Range;

/// How deep lists and maps may nest.
const MAX_DEPTH: usize = 64;
/// How many values a text may hold, aliases expanded: stops a text of a few lines that stands for billions of values.
const MAX_NODES: usize = 100_000;

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// From its first to its last byte. An alias has the place of the alias.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// Text, a number, `true` or a date, as written (quotes and escapes resolved).
    Scalar(String),
    /// A list.
    List(Vec<Node>),
    /// A map, in the order written. Keys are distinct.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    /// Scalar text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// What it is, in words, for messages.
    #[must_use]
    pub fn description(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(text) if text.chars().count() > 40 => "a text".to_owned(),
            Value::Scalar(text) => format!("`{text}`"),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }

    fn size(&self) -> usize {
        1 + match &self.value {
            Value::Null | Value::Scalar(_) => 0,
            Value::List(items) => items.iter().map(Self::size).sum(),
            Value::Map(entries) => entries.iter().map(|(_, value)| 1 + value.size()).sum(),
        }
    }
}

/// Reads the YAML that stands in `range` of the text of `file`. `None` where it holds no value, or cannot be read
/// (then a diagnostic says why).
#[must_use]
pub fn read(file: FileId, text: &str, range: Range<usize>) -> (Option<Node>, Vec<Diagnostic>) {
    let body = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (body.len() - body.trim_start_matches('\u{feff}').len());
    let body = body.trim_start_matches('\u{feff}');
    let mut builder = Builder {
        file,
        body,
        start,
        // The parser counts characters; spans count bytes.
        offsets: body
            .char_indices()
            .map(|(at, _)| at)
            .chain([body.len()])
            .collect(),
        open: Vec::new(),
        anchors: BTreeMap::new(),
        nodes: 0,
        root: None,
        problems: Vec::new(),
    };
    if let Err(problem) = builder.run() {
        builder.problems.push(*problem);
        builder.root = None;
    }
    if let (Some(root), true) = (&builder.root, builder.problems.is_empty())
        && let Some(problem) = disagreement(root, body, start)
    {
        builder.problems.push(problem);
        builder.root = None;
    }
    let root = builder.root.filter(|node| node.value != Value::Null);
    (root, builder.problems)
}

/// What `serde_yaml` has against a text, or where it reads another value.
fn disagreement(root: &Node, body: &str, start: usize) -> Option<Diagnostic> {
    let refused = |span: Span, message: String| {
        Diagnostic::new(Code::BrokenYaml, span, message)
            .help("put quotes around texts that hold `:`, `#`, `{` or begin with a sign")
    };
    match serde_yaml::from_str::<serde_yaml::Value>(body) {
        Ok(value) => differs(root, &value)
            .map(|span| refused(span, "this value can be read in two ways".to_owned())),
        Err(error) => {
            let at = error.location().map_or(0, |location| location.index());
            let at = (0..=at.min(body.len()))
                .rev()
                .find(|&at| body.is_char_boundary(at));
            let at = start + at.unwrap_or(0);
            Some(refused(
                Span::new(root.span.file, at, at),
                format!("this is no valid YAML: {error}"),
            ))
        }
    }
}

/// The first value of which the two readings have another shape.
fn differs(node: &Node, value: &serde_yaml::Value) -> Option<Span> {
    use serde_yaml::Value as Other;
    match (&node.value, value) {
        (_, Other::Tagged(tagged)) => differs(node, &tagged.value),
        (Value::List(items), Other::Sequence(others)) if items.len() == others.len() => items
            .iter()
            .zip(others)
            .find_map(|(item, other)| differs(item, other)),
        (Value::Map(entries), Other::Mapping(others)) if entries.len() == others.len() => entries
            .iter()
            .zip(others.values())
            .find_map(|((_, item), other)| differs(item, other)),
        (Value::Scalar(text), Other::String(other)) if text == other => None,
        (Value::Scalar(_), Other::Number(_) | Other::Bool(_)) | (Value::Null, Other::Null) => None,
        // `yes`, an empty text and the like: one reader's nothing is the other's text.
        (Value::Scalar(text), Other::Null) if text.is_empty() || text == "~" || text == "null" => {
            None
        }
        (Value::Null, Other::String(text)) if text.is_empty() => None,
        _ => Some(node.span),
    }
}

/// A list or map that is not closed yet.
struct Open {
    anchor: usize,
    span: Span,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<Node>),
    Map {
        entries: Vec<(Spanned<String>, Node)>,
        key: Option<Spanned<String>>,
        seen: BTreeMap<String, Span>,
    },
}

struct Builder<'a> {
    file: FileId,
    body: &'a str,
    start: usize,
    offsets: Vec<usize>,
    open: Vec<Open>,
    anchors: BTreeMap<usize, Node>,
    nodes: usize,
    root: Option<Node>,
    problems: Vec<Diagnostic>,
}

impl Builder<'_> {
    fn run(&mut self) -> Result<(), Box<Diagnostic>> {
        let mut documents = 0;
        for event in Parser::new_from_str(self.body) {
            let (event, place) = event.map_err(|error| self.scan_error(&error))?;
            let span = self.span(place.start.index(), place.end.index());
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        return Err(Diagnostic::new(
                            Code::BrokenYaml,
                            span,
                            "a second YAML document begins here",
                        )
                        .help("write one document; remove the line `---`")
                        .into());
                    }
                }
                Event::Scalar(text, style, anchor, _) => {
                    let null = style == ScalarStyle::Plain
                        && matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL");
                    let value = if null && !self.wants_key() {
                        Value::Null
                    } else {
                        Value::Scalar(text.into_owned())
                    };
                    self.count(1, span)?;
                    self.add(Node { span, value }, anchor)?;
                }
                Event::SequenceStart(anchor, _) => {
                    self.enter(anchor, span, OpenKind::List(Vec::new()))?;
                }
                Event::MappingStart(anchor, _) => {
                    let kind = OpenKind::Map {
                        entries: Vec::new(),
                        key: None,
                        seen: BTreeMap::new(),
                    };
                    self.enter(anchor, span, kind)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.leave(span)?,
                Event::Alias(anchor) => {
                    let Some(named) = self.anchors.remove(&anchor) else {
                        return Err(Diagnostic::new(
                            Code::BrokenYaml,
                            span,
                            "an alias stands inside the value that it names",
                        )
                        .into());
                    };
                    // Counted before it is copied.
                    self.count(named.size(), span)?;
                    let value = named.value.clone();
                    self.anchors.insert(anchor, named);
                    self.add(Node { span, value }, 0)?;
                }
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            }
        }
        Ok(())
    }

    /// Whether the next value is the key of a map.
    fn wants_key(&self) -> bool {
        matches!(
            self.open.last(),
            Some(Open {
                kind: OpenKind::Map { key: None, .. },
                ..
            })
        )
    }

    fn enter(&mut self, anchor: usize, span: Span, kind: OpenKind) -> Result<(), Box<Diagnostic>> {
        if self.open.len() >= MAX_DEPTH {
            let message = format!("lists and maps nest deeper than {MAX_DEPTH} levels");
            return Err(Diagnostic::new(Code::TooLarge, span, message).into());
        }
        if self.wants_key() {
            return Err(complex_key(span));
        }
        self.count(1, span)?;
        self.open.push(Open { anchor, span, kind });
        Ok(())
    }

    fn leave(&mut self, end: Span) -> Result<(), Box<Diagnostic>> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let (last, value) = match open.kind {
            OpenKind::List(items) => (items.last().map(|item| item.span), Value::List(items)),
            OpenKind::Map { entries, .. } => (
                entries.last().map(|(key, value)| key.span.to(value.span)),
                Value::Map(entries),
            ),
        };
        // The end of a block collection is noticed at the next token, lines later; the end of `[...]` is its bracket.
        let bracket = end.start as usize - self.start;
        let closing = self
            .body
            .get(bracket..)
            .and_then(|rest| rest.chars().next());
        let span = match last {
            _ if matches!(closing, Some(']' | '}')) => open.span.to(Span::new(
                self.file,
                self.start + bracket,
                self.start + bracket + 1,
            )),
            Some(last) => open.span.to(last),
            None => open.span,
        };
        self.add(Node { span, value }, open.anchor)
    }

    fn count(&mut self, more: usize, span: Span) -> Result<(), Box<Diagnostic>> {
        self.nodes += more;
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        let message = format!("the YAML stands for more than {MAX_NODES} values");
        Err(Diagnostic::new(Code::TooLarge, span, message)
            .because("aliases (`*name`) count as often as they are used")
            .into())
    }

    fn add(&mut self, node: Node, anchor: usize) -> Result<(), Box<Diagnostic>> {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open {
                kind: OpenKind::List(items),
                ..
            }) => items.push(node),
            Some(Open {
                kind: OpenKind::Map { entries, key, seen },
                ..
            }) => match key.take() {
                None => {
                    let span = node.span;
                    let Value::Scalar(value) = node.value else {
                        return Err(complex_key(span));
                    };
                    *key = Some(Spanned { value, span });
                }
                Some(name) => {
                    if let Some(earlier) = seen.get(&name.value) {
                        let message = format!("the key `{}` stands twice", name.value);
                        let problem = Diagnostic::new(Code::BrokenYaml, name.span, message)
                            .related(*earlier, "first here")
                            .help("remove one of the two");
                        self.problems.push(problem);
                    } else {
                        seen.insert(name.value.clone(), name.span);
                        entries.push((name, node));
                    }
                }
            },
        }
        Ok(())
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let byte =
            |index: usize| self.start + self.offsets.get(index).copied().unwrap_or(self.body.len());
        let (start, end) = (byte(start), byte(end.max(start)));
        // A plain scalar may end with the space before a comment.
        let written = self
            .body
            .get(start - self.start..end - self.start)
            .unwrap_or_default();
        let end = start + written.trim_end().len();
        Span::new(self.file, start, end)
    }

    fn scan_error(&self, error: &saphyr_parser::ScanError) -> Box<Diagnostic> {
        let at = error.marker().index();
        let mut span = self.span(at, at + 1);
        if span.start as usize >= self.start + self.body.len() {
            // At the end of the text: the last thing written is the better place to look at.
            let end = self.start + self.body.trim_end().len();
            span = Span::new(self.file, end, end);
        }
        if error.info().contains("tab") {
            // The parser names the value before the tab.
            let from = span.start as usize - self.start;
            let indented = self.body.get(from..).and_then(|rest| {
                let line = rest.find("\n\t").or_else(|| rest.find("\n \t"))?;
                Some(from + line + 1)
            });
            if let Some(at) = indented {
                span = Span::new(self.file, self.start + at, self.start + at + 1);
            }
        }
        let message = format!("this is not YAML: {}", error.info());
        let help = if error.info().contains("tab") {
            "indent with spaces; YAML allows no tabs there"
        } else if error.info().contains("mapping values") {
            "a value with a colon and a space in it needs quotes: `title: \"Nim: the game\"`"
        } else if error.info().contains("flow ") {
            "close each `{` with `}` and each `[` with `]`, and set a comma between two entries"
        } else {
            "look at the indentation and the quotes of this line and of the line above it"
        };
        Box::new(Diagnostic::new(Code::BrokenYaml, span, message).help(help))
    }
}

fn complex_key(span: Span) -> Box<Diagnostic> {
    let problem = Diagnostic::new(
        Code::BrokenYaml,
        span,
        "the key of a map is itself a list or a map",
    )
    .help("a key is plain text; a text with `{`, `[` or `*` at its start needs quotes");
    Box::new(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use proptest::prelude::*;

    fn with(text: &str) -> (Sources, Option<Node>, Vec<Diagnostic>) {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml", text);
        let (node, problems) = read(file, text, 0..text.len());
        (sources, node, problems)
    }

    fn entries(node: Option<Node>) -> Vec<(Spanned<String>, Node)> {
        match node.expect("a value").value {
            Value::Map(entries) => entries,
            other => panic!("{other:?} is no map"),
        }
    }

    #[test]
    fn every_key_and_value_knows_its_bytes() {
        let (sources, node, problems) = with(
            "\u{feff}নাম: [ক, 060] # x\r\ngames:\r\n  heap: {subtraction: [1, 2]}\r\n  b: nim  # y\r\nlast: ~\r\n",
        );
        assert_eq!(problems, []);
        let entries = entries(node);
        let seen: Vec<(&str, &str)> = entries
            .iter()
            .map(|(key, value)| (sources.slice(key.span), sources.slice(value.span)))
            .collect();
        assert_eq!(
            seen,
            [
                ("নাম", "[ক, 060]"),
                ("games", "heap: {subtraction: [1, 2]}\r\n  b: nim"),
                ("last", "~")
            ]
        );
    }

    #[test]
    fn an_alias_bomb_is_refused() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let alias = format!("*a{}", level - 1);
            let list = vec![alias; 10].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{list}]\n"));
        }
        let (_, node, problems) = with(&text);
        assert_eq!(node, None);
        assert_eq!(problems[0].code, Code::TooLarge);
    }

    #[test]
    fn deep_nesting_is_refused() {
        for text in [
            "[".repeat(100_000),
            "- ".repeat(100_000),
            "{a: ".repeat(200),
        ] {
            let (_, node, problems) = with(&text);
            assert_eq!(node, None);
            assert!(matches!(
                problems[0].code,
                Code::TooLarge | Code::BrokenYaml
            ));
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_reported_with_both_places() {
        let (sources, node, problems) = with("title: a\ntitle: b\n");
        assert_eq!(entries(node).len(), 1);
        assert_eq!(sources.start(problems[0].primary.span).line, 2);
        assert_eq!(sources.start(problems[0].related[0].span).line, 1);
    }

    #[test]
    fn what_does_not_parse_is_reported_where_it_stands() {
        for (text, line) in [
            ("title: a\n\tb: c\n", 2),
            ("title: \"a\nb: c\n", 1),
            ("a: b: c\n", 1),
            ("a: *nowhere\n", 1),
            ("a: [1, 2\nb: 3\n", 2),
            ("a: &x [*x]\n", 1),
            ("{a: 1}: 2\n", 1),
            ("a: 1\n---\nb: 2\n", 2),
        ] {
            let (sources, node, problems) = with(text);
            assert_eq!(node, None, "{text}");
            assert_eq!(problems.len(), 1, "{text}");
            assert_eq!(
                sources.start(problems[0].primary.span).line,
                line,
                "{text} {problems:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[-\\[\\]{}:,&*!|>'\"%@`#?~ \\n\\t\\ra-cক০\\\\0-9.<]{0,60}") {
            let (sources, node, problems) = with(&text);
            for problem in problems {
                let _ = sources.slice(problem.primary.span);
            }
            if let Some(node) = node {
                let _ = sources.slice(node.span);
            }
        }
    }
}

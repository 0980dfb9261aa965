//! The front matter of a lesson and the YAML beside it -> [`FrontMatter`], and where the lesson itself begins.

mod rules;
mod source;

use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::LessonInput;
use crate::parse::site::{Agrees, FrontMatter};
use crate::source::{Sources, Span, Spanned};
use crate::yaml::{self, Fields, Node, Value, nearest};
use std::collections::BTreeMap;
use std::ops::Range;

const KEYS: &[&str] = &[
    "title",
    "number",
    "source",
    "topic",
    "difficulty",
    "pattern",
    "inherits",
    "concepts",
    "twin",
    "games",
    "sections",
    "agrees",
];

/// Keys that no other tool uses: a front matter that has one was written for this tool.
const OWN_KEYS: &[&str] = &["games", "sections", "inherits", "agrees", "concepts"];

/// What front matter and sidecar say, and where.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) matter: FrontMatter,
    pub(super) title: Option<String>,
    /// The keys of `sections:` as written, for those that name no heading.
    pub(super) sections: Vec<Spanned<String>>,
    /// Where `twin:` stands.
    pub(super) twin: Option<Spanned<String>>,
    /// Whether its YAML could not be read.
    pub(super) is_unread: bool,
    /// The bytes of the lesson itself.
    pub(super) body: Range<usize>,
}

/// Reads the front matter and the sidecar of a lesson.
pub(super) fn read(
    sources: &Sources,
    config: &Config,
    lesson: LessonInput,
    problems: &mut Vec<Diagnostic>,
) -> Front {
    let text = sources.text(lesson.markdown);
    let split = split(text);
    let mut nodes = Vec::new();
    let before = problems.len();
    if let Some(yaml) = split.yaml {
        let (node, found) = yaml::read(lesson.markdown, text, yaml);
        problems.extend(found);
        nodes.extend(node);
    } else if let Some(opening) = split.unclosed {
        let span = Span::new(lesson.markdown, opening.start, opening.end);
        problems.push(
            Diagnostic::new(
                Code::Unclosed,
                span,
                "the front matter is opened and never closed",
            )
            .help("close it with a line `---`"),
        );
    }
    if let Some(sidecar) = lesson.sidecar {
        let text = sources.text(sidecar);
        let (node, found) = yaml::read(sidecar, text, 0..text.len());
        problems.extend(found);
        nodes.extend(node);
    }
    let is_unread = problems.len() > before;
    let merged = merge(sources, nodes, problems);
    let mut front = Front {
        body: split.body,
        is_unread,
        ..Front::default()
    };
    let Some(fields) = merged
        .as_ref()
        .and_then(|node| Fields::of(node, "the front matter", problems))
    else {
        return front;
    };
    unknown_keys(&fields, config, problems);
    front.title = fields.text("title", problems).map(|text| text.value);
    front.twin = fields.text("twin", problems);
    let matter = &mut front.matter;
    let mut text = |key: &str| fields.text(key, problems).map(|text| text.value);
    matter.number = text("number");
    matter.topic = text("topic");
    matter.difficulty = text("difficulty");
    matter.pattern = text("pattern");
    matter.twin = front.twin.as_ref().map(|twin| twin.value.clone());
    matter.inherits = values(fields.texts("inherits", problems));
    matter.concepts = values(fields.texts("concepts", problems));
    matter.source = source::read(&fields, config, problems);
    matter.games = rules::games(&fields, problems);
    let games: Vec<&str> = matter
        .games
        .iter()
        .map(|game| game.name.value.as_str())
        .collect();
    let known = Known {
        declared: rules::declared(&fields),
        games,
    };
    (matter.sections, front.sections) = sections(&fields, &known, problems);
    matter.agrees = agrees(&fields, &known, problems);
    front
}

fn values(texts: Vec<Spanned<String>>) -> Vec<String> {
    texts.into_iter().map(|text| text.value).collect()
}

/// Without course.yaml the folder is anybody's: front matter written for another tool has keys of its own.
fn unknown_keys(fields: &Fields<'_>, config: &Config, problems: &mut Vec<Diagnostic>) {
    let ours = config.declared
        || fields.iter().any(|(key, _)| {
            OWN_KEYS.contains(&key.value.as_str()) || nearest(&key.value, OWN_KEYS).is_some()
        });
    if ours {
        fields.only(KEYS, problems);
    }
}

/// The names of games that a value may refer to.
struct Known<'a> {
    /// All names under `games:`, those of wrong rules included.
    declared: Vec<&'a str>,
    /// Those whose rule is right.
    games: Vec<&'a str>,
}

impl Known<'_> {
    /// Whether a name stands for a game. One that does not is reported, here or at its rule.
    fn check(&self, name: &Spanned<String>, problems: &mut Vec<Diagnostic>) -> bool {
        let value = name.value.as_str();
        if self.games.contains(&value) || rules::is_rule(value) {
            return true;
        }
        // A name whose rule is wrong was reported at its rule.
        if self.declared.contains(&value) {
            return false;
        }
        let message = format!("no game is called `{value}`");
        let help = match nearest(value, &self.declared) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.declared.is_empty() => format!("declare it: `games: {{{value}: nim}}`"),
            None => format!("the games of this lesson are {}", self.declared.join(", ")),
        };
        problems.push(Diagnostic::new(Code::UnknownGame, name.span, message).help(help));
        false
    }
}

type Sections = (BTreeMap<String, Spanned<String>>, Vec<Spanned<String>>);

fn sections(fields: &Fields<'_>, known: &Known<'_>, problems: &mut Vec<Diagnostic>) -> Sections {
    let mut sections = BTreeMap::new();
    let mut keys = Vec::new();
    let Some(inner) = fields
        .get("sections")
        .and_then(|node| Fields::of(node, "sections", problems))
    else {
        return (sections, keys);
    };
    for (heading, _) in inner.iter() {
        if let Some(game) = inner.text(&heading.value, problems) {
            keys.push(heading.clone());
            if known.check(&game, problems) {
                sections.insert(heading.value.clone(), game);
            }
        }
    }
    (sections, keys)
}

fn agrees(fields: &Fields<'_>, known: &Known<'_>, problems: &mut Vec<Diagnostic>) -> Vec<Agrees> {
    let Some(node) = fields.get("agrees") else {
        return Vec::new();
    };
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut agrees = Vec::new();
    for item in items {
        let Some(entry) = Fields::of(item, "agrees", problems) else {
            continue;
        };
        entry.only(&["function", "with", "game", "up_to"], problems);
        let with = [
            ("outcome", "outcome"),
            ("grundy", "grundy"),
            ("moves", "moves"),
        ];
        let function = entry.text("function", problems);
        let game = entry.text("game", problems);
        let is_known = game
            .as_ref()
            .is_some_and(|game| known.check(game, problems));
        for key in ["function", "game"] {
            if entry.get(key).is_none() {
                let message = format!("an entry of `agrees` has no `{key}`");
                problems.push(
                    Diagnostic::new(Code::WrongValue, item.span, message)
                        .help("write `{function: NAME, with: grundy, game: NAME, up_to: 50}`"),
                );
            }
        }
        let with = match entry.get("with") {
            None => Some("grundy"),
            Some(_) => entry.one_of("with", &with, problems),
        };
        let up_to = match entry.get("up_to") {
            None => Some(50),
            Some(_) => entry.natural("up_to", problems),
        };
        if let (Some(function), Some(with), Some(game), Some(up_to)) = (function, with, game, up_to)
            && is_known
        {
            agrees.push(Agrees {
                function: function.value,
                with: with.to_owned(),
                game,
                up_to,
                span: item.span,
            });
        }
    }
    agrees
}

/// One map out of front matter and sidecar. A key that stands in both is reported; the maps under `games` and
/// `sections` are put together.
fn merge(sources: &Sources, nodes: Vec<Node>, problems: &mut Vec<Diagnostic>) -> Option<Node> {
    let mut nodes = nodes.into_iter();
    let mut first = nodes.next()?;
    for second in nodes {
        let name = sources.path(second.span.file).to_owned();
        if !matches!(first.value, Value::Map(_)) {
            let _ = Fields::of(&first, "the front matter", problems);
            first = second;
            continue;
        }
        if !matches!(second.value, Value::Map(_)) {
            let _ = Fields::of(&second, &name, problems);
            continue;
        }
        join(&mut first, second, problems);
    }
    Some(first)
}

fn join(first: &mut Node, second: Node, problems: &mut Vec<Diagnostic>) {
    let (Value::Map(entries), Value::Map(more)) = (&mut first.value, second.value) else {
        return;
    };
    for (key, value) in more {
        let Some((earlier, old)) = entries.iter_mut().find(|(name, _)| name.value == key.value)
        else {
            entries.push((key, value));
            continue;
        };
        let maps = matches!((&old.value, &value.value), (Value::Map(_), Value::Map(_)));
        if maps && matches!(key.value.as_str(), "games" | "sections") {
            join(old, value, problems);
        } else {
            let message = format!("the key `{}` stands in two places", key.value);
            problems.push(
                Diagnostic::new(Code::WrongValue, key.span, message)
                    .related(earlier.span, "it stands here too")
                    .help("keep one of the two"),
            );
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Split {
    yaml: Option<Range<usize>>,
    body: Range<usize>,
    unclosed: Option<Range<usize>>,
}

/// Finds `---`, YAML, `---` at the top of a text. A `---` with an empty line below is a rule of the lesson.
fn split(text: &str) -> Split {
    let top = text.len() - text.trim_start_matches('\u{feff}').len();
    let nothing = Split {
        body: top..text.len(),
        ..Split::default()
    };
    let mut at = top;
    let mut lines = text[top..].split_inclusive('\n').map(|line| {
        let range = at..at + line.len();
        at += line.len();
        (range, line.trim_end())
    });
    let Some((opening, "---")) = lines.next() else {
        return nothing;
    };
    let mut first = true;
    let mut looks_like_yaml = false;
    for (range, line) in lines {
        if first && line.is_empty() {
            return nothing;
        }
        if first {
            looks_like_yaml = line
                .split_once(':')
                .is_some_and(|(key, _)| KEYS.contains(&key.trim()));
        }
        first = false;
        if matches!(line, "---" | "...") {
            return Split {
                yaml: Some(opening.end..range.start),
                body: range.end..text.len(),
                unclosed: None,
            };
        }
    }
    Split {
        unclosed: looks_like_yaml.then_some(opening.start..opening.start + 3),
        ..nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_ends_where_it_is_closed() {
        let parts = |text: &'static str| {
            let split = split(text);
            (split.yaml.map(|range| &text[range]), &text[split.body])
        };
        assert_eq!(parts("---\na: 1\n---\nb\n"), (Some("a: 1\n"), "b\n"));
        assert_eq!(
            parts("\u{feff}---\r\na: 1\r\n---\r\nb"),
            (Some("a: 1\r\n"), "b")
        );
        assert_eq!(parts("---\n---\nb"), (Some(""), "b"));
        assert_eq!(parts("---\na: 1\n---"), (Some("a: 1\n"), ""));
        assert_eq!(
            parts("---\n\nText\n\n---\n"),
            (None, "---\n\nText\n\n---\n")
        );
        assert_eq!(
            parts("# Nim\n---\na\n---\n"),
            (None, "# Nim\n---\na\n---\n")
        );
        assert_eq!(parts(""), (None, ""));
    }

    #[test]
    fn front_matter_that_is_never_closed_is_noticed_only_where_it_is_one() {
        assert_eq!(split("---\ntitle: a\n# b\n").unclosed, Some(0..3));
        assert_eq!(split("---\nsome text\n").unclosed, None);
    }
}

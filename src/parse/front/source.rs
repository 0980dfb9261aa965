//! `source:` of a lesson -> its [`Attribution`].

use crate::config::{self, Config};
use crate::diagnostic::{Code, Diagnostic};
use crate::parse::site::{Attribution, Reference};
use crate::yaml::{Fields, Node, Value};

const KEYS: &[&str] = &[
    "original",
    "platforms",
    "authors",
    "license",
    "retrieved",
    "changes",
    "ids",
];

/// Reads `source:`; a text alone is the name of the original.
pub(super) fn read(
    fields: &Fields<'_>,
    config: &Config,
    problems: &mut Vec<Diagnostic>,
) -> Option<Attribution> {
    let node = fields.get("source")?;
    if let Some(text) = node.text() {
        return Some(Attribution {
            original: Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            ..Attribution::default()
        });
    }
    let entry = Fields::of(node, "source", problems)?;
    entry.only(KEYS, problems);
    let mut text = |key: &str| entry.text(key, problems).map(|text| text.value);
    let mut source = Attribution {
        original: text("original"),
        license: text("license"),
        retrieved: text("retrieved"),
        changes: text("changes"),
        ..Attribution::default()
    };
    source.authors = super::values(entry.texts("authors", problems));
    source.platforms = platforms(&entry, problems);
    for id in entry.texts("ids", problems) {
        if config.sources.contains_key(&id.value) {
            source.ids.push(id.value);
            continue;
        }
        let message = format!("no source of course.yaml is called `{}`", id.value);
        let help = match config::nearest_source(config, &id.value) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it under `sources:` of course.yaml".to_owned(),
        };
        problems.push(Diagnostic::new(Code::WrongValue, id.span, message).help(help));
    }
    Some(source)
}

fn platforms(entry: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Vec<Reference> {
    let Some(node) = entry.get("platforms") else {
        return Vec::new();
    };
    let items: &[Node] = match &node.value {
        Value::List(items) => items,
        _ => std::slice::from_ref(node),
    };
    let mut platforms = Vec::new();
    for item in items {
        if let Some(name) = item.text() {
            platforms.push(Reference {
                name: name.trim().to_owned(),
                url: None,
            });
            continue;
        }
        let Some(fields) = Fields::of(item, "a platform", problems) else {
            continue;
        };
        fields.only(&["name", "url"], problems);
        let url = config::web_address(&fields, "url", problems);
        let name = fields.text("name", problems).map(|name| name.value);
        match name.or_else(|| url.clone()) {
            Some(name) => platforms.push(Reference { name, url }),
            None => problems.push(
                Diagnostic::new(Code::WrongValue, item.span, "a platform has no `name`")
                    .help("write `{name: LeetCode, url: \"https://…\"}`"),
            ),
        }
    }
    platforms
}

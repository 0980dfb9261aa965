//! A YAML map -> typed values, with a diagnostic at each key that is unknown and each value of the wrong form.

use super::{Node, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// The entries of a map whose keys are known.
#[derive(Debug)]
pub struct Fields<'a> {
    entries: &'a [(Spanned<String>, Node)],
    /// What the map is called in messages, such as `course.yaml` or `source`.
    name: &'a str,
}

impl<'a> Fields<'a> {
    /// The entries of a node that must be a map. Reports a node that is none.
    pub fn of(node: &'a Node, name: &'a str, problems: &mut Vec<Diagnostic>) -> Option<Self> {
        match &node.value {
            Value::Map(entries) => Some(Self { entries, name }),
            Value::Null => None,
            _ => {
                problems.push(
                    Diagnostic::new(
                        Code::WrongValue,
                        node.span,
                        format!("{name} is {}; it must be a map", node.description()),
                    )
                    .help("write `key: value` lines"),
                );
                None
            }
        }
    }

    /// Reports each key that is not in `known`, with the nearest one that is.
    pub fn only(&self, known: &[&str], problems: &mut Vec<Diagnostic>) {
        for (key, _) in self.entries {
            if !known.contains(&key.value.as_str()) {
                problems.push(unknown_key(key, self.name, known));
            }
        }
    }

    /// The keys and values in the order written.
    pub fn iter(&self) -> impl Iterator<Item = (&'a Spanned<String>, &'a Node)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// The value of a key; `None` where it is absent or null.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The key as written, and its value; `None` where it is absent or null.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<(&'a Spanned<String>, &'a Node)> {
        self.iter()
            .find(|(name, value)| name.value == key && value.value != Value::Null)
    }

    /// Where the key stands.
    #[must_use]
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.iter()
            .find(|(name, _)| name.value == key)
            .map(|(name, _)| name.span)
    }

    /// A text (a number counts as its digits).
    pub fn text(&self, key: &str, problems: &mut Vec<Diagnostic>) -> Option<Spanned<String>> {
        let node = self.get(key)?;
        let Some(text) = node.text() else {
            problems.push(self.wrong(key, node, "a text"));
            return None;
        };
        let value = text.trim().to_owned();
        if value.is_empty() {
            problems.push(
                Diagnostic::new(
                    Code::WrongValue,
                    self.key_span(key).unwrap_or(node.span),
                    format!("`{key}` of {} is empty", self.name),
                )
                .help("write a text, or leave the key out"),
            );
            return None;
        }
        Some(Spanned {
            value,
            span: node.span,
        })
    }

    /// A list of texts; one text alone counts as a list of one.
    pub fn texts(&self, key: &str, problems: &mut Vec<Diagnostic>) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut texts = Vec::new();
        for item in items {
            match item.text() {
                Some(text) => texts.push(Spanned {
                    value: text.trim().to_owned(),
                    span: item.span,
                }),
                None => problems.push(self.wrong(key, item, "a list of texts")),
            }
        }
        texts
    }

    /// A natural number.
    pub fn natural(&self, key: &str, problems: &mut Vec<Diagnostic>) -> Option<u64> {
        let node = self.get(key)?;
        let number = node.text().and_then(|text| text.parse().ok());
        if number.is_none() {
            problems.push(self.wrong(key, node, "a natural number"));
        }
        number
    }

    /// One of a few words.
    pub fn one_of<T: Copy>(
        &self,
        key: &str,
        choices: &[(&str, T)],
        problems: &mut Vec<Diagnostic>,
    ) -> Option<T> {
        let node = self.get(key)?;
        let chosen = node
            .text()
            .and_then(|text| choices.iter().find(|(word, _)| *word == text));
        if let Some((_, value)) = chosen {
            return Some(*value);
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let mut problem = self.wrong(key, node, &format!("one of {}", quoted.join(", ")));
        if let Some(near) = node.text().and_then(|text| nearest(text, &words)) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        problems.push(problem);
        None
    }

    /// A diagnostic for a value that has not the form it must have.
    #[must_use]
    pub fn wrong(&self, key: &str, node: &Node, form: &str) -> Diagnostic {
        let message = format!(
            "`{key}` of {} is {}; it must be {form}",
            self.name,
            node.description()
        );
        Diagnostic::new(Code::WrongValue, node.span, message)
    }
}

fn unknown_key(key: &Spanned<String>, name: &str, known: &[&str]) -> Diagnostic {
    let message = format!("`{}` is no key of {name}", key.value);
    let help = match nearest(&key.value, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys are {}", known.join(", ")),
    };
    Diagnostic::new(Code::UnknownKey, key.span, message).help(help)
}

/// The word that was probably meant; `None` where none is near.
#[must_use]
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_lowercase().replace('_', "-");
    known
        .iter()
        .map(|candidate| {
            let plain = candidate.to_lowercase().replace('_', "-");
            (strsim::damerau_levenshtein(&lower, &plain), *candidate)
        })
        .filter(|(distance, candidate)| {
            let length = candidate.chars().count();
            *distance <= (length / 4).clamp(usize::from(length > 2), 3)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

//! `games:` -> named games. A rule in YAML becomes the text of a rule, which the game library reads.

use crate::diagnostic::{Code, Diagnostic};
use crate::parse::site::NamedGame;
use crate::solve::parse;
use crate::source::{Span, Spanned};
use crate::yaml::{Fields, Node, Value, nearest};
use std::collections::BTreeMap;

/// How long the text of a rule may be, sums written out.
const MAX_RULE: usize = 16 << 10;

/// The names under `games:`.
pub(super) fn declared<'a>(fields: &Fields<'a>) -> Vec<&'a str> {
    match fields.get("games").map(|node| &node.value) {
        Some(Value::Map(entries)) => entries.iter().map(|(key, _)| key.value.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Whether a text is a rule of its own, such as `nim`.
pub(super) fn is_rule(text: &str) -> bool {
    parse(text).is_ok()
}

/// The games of `games:` in the order written. A rule that is wrong is reported at its key and left out.
pub(super) fn games(fields: &Fields<'_>, problems: &mut Vec<Diagnostic>) -> Vec<NamedGame> {
    let Some(inner) = fields
        .get("games")
        .and_then(|node| Fields::of(node, "games", problems))
    else {
        return Vec::new();
    };
    let mut resolver = Resolver {
        rules: inner
            .iter()
            .map(|(key, node)| (key.value.as_str(), (key.span, node)))
            .collect(),
        texts: BTreeMap::new(),
        open: Vec::new(),
        problems,
    };
    let mut games = Vec::new();
    for (name, _) in inner.iter() {
        let Ok(text) = resolver.text_of(&name.value) else {
            continue;
        };
        match parse(&text) {
            Ok(game) => games.push(NamedGame {
                name: name.clone(),
                game,
            }),
            Err(error) => {
                let message = format!("the rule of `{}` is wrong: {}", name.value, error.message);
                let mut problem = Diagnostic::new(Code::WrongRule, name.span, message);
                problem.help = error.help;
                resolver.problems.push(problem);
                resolver.texts.insert(name.value.clone(), Err(Reported));
            }
        }
    }
    games
}

/// A rule that is wrong and was reported.
#[derive(Debug, Clone, Copy)]
struct Reported;

struct Resolver<'a> {
    rules: BTreeMap<&'a str, (Span, &'a Node)>,
    /// The texts of the rules that were looked at.
    texts: BTreeMap<String, Result<String, Reported>>,
    /// The sums that are being written out: a name that comes again is a cycle.
    open: Vec<String>,
    problems: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    /// The text of a declared rule.
    fn text_of(&mut self, name: &str) -> Result<String, Reported> {
        if let Some(text) = self.texts.get(name) {
            return text.clone();
        }
        let Some((span, node)) = self.rules.get(name).copied() else {
            return Err(Reported);
        };
        if let Some(first) = self.open.iter().position(|open| open == name) {
            let mut chain: Vec<&str> = self.open.iter().skip(first).map(String::as_str).collect();
            chain.push(name);
            let message = format!("the sum `{name}` contains itself: {}", chain.join(" -> "));
            return self.report(span, message, "a sum is made of other games");
        }
        let key = Spanned {
            value: name.to_owned(),
            span,
        };
        self.open.push(name.to_owned());
        let text = self.rule(&key, node);
        self.open.pop();
        let text = match text {
            Ok(text) if text.len() > MAX_RULE => {
                let message = format!("the rule of `{name}` is longer than {MAX_RULE} bytes");
                self.report(span, message, "make it smaller")
            }
            text => text,
        };
        self.texts.insert(name.to_owned(), text.clone());
        text
    }

    fn rule(&mut self, name: &Spanned<String>, node: &Node) -> Result<String, Reported> {
        match &node.value {
            Value::Scalar(text) => Ok(text.trim().to_owned()),
            Value::Map(entries) => {
                let mut misere = false;
                let mut rules = Vec::new();
                for (key, value) in entries {
                    match (key.value.as_str(), value.text()) {
                        ("play", Some("misere" | "misère")) => misere = true,
                        ("play", Some("normal")) => {}
                        ("play", _) => {
                            let message = format!(
                                "`play` of `{}` is {}; it must be `normal` or `misere`",
                                name.value,
                                value.description()
                            );
                            return self.report(
                                name.span,
                                message,
                                "write `play: misere`, or leave `play` out",
                            );
                        }
                        _ => rules.push((key, value)),
                    }
                }
                let &[(key, value)] = rules.as_slice() else {
                    let message = format!(
                        "the rule of `{}` names {} games; it must name one",
                        name.value,
                        rules.len()
                    );
                    return self.report(
                        name.span,
                        message,
                        "write `{subtraction: [1, 2, 3]}`, with `play: misere` where the last move loses",
                    );
                };
                let text = if key.value == "sum" {
                    self.sum(name, value)?
                } else {
                    self.plain(name, &key.value, value)?
                };
                Ok(if misere {
                    format!("misere {text}")
                } else {
                    text
                })
            }
            Value::Null | Value::List(_) => {
                let message = format!("the rule of `{}` is {}", name.value, node.description());
                self.report(
                    name.span,
                    message,
                    "write the name of a game, such as `nim`, or `{subtraction: [1, 2, 3]}`",
                )
            }
        }
    }

    /// `{subtraction: [1, 3, 4]}`, `{octal: "0.77"}`, `{graph: [[0, 1], [0, 2]]}`
    fn plain(
        &mut self,
        name: &Spanned<String>,
        rule: &str,
        value: &Node,
    ) -> Result<String, Reported> {
        match &value.value {
            Value::Null => Ok(rule.to_owned()),
            Value::Scalar(text) => Ok(format!("{rule} {}", text.trim())),
            Value::List(items) => {
                let mut parts = Vec::new();
                let mut pairs = false;
                for item in items {
                    match &item.value {
                        Value::Scalar(text) => parts.push(text.trim().to_owned()),
                        Value::List(pair) => {
                            pairs = true;
                            let ends: Option<Vec<&str>> = pair.iter().map(Node::text).collect();
                            match ends.as_deref() {
                                Some([from, to]) => {
                                    parts.push(format!("{}-{}", from.trim(), to.trim()))
                                }
                                _ => return self.wrong_form(name, rule),
                            }
                        }
                        Value::Null | Value::Map(_) => return self.wrong_form(name, rule),
                    }
                }
                Ok(if pairs {
                    format!("{rule} {}", parts.join(" "))
                } else {
                    format!("{rule} {{{}}}", parts.join(", "))
                })
            }
            Value::Map(_) => self.wrong_form(name, rule),
        }
    }

    fn wrong_form(&mut self, name: &Spanned<String>, rule: &str) -> Result<String, Reported> {
        let message = format!("`{rule}` of `{}` has a value that is no rule", name.value);
        self.report(
            name.span,
            message,
            "write `{subtraction: [1, 2, 3]}`, `{octal: \"0.77\"}` or `{graph: [[0, 1], [0, 2]]}`",
        )
    }

    /// `{sum: heap}`: any number of heaps of one game. `{sum: [a, b]}`: one part of each.
    fn sum(&mut self, name: &Spanned<String>, value: &Node) -> Result<String, Reported> {
        let items = match &value.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut parts = Vec::new();
        let mut length = 0;
        for item in items {
            let part = self.part(name, item)?;
            length += part.len();
            if length > MAX_RULE {
                let message = format!(
                    "the rule of `{}` is longer than {MAX_RULE} bytes",
                    name.value
                );
                return self.report(name.span, message, "make it smaller");
            }
            parts.push(part);
        }
        Ok(format!("sum({})", parts.join("; ")))
    }

    /// A part of a sum: the name of another game of the lesson, or a rule.
    fn part(&mut self, name: &Spanned<String>, item: &Node) -> Result<String, Reported> {
        let Some(text) = item.text().map(str::trim) else {
            return self.rule(name, item);
        };
        if self.rules.contains_key(text) {
            return self.text_of(text);
        }
        if is_rule(text) {
            return Ok(text.to_owned());
        }
        let message = format!(
            "`{}` is a sum of `{text}`, and no game is called so",
            name.value
        );
        let names: Vec<&str> = self.rules.keys().copied().collect();
        let help = match nearest(text, &names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare `{text}` beside it"),
        };
        self.report(name.span, message, help)
    }

    fn report(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<String, Reported> {
        self.problems
            .push(Diagnostic::new(Code::WrongRule, span, message).help(help));
        Err(Reported)
    }
}

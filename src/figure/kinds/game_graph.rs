//! A graph drawn as mermaid: it is a game itself, and gives the game to the table below it.
//!
//! ```text
//! graph LR
//!     0 --> 1
//!     0 --> 2
//! ```

use crate::figure::claim::{Answer, Bound, Figure, Notation, Picture, Question};
use crate::figure::context::{Context, Drawn};
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Games;
use crate::figure::unit::{Form, Unit};
use crate::solve::games::graph::Graph;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "graph"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        if unit.form != Form::Diagram {
            return;
        }
        let texts: Vec<&str> = unit.spans.iter().map(|span| context.text(*span)).collect();
        let Some(drawing) = Drawing::read(&texts) else {
            return;
        };
        if drawing.edges.is_empty() {
            return;
        }
        let vertices: Vec<u64> = (0..drawing.labels.len() as u64).collect();
        let edges: Vec<(u64, u64)> = drawing
            .edges
            .iter()
            .map(|&(from, to)| (from as u64, to as u64))
            .collect();
        let span = unit.span(0..unit.lines.len());
        let game = Graph::new(&vertices, &edges);
        let (games, claim) = match game {
            Ok(game) => {
                let bound = Bound {
                    name: "graph".into(),
                    game: Arc::new(game),
                    from: "graph above".into(),
                };
                context.drawn = Some(Drawn {
                    bound: bound.clone(),
                    labels: drawing.labels.clone(),
                });
                let of = Games {
                    number: Some(bound.clone()),
                    list: None,
                };
                (
                    of,
                    crate::figure::claim::Claim {
                        span,
                        question: Question::Acyclic,
                        written: Answer::Holds(true),
                        notation: Notation::Plain,
                    },
                )
            }
            Err(cycle) => {
                context.drawn = None;
                let reason = cycle.to_string();
                (
                    Games::default(),
                    crate::figure::claim::Claim {
                        span,
                        question: Question::Cycle(reason),
                        written: Answer::Holds(true),
                        notation: Notation::Plain,
                    },
                )
            }
        };
        let picture = Picture::Graph {
            labels: drawing.labels,
            edges: drawing.edges,
            sideways: drawing.sideways,
        };
        unit.taken.iter_mut().for_each(|taken| *taken = true);
        let figure = Figure {
            kind: self.id(),
            span,
            block: unit.block,
            game: games.number.clone(),
            games,
            claims: vec![claim],
            picture,
            tentative: false,
        };
        unit.figures.push(figure);
    }
}

/// The vertices and edges that mermaid text draws.
#[derive(Debug, Default)]
struct Drawing {
    labels: Vec<String>,
    edges: Vec<(usize, usize)>,
    sideways: bool,
}

impl Drawing {
    fn read(lines: &[&str]) -> Option<Self> {
        let mut drawing = Self::default();
        let mut ids: Vec<String> = Vec::new();
        let mut shown: BTreeMap<String, String> = BTreeMap::new();
        let mut edges: Vec<(String, String)> = Vec::new();
        let mut headed = false;
        for line in lines.iter().flat_map(|line| line.split(';')).map(str::trim) {
            let first = line.split_whitespace().next().unwrap_or_default();
            if line.is_empty() || line.starts_with("%%") {
                continue;
            }
            if !headed {
                if !matches!(first, "graph" | "flowchart") {
                    return None;
                }
                headed = true;
                drawing.sideways = line.ends_with("LR") || line.ends_with("RL");
                continue;
            }
            if matches!(
                first,
                "classDef"
                    | "class"
                    | "style"
                    | "linkStyle"
                    | "subgraph"
                    | "end"
                    | "direction"
                    | "click"
            ) {
                continue;
            }
            let groups = groups(line)?;
            for group in &groups {
                for (id, label) in group {
                    if !ids.contains(id) {
                        ids.push(id.clone());
                    }
                    if let Some(label) = label {
                        shown.insert(id.clone(), label.clone());
                    }
                }
            }
            for pair in groups.windows(2) {
                for (from, _) in &pair[0] {
                    for (to, _) in &pair[1] {
                        edges.push((from.clone(), to.clone()));
                    }
                }
            }
        }
        // Vertices that are numbers keep their order, so that the position n is the vertex n where it can be.
        if ids.iter().all(|id| id.parse::<u64>().is_ok()) {
            ids.sort_by_key(|id| id.parse::<u64>().unwrap_or(0));
        }
        let index = |id: &String| ids.iter().position(|found| found == id);
        for (from, to) in &edges {
            let edge = (index(from)?, index(to)?);
            if !drawing.edges.contains(&edge) {
                drawing.edges.push(edge);
            }
        }
        drawing.labels = ids
            .iter()
            .map(|id| shown.get(id).cloned().unwrap_or_else(|| id.clone()))
            .collect();
        headed.then_some(drawing)
    }
}

type Node = (String, Option<String>);

/// `A --> B & C`: groups of nodes with arrows between them. `None` if the line is something else.
fn groups(line: &str) -> Option<Vec<Vec<Node>>> {
    let mut groups = vec![Vec::new()];
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let (node, tail) = node(rest)?;
        groups.last_mut()?.push(node);
        rest = tail.trim_start();
        if rest.is_empty() {
            return Some(groups);
        }
        if let Some(tail) = rest.strip_prefix('&') {
            rest = tail;
            continue;
        }
        rest = arrow(rest)?;
        groups.push(Vec::new());
    }
}

fn node(text: &str) -> Option<(Node, &str)> {
    let end = text
        .find(|c: char| !(crate::notation::token::in_word(c) || c.is_numeric() || c == '_'))
        .unwrap_or(text.len());
    let id = text.get(..end).filter(|id| !id.is_empty())?.to_owned();
    let mut rest = &text[end..];
    let mut label = None;
    let closes = [
        ("(((", ")))"),
        ("((", "))"),
        ("([", "])"),
        ("[[", "]]"),
        ("[(", ")]"),
        ("{{", "}}"),
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        (">", "]"),
    ];
    if let Some((open, close)) = closes.iter().find(|(open, _)| rest.starts_with(open))
        && let Some(at) = rest.find(close)
    {
        label = rest
            .get(open.len()..at)
            .map(|inside| inside.trim().trim_matches('"').to_owned());
        rest = &rest[at + close.len()..];
    }
    if let Some(tail) = rest.strip_prefix(":::") {
        let end = tail
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(tail.len());
        rest = &tail[end..];
    }
    Some(((id, label), rest))
}

/// `-->`, `---->`, `-- text -->`, `-->|text|`, `==>`, `-.->`.
fn arrow(text: &str) -> Option<&str> {
    let head = text.find('>')?;
    let shaft = text.get(..head)?;
    let begins = shaft.starts_with("--") || shaft.starts_with("==") || shaft.starts_with("-.");
    if !begins || shaft.contains('|') {
        return None;
    }
    let rest = text[head + 1..].trim_start();
    match rest.strip_prefix('|') {
        Some(tail) => tail.find('|').map(|end| &tail[end + 1..]),
        None => Some(rest),
    }
}

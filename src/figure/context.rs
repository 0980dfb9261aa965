//! What is known where a block stands: the lesson, its games, the headings above, the graph drawn last, the block before.

use crate::figure::claim::Bound;
use crate::figure::rules;
use crate::figure::scene::{Games, Scene};
use crate::notation::formula::Term;
use crate::notation::line::Line;
use crate::notation::words;
use crate::solve::{Play, Position};
use crate::source::{Sources, Span};
use std::sync::Arc;

/// A graph that was drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The game on it.
    pub bound: Bound,
    /// The names of its vertices.
    pub labels: Vec<String>,
}

/// What a stretch of text came to: who wins is said of it next.
#[derive(Debug, Clone)]
pub enum Conclusion {
    /// A nim-sum.
    Sum(Term),
    /// Positions.
    Positions(Vec<Position>),
}

/// What is known where a block stands.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// The texts.
    pub sources: &'a Sources,
    /// The games that the lesson declares.
    pub named: Vec<Bound>,
    /// The games of the section: by `sections:`, or by the rule in a heading.
    pub section: Option<Games>,
    /// The game that a directive names for the next block.
    pub directive: Option<Bound>,
    /// The graph drawn last in this section.
    pub drawn: Option<Drawn>,
    /// The text that stands right before, if it ends in a colon: a caption.
    pub caption: Option<Line>,
    /// Whether the headings above speak of misère play.
    pub misere: bool,
    /// Whether the lesson is about games at all, so that `^` is XOR.
    pub xor: bool,
    /// The list of piles spoken of last in this section.
    pub piles: Option<Vec<u64>>,
    /// The lines of the code shown so far, without their indentation.
    pub code: Arc<Vec<String>>,
    /// What the text before came to, for a paragraph that begins with an arrow or a "so".
    pub conclusion: Option<Conclusion>,
    /// The text of the nearest heading.
    pub heading: Line,
}

impl<'a> Context<'a> {
    /// The text of a span. It borrows from the sources, not from the context.
    #[must_use]
    pub fn text(&self, span: Span) -> &'a str {
        self.sources.slice(span)
    }

    /// The games for a stretch of text; `own` is the text of its caption, `vertices` whether it speaks of a graph.
    #[must_use]
    pub fn games(&self, own: Option<&Line>, vertices: bool) -> Games {
        let mut games = Games::default();
        let mut offer = |offered: Games| {
            games.number = games.number.clone().or(offered.number);
            games.list = games.list.clone().or(offered.list);
        };
        if let Some(bound) = &self.directive {
            offer(rules::around(bound.clone()));
        }
        if let (Some(drawn), true) = (&self.drawn, vertices) {
            offer(Games {
                number: Some(drawn.bound.clone()),
                list: None,
            });
        }
        for (line, from) in own
            .into_iter()
            .map(|line| (line, "its own caption"))
            .chain(self.caption.iter().map(|line| (line, "the text above")))
        {
            if let Some(game) = rules::named(line) {
                // The same rule under a name of the lesson is that game.
                let bound = self.known(&game.spec()).unwrap_or_else(|| Bound {
                    name: game.spec(),
                    game,
                    from: from.to_owned(),
                });
                offer(rules::around(bound));
            }
        }
        if let Some(section) = &self.section {
            offer(section.clone());
        }
        offer(rules::of_lesson(&self.named));
        // The values named beside a sum are those of its parts.
        if games.number.is_none() {
            games.number = games.list.as_ref().and_then(rules::part_of);
        }
        games
    }

    fn known(&self, spec: &str) -> Option<Bound> {
        self.named
            .iter()
            .find(|bound| bound.game.spec() == spec)
            .cloned()
    }

    /// A scene for a stretch of text.
    #[must_use]
    pub fn scene(&self, own: Option<&Line>, vertices: bool, apart: bool) -> Scene {
        let games = self.games(own, vertices);
        let plays_misere = [&games.number, &games.list]
            .into_iter()
            .flatten()
            .any(|bound| bound.game.play() == Play::Misere);
        let speaks = self.misere
            || own.is_some_and(words::speaks_of_misere)
            || self.caption.as_ref().is_some_and(words::speaks_of_misere);
        let names = if vertices {
            self.drawn
                .as_ref()
                .map(|drawn| drawn.labels.clone())
                .unwrap_or_default()
        } else {
            Vec::new()
        };
        Scene {
            games,
            xor: self.xor,
            apart,
            misere: speaks && !plays_misere,
            names,
            ..Scene::default()
        }
    }
}

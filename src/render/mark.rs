//! Verdicts in, the mark out that says what was verified: against which game, over which positions, and how.

use crate::check::report::{CheckedFigure, Proof, Verdict};
use crate::figure::claim::Question;
use crate::render::body::Body;
use crate::render::html;
use crate::render::language::Texts;
use crate::solve::{Play, Position};
use crate::source::Span;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the marks of some figures add up to.
#[derive(Default)]
struct Sum {
    confirmed: usize,
    refuted: usize,
    unchecked: usize,
    reasons: BTreeSet<String>,
    games: Vec<(String, String)>,
    positions: BTreeSet<Position>,
    how: BTreeSet<String>,
}

impl Sum {
    fn of(texts: &Texts, figures: &[&CheckedFigure]) -> Self {
        let mut sum = Self::default();
        for figure in figures {
            let (confirmed, refuted, unchecked) = figure.counts();
            sum.confirmed += confirmed;
            sum.refuted += refuted;
            sum.unchecked += unchecked;
            if let Some(bound) = &figure.figure.game {
                let game = (bound.game.spec(), bound.from.clone());
                if !sum.games.contains(&game) {
                    sum.games.push(game);
                }
            }
            for (claim, verdict) in figure.figure.claims.iter().zip(&figure.verdicts) {
                match verdict {
                    Verdict::Confirmed(proof) => {
                        sum.how.insert(how(texts, proof));
                        if let Question::Outcome(position) | Question::Nimber(position) =
                            &claim.question
                        {
                            sum.positions.insert(position.clone());
                        }
                    }
                    Verdict::Unchecked(reason) => {
                        sum.reasons.insert(reason.clone());
                    }
                    Verdict::Refuted { .. } => {}
                }
            }
        }
        sum
    }

    /// Class and headline.
    fn headline(&self, texts: &Texts) -> (&'static str, String) {
        if self.refuted > 0 {
            ("refuted", texts.count("refuted", self.refuted))
        } else if self.confirmed == 0 {
            ("unchecked", texts.say("unchecked").to_owned())
        } else if self.unchecked > 0 {
            let all = self.confirmed + self.unchecked;
            let partly = texts.with(
                "partly",
                &texts.number(self.confirmed as u64),
                &texts.number(all as u64),
            );
            ("partly", partly)
        } else {
            ("verified", texts.count("verified", self.confirmed))
        }
    }

    fn range(&self, texts: &Texts) -> Option<String> {
        let numbers: Option<Vec<u64>> = self
            .positions
            .iter()
            .map(|position| match position {
                Position::Number(number) => Some(*number),
                Position::List(_) => None,
            })
            .collect();
        match numbers.as_deref() {
            _ if self.positions.is_empty() => None,
            Some([first, .., last]) if (last - first) as usize + 1 == self.positions.len() => {
                Some(texts.with("mark_range_numbers", &first.to_string(), &last.to_string()))
            }
            _ => Some(texts.count("mark_range_count", self.positions.len())),
        }
    }
}

fn how(texts: &Texts, proof: &Proof) -> String {
    match proof {
        Proof::Computed => texts.say("how_computed").to_owned(),
        Proof::Searched => texts.say("how_searched").to_owned(),
        Proof::Proved(theorem) => texts.with("how_proved", theorem, ""),
        Proof::UpTo(bound) => texts.with("how_up_to", &bound.to_string(), ""),
        Proof::Ran => texts.say("how_ran").to_owned(),
    }
}

/// What can be changed about the game of a figure: the kind of explorer, what it starts with, and how the game ends.
/// Figures with few positions have none.
fn explored(figure: &CheckedFigure) -> Option<(&'static str, Vec<String>, &'static str)> {
    let game = &figure.figure.game.as_ref()?.game;
    let positions: BTreeSet<&Position> = figure
        .figure
        .claims
        .iter()
        .filter_map(|claim| match &claim.question {
            Question::Outcome(position) | Question::Nimber(position) => Some(position),
            _ => None,
        })
        .collect();
    let shown = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect();
    match (game.moves(), positions.first()?) {
        (Some(moves), Position::Number(_)) if positions.len() > 3 && moves.len() <= 8 => {
            let most = moves.iter().all(|taken| (1..=60).contains(taken));
            let play = match game.play() {
                Play::Normal => "normal",
                Play::Misere => "misere",
            };
            most.then(|| ("subtraction", shown(moves), play))
        }
        (None, Position::List(_)) if positions.len() > 1 && game.spec() == "nim" => {
            let piles = positions.iter().find_map(|position| match position {
                Position::List(piles) if piles.iter().filter(|pile| **pile > 0).count() > 1 => {
                    Some(piles)
                }
                _ => None,
            })?;
            (piles.len() <= 8 && piles.iter().all(|pile| *pile < 1000))
                .then(|| ("nim", shown(piles), "normal"))
        }
        _ => None,
    }
}

impl Body<'_> {
    /// The mark below figures that stand by themselves.
    pub(crate) fn write_marks(&self, out: &mut String, figures: &[&CheckedFigure]) {
        if figures.iter().all(|figure| figure.verdicts.is_empty()) {
            return;
        }
        let texts = self.texts;
        let sum = Sum::of(texts, figures);
        let (class, headline) = sum.headline(texts);
        let _ = write!(out, "<details class=\"mark {class}\"><summary>");
        html::text(out, &headline);
        out.push_str("</summary><dl>");
        let mut entry = |key: &str, value: &str| {
            let _ = write!(out, "<div><dt>{}</dt><dd>", html::attribute(texts.say(key)));
            html::text(out, value);
            out.push_str("</dd></div>");
        };
        if !sum.games.is_empty() {
            let games: Vec<&str> = sum.games.iter().map(|(game, _)| game.as_str()).collect();
            let mut origins: Vec<&str> = sum.games.iter().map(|(_, from)| from.as_str()).collect();
            origins.dedup();
            entry("mark_game", &games.join("; "));
            entry("mark_from", &origins.join("; "));
        }
        if let Some(range) = sum.range(texts) {
            entry("mark_range", &range);
        }
        if !sum.how.is_empty() {
            let how: Vec<&str> = sum.how.iter().map(String::as_str).collect();
            entry("mark_how", &how.join("; "));
        }
        if !sum.reasons.is_empty() {
            let reasons: Vec<&str> = sum.reasons.iter().map(String::as_str).collect();
            entry("unchecked", &reasons.join("; "));
        }
        out.push_str("</dl></details>");
        self.explorer(out, figures);
    }

    /// A place for the script that lets readers change the rules: the moves of a heap or the piles of Nim.
    fn explorer(&self, out: &mut String, figures: &[&CheckedFigure]) {
        let texts = self.texts;
        let Some((kind, start, play)) = figures.iter().find_map(|figure| explored(figure)) else {
            return;
        };
        let own = serde_json::json!({
            "explore": texts.say("explore"),
            "moves": texts.say("explore_moves"),
            "piles": texts.say("explore_piles"),
            "options": texts.say("explore_options"),
            "stuck": texts.say("explore_stuck"),
            "invalid": texts.say("explore_invalid"),
            "win": texts.say("explore_win"),
            "lost": texts.say("explore_lost"),
        });
        let _ = write!(
            out,
            "<div class=\"explore\" hidden data-kind=\"{kind}\" data-start=\"{}\" data-play=\"{play}\" data-texts=\"{}\"></div>",
            start.join(" "),
            html::attribute(&own.to_string())
        );
    }

    /// The mark at the end of a paragraph that states figures.
    pub(crate) fn badge(&mut self, span: Span) -> String {
        let figures = self.take_leaf(span);
        if figures.iter().all(|figure| figure.verdicts.is_empty()) {
            return String::new();
        }
        let (class, headline) = Sum::of(self.texts, &figures).headline(self.texts);
        let headline = html::attribute(&headline);
        format!(
            " <span class=\"badge {class}\" role=\"img\" aria-label=\"{headline}\" title=\"{headline}\"></span>"
        )
    }

    /// What figures are, with the games that they are about.
    pub(crate) fn caption(&self, figures: &[&CheckedFigure]) -> String {
        let mut kinds: Vec<&str> = Vec::new();
        let mut games: Vec<String> = Vec::new();
        for figure in figures {
            let kind = self.texts.kind(figure.figure.kind);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            if let Some(bound) = &figure.figure.game {
                let game = bound.game.spec();
                // A graph is seen, not told as a list of edges.
                if !games.contains(&game) && !game.starts_with("graph") && game.chars().count() < 60
                {
                    games.push(game);
                }
            }
        }
        let kinds = kinds.join(", ");
        if games.is_empty() {
            kinds
        } else {
            format!("{kinds} — {}", games.join(", "))
        }
    }

    /// Says that the author opted a block out, and why.
    pub(crate) fn opted_out(&self, out: &mut String, span: Span) {
        let Some(report) = self.report else {
            return;
        };
        for (block, reason) in &report.opted_out {
            if *block == span {
                out.push_str("<p class=\"mark unchecked\">");
                html::text(out, &self.texts.with("opted_out", reason, ""));
                out.push_str("</p>\n");
            }
        }
    }
}

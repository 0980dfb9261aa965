//! Answers and reasons in words: what a message says of them.

use crate::figure::claim::Question;
use crate::figure::scene::Games;
use crate::notation::formula::{Relation, Term};
use crate::solve::{Outcome, Position, Witness};

/// `W` or `L`.
#[must_use]
pub fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "W",
        Outcome::Previous => "L",
    }
}

/// `W (the player to move wins)`.
#[must_use]
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "W (the player to move wins)",
        Outcome::Previous => "L (the player to move loses)",
    }
}

/// How a position is named in a message.
#[must_use]
pub fn position(position: &Position) -> String {
    match position {
        Position::Number(number) => format!("n = {number}"),
        Position::List(_) => position.to_string(),
    }
}

fn joined(parts: &[String]) -> String {
    const SHOWN: usize = 12;
    if parts.len() > SHOWN {
        format!("{}, … ({} in all)", parts[..SHOWN].join(", "), parts.len())
    } else {
        parts.join(", ")
    }
}

/// Why a position has its outcome.
#[must_use]
pub fn why_outcome(witness: &Witness) -> String {
    let from = witness.position.to_string();
    if witness.is_stuck() {
        return format!("from {from} there is no move");
    }
    let winning: Vec<String> = witness.winning().map(ToString::to_string).collect();
    if !winning.is_empty() {
        return format!(
            "from {from} a move leads to {}, which {} L",
            joined(&winning),
            if winning.len() == 1 { "is" } else { "are" }
        );
    }
    let all: Vec<String> = witness
        .options
        .iter()
        .map(|option| option.position.to_string())
        .collect();
    format!("from {from} every move leads to W: {}", joined(&all))
}

/// Why a position has its Grundy value.
#[must_use]
pub fn why_nimber(witness: &Witness) -> String {
    let from = witness.position.to_string();
    if witness.parts.len() > 1 {
        let parts: Vec<String> = witness
            .parts
            .iter()
            .map(|(part, value)| format!("G({part}) = {value}"))
            .collect();
        return format!("the nim-sum of {}", joined(&parts));
    }
    if witness.is_stuck() {
        return format!("from {from} there is no move; the mex of no value is 0");
    }
    let options: Vec<String> = witness
        .options
        .iter()
        .map(|option| option.position.to_string())
        .collect();
    let values: Vec<String> = witness
        .options
        .iter()
        .filter_map(|option| option.nimber)
        .map(|value| value.to_string())
        .collect();
    format!(
        "from {from} a move leads to {}, with values {}; the least value missing is {}",
        joined(&options),
        joined(&values),
        witness
            .nimber
            .map_or_else(String::new, |value| value.to_string())
    )
}

/// A term as a message shows it.
#[must_use]
pub fn term(term: &Term) -> String {
    term.plain()
}

/// A relation as a message shows it.
#[must_use]
pub fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::NotEqual => "≠",
        Relation::Less => "<",
        Relation::Greater => ">",
        Relation::AtMost => "≤",
        Relation::AtLeast => "≥",
        Relation::In => "∈",
        Relation::NotIn => "∉",
    }
}

/// The rule of the game that a question is about, for the end of a message.
#[must_use]
pub fn rule(question: &Question, games: &Games) -> Option<String> {
    use crate::figure::claim::{Need, need};
    match need(question) {
        Need::Nothing => None,
        Need::Number => games.number.as_ref(),
        Need::List => games.list.as_ref(),
    }
    .map(|bound| format!("{} ({})", bound.game.spec(), bound.from))
}

/// Numbers in braces.
#[must_use]
pub fn set(values: impl IntoIterator<Item = u64>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("{{{}}}", joined(&values))
}

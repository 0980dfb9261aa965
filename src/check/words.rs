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
    let all = |items: &[Term], between: &str| {
        items
            .iter()
            .map(self::term)
            .collect::<Vec<_>>()
            .join(between)
    };
    let two =
        |a: &Term, sign: &str, b: &Term| format!("{} {sign} {}", self::term(a), self::term(b));
    match term {
        Term::Number(written) => match written.numeral.binary {
            // A numeral with a leading zero keeps it.
            Some(_) if written.numeral.digits > written.numeral.value.to_string().len() => format!(
                "{:0width$}",
                written.numeral.value,
                width = written.numeral.digits
            ),
            _ => written.numeral.value.to_string(),
        },
        Term::Xor(items) => all(items, " ⊕ "),
        Term::Caret(items) => all(items, " ^ "),
        Term::Sum(a, b) => two(a, "+", b),
        Term::Difference(a, b) => two(a, "-", b),
        Term::Product(a, b) => two(a, "·", b),
        Term::Power(a, b) => two(a, "to the power of", b),
        Term::Mod(a, b) => two(a, "mod", b),
        Term::Quotient(a, b) => two(a, "//", b),
        Term::Mex(set) => format!("mex {}", self::term(set)),
        Term::Set { items, .. } => format!("{{{}}}", all(items, ", ")),
        Term::List { items, .. } => format!("[{}]", all(items, ", ")),
        Term::Nimber { argument, .. } => format!(
            "G({})",
            self::term(argument)
                .trim_start_matches('[')
                .trim_end_matches(']')
        ),
        Term::Wins { name, argument, .. } => format!("{name}({})", self::term(argument)),
        Term::Variable(name) => name.clone(),
        Term::Label(label, _) => letter(label.outcome).to_owned(),
        Term::Truth(truth, _) => truth.to_string(),
        Term::NimSum(_) => "the nim-sum".to_owned(),
        Term::Unknown => "…".to_owned(),
    }
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

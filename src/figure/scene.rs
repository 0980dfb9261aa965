//! What a reader knows while it reads: the games that it may speak of, the position at hand; and the claims it found.

use crate::figure::claim::{Answer, Bound, Claim, Formula, Law, Notation, Question};
use crate::notation::formula::{self, Term, Written};
use crate::notation::outcome::Label;
use crate::solve::Position;
use crate::source::Span;

/// The games that a stretch of text is about, by the shape of their positions.
#[derive(Debug, Clone, Default)]
pub struct Games {
    /// For positions written as a number.
    pub number: Option<Bound>,
    /// For positions written as a list.
    pub list: Option<Bound>,
}

/// What is spoken of.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The games.
    pub games: Games,
    /// Whether `^` between small naturals is XOR here (a lesson on games).
    pub xor: bool,
    /// Whether the text is set apart from prose: a fence, a table cell. There, single letters are labels.
    pub apart: bool,
    /// The positions at hand (`n = 4`, `win[4]`, the first cell of a row).
    pub subjects: Vec<Position>,
    /// Whether the subjects are followed by `…`.
    pub subjects_open: bool,
    /// The list of piles spoken of last.
    pub piles: Option<Vec<u64>>,
    /// Whether misère play is spoken of, while the games are played normally.
    pub misere: bool,
    /// Whether the numbers before arrows say how many are taken (`1->3` of the position 4), not where from.
    pub names_takes: bool,
    /// Names of the positions of a graph, by vertex.
    pub names: Vec<String>,
    /// The range of positions spoken of last (`n = 0..12`).
    pub range: Option<(u64, u64)>,
}

impl Scene {
    /// The one position at hand.
    #[must_use]
    pub fn subject(&self) -> Option<&Position> {
        match self.subjects.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Whether there is a game for a position.
    #[must_use]
    pub fn knows(&self, position: &Position) -> bool {
        let game = match position {
            Position::Number(_) => &self.games.number,
            Position::List(_) => &self.games.list,
        };
        !self.misere && game.is_some()
    }
}

/// The position that a term names: a number or a list of numbers.
#[must_use]
pub fn position(term: &Term) -> Option<Position> {
    match term {
        Term::Number(written) => Some(Position::Number(written.numeral.value)),
        Term::List { open: false, .. } => term
            .numbers()
            .filter(|numbers| !numbers.is_empty())
            .map(Position::List),
        _ => None,
    }
}

/// How a number is written.
#[must_use]
pub fn number_notation(written: &Written) -> Notation {
    let padded =
        written.numeral.marked || written.numeral.binary.is_some() && written.numeral.digits >= 2;
    Notation::Number {
        bengali: written.numeral.bengali,
        binary: padded.then_some(written.numeral.digits),
        marked: written.numeral.marked,
    }
}

/// The claims found so far.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// In the order of the text.
    pub claims: Vec<Claim>,
}

impl Found {
    /// States who wins from a position.
    pub fn outcome(&mut self, position: &Position, label: &Label, span: Span) {
        let notation = Notation::Label {
            opposite: label.opposite.clone(),
        };
        self.push(
            span,
            Question::Outcome(position.clone()),
            Answer::Outcome(label.outcome),
            notation,
        );
    }

    /// States who wins from a position, as `True` or `False`.
    pub fn truth(&mut self, position: &Position, truth: bool, span: Span) {
        let outcome = formula::outcome_of(truth);
        let opposite = if truth { "False" } else { "True" };
        self.push(
            span,
            Question::Outcome(position.clone()),
            Answer::Outcome(outcome),
            Notation::Label {
                opposite: opposite.into(),
            },
        );
    }

    /// States a Grundy value.
    pub fn nimber(&mut self, position: &Position, written: &Written) {
        self.push(
            written.span,
            Question::Nimber(position.clone()),
            Answer::Number(written.numeral.value),
            number_notation(written),
        );
    }

    /// States the value of a term.
    pub fn value(&mut self, term: &Term, written: &Written) {
        self.push(
            written.span,
            Question::Value(term.clone()),
            Answer::Number(written.numeral.value),
            number_notation(written),
        );
    }

    /// States that a formula holds.
    pub fn holds(&mut self, formula: Formula, span: Span) {
        self.push(
            span,
            Question::Holds(formula),
            Answer::Holds(true),
            Notation::Plain,
        );
    }

    /// States a law.
    pub fn law(&mut self, law: Law, span: Span) {
        self.push(
            span,
            Question::ForAll(law),
            Answer::Holds(true),
            Notation::Plain,
        );
    }

    /// States anything.
    pub fn push(&mut self, span: Span, question: Question, written: Answer, notation: Notation) {
        self.claims.push(Claim {
            span,
            question,
            written,
            notation,
        });
    }
}

//! The joint of the program: what a figure states, as claims. A claim says where, which question, which answer was
//! written, and how; it knows nothing of the Markdown around it and nothing of the right answer.

use crate::figure::scene::Games;
use crate::notation::formula::{Relation, Term};
use crate::solve::{Game, Outcome, Position};
use crate::source::Span;
use std::sync::Arc;

/// A figure of a lesson and what it states.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The kind, such as `pile-table`: the id of its reader.
    pub kind: &'static str,
    /// From its first to its last byte: a few lines of a fence, a whole table, a stretch of a paragraph.
    pub span: Span,
    /// The block that it stands in.
    pub block: Span,
    /// The game that it is about, where it is about one.
    pub game: Option<Bound>,
    /// The games for positions written as a number and as a list.
    pub games: Games,
    /// What it states, in the order of the text.
    pub claims: Vec<Claim>,
    /// How it is drawn.
    pub picture: Picture,
    /// Whether its form alone does not show that it is about the game: then it counts only if it mostly agrees.
    pub tentative: bool,
}

/// Which game a question needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// None: plain arithmetic, code.
    Nothing,
    /// The one whose positions are numbers.
    Number,
    /// The one whose positions are lists.
    List,
}

/// Which game a question needs.
#[must_use]
pub fn need(question: &Question) -> Need {
    let of = |position: &Position| match position {
        Position::Number(_) => Need::Number,
        Position::List(_) => Need::List,
    };
    match question {
        Question::Outcome(position)
        | Question::Nimber(position)
        | Question::Options(position)
        | Question::OptionValues(position)
        | Question::Takes(position)
        | Question::Every(position)
        | Question::Some(position)
        | Question::Never(position)
        | Question::Move { from: position, .. } => of(position),
        Question::ForAll(
            Law::Always(Formula::NimSum { .. })
            | Law::Implies(Formula::NimSum { .. }, _)
            | Law::Iff(Formula::NimSum { .. }, _),
        ) => Need::List,
        Question::Acyclic
        | Question::ForAll(_)
        | Question::Period
        | Question::Preperiod
        | Question::Losing => Need::Number,
        Question::Value(term) | Question::NimOutcome(term) => term_need(term),
        Question::Holds(Formula::Related(left, _, right)) => match term_need(left) {
            Need::Nothing => term_need(right),
            need => need,
        },
        Question::Holds(_)
        | Question::Sequence
        | Question::Numbering
        | Question::Distinct
        | Question::Cycle(_)
        | Question::Output { .. }
        | Question::Excerpt { .. }
        | Question::Unchecked(_) => Need::Nothing,
    }
}

fn term_need(term: &Term) -> Need {
    match term {
        Term::Nimber { argument, .. } | Term::Wins { argument, .. } => match argument.as_ref() {
            Term::List { .. } => Need::List,
            _ => Need::Number,
        },
        Term::Xor(items)
        | Term::Caret(items)
        | Term::Set { items, .. }
        | Term::List { items, .. } => items
            .iter()
            .map(term_need)
            .find(|need| *need != Need::Nothing)
            .unwrap_or(Need::Nothing),
        Term::Mex(inner) => term_need(inner),
        Term::Sum(a, b)
        | Term::Difference(a, b)
        | Term::Product(a, b)
        | Term::Power(a, b)
        | Term::Mod(a, b)
        | Term::Quotient(a, b) => match term_need(a) {
            Need::Nothing => term_need(b),
            need => need,
        },
        _ => Need::Nothing,
    }
}

/// A game, its name in the lesson and why the figure is about it.
#[derive(Debug, Clone)]
pub struct Bound {
    /// The name under `games:`, or the rule.
    pub name: String,
    /// The rules.
    pub game: Arc<dyn Game>,
    /// Why, such as `games.piles`, `sections`, `<!-- game -->`, `graph above`, `its own heading`.
    pub from: String,
}

/// One statement that can be right or wrong.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The value that is right or wrong: what a fix replaces.
    pub span: Span,
    /// What is asked.
    pub question: Question,
    /// What the lesson answers.
    pub written: Answer,
    /// How it is written, so that a fix can be written the same way.
    pub notation: Notation,
}

/// What is asked.
#[derive(Debug, Clone)]
pub enum Question {
    /// Who wins from a position of the figure's game.
    Outcome(Position),
    /// The Grundy value of a position of the figure's game.
    Nimber(Position),
    /// The value of a term without variables.
    Value(Term),
    /// Who wins where a term gives the nim-sum: the next player exactly when it is not 0.
    NimOutcome(Term),
    /// Whether a statement without variables holds.
    Holds(Formula),
    /// Whether one move leads from a position to another, by taking the number given (if one is).
    Move {
        /// From.
        from: Position,
        /// How many are taken, where the lesson says so.
        take: Option<u64>,
        /// Numbers by which the lesson names the pile that changes: its index (from 0 or 1) or its size.
        pile: Vec<u64>,
        /// To.
        to: Position,
    },
    /// The positions that one move leads to, as a set.
    Options(Position),
    /// The Grundy values of the options: one for each option, or as a set.
    OptionValues(Position),
    /// How many one move may take.
    Takes(Position),
    /// The outcome that all options have.
    Every(Position),
    /// The outcome of the option that decides: lost where the position is won.
    Some(Position),
    /// An outcome that no option has.
    Never(Position),
    /// Whether a statement holds for every n.
    ForAll(Law),
    /// The period of the sequence of Grundy values (or of outcomes).
    Period,
    /// The preperiod of the same.
    Preperiod,
    /// The losing positions in order, none left out up to the last one given.
    Losing,
    /// Whether indexes run on evenly.
    Sequence,
    /// Whether rows are numbered 1, 2, 3 and so on.
    Numbering,
    /// Whether each position has one row only.
    Distinct,
    /// Whether a graph has no cycle; it was found to have none when it was read.
    Acyclic,
    /// A graph has this cycle.
    Cycle(String),
    /// What a sample printed; see [`OutputOf`].
    Output {
        /// The sample: its index among the samples of the lesson.
        sample: usize,
        /// Which part of its output.
        of: OutputOf,
    },
    /// Whether a line stands in one of the earlier samples of the lesson.
    Excerpt {
        /// The line of a sample that it quotes.
        nearest: String,
    },
    /// Why a claim cannot be checked (an opted-out figure, a rule that is not known).
    Unchecked(String),
}

/// A statement with at most one variable, the size n of a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// Two terms and how they are related.
    Related(Term, Relation, Term),
    /// The position n has this outcome.
    Says(Outcome),
    /// The other does not hold.
    Not(Box<Formula>),
    /// One of them holds.
    Either(Vec<Formula>),
    /// The nim-sum of the piles is (or is not) this number.
    NimSum {
        /// The number.
        value: u64,
        /// Whether it is, or is not.
        equal: bool,
    },
}

/// A statement about every n.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Law {
    /// It always holds.
    Always(Formula),
    /// Where the first holds the second does.
    Implies(Formula, Formula),
    /// The first holds exactly where the second does.
    Iff(Formula, Formula),
}

/// Which part of the output of a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputOf {
    /// What the `print` call on this line (from 1, within the sample) printed.
    Line(u32),
    /// One line of the whole output of the sample (from 0), where a fence shows it.
    WholeLine(usize),
    /// The whole output.
    Whole,
}

/// An answer: written by the author, or computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Who wins.
    Outcome(Outcome),
    /// A number.
    Number(u64),
    /// Numbers, in the order written.
    Numbers(Vec<u64>),
    /// Output or code, compared as text.
    Text(String),
    /// A statement that holds or not.
    Holds(bool),
}

/// How a value is written, so that another can be written the same way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Notation {
    /// The text is replaced as a whole.
    #[default]
    Plain,
    /// A number: Bengali or ASCII digits; padded with zeros to so many binary digits, if it is written in binary.
    Number {
        /// Whether the digits are Bengali.
        bengali: bool,
        /// How many binary digits.
        binary: Option<usize>,
        /// Whether a subscript says that it is binary.
        marked: bool,
    },
    /// A label; this text says the opposite.
    Label {
        /// The opposite.
        opposite: String,
    },
}

/// How a figure is drawn. Values of claims are drawn from the solver's answers.
#[derive(Debug, Clone, Default)]
pub enum Picture {
    /// Running text, or a pipe table: it is drawn where it stands.
    #[default]
    InPlace,
    /// Lines of a fence that are a table.
    Grid(Grid),
    /// A graph: the game of the figure. `labels` are the vertices' names as written; `edges` index into them.
    Graph {
        /// The vertices' names, by vertex number.
        labels: Vec<String>,
        /// From, to.
        edges: Vec<(usize, usize)>,
        /// Whether it runs from left to right (`graph LR`) instead of top down.
        sideways: bool,
    },
}

/// A table read out of a fence.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The column headings, if it has any.
    pub header: Option<Vec<GridCell>>,
    /// The rows.
    pub rows: Vec<Vec<GridCell>>,
    /// Whether the first cell of each row is a heading of its row.
    pub row_headings: bool,
    /// The lines of the fence that it stands for.
    pub span: Option<Span>,
}

/// A cell of a [`Grid`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridCell {
    /// What it reads.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

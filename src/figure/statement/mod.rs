//! Running text -> claims: equations, labels of positions, moves, laws, losing sets, periods.
//!
//! A line is read sentence by sentence. A chain of relations gives its own claims; a label goes to what was spoken of
//! last. What the words do not say plainly is left alone.

mod laws;
mod moves;
mod rows;

use crate::figure::claim::{Answer, Formula, Notation, Question};
use crate::figure::context::Conclusion;
use crate::figure::equation;
use crate::figure::scene::{Found, Scene, position};
use crate::notation::formula::{self, Chain, Relation, Term, Written};
use crate::notation::line::Line;
use crate::notation::outcome::{self, Label};
use crate::notation::token::Sign;
use crate::notation::{phrases, words};
use crate::parse::flow::Register;
use crate::solve::{Play, Position};
use std::ops::Range;

/// What a label that follows belongs to.
#[derive(Debug, Clone, Default)]
enum Pending {
    #[default]
    Nothing,
    /// Positions: `n = 4`, `0, 4, 8`, `[5, 5]`.
    Positions(Vec<Position>),
    /// A term that gives the nim-sum.
    Sum(Term),
    /// A condition on n.
    Condition(Formula),
}

/// Reads a whole line (or a paragraph, or a cell).
pub fn read(line: &Line, scene: &mut Scene, found: &mut Found) {
    read_after(None, line, scene, found);
}

/// Reads a line that goes on from what was said before, and gives what it comes to itself.
pub fn read_after(
    before: Option<Conclusion>,
    line: &Line,
    scene: &mut Scene,
    found: &mut Found,
) -> Option<Conclusion> {
    let mut pending = match before.filter(|_| phrases::concludes(line)) {
        Some(Conclusion::Sum(term)) => Pending::Sum(term),
        Some(Conclusion::Positions(positions)) => Pending::Positions(positions),
        None => Pending::Nothing,
    };
    let mut conclusion = None;
    let unquoted = without_quotations(line, scene.apart);
    let line = &unquoted;
    for sentence in sentences(line) {
        let part = line.part(sentence);
        if part.is_empty() || words::denies(&part) || words::asks(&part) {
            continue;
        }
        let supposed = words::supposes(&part);
        let misere = scene.misere;
        let plays_misere = scene
            .games
            .list
            .as_ref()
            .is_some_and(|bound| bound.game.play() == Play::Misere);
        scene.misere |= words::speaks_of_misere(&part) && !plays_misere;
        let before = found.claims.len();
        let mut reader = Sentence {
            line: &part,
            scene,
            found,
            pending: std::mem::take(&mut pending),
            since: 0,
            at: 0,
            last_label: None,
            last_condition: None,
        };
        reader.read();
        conclusion = match std::mem::take(&mut reader.pending) {
            Pending::Sum(term) => Some(Conclusion::Sum(term)),
            Pending::Positions(positions) => Some(Conclusion::Positions(positions)),
            _ => conclusion,
        };
        if supposed {
            found.claims.truncate(before);
        }
        scene.misere = misere;
    }
    conclusion
}

/// A line without what it quotes: words in quotation marks are somebody's, not the lesson's.
fn without_quotations(line: &Line, apart: bool) -> Line {
    let mut kept = line.clone();
    if apart {
        return kept;
    }
    let mark = |index: usize, marks: &[&str]| {
        line.tokens[index].register == Register::Prose && marks.contains(&line.raw(index))
    };
    let mut quoted = vec![false; line.len()];
    let mut from = 0;
    while let Some(open) = (from..line.len()).find(|&index| mark(index, &["\"", "“", "«"])) {
        let Some(close) = (open + 1..line.len()).find(|&index| mark(index, &["\"", "”", "»"]))
        else {
            break;
        };
        if close - open > 4 {
            quoted[open..=close].fill(true);
        }
        from = close + 1;
    }
    let mut flags = quoted.iter();
    kept.tokens
        .retain(|_| !flags.next().copied().unwrap_or(false));
    kept
}

/// The sentences of a line, as ranges of tokens. A stop inside brackets ends none.
fn sentences(line: &Line) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut depth = 0_i32;
    for (index, token) in line.tokens.iter().enumerate() {
        if token.is(Sign::Open) || token.is(Sign::OpenBracket) || token.is(Sign::OpenBrace) {
            depth += 1;
        } else if token.is(Sign::Close)
            || token.is(Sign::CloseBracket)
            || token.is(Sign::CloseBrace)
        {
            depth = (depth - 1).max(0);
        }
        let ends = token.is(Sign::Newline)
            || (depth == 0
                && (token.is(Sign::Stop) || token.is(Sign::Semicolon) || token.is(Sign::Question)));
        if ends {
            out.push(start..index + usize::from(token.is(Sign::Question)));
            start = index + 1;
            depth = 0;
        }
    }
    out.push(start..line.len());
    out
}

struct Sentence<'a> {
    line: &'a Line,
    scene: &'a mut Scene,
    found: &'a mut Found,
    pending: Pending,
    /// The token behind what is pending.
    since: usize,
    at: usize,
    /// The label read last in this sentence: a condition behind it belongs to it.
    last_label: Option<Label>,
    /// The condition read last: "otherwise" denies it.
    last_condition: Option<Formula>,
}

impl Sentence<'_> {
    pub(super) fn read(&mut self) {
        while self.at < self.line.len() {
            let before = self.at;
            let took = self.otherwise()
                || self.quantified()
                || self.multiples()
                || self.period()
                || self.numbers_in_a_row()
                || self.moved()
                || self.told()
                || self.mex_of_subject()
                || self.chain()
                || self.label();
            if !took {
                self.at = before + 1;
            }
        }
    }

    pub(super) fn span(&self, range: Range<usize>) -> Option<crate::source::Span> {
        self.line.span(range)
    }

    pub(super) fn wait(&mut self, pending: Pending) {
        self.pending = pending;
        self.since = self.at;
    }

    /// "all W", "some L", "no L": what the options of the position at hand are.
    pub(super) fn quantified(&mut self) -> bool {
        let Some((quantifier, after)) = phrases::quantifier(self.line, self.at) else {
            return false;
        };
        let limit = (after + 4).min(self.line.len());
        for index in after..limit {
            if self.line.number(index).is_some()
                || self.line.is(index, Sign::Arrow)
                || self.line.is(index, Sign::Comma)
            {
                return false;
            }
            let Some(label) = outcome::label(self.line, index, true) else {
                continue;
            };
            self.at = label.tokens.end;
            let Some(subject) = self.scene.subject().cloned() else {
                return true;
            };
            if !self.scene.knows(&subject) {
                return true;
            }
            let question = match quantifier {
                phrases::Quantifier::Every => Question::Every(subject),
                phrases::Quantifier::Some => Question::Some(subject),
                phrases::Quantifier::None => Question::Never(subject),
            };
            if let Some(span) = self.span(label.token..label.token + 1) {
                self.found.push(
                    span,
                    question,
                    Answer::Outcome(label.outcome),
                    Notation::Label {
                        opposite: label.opposite.clone(),
                    },
                );
            }
            return true;
        }
        false
    }

    pub(super) fn chain(&mut self) -> bool {
        // `<=> P`, `-> N`: behind a sign that announces it, a letter is a label and no variable.
        let announced = self.at > 0
            && [Sign::Iff, Sign::Arrow]
                .into_iter()
                .any(|sign| self.line.is(self.at - 1, sign));
        if announced
            && outcome::letter(self.line.raw(self.at)).is_some()
            && !operator_follows(self.line, self.at)
            && self.label()
        {
            return true;
        }

        let Some(chain) = formula::chain(self.line, self.at, self.line.len()) else {
            return false;
        };
        let start = self.at;
        self.at = chain.tokens.end;
        // `g(1), g(2), …, g(12) = 0, 0, 1, …`: values in a row, not that of the last.
        let in_a_row = start >= 2
            && self.line.is(start - 1, Sign::Comma)
            && self.line.is(start - 2, Sign::Ellipsis)
            && self.line.is(self.at, Sign::Comma);
        if in_a_row {
            return true;
        }
        equation::read(self.line, &chain, self.scene, self.found);
        self.after_chain(&chain, start);
        true
    }

    /// What a chain makes the text speak of.
    pub(super) fn after_chain(&mut self, chain: &Chain, start: usize) {
        let line = self.line;
        let first = &chain.terms[0];
        let second = chain.terms.get(1);
        let single = chain.relations.is_empty();
        match (first, second) {
            // `n = 4`, `n = 1, 2, 3`, `n = 0, 3, 6, …`, `n = 0..12`
            (Term::Variable(name), Some(Term::Number(written)))
                if chain.relations[0] == Relation::Equal
                    && chain.terms.len() == 2
                    && words::VARIABLES.contains(&name.as_str()) =>
            {
                self.assigned(written.numeral.value);
            }
            (Term::List { .. }, None) => {
                if let Some(position) = position(first) {
                    self.listed(position, start);
                }
            }
            (Term::Wins { argument, .. }, _) => {
                if let Some(position) = position(argument) {
                    let colon = line.is(self.at, Sign::Colon);
                    if single
                        || colon
                        || self.scene.subjects.is_empty()
                        || !phrases::is_target(line, start)
                    {
                        if !phrases::is_target(line, start) {
                            self.scene.subjects = vec![position.clone()];
                        }
                        self.wait(Pending::Positions(vec![position.clone()]));
                    }
                    self.labelled(&position);
                }
            }
            (Term::Nimber { argument, .. }, _) if !first.is_open() => {
                if let Some(position) = position(argument) {
                    if !phrases::is_target(line, start) {
                        self.scene.subjects = vec![position.clone()];
                    }
                    self.wait(Pending::Positions(vec![position]));
                }
            }
            // `-> {2, 1}`, `giá trị {2, 1}`: the values of the options
            (Term::Set { open: false, .. }, None)
                if start > 0
                    && (line.is(start - 1, Sign::Arrow) || phrases::names_values(line, start)) =>
            {
                if let (Some(subject @ Position::Number(_)), Some(values)) =
                    (self.scene.subject().cloned(), first.numbers())
                    && self.scene.knows(&subject)
                    && (line.word(self.at + 1) == Some("mex") || phrases::names_values(line, start))
                    && let Some(span) = self.span(chain.places[0].clone())
                {
                    self.found.push(
                        span,
                        Question::OptionValues(subject),
                        Answer::Numbers(values),
                        Notation::Plain,
                    );
                }
            }
            // `{4, 5} -> 4 XOR 5 = 1`: piles in braces
            (Term::Set { open: false, .. }, None)
                if start == 0 && self.scene.apart && line.is(self.at, Sign::Arrow) =>
            {
                if let Some(numbers) = first.numbers().filter(|numbers| numbers.len() >= 2)
                    && self.scene.knows(&Position::List(numbers.clone()))
                {
                    self.listed(Position::List(numbers), start);
                }
            }
            // `P-positions: {0, 1, 5, …}`, `L = {0, 3, …}`, `n ∈ {0, 3, …}` with a label behind it
            (Term::Set { open: true, .. }, None) => self.losing_set(
                first,
                chain.places[0].clone(),
                phrases::names_losing(line, start),
            ),
            (Term::Variable(name), Some(set @ Term::Set { open: true, .. })) => {
                let named =
                    ["l", "p"].contains(&name.as_str()) && chain.relations[0] == Relation::Equal;
                self.losing_set(
                    set,
                    chain.places[1].clone(),
                    named || phrases::names_losing(line, start),
                );
            }
            // `g = 0 ⟺ L`, `Grundy > 0` of the position n
            (Term::Variable(name), Some(Term::Number(written)))
                if words::is_nimber_name(name)
                    && chain.terms.len() == 2
                    && matches!(
                        chain.relations[0],
                        Relation::Equal | Relation::NotEqual | Relation::Greater
                    ) =>
            {
                let span = written.span;
                let value = Term::Nimber {
                    name: name.clone(),
                    argument: Box::new(Term::Variable("n".into())),
                    span,
                };
                let zero_only = written.numeral.value <= 1;
                if zero_only {
                    self.wait(Pending::Condition(Formula::Related(
                        value,
                        chain.relations[0],
                        Term::Number(written.clone()),
                    )));
                }
            }
            (Term::NimSum(_), second) => self.nim_sum(chain, second),
            (Term::Number(written), None) => self.bare_number(written, start),
            (Term::Number(_), Some(_)) => {}
            (Term::Label(label, _), None) => {
                self.at = start;
                let label = label.clone();
                if words::negated(line, &label.tokens) {
                    self.pending = Pending::Nothing;
                } else {
                    self.attach(&label);
                }
                self.at = label.tokens.end.max(start + 1);
            }
            (Term::Truth(truth, span), None) => self.attach_truth(*truth, *span),
            (Term::Mod(..) | Term::Variable(_), Some(_))
                if chain.terms.iter().any(Term::is_open) =>
            {
                self.condition(chain)
            }
            (Term::Mex(_), None) => self.narrated_mex(first),
            (Term::Xor(_) | Term::Caret(_) | Term::Sum(..) | Term::Mex(_), _)
                if !first.is_open() =>
            {
                let sum = matches!(first, Term::Xor(_) | Term::Caret(_));
                if sum || matches!(first, Term::Mex(_)) {
                    self.wait(Pending::Sum(first.clone()));
                }
            }
            _ => {}
        }
        // `total = g[1] ^ g[2] = 3`: the sum behind the name is spoken of.
        if matches!(first, Term::Variable(_))
            && !matches!(self.pending, Pending::Condition(_))
            && let Some(sum) = chain
                .terms
                .iter()
                .find(|term| matches!(term, Term::Xor(_) | Term::Caret(_)) && !term.is_open())
        {
            self.wait(Pending::Sum(sum.clone()));
        }
        // A label inside the chain was read with it; a condition may follow it.
        if let Some(Term::Label(label, _)) = chain.terms.last().filter(|_| !single) {
            self.last_label = Some(label.clone());
        }
    }

    /// `mex 0`, `mex = 2` of the position at hand.
    pub(super) fn mex_of_subject(&mut self) -> bool {
        let line = self.line;
        if line.word(self.at) != Some("mex") {
            return false;
        }
        let at = self.at + 1 + usize::from(line.is(self.at + 1, Sign::Equal));
        let (Some((Term::Number(written), end)), Some(subject @ Position::Number(_))) = (
            line.number(at)
                .and_then(|_| formula::primary(line, at, at + 1)),
            self.scene.subject().cloned(),
        ) else {
            return false;
        };
        if !self.scene.knows(&subject) || operator_follows(line, at) {
            return false;
        }
        self.found.nimber(&subject, &written);
        self.at = end;
        self.wait(Pending::Positions(vec![subject]));
        true
    }

    /// `mex({0, 1, 3})` → 0 is there, 1 is there, 2 is not → 2
    pub(super) fn narrated_mex(&mut self, mex: &Term) {
        let line = self.line;
        if mex.is_open() {
            return;
        }
        // Each value on the way is told to be there or not.
        if let Term::Mex(set) = mex {
            for at in self.at..line.len() {
                if let (Some((Term::Number(written), _)), Some(among)) = (
                    line.number(at)
                        .and_then(|_| formula::primary(line, at, at + 1)),
                    phrases::is_among(line, at + 1),
                ) {
                    let relation = if among { Relation::In } else { Relation::NotIn };
                    let span = written.span;
                    let claim =
                        Formula::Related(Term::Number(written), relation, set.as_ref().clone());
                    self.found.holds(claim, span);
                }
            }
        }
        let Some(last) = (self.at..line.len())
            .rev()
            .find(|&index| line.is(index, Sign::Arrow))
        else {
            return;
        };
        if let Some((Term::Number(written), end)) = formula::primary(line, last + 1, line.len()) {
            self.found.value(mex, &written);
            self.at = end;
        }
    }

    pub(super) fn label(&mut self) -> bool {
        let Some(label) = outcome::label(self.line, self.at, true) else {
            return false;
        };
        if words::negated(self.line, &label.tokens) {
            self.at = label.tokens.end;
            self.pending = Pending::Nothing;
            return true;
        }
        self.attach(&label);
        self.at = label.tokens.end.max(self.at + 1);
        true
    }

    pub(super) fn attach(&mut self, label: &Label) {
        let line = self.line;
        let Some(span) = self.span(label.token..label.token + 1) else {
            return;
        };
        // N, P, T, B are names of other things too: only W and L are labels anywhere.
        let bare =
            label.letter && label.tokens.len() == 1 && !matches!(line.raw(label.token), "W" | "L");
        let marked = label.token > 0
            && (line.is(label.token - 1, Sign::Arrow)
                || line.is(label.token - 1, Sign::Open)
                || line.is(label.token - 1, Sign::Equal)
                || line.is(label.token - 1, Sign::Colon)
                || line.is(label.token - 1, Sign::Iff));
        if bare && !marked && !self.scene.apart {
            return;
        }
        let far = label.tokens.start.saturating_sub(self.since) > 14 && !self.scene.apart;
        if far {
            self.pending = Pending::Nothing;
        }
        // A mention of labels behind a target (`L-এ ফেলে`) says nothing of the position at hand.
        if phrases::is_reached(line, label) {
            if let (Some(subject), true) = (
                self.scene.subject().cloned(),
                phrases::found_some(line, label),
            ) && self.scene.knows(&subject)
            {
                self.found.push(
                    span,
                    Question::Some(subject),
                    Answer::Outcome(label.outcome),
                    Notation::Label {
                        opposite: label.opposite.clone(),
                    },
                );
            }
            return;
        }
        match self.pending.clone() {
            Pending::Positions(positions) => {
                for position in positions
                    .iter()
                    .filter(|position| self.scene.knows(position))
                    .collect::<Vec<_>>()
                {
                    self.found.outcome(position, label, span);
                }
            }
            Pending::Sum(term) => {
                if !self.scene.misere {
                    self.found.push(
                        span,
                        Question::NimOutcome(term),
                        Answer::Outcome(label.outcome),
                        Notation::Label {
                            opposite: label.opposite.clone(),
                        },
                    );
                }
            }
            // A condition in brackets is a remark; what stands behind them is said of something else.
            Pending::Condition(_) if self.leaves_brackets(label.tokens.start) => {}
            Pending::Condition(condition) => {
                let iff = phrases::both_ways(line, self.since..label.tokens.start);
                self.last_condition = Some(condition.clone());
                self.law(condition, label, span, iff);
                // One label to a condition, but for its sign in brackets: `হারে (L)`.
                let end = label.tokens.end;
                let again = self.line.is(end, Sign::Open)
                    && outcome::label(self.line, end + 1, true).is_some();
                if !again {
                    self.pending = Pending::Nothing;
                }
            }
            Pending::Nothing
                if self.scene.apart
                    && self.scene.subjects.len() > 1
                    && !self.scene.subjects_open =>
            {
                for subject in self
                    .scene
                    .subjects
                    .clone()
                    .iter()
                    .filter(|subject| self.scene.knows(subject))
                {
                    self.found.outcome(subject, label, span);
                }
            }
            Pending::Nothing => {
                if let (Some(subject), true) = (
                    self.scene.subject().cloned(),
                    self.scene.apart || marked || line.tokens[label.token].strong,
                ) && self.scene.knows(&subject)
                    && !far
                {
                    self.found.outcome(&subject, label, span);
                }
            }
        }
        self.last_label = Some(label.clone());
    }

    /// Whether brackets close between what is pending and a token, with no arrow right behind.
    pub(super) fn leaves_brackets(&self, to: usize) -> bool {
        let mut depth = 0;
        for at in self.since..to {
            if self.line.is(at, Sign::Open) {
                depth += 1;
            } else if self.line.is(at, Sign::Close) {
                depth -= 1;
                let goes_on = [Sign::Arrow, Sign::Iff, Sign::Equal]
                    .into_iter()
                    .any(|sign| self.line.is(at + 1, sign));
                if depth < 0 && !goes_on {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn attach_truth(&mut self, truth: bool, span: crate::source::Span) {
        if let Pending::Sum(term) = &self.pending
            && !self.scene.misere
        {
            let opposite = if truth { "False" } else { "True" };
            let notation = Notation::Label {
                opposite: opposite.to_owned(),
            };
            self.found.push(
                span,
                Question::NimOutcome(term.clone()),
                Answer::Outcome(formula::outcome_of(truth)),
                notation,
            );
            return;
        }
        if let Pending::Positions(positions) = &self.pending
            && let [position] = positions.as_slice()
            && self.scene.knows(position)
        {
            let position = position.clone();
            self.found.truth(&position, truth, span);
        }
    }
}

/// A number that no text shows, in the manner of one that does.
fn numeral(value: u64, like: &Written) -> Term {
    let mut written = like.clone();
    written.numeral.value = value;
    written.numeral.binary = None;
    Term::Number(written)
}

/// Where a condition does not hold.
fn negation(condition: Formula) -> Formula {
    match condition {
        Formula::NimSum { value, equal } => Formula::NimSum {
            value,
            equal: !equal,
        },
        Formula::Not(inner) => *inner,
        other => Formula::Not(Box::new(other)),
    }
}

fn zero(like: &Written) -> Term {
    numeral(0, like)
}

/// Whether an operator binds a number to what follows, so that it is a part of a term.
fn operator_follows(line: &Line, at: usize) -> bool {
    [
        Sign::Caret,
        Sign::Oplus,
        Sign::Plus,
        Sign::Times,
        Sign::Percent,
        Sign::Power,
        Sign::Equal,
        Sign::NotEqual,
        Sign::DoubleSlash,
    ]
    .into_iter()
    .any(|sign| line.is(at + 1, sign))
        || line.word(at + 1).is_some_and(|word| {
            words::MOD_NAMES.contains(&word)
                || words::XOR_NAMES.contains(&word) && line.number(at + 2).is_some()
        })
}

fn formula_may_begin(line: &Line, at: usize) -> bool {
    at == 0
        || ![
            Sign::Caret,
            Sign::Oplus,
            Sign::Plus,
            Sign::Times,
            Sign::Percent,
            Sign::Power,
            Sign::Subscript,
        ]
        .into_iter()
        .any(|sign| at > 0 && line.is(at - 1, sign))
}

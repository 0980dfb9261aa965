//! Running text -> claims: equations, labels of positions, moves, laws, losing sets, periods.
//!
//! A line is read sentence by sentence. A chain of relations gives its own claims; a label goes to what was spoken of
//! last. What the words do not say plainly is left alone.

use crate::figure::claim::{Answer, Formula, Law, Notation, Question};
use crate::figure::context::Conclusion;
use crate::figure::equation;
use crate::figure::scene::{Found, Scene, number_notation, position};
use crate::notation::formula::{self, Chain, Relation, Term, Written};
use crate::notation::line::Line;
use crate::notation::outcome::{self, Label};
use crate::notation::token::Sign;
use crate::notation::{phrases, words};
use crate::parse::flow::Register;
use crate::solve::{Outcome, Play, Position};
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
    fn read(&mut self) {
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

    fn span(&self, range: Range<usize>) -> Option<crate::source::Span> {
        self.line.span(range)
    }

    fn wait(&mut self, pending: Pending) {
        self.pending = pending;
        self.since = self.at;
    }

    /// "otherwise": what is said next holds where the condition does not.
    fn otherwise(&mut self) -> bool {
        let Some(end) = phrases::otherwise(self.line, self.at) else {
            return false;
        };
        let Some(condition) = self.last_condition.clone() else {
            return false;
        };
        self.at = end;
        self.wait(Pending::Condition(negation(condition)));
        true
    }

    /// "all W", "some L", "no L": what the options of the position at hand are.
    fn quantified(&mut self) -> bool {
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

    /// "a multiple of 4": of the position at hand, and with a label a law.
    fn multiples(&mut self) -> bool {
        let Some((number, end, denied)) = phrases::multiple(self.line, self.at) else {
            return false;
        };
        let Some(Term::Number(written)) =
            formula::primary(self.line, number, number + 1).map(|(term, _)| term)
        else {
            return false;
        };
        self.at = end;
        if written.numeral.value == 0 {
            return true;
        }
        let zero = zero(&written);
        let of_n = Term::Mod(
            Box::new(Term::Variable("n".into())),
            Box::new(Term::Number(written.clone())),
        );
        let mut claimed = false;
        if let (Some(Position::Number(subject)), false) = (self.scene.subject(), denied) {
            let left = Term::Mod(
                Box::new(numeral(*subject, &written)),
                Box::new(Term::Number(written.clone())),
            );
            self.found.holds(
                Formula::Related(left, Relation::Equal, zero.clone()),
                written.span,
            );
            claimed = true;
        }
        let condition = Formula::Related(
            of_n,
            if denied {
                Relation::NotEqual
            } else {
                Relation::Equal
            },
            zero,
        );
        // `4-এর গুণিতক, L`: the label behind it belongs to the position at hand; without one the law is stated.
        if claimed {
            if let Some(label) = self.last_label.clone() {
                self.law(condition, &label, written.span, false);
            }
        } else {
            self.wait(Pending::Condition(condition));
        }
        true
    }

    fn period(&mut self) -> bool {
        let Some((kind, number, end)) = phrases::period(self.line, self.at) else {
            return false;
        };
        let Some(Term::Number(written)) =
            formula::primary(self.line, number, number + 1).map(|(term, _)| term)
        else {
            return false;
        };
        self.at = end;
        if self.scene.games.number.is_some() && !self.scene.misere {
            let question = if kind == phrases::Cycle::Period {
                Question::Period
            } else {
                Question::Preperiod
            };
            self.found.push(
                written.span,
                question,
                Answer::Number(written.numeral.value),
                number_notation(&written),
            );
        }
        true
    }

    /// `0, 4, 8, 12`, `0/3/6/9`, `0, 2, 7, 9, …`, `0..12`: numbers that stand for positions.
    fn numbers_in_a_row(&mut self) -> bool {
        let (line, start) = (self.line, self.at);
        if line.number(start).is_none() || !formula_may_begin(line, start) {
            return false;
        }
        let mut places = vec![start];
        let mut index = start + 1;
        let mut open = false;
        let mut separator = None;
        loop {
            let sign = [Sign::Comma, Sign::Slash]
                .into_iter()
                .find(|&sign| line.is(index, sign));
            let word = line
                .word(index)
                .is_some_and(|word| ["ও", "এবং", "আর", "và", "and", "hoặc", "বা"].contains(&word));
            if sign.is_none() && !word {
                break;
            }
            if let Some(sign) = sign {
                if separator.is_some_and(|was| was != sign) {
                    break;
                }
                separator = Some(sign);
            }
            let mut next = index + 1;
            if sign.is_some()
                && line
                    .word(next)
                    .is_some_and(|word| ["ও", "এবং", "আর", "và", "and"].contains(&word))
            {
                next += 1;
            }
            if line.number(next).is_some() && !operator_follows(line, next) {
                places.push(next);
                index = next + 1;
            } else if line.is(next, Sign::Ellipsis)
                || line
                    .word(next)
                    .is_some_and(|word| word == "v" || word == "ইত্যাদি")
            {
                open = true;
                index = next + 1;
                break;
            } else {
                break;
            }
        }
        if !open && line.is(index, Sign::Ellipsis) && places.len() >= 2 {
            open = true;
            index += 1;
        }
        if places.len() < 2 {
            return false;
        }
        let written: Vec<Written> = places
            .iter()
            .filter_map(|&place| match formula::primary(line, place, place + 1) {
                Some((Term::Number(written), _)) => Some(written),
                _ => None,
            })
            .collect();
        let values: Vec<u64> = written
            .iter()
            .map(|written| written.numeral.value)
            .collect();
        self.at = index;
        let before = self.last_label.clone();
        // `g(5): 4, 1 -> {2, 1} -> mex 0`: where the position at hand leads.
        let leads =
            start > 0 && (line.is(start - 1, Sign::Colon) || phrases::leads_to(line, start));
        let goes_on =
            line.is(index, Sign::Arrow) || index == line.len() || line.is(index, Sign::Semicolon);
        if let (true, true, Some(subject @ Position::Number(_))) =
            (leads, goes_on, self.scene.subject().cloned())
            && self.scene.knows(&subject)
            && !open
            && (self.line.is(index, Sign::Arrow) && line.is(index + 1, Sign::OpenBrace)
                || phrases::leads_to(line, start))
        {
            if let Some(span) = self.span(start..index) {
                self.found.push(
                    span,
                    Question::Options(subject),
                    Answer::Numbers(values),
                    Notation::Plain,
                );
            }
            return true;
        }
        let (label, end) = self.label_near(index);
        let losing_before = start >= 1 && phrases::names_losing(line, start);
        let winning_before = start >= 1 && phrases::names_winning(line, start);
        let label_outcome = label
            .as_ref()
            .map(|label| label.outcome)
            .or(if losing_before {
                Some(Outcome::Previous)
            } else if winning_before {
                Some(Outcome::Next)
            } else {
                None
            });
        let _ = before;
        let known = self.scene.knows(&Position::Number(0));
        if let Some(outcome) = label_outcome.filter(|_| known) {
            if open && outcome == Outcome::Previous && values.len() >= 2 {
                if let Some(span) = self.span(start..index) {
                    self.found.push(
                        span,
                        Question::Losing,
                        Answer::Numbers(values.clone()),
                        Notation::Plain,
                    );
                }
            } else {
                for written in &written {
                    let question = Question::Outcome(Position::Number(written.numeral.value));
                    self.found.push(
                        written.span,
                        question,
                        Answer::Outcome(outcome),
                        Notation::Plain,
                    );
                }
            }
            if let Some(label) = label {
                if let (Some(first), Some(span)) =
                    (values.first(), self.span(label.token..label.token + 1))
                {
                    self.found.outcome(&Position::Number(*first), &label, span);
                }
                self.last_label = Some(label);
                self.at = end;
            }
            return true;
        }
        self.wait(Pending::Positions(
            values.into_iter().map(Position::Number).collect(),
        ));
        // Numbers that are no positions (a date, a list of sizes) wait for a label only where positions are spoken of.
        if !self.scene.apart && !positions_are_meant(line, start) {
            self.pending = Pending::Nothing;
        }
        true
    }

    /// A label within a few tokens behind an index, past `-এ` and the like.
    fn label_near(&self, index: usize) -> (Option<Label>, usize) {
        let suffix = self.line.is(index, Sign::Minus)
            || self.line.word(index).is_some_and(|word| {
                [
                    "এ",
                    "তে",
                    "là",
                    "are",
                    "হলো",
                    "thì",
                    "সবই",
                    "সব",
                    "হল",
                    "đều",
                ]
                .contains(&word)
            })
            || self.line.is(index, Sign::Arrow)
            || self.line.is(index, Sign::Colon);
        if !suffix {
            return (None, index);
        }
        for at in index..(index + 6).min(self.line.len()) {
            if let Some(label) = outcome::label(self.line, at, true) {
                let end = label.tokens.end;
                return (Some(label), end);
            }
        }
        (None, index)
    }

    /// Moves of the position at hand: `1->0 (L)`, `1 নিলে -> 0 (L)`, `lấy 3, còn 4`; and `pile 3 থেকে 2 নিল → [1, 2, 1]`.
    fn moved(&mut self) -> bool {
        let line = self.line;
        let start = self.at;
        let Some(take) = line.number(start) else {
            return false;
        };
        let Some(Position::Number(subject)) = self.scene.subject().cloned() else {
            return false;
        };
        if !self.scene.knows(&Position::Number(subject))
            || !formula_may_begin(line, start)
            || operator_follows(line, start)
        {
            return false;
        }
        // The target: behind an arrow, or behind words that say so.
        let mut index = start + 1;
        let mut arrow = false;
        let mut taking = phrases::takes(line, start.saturating_sub(2)..start);
        let mut leaving = false;
        while index < line.len() && index - start <= 7 {
            if line.is(index, Sign::Arrow) {
                if arrow {
                    return false;
                }
                arrow = true;
            } else if line.word(index).is_some()
                || line.is(index, Sign::Minus)
                || line.is(index, Sign::Comma)
                || line.is(index, Sign::Dash)
            {
                if outcome::label(line, index, true).is_some() {
                    return false;
                }
                if let Some(Term::Wins { .. } | Term::Nimber { .. }) =
                    formula::primary(line, index, line.len()).map(|(term, _)| term)
                {
                    break;
                }
                taking |= phrases::takes(line, index..index + 1);
                leaving |= phrases::leaves(line, index);
            } else {
                break;
            }
            index += 1;
        }
        let target = match formula::primary(line, index, line.len()) {
            Some((Term::Number(written), end)) => Some((written.numeral.value, end)),
            Some((Term::Wins { argument, .. } | Term::Nimber { argument, .. }, end)) => {
                argument.number().map(|value| (value, end))
            }
            _ => None,
        };
        let Some((to, end)) = target else {
            return false;
        };
        let labelled = line.is(end, Sign::Open) && outcome::label(line, end + 1, true).is_some();
        let related = line.is(end, Sign::Equal);
        if !(arrow || (taking && (labelled || leaving)))
            || (operator_follows(line, end - 1) && !related)
        {
            return false;
        }
        // `4 -> 3` of the position 4 names the positions; `1 -> 3` names what is taken.
        let whole =
            !self.scene.names_takes && take == subject && subject.checked_sub(take) != Some(to);
        let question = Question::Move {
            from: Position::Number(subject),
            take: (!whole).then_some(take),
            pile: Vec::new(),
            to: Position::Number(to),
        };
        if let Some(span) = self.span(start..end) {
            self.found
                .push(span, question, Answer::Holds(true), Notation::Plain);
        }
        self.at = index;
        // The target may be related or labelled: `win[0] = L`, `0 (L)`.
        if related {
            self.chain();
        } else {
            self.at = end;
            self.labelled(&Position::Number(to));
        }
        self.pending = Pending::Nothing;
        true
    }

    /// `(L)` right behind a position.
    fn labelled(&mut self, position: &Position) -> bool {
        let line = self.line;
        let open = self.at;
        if !line.is(open, Sign::Open) || !self.scene.knows(position) {
            return false;
        }
        let Some(label) = outcome::label(line, open + 1, true) else {
            return false;
        };
        if !line.is(label.tokens.end, Sign::Close) {
            return false;
        }
        if let Some(span) = self.span(label.token..label.token + 1) {
            self.found.outcome(position, &label, span);
        }
        self.at = label.tokens.end + 1;
        true
    }

    fn chain(&mut self) -> bool {
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
    fn after_chain(&mut self, chain: &Chain, start: usize) {
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
    fn mex_of_subject(&mut self) -> bool {
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

    /// A set with dots: the losing positions, if a name before it or a label behind it says so.
    fn losing_set(&mut self, set: &Term, place: Range<usize>, named: bool) {
        let Some(numbers) = set.numbers().filter(|numbers| numbers.len() >= 2) else {
            return;
        };
        if !self.scene.knows(&Position::Number(0)) {
            return;
        }
        let label = (self.at..(self.at + 5).min(self.line.len()))
            .find_map(|at| outcome::label(self.line, at, true));
        let losing = named
            || label.as_ref().is_some_and(|label| {
                label.outcome == Outcome::Previous && !words::negated(self.line, &label.tokens)
            });
        if let (true, Some(span)) = (losing, self.span(place)) {
            self.found.push(
                span,
                Question::Losing,
                Answer::Numbers(numbers.clone()),
                Notation::Plain,
            );
        }
        if let (Some(label), Some(first)) = (label.filter(|_| losing), numbers.first())
            && let Some(span) = self.span(label.token..label.token + 1)
        {
            self.found.outcome(&Position::Number(*first), &label, span);
            self.at = label.tokens.end;
        }
    }

    /// `12 থেকে 3টা তুলে 9 রাখা যায়`, `với 10 viên thì lấy 2, còn 8`: from, how many, to.
    fn told(&mut self) -> bool {
        let (line, start) = (self.line, self.at);
        let Some(from) = line.number(start).filter(|_| {
            !self.scene.apart && formula_may_begin(line, start) && !operator_follows(line, start)
        }) else {
            return false;
        };
        if !self.scene.knows(&Position::Number(from)) {
            return false;
        }
        let mut numbers = Vec::new();
        for index in start + 1..(start + 18).min(line.len()) {
            if line.is(index, Sign::Arrow)
                || line.is(index, Sign::Equal)
                || line.is(index, Sign::NotEqual)
                || line.is(index, Sign::Dash)
            {
                break;
            }
            if let Some(number) = line.number(index) {
                if operator_follows(line, index) {
                    break;
                }
                numbers.push((number, index));
            }
            if numbers.len() == 2 {
                break;
            }
        }
        let [(take, took), (to, left)] = numbers.as_slice() else {
            return false;
        };
        // From and how many are told apart by words; the taking stands beside its number, the rest beside its own.
        let taking = phrases::takes(line, took.saturating_sub(2)..took + 4.min(left - took));
        let leaving =
            (*took + 1..(left + 4).min(line.len())).any(|index| phrases::leaves(line, index));
        if left - took < 2 || took - start < 2 || !taking || !leaving {
            return false;
        }
        let question = Question::Move {
            from: Position::Number(from),
            take: Some(*take),
            pile: Vec::new(),
            to: Position::Number(*to),
        };
        if let Some(span) = self.span(start..left + 1) {
            self.found
                .push(span, question, Answer::Holds(true), Notation::Plain);
        }
        self.at = left + 1;
        self.pending = Pending::Nothing;
        true
    }

    fn assigned(&mut self, value: u64) {
        let line = self.line;
        let mut values = vec![value];
        let mut open = false;
        let first_token = self.at - 1;
        if line.is(self.at, Sign::Ellipsis)
            && let Some(last) = line.number(self.at + 1)
        {
            self.at += 2;
            self.scene.range = Some((value, last));
            self.pending = Pending::Nothing;
            return;
        }
        loop {
            let comma = line.is(self.at, Sign::Comma)
                || line.is(self.at, Sign::Slash)
                || line
                    .word(self.at)
                    .is_some_and(|word| ["và", "ও", "and", "বা", "hoặc"].contains(&word));
            if !comma {
                break;
            }
            if line.is(self.at + 1, Sign::Ellipsis) {
                open = true;
                self.at += 2;
                if let (Some(last), Some(second)) = (
                    line.is(self.at, Sign::Comma)
                        .then(|| line.number(self.at + 1))
                        .flatten(),
                    values.get(1),
                ) {
                    let _ = second;
                    self.scene.range = Some((value, last));
                    self.at += 2;
                    self.pending = Pending::Nothing;
                    return;
                }
                break;
            }
            match line.number(self.at + 1) {
                Some(next) if !operator_follows(line, self.at + 1) => {
                    values.push(next);
                    self.at += 2;
                }
                _ => break,
            }
        }
        self.scene.subjects = values.iter().copied().map(Position::Number).collect();
        self.scene.subjects_open = open;
        let positions = self.scene.subjects.clone();
        if open && values.len() >= 2 {
            // `(n = 0, 3, 6, …) = L position`
            let mut index = self.at;
            while line.is(index, Sign::Close)
                || line.is(index, Sign::Equal)
                || line.is(index, Sign::Arrow)
                || line.is(index, Sign::Iff)
                || line.is(index, Sign::Minus)
                || line
                    .word(index)
                    .is_some_and(|word| ["là", "এ", "are", "তে", "হলো"].contains(&word))
            {
                index += 1;
            }
            if let Some(label) = outcome::label(line, index, true)
                && self.scene.knows(&Position::Number(0))
            {
                if label.outcome == Outcome::Previous
                    && let Some(span) = self.span(first_token..self.at)
                {
                    self.found.push(
                        span,
                        Question::Losing,
                        Answer::Numbers(values.clone()),
                        Notation::Plain,
                    );
                }
                if let Some(span) = self.span(label.token..label.token + 1) {
                    self.found.outcome(&Position::Number(value), &label, span);
                }
                self.at = label.tokens.end;
                self.last_label = Some(label);
                return;
            }
        }
        self.wait(Pending::Positions(positions));
    }

    /// A list of piles: the position at hand, and where a move led.
    fn listed(&mut self, position: Position, start: usize) {
        let Position::List(numbers) = &position else {
            return;
        };
        let arrived = phrases::arrives(self.line, start);
        if let (Some(from), true) = (self.scene.piles.clone(), arrived)
            && from.len() == numbers.len()
            && from != *numbers
            && self.scene.knows(&position)
        {
            self.move_of_piles(&from, numbers, start);
        }
        self.scene.piles = Some(numbers.clone());
        self.scene.subjects = vec![position.clone()];
        self.wait(Pending::Positions(vec![position]));
    }

    fn move_of_piles(&mut self, from: &[u64], to: &[u64], start: usize) {
        // The numbers since the last list or the start: which pile, and how many.
        let mut numbers = Vec::new();
        for index in (0..start).rev() {
            if self.line.is(index, Sign::CloseBracket) {
                break;
            }
            if self.line.is(index, Sign::Equal) {
                numbers.clear();
                break;
            }
            // `XOR 0`, `= 0`: no pile.
            let noun = index > 0
                && self
                    .line
                    .word(index - 1)
                    .is_some_and(|word| words::XOR_NAMES.contains(&word))
                || index > 1
                    && self
                        .line
                        .word(index - 2)
                        .is_some_and(|word| words::XOR_NAMES.contains(&word));
            if let Some(number) = self.line.number(index)
                && !noun
            {
                numbers.insert(0, number);
            }
        }
        let take = numbers.pop();
        let question = Question::Move {
            from: Position::List(from.to_vec()),
            take,
            pile: numbers,
            to: Position::List(to.to_vec()),
        };
        let end =
            formula::primary(self.line, start, self.line.len()).map_or(start + 1, |(_, end)| end);
        if let Some(span) = self.span(start..end) {
            self.found
                .push(span, question, Answer::Holds(true), Notation::Plain);
        }
    }

    /// `XOR = 2 ≠ 0`, `XOR 2`, `XOR ≠ 0 ⟺ W`.
    fn nim_sum(&mut self, chain: &Chain, second: Option<&Term>) {
        let line = self.line;
        let piles = self.scene.piles.clone();
        let conditional = phrases::conditional(line);
        if let Some(piles) = piles.filter(|_| !conditional) {
            let list = Position::List(piles);
            let sum = equation::sum_of(&list, self.scene, chain);
            if second.is_none()
                && let Some((Term::Number(written), _)) =
                    formula::primary(line, self.at, line.len())
            {
                // `XOR 2 ≠ 0`
                if let Some(sum) = &sum {
                    self.found.value(sum, &written);
                }
                self.chain();
            }
            self.wait(Pending::Positions(vec![list]));
            return;
        }
        // `XOR ≠ 0 ⟺ W`: a law.
        if let (
            Some(Term::Number(written)),
            Some(relation @ (Relation::Equal | Relation::NotEqual)),
        ) = (second, chain.relations.first())
        {
            let condition = Formula::NimSum {
                value: written.numeral.value,
                equal: *relation == Relation::Equal,
            };
            self.wait(Pending::Condition(condition));
        } else if let (None, Some((Term::Number(written), end))) =
            (second, formula::primary(line, self.at, line.len()))
        {
            self.at = end;
            self.wait(Pending::Condition(Formula::NimSum {
                value: written.numeral.value,
                equal: true,
            }));
        }
    }

    /// A number by itself: a position with a label, or the first word of a move list.
    fn bare_number(&mut self, written: &Written, start: usize) {
        let position = Position::Number(written.numeral.value);
        let line = self.line;
        let listed = phrases::is_count(line, start);
        if !listed
            && line.is(self.at, Sign::Open)
            && outcome::label(line, self.at + 1, true).is_some()
        {
            // `4 → 3 (W), 2 (W)`: options of the position at hand.
            if let (Some(subject), true) = (
                self.scene.subject().cloned(),
                self.scene.apart || phrases::after_arrow(line, start),
            ) && self.scene.knows(&position)
                && subject != position
                && matches!(subject, Position::Number(_))
            {
                let question = Question::Move {
                    from: subject,
                    take: None,
                    pile: Vec::new(),
                    to: position.clone(),
                };
                self.found
                    .push(written.span, question, Answer::Holds(true), Notation::Plain);
            }
            self.labelled(&position);
            return;
        }
        // `3 viên thì thua`, `১৫টা থাকলে হারা`
        if !self.scene.apart
            && let Some(at) = phrases::heap_of(line, self.at)
            && let Some(label) = (at..(at + 5).min(line.len()))
                .take_while(|&index| line.number(index).is_none())
                .find_map(|index| outcome::label(line, index, line.word(index - 1) == Some("thế")))
            && self.scene.knows(&position)
            && !words::negated(line, &label.tokens)
        {
            if let Some(span) = self.span(label.token..label.token + 1) {
                self.found.outcome(&position, &label, span);
            }
            self.at = label.tokens.end;
            self.last_label = Some(label);
            self.pending = Pending::Nothing;
            return;
        }
        // Another number: what is said next is said of that.
        if !self.scene.apart {
            self.pending = Pending::Nothing;
        }
        let first = start == 0 || phrases::only_counts_before(line, start);
        if (self.scene.apart || self.lists_moves())
            && first
            && self.scene.subjects.is_empty()
            && (line.is(self.at, Sign::Colon) || line.is(self.at, Sign::Arrow))
        {
            self.scene.subjects = vec![position.clone()];
            self.wait(Pending::Positions(vec![position]));
        }
    }

    /// Whether moves follow: `4 → 3(W), 2(W)`, `6: 1→5(W), 2→4(W)`.
    fn lists_moves(&self) -> bool {
        let (line, at) = (self.line, self.at);
        let labelled = |at: usize| {
            line.number(at).is_some()
                && line.is(at + 1, Sign::Open)
                && outcome::label(line, at + 2, true).is_some()
        };
        (line.is(at, Sign::Arrow) && labelled(at + 1))
            || (line.is(at, Sign::Colon)
                && line.number(at + 1).is_some()
                && line.is(at + 2, Sign::Arrow)
                && labelled(at + 3))
    }

    /// `n % 4 == 0`, `n mod 7 ∈ {0, 2}`: of the position at hand, and with a label a law.
    fn condition(&mut self, chain: &Chain) {
        let Some(variable) = chain.terms[0].variable().map(str::to_owned) else {
            return;
        };
        if !words::VARIABLES.contains(&variable.as_str())
            || !matches!(chain.terms[0], Term::Mod(..))
        {
            return;
        }
        let subjects = self.scene.subjects.clone();
        let bound = !matches!(self.pending, Pending::Nothing) || self.scene.apart;
        let Some(span) = self.span(chain.tokens.clone()) else {
            return;
        };
        if bound && !self.scene.subjects_open {
            for subject in &subjects {
                let Position::Number(n) = subject else {
                    continue;
                };
                for (index, relation) in chain.relations.iter().enumerate() {
                    let (left, right) = (
                        chain.terms[index].at(&variable, *n, span),
                        chain.terms[index + 1].at(&variable, *n, span),
                    );
                    if !left.is_open() && !right.is_open() {
                        self.found
                            .holds(Formula::Related(left, *relation, right), span);
                    }
                }
            }
        }
        if chain.relations.len() != 1 {
            return;
        }
        let condition = Formula::Related(
            chain.terms[0].clone(),
            chain.relations[0],
            chain.terms[1].clone(),
        );
        // `n % 7 == 0 or n % 7 == 2`
        let condition = match &self.pending {
            Pending::Condition(before)
                if (self.since..chain.tokens.start)
                    .any(|at| phrases::joins_cases(self.line, at)) =>
            {
                Formula::Either(vec![before.clone(), condition])
            }
            _ => condition,
        };
        if phrases::joins_cases(self.line, self.at) {
            self.wait(Pending::Condition(condition));
            return;
        }
        // A label behind it comes first; else the one before it.
        if self.label_ahead() {
            self.wait(Pending::Condition(condition));
        } else if let Some(label) = self.last_label.clone() {
            self.law(condition, &label, span, false);
        }
    }

    fn label_ahead(&self) -> bool {
        let mut index = self.at;
        while index < self.line.len() {
            if outcome::label(self.line, index, true).is_some() {
                return true;
            }
            if self.line.number(index).is_some()
                || (self.line.is(index, Sign::Close) && !self.line.is(index + 1, Sign::Arrow))
            {
                return false;
            }
            index += 1;
        }
        false
    }

    fn law(&mut self, condition: Formula, label: &Label, span: crate::source::Span, iff: bool) {
        let games = match condition {
            Formula::NimSum { .. } => self.scene.games.list.is_some(),
            _ => self.scene.games.number.is_some(),
        };
        if !games || self.scene.misere {
            return;
        }
        let says = Formula::Says(label.outcome);
        let law = if iff {
            Law::Iff(condition, says)
        } else {
            Law::Implies(condition, says)
        };
        self.found.law(law, span);
    }

    /// `mex({0, 1, 3})` → 0 is there, 1 is there, 2 is not → 2
    fn narrated_mex(&mut self, mex: &Term) {
        let line = self.line;
        if mex.is_open() {
            return;
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

    fn label(&mut self) -> bool {
        let letters = true;
        let Some(label) = outcome::label(self.line, self.at, letters) else {
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

    fn attach(&mut self, label: &Label) {
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
                if let Some(whole) = self.span(self.since.saturating_sub(1)..label.tokens.end) {
                    let _ = whole;
                }
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
    fn leaves_brackets(&self, to: usize) -> bool {
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

    fn attach_truth(&mut self, truth: bool, span: crate::source::Span) {
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

/// Whether the words before numbers in a row say that they are positions.
fn positions_are_meant(line: &Line, at: usize) -> bool {
    phrases::names_positions(line, at)
}

//! Numbers in a row: positions with one label, sets with dots, options, ranges.

use super::{Pending, Sentence, formula_may_begin, operator_follows};
use crate::figure::claim::{Answer, Notation, Question};
use crate::notation::formula::{self, Term, Written};
use crate::notation::outcome::{self, Label};
use crate::notation::phrases;
use crate::notation::token::Sign;
use crate::solve::{Outcome, Position};

impl Sentence<'_> {
    /// `0, 4, 8, 12`, `0/3/6/9`, `0, 2, 7, 9, …`, `0..12`: numbers that stand for positions.
    pub(super) fn numbers_in_a_row(&mut self) -> bool {
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
        // Without dots the numbers must be said to be positions: teams lose, too.
        let positions = open
            || line.is(start.saturating_sub(1), Sign::Colon)
            || phrases::names_positions(line, start);
        let losing_before = start >= 1 && positions && phrases::names_losing(line, start);
        let winning_before = start >= 1 && positions && phrases::names_winning(line, start);
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
        if !self.scene.apart && !phrases::names_positions(line, start) {
            self.pending = Pending::Nothing;
        }
        true
    }

    /// A label within a few tokens behind an index, past `-এ` and the like.
    pub(super) fn label_near(&self, index: usize) -> (Option<Label>, usize) {
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

    pub(super) fn assigned(&mut self, value: u64) {
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
                // `n = 0, 1, …, 12`
                let last = line.number(self.at + 1);
                if let Some(last) =
                    last.filter(|_| line.is(self.at, Sign::Comma) && values.len() > 1)
                {
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
                // `g = 0 (n = 0, 3, 6, …) = L`: the condition has the label, too.
                if let (Pending::Condition(condition), Some(span)) = (
                    self.pending.clone(),
                    self.span(label.token..label.token + 1),
                ) {
                    self.law(condition, &label, span, false);
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
}

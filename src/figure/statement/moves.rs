//! Moves: of the position at hand, of piles, told in words; and the options that a line lists.

use super::{Pending, Sentence, formula_may_begin, operator_follows};
use crate::figure::claim::{Answer, Notation, Question};
use crate::notation::formula::{self, Term, Written};
use crate::notation::outcome::{self};
use crate::notation::token::Sign;
use crate::notation::{phrases, words};
use crate::solve::Position;

impl Sentence<'_> {
    /// Moves of the position at hand: `1->0 (L)`, `1 নিলে -> 0 (L)`, `lấy 3, còn 4`; and `pile 3 থেকে 2 নিল → [1, 2, 1]`.
    pub(super) fn moved(&mut self) -> bool {
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
    pub(super) fn labelled(&mut self, position: &Position) -> bool {
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

    /// A list of piles: the position at hand, and where a move led.
    pub(super) fn listed(&mut self, position: Position, start: usize) {
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

    pub(super) fn move_of_piles(&mut self, from: &[u64], to: &[u64], start: usize) {
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

    /// `12 থেকে 3টা তুলে 9 রাখা যায়`, `với 10 viên thì lấy 2, còn 8`: from, how many, to.
    pub(super) fn told(&mut self) -> bool {
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

    /// A number by itself: a position with a label, or the first word of a move list.
    pub(super) fn bare_number(&mut self, written: &Written, start: usize) {
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
    pub(super) fn lists_moves(&self) -> bool {
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
}

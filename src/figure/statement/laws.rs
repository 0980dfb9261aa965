//! Statements about every n: conditions, otherwise-clauses, periods, losing sets, the nim-sum.

use super::{Pending, Sentence, negation, numeral, zero};
use crate::figure::claim::{Answer, Formula, Law, Notation, Question};
use crate::figure::equation;
use crate::figure::scene::number_notation;
use crate::notation::formula::{self, Chain, Relation, Term};
use crate::notation::outcome::{self, Label};
use crate::notation::token::Sign;
use crate::notation::{phrases, words};
use crate::solve::{Outcome, Position};
use std::ops::Range;

impl Sentence<'_> {
    /// "otherwise": what is said next holds where the condition does not.
    pub(super) fn otherwise(&mut self) -> bool {
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

    /// "a multiple of 4": of the position at hand, and with a label a law.
    pub(super) fn multiples(&mut self) -> bool {
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

    pub(super) fn period(&mut self) -> bool {
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

    /// `n % 4 == 0`, `n mod 7 ∈ {0, 2}`: of the position at hand, and with a label a law.
    pub(super) fn condition(&mut self, chain: &Chain) {
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

    pub(super) fn law(
        &mut self,
        condition: Formula,
        label: &Label,
        span: crate::source::Span,
        iff: bool,
    ) {
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

    /// A set with dots: the losing positions, if a name before it or a label behind it says so.
    pub(super) fn losing_set(&mut self, set: &Term, place: Range<usize>, named: bool) {
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

    /// `XOR = 2 ≠ 0`, `XOR 2`, `XOR ≠ 0 ⟺ W`.
    pub(super) fn nim_sum(&mut self, chain: &Chain, second: Option<&Term>) {
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

    pub(super) fn label_ahead(&self) -> bool {
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
}

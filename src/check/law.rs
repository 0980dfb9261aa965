//! Laws -> verdicts: decided for all n by the period of the game where it has one.

use crate::check::evaluate::{Evaluator, Trouble};
use crate::check::report::{Proof, Verdict};
use crate::figure::claim::{Answer, Formula, Law};
use crate::figure::scene::Games;
use crate::notation::formula::{Relation, Term};
use crate::solve::{LawVerdict, Nimber, Outcome, Play, Position};
use std::collections::BTreeSet;

/// How far a law is tried that no period decides.
const TRIED: u64 = 300;

/// Decides a law.
///
/// # Errors
/// There is no game, or a search ran out of its budget.
pub fn decide(law: &Law, games: &Games, evaluator: &mut Evaluator) -> Result<Verdict, Trouble> {
    if let Law::Implies(Formula::NimSum { value, equal }, Formula::Says(outcome))
    | Law::Iff(Formula::NimSum { value, equal }, Formula::Says(outcome)) = law
    {
        return nim_sum(
            *value,
            *equal,
            *outcome,
            matches!(law, Law::Iff(..)),
            games,
            evaluator,
        );
    }
    let bound = games
        .number
        .clone()
        .ok_or(Trouble::NoGame(Position::Number(0)))?;
    let formulas: Vec<&Formula> = match law {
        Law::Always(formula) => vec![formula],
        Law::Implies(a, b) | Law::Iff(a, b) => vec![a, b],
    };
    let mut moduli = BTreeSet::new();
    let mut periodic = true;
    for formula in &formulas {
        periodic &= formula_residues(formula, &mut moduli);
    }
    if moduli.contains(&0) {
        return Err(Trouble::Undefined);
    }
    let modulus = moduli
        .into_iter()
        .try_fold(1_u64, lcm)
        .filter(|modulus| *modulus <= 100_000);
    if let (true, Some(modulus)) = (periodic, modulus) {
        let test =
            |n: u64, outcome: Outcome, nimber: Nimber| at(law, n, outcome, nimber).unwrap_or(false);
        let verdict = evaluator.solver(&bound).for_all(modulus, &test)?;
        return match verdict {
            LawVerdict::Proved { theorem, .. } => {
                Ok(Verdict::Confirmed(Proof::Proved(theorem.to_owned())))
            }
            LawVerdict::UpTo(n) => Ok(Verdict::Confirmed(Proof::UpTo(n))),
            LawVerdict::CounterExample(n) => counter_example(n, games, evaluator),
        };
    }
    // A law in n itself, or in the values of the options: tried one by one.
    let nimbers = evaluator.solver(&bound).nimbers(TRIED)?;
    let outcomes = evaluator.solver(&bound).outcomes(TRIED)?;
    for (n, (nimber, outcome)) in nimbers.iter().zip(&outcomes).enumerate() {
        let holds = match law {
            Law::Always(Formula::Related(left, relation, right)) => {
                let span = crate::check::span_of(left).or_else(|| crate::check::span_of(right));
                match (left.variable().or(right.variable()), span) {
                    (Some(name), Some(span)) => match evaluator.holds(
                        &Formula::Related(
                            left.at(name, n as u64, span),
                            *relation,
                            right.at(name, n as u64, span),
                        ),
                        games,
                    ) {
                        // `G(n) = G(n - 7)` says nothing of n below 7.
                        Err(Trouble::Undefined) if n < 64 => true,
                        other => other?,
                    },
                    _ => return Err(Trouble::Undefined),
                }
            }
            _ => at(law, n as u64, *outcome, *nimber).ok_or(Trouble::Undefined)?,
        };
        if !holds {
            return counter_example(n as u64, games, evaluator);
        }
    }
    Ok(Verdict::Confirmed(Proof::UpTo(TRIED)))
}

fn counter_example(n: u64, games: &Games, evaluator: &mut Evaluator) -> Result<Verdict, Trouble> {
    let position = Position::Number(n);
    let solver = evaluator.for_position(&position, games)?;
    let outcome = solver.outcome(&position)?;
    let nimber = solver.nimber(&position)?;
    let because = format!(
        "n = {n} is a counter-example: it is {}, with G({n}) = {nimber}",
        crate::check::words::letter(outcome)
    );
    Ok(Verdict::Refuted {
        answer: Answer::Holds(false),
        because,
    })
}

fn nim_sum(
    value: u64,
    equal: bool,
    says: Outcome,
    iff: bool,
    games: &Games,
    evaluator: &mut Evaluator,
) -> Result<Verdict, Trouble> {
    let bound = games
        .list
        .clone()
        .ok_or(Trouble::NoGame(Position::List(vec![])))?;
    let decided = evaluator.solver(&bound).nim_sum_decides()?;
    // The theorem: the next player wins exactly where the nim-sum is not 0. What follows is arithmetic on nim-sums.
    let wrong = (0..16_u64).find(|&sum| {
        let condition = (sum == value) == equal;
        let wins = (sum != 0) == (says == Outcome::Next);
        if iff {
            condition != wins
        } else {
            condition && !wins
        }
    });
    if let Some(sum) = wrong {
        let outcome = if sum == 0 {
            Outcome::Previous
        } else {
            Outcome::Next
        };
        let because = format!(
            "a position with nim-sum {sum} is {}",
            crate::check::words::letter(outcome)
        );
        return Ok(Verdict::Refuted {
            answer: Answer::Holds(false),
            because,
        });
    }
    match decided {
        LawVerdict::Proved { theorem, .. } => {
            Ok(Verdict::Confirmed(Proof::Proved(theorem.to_owned())))
        }
        LawVerdict::UpTo(n) => Ok(Verdict::Confirmed(Proof::UpTo(n))),
        // Of a sum the nim-sum meant is that of the values of its parts.
        LawVerdict::CounterExample(_)
            if bound.game.parts(&Position::List(vec![1, 1])).len() > 1
                && bound.game.play() == Play::Normal =>
        {
            Ok(Verdict::Confirmed(Proof::Proved(
                "Sprague–Grundy theorem".to_owned(),
            )))
        }
        LawVerdict::CounterExample(position) => Ok(Verdict::Refuted {
            answer: Answer::Holds(false),
            because: format!("{position} is a counter-example in this game"),
        }),
    }
}

fn formula_residues(formula: &Formula, moduli: &mut BTreeSet<u64>) -> bool {
    match formula {
        Formula::Related(left, _, right) => residues(left, moduli) && residues(right, moduli),
        Formula::Not(inner) => formula_residues(inner, moduli),
        Formula::Either(all) => all.iter().all(|formula| formula_residues(formula, moduli)),
        Formula::Says(_) | Formula::NimSum { .. } => true,
    }
}

/// Whether a term depends on n only through remainders and the Grundy value of n; collects the moduli.
fn residues(term: &Term, moduli: &mut BTreeSet<u64>) -> bool {
    match term {
        Term::Mod(a, b) => {
            if let (Some(modulus), true) = (b.number(), polynomial(a)) {
                moduli.insert(modulus);
                return true;
            }
            false
        }
        Term::Number(_) => true,
        Term::Nimber { argument, .. } | Term::Wins { argument, .. } => {
            matches!(argument.as_ref(), Term::Variable(_))
        }
        Term::Sum(a, b) | Term::Difference(a, b) | Term::Product(a, b) => {
            residues(a, moduli) && residues(b, moduli)
        }
        Term::Set { items, open, .. } | Term::List { items, open, .. } => {
            !open && items.iter().all(|item| item.number().is_some())
        }
        _ => false,
    }
}

fn polynomial(term: &Term) -> bool {
    match term {
        Term::Variable(_) | Term::Number(_) => true,
        Term::Sum(a, b) | Term::Product(a, b) => polynomial(a) && polynomial(b),
        _ => false,
    }
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// Whether a law holds at n.
fn at(law: &Law, n: u64, outcome: Outcome, nimber: Nimber) -> Option<bool> {
    let of = |formula: &Formula| formula_at(formula, n, outcome, nimber);
    Some(match law {
        Law::Always(formula) => of(formula)?,
        Law::Implies(a, b) => !of(a)? || of(b)?,
        Law::Iff(a, b) => of(a)? == of(b)?,
    })
}

fn formula_at(formula: &Formula, n: u64, outcome: Outcome, nimber: Nimber) -> Option<bool> {
    match formula {
        Formula::Says(says) => Some(*says == outcome),
        Formula::Not(inner) => formula_at(inner, n, outcome, nimber).map(|holds| !holds),
        Formula::Either(all) => all.iter().try_fold(false, |any, formula| {
            Some(any | formula_at(formula, n, outcome, nimber)?)
        }),
        Formula::NimSum { value, equal } => Some((nimber.0 == *value) == *equal),
        Formula::Related(left, relation, right) => {
            let a = term_at(left, n, outcome, nimber)?;
            if let (Relation::In | Relation::NotIn, Some(numbers)) = (relation, right.numbers()) {
                return Some(numbers.contains(&a) == (*relation == Relation::In));
            }
            let b = term_at(right, n, outcome, nimber)?;
            Some(match relation {
                Relation::Equal => a == b,
                Relation::NotEqual => a != b,
                Relation::Less => a < b,
                Relation::Greater => a > b,
                Relation::AtMost => a <= b,
                Relation::AtLeast => a >= b,
                Relation::In | Relation::NotIn => return None,
            })
        }
    }
}

fn term_at(term: &Term, n: u64, outcome: Outcome, nimber: Nimber) -> Option<u64> {
    let of = |term: &Term| term_at(term, n, outcome, nimber);
    match term {
        Term::Number(written) => Some(written.numeral.value),
        Term::Variable(_) => Some(n),
        Term::Nimber { .. } => Some(nimber.0),
        Term::Wins { .. } => Some(u64::from(outcome == Outcome::Next)),
        Term::Sum(a, b) => of(a)?.checked_add(of(b)?),
        Term::Difference(a, b) => of(a)?.checked_sub(of(b)?),
        Term::Product(a, b) => of(a)?.checked_mul(of(b)?),
        Term::Mod(a, b) => of(a)?.checked_rem(of(b)?),
        Term::Quotient(a, b) => of(a)?.checked_div(of(b)?),
        _ => None,
    }
}

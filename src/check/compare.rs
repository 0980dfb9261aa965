//! A claim x the solver -> a verdict: the comparison and the reason are written once, here.

use crate::check::evaluate::{Evaluator, Trouble};
use crate::check::report::{Proof, Verdict};
use crate::check::{law, words};
use crate::figure::claim::{Answer, Claim, Formula, Question};
use crate::figure::scene::Games;
use crate::solve::{Outcome, Position};
use std::collections::BTreeSet;

/// Decides a claim.
pub fn decide(claim: &Claim, games: &Games, evaluator: &mut Evaluator) -> Verdict {
    match verdict(claim, games, evaluator) {
        Ok(verdict) => verdict,
        Err(trouble) => Verdict::Unchecked(trouble.to_string()),
    }
}

fn refuted(answer: Answer, because: String) -> Verdict {
    Verdict::Refuted { answer, because }
}

fn verdict(claim: &Claim, games: &Games, evaluator: &mut Evaluator) -> Result<Verdict, Trouble> {
    let searched = Verdict::Confirmed(Proof::Searched);
    let computed = Verdict::Confirmed(Proof::Computed);
    Ok(match (&claim.question, &claim.written) {
        (Question::Outcome(position), Answer::Outcome(written)) => {
            if let Some(verdict) = outside(position, games) {
                return Ok(verdict);
            }
            let solver = evaluator.for_position(position, games)?;
            let outcome = solver.outcome(position)?;
            if outcome == *written {
                searched
            } else {
                let because = solver
                    .why_outcome(position)
                    .map(|witness| words::why_outcome(&witness))
                    .unwrap_or_default();
                refuted(Answer::Outcome(outcome), because)
            }
        }
        (Question::Nimber(position), Answer::Number(written)) => {
            if let Some(verdict) = outside(position, games) {
                return Ok(verdict);
            }
            let solver = evaluator.for_position(position, games)?;
            let nimber = solver.nimber(position)?;
            if nimber.0 == *written {
                searched
            } else {
                let because = solver
                    .why_nimber(position)
                    .map(|witness| words::why_nimber(&witness))
                    .unwrap_or_default();
                refuted(Answer::Number(nimber.0), because)
            }
        }
        (Question::Value(term), Answer::Number(written)) => {
            let values = evaluator.values(term, games)?;
            let readings = [Some(*written), binary_reading(claim, *written)];
            if values.iter().any(|value| readings.contains(&Some(*value))) {
                computed
            } else {
                let value = values.first().copied().unwrap_or_default();
                refuted(
                    Answer::Number(value),
                    format!("{} = {value}", words::term(term)),
                )
            }
        }
        (Question::NimOutcome(term), Answer::Outcome(written)) => {
            let values = evaluator.values(term, games)?;
            let of = |value: u64| {
                if value == 0 {
                    Outcome::Previous
                } else {
                    Outcome::Next
                }
            };
            let value = values.first().copied().unwrap_or_default();
            if of(value) == *written {
                computed
            } else {
                let relation = if value == 0 { "= 0" } else { "≠ 0" };
                refuted(
                    Answer::Outcome(of(value)),
                    format!(
                        "the nim-sum {} is {value} {relation}, which is {}",
                        words::term(term),
                        words::outcome(of(value))
                    ),
                )
            }
        }
        (Question::Holds(formula), _) => {
            if evaluator.holds(formula, games)? {
                computed
            } else {
                let because = match formula {
                    Formula::Related(left, relation, right) => {
                        let shown =
                            |evaluator: &mut Evaluator, term| match evaluator.values(term, games) {
                                Ok(values) => values
                                    .first()
                                    .map(|value| format!("{} is {value}", words::term(term))),
                                Err(_) => evaluator.members(term, games).ok().map(|members| {
                                    format!("{} is {}", words::term(term), words::set(members))
                                }),
                            };
                        let sides: Vec<String> = [left, right]
                            .into_iter()
                            .filter(|term| term.number().is_none())
                            .filter_map(|term| shown(evaluator, term))
                            .collect();
                        format!(
                            "{} {} {} does not hold{}{}",
                            words::term(left),
                            words::relation(*relation),
                            words::term(right),
                            if sides.is_empty() { "" } else { ": " },
                            sides.join(", ")
                        )
                    }
                    _ => String::new(),
                };
                refuted(Answer::Holds(false), because)
            }
        }
        (
            Question::Move {
                from,
                take,
                pile,
                to,
            },
            _,
        ) => moved(from, *take, pile, to, games, evaluator)?,
        (Question::Options(position), Answer::Numbers(written)) => {
            let options = numbers(&evaluator.for_position(position, games)?.options(position)?);
            let written: BTreeSet<u64> = written.iter().copied().collect();
            if options == written {
                searched
            } else {
                refuted(
                    Answer::Numbers(options.iter().copied().collect()),
                    format!("from {position} a move leads to {}", words::set(options)),
                )
            }
        }
        (Question::OptionValues(position), Answer::Numbers(written)) => {
            let solver = evaluator.for_position(position, games)?;
            let mut values: Vec<u64> = solver
                .option_values(position)?
                .iter()
                .map(|(_, value)| value.0)
                .collect();
            let mut sorted = written.clone();
            sorted.sort_unstable();
            values.sort_unstable();
            let as_set: BTreeSet<u64> = values.iter().copied().collect();
            let fits = sorted == values
                || (sorted.len() == as_set.len()
                    && sorted.iter().copied().eq(as_set.iter().copied()));
            if fits {
                searched
            } else {
                refuted(
                    Answer::Numbers(as_set.iter().copied().collect()),
                    format!(
                        "the options of {position} have the values {}",
                        words::set(values)
                    ),
                )
            }
        }
        (Question::Takes(position), Answer::Numbers(written)) => {
            let Position::Number(n) = position else {
                return Err(Trouble::Undefined);
            };
            let options = numbers(&evaluator.for_position(position, games)?.options(position)?);
            let takes: BTreeSet<u64> = options.iter().filter_map(|to| n.checked_sub(*to)).collect();
            let written: BTreeSet<u64> = written.iter().copied().collect();
            if takes == written {
                searched
            } else {
                refuted(
                    Answer::Numbers(takes.iter().copied().collect()),
                    format!("from {position} one may take {}", words::set(takes)),
                )
            }
        }
        (
            Question::Every(position) | Question::Some(position) | Question::Never(position),
            Answer::Outcome(written),
        ) => {
            let solver = evaluator.for_position(position, games)?;
            let witness = solver.why_outcome(position)?;
            let mut options = witness.options.iter().map(|option| option.outcome);
            let fits = match claim.question {
                Question::Every(_) => options.all(|outcome| outcome == *written),
                // The option that decides: one that is lost makes the position won.
                Question::Some(_) => {
                    options.any(|outcome| outcome == *written) && witness.outcome != *written
                }
                _ => !options.any(|outcome| outcome == *written),
            };
            if fits {
                searched
            } else {
                let listed: Vec<String> = witness
                    .options
                    .iter()
                    .map(|option| {
                        format!("{} ({})", option.position, words::letter(option.outcome))
                    })
                    .collect();
                let because = if listed.is_empty() {
                    format!("from {position} there is no move")
                } else {
                    format!("from {position} a move leads to {}", listed.join(", "))
                };
                refuted(
                    Answer::Outcome(crate::notation::outcome::other(*written)),
                    because,
                )
            }
        }
        (Question::ForAll(law), _) => law::decide(law, games, evaluator)?,
        (Question::Period | Question::Preperiod, Answer::Number(written)) => {
            period(claim, *written, games, evaluator)?
        }
        (Question::Losing, Answer::Numbers(written)) => losing(written, games, evaluator)?,
        (Question::Sequence, Answer::Numbers(written)) => match uneven(written) {
            None => computed,
            Some((at, because)) => refuted(Answer::Number(at), because),
        },
        (Question::Excerpt { nearest }, Answer::Text(written)) => {
            if nearest == written {
                computed
            } else {
                refuted(
                    Answer::Text(nearest.clone()),
                    format!("the sample above has `{nearest}`"),
                )
            }
        }
        (Question::Numbering, Answer::Numbers(written)) => {
            match (1..)
                .zip(written)
                .find(|(expected, found)| expected != *found)
            {
                None => computed,
                Some((expected, found)) => refuted(
                    Answer::Number(expected),
                    format!(
                        "the rows are numbered from 1 on, and {found} stands in the place of {expected}"
                    ),
                ),
            }
        }
        (Question::Distinct, Answer::Numbers(written)) => {
            let mut seen = BTreeSet::new();
            match written.iter().find(|number| !seen.insert(**number)) {
                None => computed,
                Some(twice) => refuted(Answer::Holds(false), format!("{twice} has two rows")),
            }
        }
        (Question::Acyclic, _) => searched,
        (Question::Cycle(cycle), _) => refuted(Answer::Holds(false), cycle.clone()),
        (Question::Unchecked(reason), _) => Verdict::Unchecked(reason.clone()),
        _ => Verdict::Unchecked("the answer has not the form of the question".into()),
    })
}

fn numbers(positions: &[Position]) -> BTreeSet<u64> {
    positions
        .iter()
        .filter_map(|position| {
            if let Position::Number(value) = position {
                Some(*value)
            } else {
                None
            }
        })
        .collect()
}

/// A position that the game does not have: a label or value of it cannot be right.
fn outside(position: &Position, games: &Games) -> Option<Verdict> {
    let bound = match position {
        Position::Number(_) => games.number.as_ref(),
        Position::List(_) => games.list.as_ref(),
    }?;
    (!bound.game.accepts(position)).then(|| {
        refuted(
            Answer::Holds(false),
            format!("{position} is no position of {}", bound.game.spec()),
        )
    })
}

/// A number written in binary has a second reading.
fn binary_reading(claim: &Claim, written: u64) -> Option<u64> {
    match &claim.notation {
        crate::figure::claim::Notation::Number {
            binary: Some(_),
            marked: false,
            ..
        } => {
            let digits = written.to_string();
            digits
                .chars()
                .all(|digit| digit == '0' || digit == '1')
                .then(|| u64::from_str_radix(&digits, 2).ok())
                .flatten()
        }
        _ => None,
    }
}

fn moved(
    from: &Position,
    take: Option<u64>,
    pile: &[u64],
    to: &Position,
    games: &Games,
    evaluator: &mut Evaluator,
) -> Result<Verdict, Trouble> {
    let options = evaluator.for_position(from, games)?.options(from)?;
    let same = |option: &Position| match (option, to) {
        // Piles may be named in any order.
        (Position::List(a), Position::List(b)) => {
            let (mut a, mut b) = (a.clone(), b.clone());
            a.sort_unstable();
            b.sort_unstable();
            a == b
        }
        _ => option == to,
    };
    if !options.iter().any(same) {
        let listed: Vec<String> = options.iter().take(12).map(ToString::to_string).collect();
        let because = if listed.is_empty() {
            format!("from {from} there is no move")
        } else {
            format!(
                "from {from} a move leads to {}, not to {to}",
                listed.join(", ")
            )
        };
        return Ok(refuted(Answer::Holds(false), because));
    }
    let sizes = match (from, to) {
        (Position::Number(a), Position::Number(b)) => Some((*a, *b, 0)),
        (Position::List(a), Position::List(b)) => a
            .iter()
            .zip(b)
            .enumerate()
            .find(|(_, (a, b))| a != b)
            .map(|(index, (a, b))| (*a, *b, index as u64)),
        _ => None,
    };
    if let (Some((before, after, index)), Some(take)) = (sizes, take) {
        if before.checked_sub(take) != Some(after) {
            let because = match before.checked_sub(take) {
                Some(right) => format!("taking {take} from {before} leaves {right}, not {after}"),
                None => format!("{take} cannot be taken from {before}"),
            };
            return Ok(refuted(Answer::Holds(false), because));
        }
        if let Some(wrong) = pile
            .iter()
            .find(|&&name| name != index && name != index + 1 && name != before)
        {
            return Ok(refuted(
                Answer::Holds(false),
                format!(
                    "the pile that changes is number {} (counted from 1) and has {before}, not {wrong}",
                    index + 1
                ),
            ));
        }
    }
    Ok(Verdict::Confirmed(Proof::Searched))
}

fn period(
    claim: &Claim,
    written: u64,
    games: &Games,
    evaluator: &mut Evaluator,
) -> Result<Verdict, Trouble> {
    let bound = games
        .number
        .clone()
        .ok_or(Trouble::NoGame(Position::Number(0)))?;
    let solver = evaluator.solver(&bound);
    let of_values = solver.period()?;
    let of_outcomes = solver.outcome_period()?;
    let wanted = |period: &crate::solve::Period| {
        if matches!(claim.question, Question::Period) {
            period.period
        } else {
            period.preperiod
        }
    };
    let found: Vec<_> = [of_values, of_outcomes].into_iter().flatten().collect();
    let Some(first) = found.first() else {
        return Ok(Verdict::Unchecked("no period of this game is known".into()));
    };
    if let Some(period) = found.iter().find(|period| wanted(period) == written) {
        return Ok(Verdict::Confirmed(Proof::Proved(period.theorem.to_owned())));
    }
    let right = wanted(first);
    Ok(refuted(
        Answer::Number(right),
        format!(
            "the values repeat with period {} from {} on ({})",
            first.period, first.preperiod, first.theorem
        ),
    ))
}

fn losing(written: &[u64], games: &Games, evaluator: &mut Evaluator) -> Result<Verdict, Trouble> {
    let bound = games
        .number
        .clone()
        .ok_or(Trouble::NoGame(Position::Number(0)))?;
    let Some(&last) = written.iter().max() else {
        return Err(Trouble::Undefined);
    };
    let outcomes = evaluator.solver(&bound).outcomes(last.min(1_000_000))?;
    let losing: Vec<u64> = outcomes
        .iter()
        .enumerate()
        .filter(|(_, outcome)| **outcome == Outcome::Previous)
        .map(|(n, _)| n as u64)
        .collect();
    let first = written.first().copied().unwrap_or_default();
    // A list may begin later than at 0.
    let expected: Vec<u64> = losing.iter().copied().filter(|n| *n >= first).collect();
    if expected == written {
        return Ok(Verdict::Confirmed(Proof::Searched));
    }
    let because = match written.iter().find(|n| !losing.contains(n)) {
        Some(wrong) => format!(
            "{wrong} is W; the losing positions are {}",
            words::set(losing)
        ),
        None => format!("the losing positions are {}", words::set(losing)),
    };
    Ok(refuted(Answer::Numbers(expected), because))
}

/// The index that breaks an even row, and why. Rows with gaps of their own are left alone.
fn uneven(numbers: &[u64]) -> Option<(u64, String)> {
    let rising = numbers.first() <= numbers.last();
    let mut row: Vec<i128> = numbers.iter().map(|&number| i128::from(number)).collect();
    if !rising {
        row.reverse();
    }
    let steps: Vec<i128> = row.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let explain = |index: usize, right: i128| {
        Some((
            u64::try_from(right).ok()?,
            format!(
                "the positions run on evenly, and {right} stands in the place of {}",
                row[index]
            ),
        ))
    };
    // The step that most pairs have.
    let common = steps
        .iter()
        .copied()
        .max_by_key(|step| (steps.iter().filter(|other| *other == step).count(), -step))?;
    for index in 0..row.len() {
        let before = index.checked_sub(1).map(|before| row[before]);
        let after = row.get(index + 1).copied();
        match (before, after) {
            (Some(before), Some(after))
                if after - before == 2 * common && row[index] - before != common =>
            {
                return explain(index, before + common);
            }
            (Some(before), None) if row[index] <= before => return explain(index, before + common),
            (Some(before), None)
                if row.len() >= 5
                    && row[index] == before + common + 1
                    && steps[..steps.len() - 1].iter().all(|step| *step == common) =>
            {
                return explain(index, before + common);
            }
            (None, Some(after)) if row[index] >= after => return explain(index, after - common),
            (None, Some(after))
                if row.len() >= 5
                    && row[index] + common + 1 == after
                    && steps[1..].iter().all(|step| *step == common)
                    && after >= common =>
            {
                return explain(index, after - common);
            }
            _ => {}
        }
    }
    None
}

//! Claims x solve x run -> Report. The comparison, the reason and the fix are written once, here.
//!
//! 1. Each claim of each figure gets its verdict ([`compare`]).
//! 2. What is refuted is mended by the fewest edits ([`repair`]), each of which becomes a diagnostic.

pub mod compare;
pub mod evaluate;
pub mod held;
pub mod law;
pub mod output;
pub mod repair;
pub mod report;
pub mod words;

use crate::check::evaluate::Evaluator;
use crate::check::report::{CheckedFigure, Verdict};
use crate::diagnostic::{Certainty, Code, Diagnostic, Edit, Suggestion};
use crate::figure::Edited;
use crate::figure::claim::{Answer, Claim, Figure, Question};
use crate::notation::formula::Term;
use crate::source::{Sources, Span};

/// Reads the figures of a block again as if some edits had been made in it.
pub type Reread<'a> = dyn Fn(Span, &[Edited]) -> Vec<Figure> + 'a;

/// Decides the claims of a lesson's figures and says what is wrong with them.
pub fn figures(
    figures: &[Figure],
    reread: &Reread<'_>,
    sources: &Sources,
) -> (Vec<CheckedFigure>, Vec<Diagnostic>) {
    let mut evaluator = Evaluator::default();
    let mut checked = Vec::new();
    let mut diagnostics = Vec::new();
    for figure in figures {
        let verdicts = decide(figure, &mut evaluator);
        let refuted = count(&verdicts);
        // A row of letters that agrees with nothing is a row of letters.
        if figure.tentative && refuted * 3 > verdicts.len() {
            continue;
        }
        if refuted > 0 {
            diagnostics.append(&mut mend(
                figure,
                &verdicts,
                reread,
                sources,
                &mut evaluator,
            ));
        }
        for (claim, verdict) in figure.claims.iter().zip(&verdicts) {
            if let Verdict::Unchecked(reason) = verdict {
                diagnostics.push(Diagnostic::new(
                    Code::NotChecked,
                    claim.span,
                    format!("not checked: {reason}"),
                ));
            }
        }
        checked.push(CheckedFigure {
            figure: figure.clone(),
            verdicts,
        });
    }
    (checked, diagnostics)
}

fn decide(figure: &Figure, evaluator: &mut Evaluator) -> Vec<Verdict> {
    figure
        .claims
        .iter()
        .map(|claim| compare::decide(claim, &figure.games, evaluator))
        .collect()
}

fn count(verdicts: &[Verdict]) -> usize {
    verdicts
        .iter()
        .filter(|verdict| matches!(verdict, Verdict::Refuted { .. }))
        .count()
}

/// How many claims of the figures in a block are refuted, and how many there are.
fn weigh(figures: &[Figure], evaluator: &mut Evaluator) -> (usize, usize) {
    figures.iter().fold((0, 0), |(refuted, all), figure| {
        let verdicts = decide(figure, evaluator);
        // An edit after which nothing can be said mends nothing.
        let wrong = verdicts
            .iter()
            .filter(|verdict| !matches!(verdict, Verdict::Confirmed(_)))
            .count();
        if figure.tentative && wrong * 3 > verdicts.len() {
            (refuted, all)
        } else {
            (refuted + wrong, all + verdicts.len())
        }
    })
}

/// The fewest edits that mend a figure, each with its message; then what no edit mends.
fn mend(
    figure: &Figure,
    verdicts: &[Verdict],
    reread: &Reread<'_>,
    sources: &Sources,
    evaluator: &mut Evaluator,
) -> Vec<Diagnostic> {
    const ROUNDS: usize = 24;
    let mut diagnostics = Vec::new();
    // A quoted line has one right form: that of the sample.
    if figure
        .claims
        .iter()
        .all(|claim| matches!(claim.question, Question::Excerpt { .. }))
    {
        for (index, claim) in figure.claims.iter().enumerate() {
            if let Some(edit) = repair::answer(claim, &verdicts[index], sources) {
                diagnostics.push(message(figure, verdicts, &[index], &edit, true, sources));
            }
        }
        return diagnostics;
    }
    let mut edits: Vec<Edited> = Vec::new();
    let mut open: Vec<usize> = (0..verdicts.len())
        .filter(|&index| matches!(verdicts[index], Verdict::Refuted { .. }))
        .collect();
    let again = |edits: &[Edited]| reread(figure.block, edits);
    let (mut refuted, all) = weigh(&again(&[]), evaluator);
    let candidates = repair::candidates(figure, verdicts, sources);
    for _ in 0..ROUNDS {
        if open.is_empty() || refuted == 0 {
            break;
        }
        let mut best: Option<(usize, &repair::Candidate)> = None;
        let mut rivals = 0;
        for candidate in &candidates {
            if edits.iter().any(|edit| {
                edit.span.start < candidate.edit.span.end
                    && candidate.edit.span.start < edit.span.end
            }) {
                continue;
            }
            let mut tried = edits.clone();
            tried.push(candidate.edit.clone());
            let (left, claims) = weigh(&again(&tried), evaluator);
            // An edit must not make the figure say less.
            if left >= refuted || claims < all {
                continue;
            }
            match &best {
                Some((least, known)) if left > *least || (left == *least && known.answer) => {}
                Some((least, _)) if left == *least => rivals += 1,
                _ => {
                    best = Some((left, candidate));
                    rivals = 0;
                }
            }
            // The only disagreement, mended by its own answer: nothing does better.
            if left == 0 && candidate.answer && refuted == 1 {
                break;
            }
        }
        let Some((left, candidate)) = best else { break };
        edits.push(candidate.edit.clone());
        // Which claims does the edit mend? Those of the new reading that hold at the same place.
        let reading = again(&edits);
        let still: Vec<Span> = reading
            .iter()
            .flat_map(|figure| {
                figure
                    .claims
                    .iter()
                    .zip(decide(figure, evaluator))
                    .collect::<Vec<_>>()
            })
            .filter(|(_, verdict)| matches!(verdict, Verdict::Refuted { .. }))
            .map(|(claim, _)| claim.span)
            .collect();
        let (mended, rest): (Vec<usize>, Vec<usize>) = open
            .iter()
            .partition(|&&index| !still.contains(&figure.claims[index].span));
        let certain = candidate.answer || rivals == 0;
        diagnostics.push(message(
            figure,
            verdicts,
            &mended,
            &candidate.edit,
            certain,
            sources,
        ));
        open = if mended.is_empty() {
            open.into_iter()
                .filter(|index| still.contains(&figure.claims[*index].span))
                .collect()
        } else {
            rest
        };
        refuted = left;
    }
    for index in open {
        diagnostics.push(plain(
            &figure.claims[index],
            &verdicts[index],
            figure,
            sources,
        ));
    }
    diagnostics
}

/// The message for an edit that mends some claims.
fn message(
    figure: &Figure,
    verdicts: &[Verdict],
    mended: &[usize],
    edit: &Edited,
    certain: bool,
    sources: &Sources,
) -> Diagnostic {
    let written = sources.slice(edit.span).to_owned();
    // The claim whose answer is edited speaks; else the first that the edit mends.
    let own = mended
        .iter()
        .copied()
        .find(|&index| figure.claims[index].span == edit.span);
    let suggestion = Suggestion {
        edits: vec![Edit {
            span: edit.span,
            text: edit.text.clone(),
        }],
        certainty: if certain {
            Certainty::Certain
        } else {
            Certainty::Likely
        },
    };
    let mut diagnostic = match own.or_else(|| mended.first().copied()) {
        Some(index) if own.is_some() => {
            plain(&figure.claims[index], &verdicts[index], figure, sources)
        }
        Some(index) => {
            let inner = plain(&figure.claims[index], &verdicts[index], figure, sources);
            let others = mended.len() - 1;
            let more = if others > 0 {
                format!(" (and {others} more that follow from it)")
            } else {
                String::new()
            };
            let mut outer = Diagnostic::new(
                inner.code,
                edit.span,
                format!(
                    "`{written}` should be `{}`: {}{more}",
                    edit.text, inner.message
                ),
            );
            outer.because = inner.because;
            outer.related(inner.primary.span, inner.message)
        }
        None => Diagnostic::new(
            Code::WrongArithmetic,
            edit.span,
            format!("`{written}` should be `{}`", edit.text),
        ),
    };
    diagnostic.written = Some(written);
    diagnostic.computed = Some(edit.text.clone());
    diagnostic.suggestion = Some(suggestion);
    diagnostic
}

/// The message for a refuted claim by itself.
fn plain(claim: &Claim, verdict: &Verdict, figure: &Figure, sources: &Sources) -> Diagnostic {
    let Verdict::Refuted { answer, because } = verdict else {
        return Diagnostic::new(Code::NotChecked, claim.span, "not checked");
    };
    let written = sources.slice(claim.span);
    let list = |values: &[u64]| words::set(values.iter().copied());
    let (code, message) = match (&claim.question, answer) {
        (Question::Outcome(position), Answer::Outcome(outcome)) => (
            Code::WrongOutcome,
            format!(
                "{} is {}, the lesson says `{written}`",
                words::position(position),
                words::outcome(*outcome)
            ),
        ),
        (Question::Outcome(position) | Question::Nimber(position), _)
            if !matches!(answer, Answer::Number(_)) =>
        {
            (
                Code::WrongOutcome,
                format!("{} is no position of this game", words::position(position)),
            )
        }
        (Question::Nimber(position), Answer::Number(value)) => (
            Code::WrongNimber,
            format!(
                "G({}) is {value}, the lesson says {written}",
                position.to_string().trim_matches(['[', ']'])
            ),
        ),
        (Question::Value(term), Answer::Number(value)) => (
            Code::WrongArithmetic,
            format!(
                "{} is {value}, the lesson says {written}",
                words::term(term)
            ),
        ),
        (Question::NimOutcome(term), Answer::Outcome(outcome)) => (
            Code::WrongOutcome,
            format!(
                "nim-sum {} is {}, the lesson says `{written}`",
                words::term(term),
                words::outcome(*outcome)
            ),
        ),
        (Question::Move { from, to, .. }, _) => (
            Code::WrongMove,
            format!("no such move leads from {from} to {to}"),
        ),
        (Question::Options(position), Answer::Numbers(values)) => (
            Code::WrongOptions,
            format!(
                "the options of {} are {}, the lesson says {written}",
                words::position(position),
                list(values)
            ),
        ),
        (Question::OptionValues(position), Answer::Numbers(values)) => (
            Code::WrongOptions,
            format!(
                "the options of {} have the values {}, the lesson says {written}",
                words::position(position),
                list(values)
            ),
        ),
        (Question::Takes(position), Answer::Numbers(values)) => (
            Code::WrongMove,
            format!(
                "from {} one may take {}, the lesson says {written}",
                words::position(position),
                list(values)
            ),
        ),
        (Question::Every(position), Answer::Outcome(_)) => (
            Code::WrongOutcome,
            format!(
                "not every option of {} is `{written}`",
                words::position(position)
            ),
        ),
        (Question::Some(position), Answer::Outcome(_)) => (
            Code::WrongOutcome,
            format!("no option of {} is `{written}`", words::position(position)),
        ),
        (Question::Never(position), Answer::Outcome(_)) => (
            Code::WrongOutcome,
            format!("an option of {} is `{written}`", words::position(position)),
        ),
        (Question::ForAll(_), _) => (
            Code::WrongLaw,
            format!("`{written}` does not hold for every position"),
        ),
        (Question::Period, Answer::Number(value)) => (
            Code::WrongLaw,
            format!("the period is {value}, the lesson says {written}"),
        ),
        (Question::Preperiod, Answer::Number(value)) => (
            Code::WrongLaw,
            format!("the preperiod is {value}, the lesson says {written}"),
        ),
        (Question::Losing, _) => (
            Code::WrongOutcome,
            format!("`{written}` are not the losing positions"),
        ),
        (Question::Numbering, _) => (
            Code::WrongArithmetic,
            "the rows are not numbered one after another".to_owned(),
        ),
        (Question::Distinct, _) => (
            Code::WrongArithmetic,
            "two rows stand for one position".to_owned(),
        ),
        (Question::Sequence, _) => (
            Code::WrongArithmetic,
            "the positions do not run on evenly".to_owned(),
        ),
        (Question::Excerpt { .. }, _) => (
            Code::WrongExcerpt,
            format!("`{written}` stands nowhere in the code above"),
        ),
        (Question::Cycle(_), _) => (
            Code::CyclicGraph,
            "the graph has a cycle, so the game on it need not end".to_owned(),
        ),
        _ => (Code::WrongArithmetic, format!("`{written}` does not hold")),
    };
    let mut diagnostic = Diagnostic::new(code, claim.span, message);
    diagnostic.written = Some(written.to_owned());
    if !because.is_empty() {
        diagnostic.because = Some(because.clone());
    }
    if let Some(rule) = words::rule(&claim.question, &figure.games) {
        diagnostic.help = Some(format!(
            "the game is {rule}; another one is named with `<!-- game: NAME -->` before the figure"
        ));
    }
    diagnostic.computed = match answer {
        Answer::Number(value) => Some(value.to_string()),
        Answer::Outcome(outcome) => Some(words::letter(*outcome).to_owned()),
        Answer::Numbers(values) => Some(list(values)),
        _ => None,
    };
    diagnostic
}

/// Where a term was written, where that is known.
#[must_use]
pub fn span_of(term: &Term) -> Option<Span> {
    match term {
        Term::Number(written) => Some(written.span),
        Term::Nimber { span, .. }
        | Term::Wins { span, .. }
        | Term::Set { span, .. }
        | Term::List { span, .. }
        | Term::Label(_, span)
        | Term::Truth(_, span)
        | Term::NimSum(span) => Some(*span),
        Term::Xor(items) | Term::Caret(items) => items.iter().find_map(span_of),
        Term::Sum(a, b)
        | Term::Difference(a, b)
        | Term::Product(a, b)
        | Term::Power(a, b)
        | Term::Mod(a, b)
        | Term::Quotient(a, b) => span_of(a).or_else(|| span_of(b)),
        Term::Mex(set) => span_of(set),
        Term::Variable(_) | Term::Unknown => None,
    }
}

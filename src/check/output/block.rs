//! Lines that show an output (a fence, comment lines, a session) x what was printed -> claims, verdicts, diagnostics.

use super::beside::fits;
use super::compare::alike;
use super::lines::{Step, align};
use super::place::{CHANCE, by_order, confirmed, quote, refute, unchecked, unclear};
use super::{Found, Run, failure, wrong};
use crate::check::report::Verdict;
use crate::diagnostic::{Certainty, Edit};
use crate::figure::claim::{Answer, Claim, OutputOf};
use crate::figure::outputs::Shown;
use crate::figure::outputs::comment::values;
use crate::run::Printed;
use crate::source::Span;

/// Comment lines below printing statements: they may show what the last statement printed, what was printed since
/// the last such comment, or all so far.
pub(super) fn under(run: &Run<'_>, after: u32, lines: &[Span], shown: &Shown) -> Found {
    let certain = shown.certain;
    let Some(first) = lines.first().copied() else {
        return Found::default();
    };
    if let Some(silence) = run.silence() {
        return match silence {
            Ok(why) if certain => unchecked(run.claim(first, OutputOf::Whole), why),
            Err(why) if certain => unclear(first, why),
            _ => Found::default(),
        };
    }
    let printed = &run.ran.outcome.printed;
    let last = run
        .sample
        .scan
        .statements
        .iter()
        .rev()
        .find(|statement| statement.last == after)
        .map(|statement| run.of_lines(printed, &(statement.first..=statement.last)));
    let so_far: String = run
        .own_pieces(printed)
        .filter(|piece| run.own(piece.top_line).is_some_and(|line| line <= after))
        .map(|piece| piece.text.as_str())
        .collect();
    let tail = {
        let all: Vec<&str> = so_far.lines().collect();
        let from = all.len().saturating_sub(lines.len());
        all.get(from..).unwrap_or_default().join("\n")
    };
    let mut scopes: Vec<String> = last.into_iter().chain([tail, so_far]).collect();
    let ends = run.sample.scan.statements.last();
    if ends.is_some_and(|end| end.last == after) {
        scopes.push(run.whole(printed));
    }
    scopes.retain(|scope| !scope.trim().is_empty());
    // One line may show several outputs in a row, or have a gloss.
    if let [line] = lines {
        let text = run.sources.slice(*line);
        for value in values(text) {
            let part = text.get(value.range.clone()).unwrap_or_default();
            if scopes.iter().any(|scope| fits(part, scope)) {
                let start = line.start as usize + value.range.start;
                let span = Span::new(line.file, start, start + value.range.len());
                return Found {
                    claims: vec![confirmed(run.claim(span, OutputOf::Whole))],
                    ..Found::default()
                };
            }
        }
    }
    let results: Vec<Found> = scopes
        .iter()
        .map(|scope| compare_lines(run, lines, scope, shown))
        .collect();
    choose(results).unwrap_or_else(|| {
        if certain {
            unclear(first, "the lines above printed nothing when the sample ran")
        } else {
            Found::default()
        }
    })
}

/// The result with the fewest mistakes; of equals the first. Results without a claim come last.
fn choose(results: Vec<Found>) -> Option<Found> {
    results
        .into_iter()
        .min_by_key(|found| (found.claims.is_empty(), found.diagnostics.len()))
}

/// A fence that shows the output of the sample.
pub(super) fn fence(run: &Run<'_>, lines: &[Span], shown: &Shown) -> Found {
    let certain = shown.certain;
    let (Some(first), Some(last)) = (lines.first().copied(), lines.last().copied()) else {
        return Found::default();
    };
    let all = first.to(last);
    match run.silence() {
        Some(Ok(why)) if certain => return unchecked(run.claim(all, OutputOf::Whole), why),
        Some(Err(why)) if certain => return unclear(all, why),
        Some(_) => return Found::default(),
        None => {}
    }
    let printed = &run.ran.outcome.printed;
    let mut whole = run.whole(printed);
    if let Some(traceback) = failure::traceback(run, lines) {
        whole.push_str(&traceback);
    }
    let lines = failure::without_paths(run, lines);
    if whole.trim().is_empty() {
        return if certain {
            unclear(all, "the sample printed nothing when it ran")
        } else {
            Found::default()
        };
    }
    let mut results = vec![compare_lines(run, &lines, &whole, shown)];
    if !run.ran.continued.is_empty() {
        let everything: String = printed.iter().map(|piece| piece.text.as_str()).collect();
        let result = compare_lines(run, &lines, &everything, shown);
        results.extend(Some(result).filter(|result| result.diagnostics.is_empty()));
    }
    choose(results).unwrap_or_default()
}

/// What an entry of a session shows.
pub(super) fn session(run: &Run<'_>, entry: u32, lines: &[Span], shown: &Shown) -> Found {
    let (Some(first), Some(last)) = (lines.first().copied(), lines.last().copied()) else {
        return Found::default();
    };
    match run.silence() {
        Some(Ok(why)) => return unchecked(run.claim(first.to(last), OutputOf::Line(entry)), why),
        Some(Err(why)) => return unclear(first.to(last), why),
        None => {}
    }
    let of_entry = |piece: &&Printed| run.own(piece.top_line) == Some(entry);
    let text: String = run
        .ran
        .outcome
        .printed
        .iter()
        .filter(of_entry)
        .map(|piece| piece.text.as_str())
        .collect();
    if text.contains("NameError: ")
        && !lines
            .iter()
            .any(|&line| run.sources.slice(line).contains("NameError"))
    {
        return unclear(
            first.to(last),
            "the session lacks a name that it does not bind",
        );
    }
    let lines = failure::without_paths(run, lines);
    let text = text.replace("Traceback (most recent call last):\n", "");
    if text.trim().is_empty() {
        let mut found = Found::default();
        for (index, _) in lines.iter().enumerate() {
            let written: Vec<&str> = lines.iter().map(|&line| run.sources.slice(line)).collect();
            take_step(run, &lines, &written, &[], Step::Extra(index), &mut found);
        }
        return found;
    }
    compare_lines(run, &lines, &text, shown)
}

/// Written lines against printed text, line by line.
fn compare_lines(run: &Run<'_>, lines: &[Span], whole: &str, shown: &Shown) -> Found {
    let written: Vec<&str> = lines.iter().map(|&line| run.sources.slice(line)).collect();
    let printed: Vec<&str> = whole.lines().collect();
    let steps = align(&written, &printed);
    let same = steps
        .iter()
        .filter(|step| matches!(step, Step::Same(..)))
        .count();
    let wrong_steps = steps
        .iter()
        .filter(|step| !matches!(step, Step::Same(..) | Step::Rest(_)))
        .count();
    let one_make = steps.iter().all(|step| match step {
        Step::Same(..) | Step::Rest(_) => true,
        Step::Changed(one, other) => match (written.get(*one), printed.get(*other)) {
            (Some(one), Some(other)) => alike(one, other),
            _ => false,
        },
        Step::Extra(_) | Step::Missing(..) => false,
    });
    let (Some(first), Some(last)) = (lines.first().copied(), lines.last().copied()) else {
        return Found::default();
    };
    // Words may introduce something else than an output: nothing agrees, nothing is of one make, and there is more or
    // less of it than was printed.
    let some_alike = steps.iter().any(|step| match step {
        Step::Changed(one, other) => match (written.get(*one), printed.get(*other)) {
            (Some(one), Some(other)) => alike(one, other),
            _ => false,
        },
        _ => false,
    });
    let missing = |step: &Step| matches!(step, Step::Extra(_) | Step::Missing(..));
    let strange = same == 0 && !some_alike && steps.iter().any(missing) && !shown.named;
    let certain = shown.certain && !strange;
    if wrong_steps > 0 && !certain && !(one_make || same >= 2 && same >= wrong_steps) {
        if !shown.hinted {
            return Found::default();
        }
        return unclear(
            first.to(last),
            "this may be the output of the sample above, and reads otherwise",
        );
    }
    let mut found = Found::default();
    if wrong_steps > 0
        && (run.ran.outcome.again.is_some() || by_order(run, &written.join(" "), whole).is_some())
    {
        let why = match &run.ran.outcome.again {
            Some(again) if run.whole(again) != run.whole(&run.ran.outcome.printed) => {
                Some(CHANCE.to_owned())
            }
            _ => by_order(run, &written.join(" "), whole),
        };
        if let Some(why) = why {
            return unchecked(run.claim(first.to(last), OutputOf::Whole), why);
        }
    }
    for step in steps {
        take_step(run, lines, &written, &printed, step, &mut found);
    }
    found
}

fn take_step(
    run: &Run<'_>,
    lines: &[Span],
    written: &[&str],
    printed: &[&str],
    step: Step,
    found: &mut Found,
) {
    let trimmed = |index: usize| {
        let line = lines.get(index).copied()?;
        let text = run.sources.slice(line);
        let start = line.start as usize + text.len() - text.trim_start().len();
        Some(Span::new(line.file, start, start + text.trim().len()))
    };
    let number = |line: usize| format!("the sample was run; line {} of its output", line + 1);
    match step {
        Step::Rest(_) => {}
        Step::Same(one, other) => {
            if let Some(span) = trimmed(one) {
                found
                    .claims
                    .push(confirmed(run.claim(span, OutputOf::WholeLine(other))));
            }
        }
        Step::Changed(one, other) => {
            let (Some(mut span), Some(right)) = (trimmed(one), printed.get(other)) else {
                return;
            };
            // A gloss behind the value stays.
            let text = run.sources.slice(span);
            if let Some(value) = values(text).iter().find(|value| value.certain)
                && value.range.len() < text.len()
                && alike(text.get(value.range.clone()).unwrap_or_default(), right)
                && !alike(text, right)
            {
                let start = span.start as usize + value.range.start;
                span = Span::new(span.file, start, start + value.range.len());
            }
            let claim = run.claim(span, OutputOf::WholeLine(other));
            let text = run.sources.slice(span).to_owned();
            let message = format!(
                "the sample prints {}, the output shown says {}",
                quote(right),
                quote(&text)
            );
            let because = format!("{} is {}", number(other), quote(right));
            refute(found, claim, message, right.trim_end(), because);
        }
        Step::Extra(one) => {
            let (Some(span), Some(line)) = (trimmed(one), lines.get(one).copied()) else {
                return;
            };
            let claim = run.claim(span, OutputOf::Whole);
            let message = format!(
                "the sample does not print {}, which the output shows",
                quote(run.sources.slice(span))
            );
            let because = format!("the sample was run and printed {} lines", printed.len());
            let edit = Edit {
                span: whole_line(run, line),
                text: String::new(),
            };
            push_wrong(found, claim, message, "", because, edit);
        }
        Step::Missing(before, other) => {
            let Some(right) = printed.get(other) else {
                return;
            };
            let (span, edit) = insertion(run, lines, written.len(), before, right);
            let Some(span) = span else { return };
            let mut claim = run.claim(span, OutputOf::Whole);
            claim.written = Answer::Text(String::new());
            let message = format!("the output shown lacks {}", quote(right));
            let because = format!("{} is {}", number(other), quote(right));
            push_wrong(found, claim, message, right, because, edit);
        }
    }
}

fn push_wrong(
    found: &mut Found,
    claim: Claim,
    message: String,
    computed: &str,
    because: String,
    edit: Edit,
) {
    found.diagnostics.push(wrong(
        &claim,
        message,
        computed,
        because.clone(),
        vec![edit],
        Certainty::Certain,
    ));
    let answer = Answer::Text(computed.to_owned());
    found
        .claims
        .push((claim, Verdict::Refuted { answer, because }));
}

/// A line with what stands before it in the document and with its line end.
fn whole_line(run: &Run<'_>, line: Span) -> Span {
    let text = run.sources.text(line.file);
    let start = text
        .get(..line.start as usize)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let end = text
        .get(line.end as usize..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |at| line.end as usize + at + 1);
    Span::new(line.file, start, end)
}

/// Where a missing line goes, and the edit that puts it there with the indentation and line end of its neighbour.
fn insertion(
    run: &Run<'_>,
    lines: &[Span],
    count: usize,
    before: usize,
    right: &str,
) -> (Option<Span>, Edit) {
    let below = before >= count;
    let neighbour = if below {
        lines.last()
    } else {
        lines.get(before)
    };
    let Some(&neighbour) = neighbour else {
        return (
            None,
            Edit {
                span: Span::new(run.sample.block.file, 0, 0),
                text: String::new(),
            },
        );
    };
    let row = whole_line(run, neighbour);
    let text = run.sources.text(neighbour.file);
    let lead = text
        .get(row.start as usize..neighbour.start as usize)
        .unwrap_or_default();
    let end = if text
        .get(neighbour.end as usize..)
        .is_some_and(|after| after.starts_with('\r'))
    {
        "\r\n"
    } else {
        "\n"
    };
    let at = if below { neighbour.end } else { row.start } as usize;
    let edit = Edit {
        span: Span::new(neighbour.file, at, at),
        text: if below {
            format!("{end}{lead}{right}")
        } else {
            format!("{lead}{right}{end}")
        },
    };
    (Some(neighbour), edit)
}

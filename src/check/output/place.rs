//! One place that shows an output x the run of its sample -> its claims, their verdicts and diagnostics.

use super::compare::{agrees, agrees_in_a_row, alike, bare, edits, same_in_another_order};
use super::lines::{Step, align};
use super::{Found, Run, Unclear, failure, wrong};
use crate::check::report::{Proof, Verdict};
use crate::diagnostic::{Certainty, Edit};
use crate::figure::claim::{Answer, Claim, OutputOf};
use crate::figure::outputs::comment::{Value, values};
use crate::figure::outputs::token::{Kind, tokens};
use crate::figure::outputs::{Form, Shown, words};
use crate::figure::samples::scan::Statement;
use crate::run::Printed;
use crate::source::Span;

/// Checks one place.
pub(super) fn place(run: &Run<'_>, shown: &Shown) -> Found {
    match &shown.form {
        Form::Beside {
            statement,
            comment,
            values,
            label,
        } => match run.sample.scan.statements.get(*statement) {
            Some(statement) => beside(run, statement, *comment, values, *label),
            None => Found::default(),
        },
        Form::Under { after, lines } => under(run, *after, lines, shown.certain),
        Form::Fence { lines } => fence(run, lines, shown.certain),
        Form::Session { entry, lines } => session(run, *entry, lines),
    }
}

fn unclear(span: Span, why: impl Into<String>) -> Found {
    Found {
        unclear: Some(Unclear {
            span,
            why: why.into(),
        }),
        ..Found::default()
    }
}

fn unchecked(claim: Claim, why: String) -> Found {
    Found {
        claims: vec![(claim, Verdict::Unchecked(why))],
        ..Found::default()
    }
}

fn confirmed(claim: Claim) -> (Claim, Verdict) {
    (claim, Verdict::Confirmed(Proof::Ran))
}

/// A comment behind a statement.
fn beside(
    run: &Run<'_>,
    statement: &Statement,
    comment: Span,
    values: &[Value],
    label: Option<(Span, bool)>,
) -> Found {
    let text = run.sources.slice(comment);
    let of = OutputOf::Line(statement.first);
    let at = |value: &Value| {
        let start = comment.start as usize + value.range.start;
        Span::new(comment.file, start, start + value.range.len())
    };
    let certain = values.iter().find(|value| value.certain);
    match run.silence() {
        Some(Ok(why)) => {
            return match certain {
                Some(value) => unchecked(run.claim(at(value), of), why),
                None => Found::default(),
            };
        }
        Some(Err(why)) if certain.is_some() => return unclear(comment, why),
        Some(Err(_)) => return Found::default(),
        None => {}
    }
    let lines = statement.first..=statement.last;
    let printed = run.of_lines(&run.ran.outcome.printed, &lines);
    if printed.is_empty() {
        // The line raised, or never ran; a comment that announces the exception is for the failure to judge.
        return match certain {
            Some(value) if !failure::announced(run, text) => {
                unclear(at(value), "this line printed nothing when the sample ran")
            }
            _ => Found::default(),
        };
    }
    let mut found = Found::default();
    let slice = |value: &Value| text.get(value.range.clone()).unwrap_or_default();
    let agreeing = values.iter().find(|value| fits(slice(value), &printed));
    if let Some(value) = agreeing {
        found.claims.push(confirmed(run.claim(at(value), of)));
    } else {
        let suspect = values.iter().find(|value| {
            let value_text = slice(value);
            let (_, part) = counterpart(value_text, &printed);
            (value.certain && comparable(value_text, part)) || alike(value_text, part)
        });
        let Some(value) = suspect else {
            return match certain {
                Some(value) => unclear(
                    at(value),
                    format!(
                        "the comment may be a value or a remark; this line prints {}",
                        quote(&printed)
                    ),
                ),
                None => Found::default(),
            };
        };
        let (_, part) = counterpart(slice(value), &printed);
        let claim = run.claim(at(value), of);
        if let Some(why) = depends(run, &lines, slice(value), part) {
            return unchecked(claim, why);
        }
        let head = head(run, statement);
        let message = format!(
            "`{head}` prints {}, the comment says {}",
            quote(part),
            quote(slice(value))
        );
        refute(&mut found, claim, message, part, because(&printed));
    }
    if let Some((span, wins)) = label {
        judge_label(run, &mut found, statement, span, wins, printed.trim());
    }
    found
}

/// Whether a written value says what was printed: the whole, each of several outputs, or the value at the end of a
/// printed text.
fn fits(written: &str, printed: &str) -> bool {
    let several = printed.trim_end().contains('\n');
    agrees(written, printed)
        || (several && agrees_in_a_row(written, printed))
        || (several && printed.lines().all(|line| agrees(written, line)))
        || {
            let (partial, part) = counterpart(written, printed);
            partial && agrees(written, part)
        }
}

/// What of the printed text a written value speaks of: `5` beside `Tổng: 5` speaks of the value at the end.
fn counterpart<'a>(written: &str, printed: &'a str) -> (bool, &'a str) {
    let whole = printed.trim_end();
    let has_words = |text: &str| {
        tokens(text)
            .iter()
            .any(|token| token.kind == Kind::Word && !token.is_constant() && !token.quoted)
    };
    if has_words(written) || !has_words(whole) || whole.contains('\n') {
        return (false, whole);
    }
    let tail = whole
        .rfind([':', '='])
        .and_then(|at| whole.get(at + 1..))
        .map(str::trim)
        .filter(|tail| !tail.is_empty() && !has_words(tail));
    match tail {
        Some(tail) => (true, tail),
        None => (false, whole),
    }
}

/// Whether a value that is certainly one can be held against what was printed: of several outputs it must give as
/// many; a number says nothing about a text.
fn comparable(written: &str, printed: &str) -> bool {
    let words = |text: &str| {
        tokens(text)
            .iter()
            .any(|token| token.kind == Kind::Word && !token.is_constant() && !token.quoted)
    };
    if printed.contains('\n') {
        let (one, other) = (bare(tokens(written)), bare(tokens(printed)));
        let open = one.iter().any(|token| token.kind == Kind::Ellipsis);
        return one.len() == other.len() || (open && one.len() > 2);
    }
    words(written) || !words(printed)
}

/// Why a disagreement may be none: chance, the order of a set.
fn depends(
    run: &Run<'_>,
    lines: &std::ops::RangeInclusive<u32>,
    written: &str,
    printed: &str,
) -> Option<String> {
    if let Some(again) = &run.ran.outcome.again
        && run.of_lines(again, lines) != run.of_lines(&run.ran.outcome.printed, lines)
    {
        return Some(CHANCE.to_owned());
    }
    by_order(run, written, printed)
}

const CHANCE: &str = "the output depends on random numbers or on the clock; seed the generator with `random.seed(1)`";

fn by_order(run: &Run<'_>, written: &str, printed: &str) -> Option<String> {
    let sets = run.sample.code.contains("set(") || run.sample.code.contains('{');
    (sets && same_in_another_order(written, printed)).then(|| {
        "the output depends on the order of a set, which Python does not fix; print `sorted(...)`"
            .to_owned()
    })
}

fn refute(found: &mut Found, claim: Claim, message: String, computed: &str, because: String) {
    let written = match &claim.written {
        Answer::Text(text) => text.clone(),
        _ => String::new(),
    };
    let edits = edits(&written, claim.span, computed);
    found.diagnostics.push(wrong(
        &claim,
        message,
        computed,
        because.clone(),
        edits,
        Certainty::Certain,
    ));
    let answer = Answer::Text(computed.to_owned());
    found
        .claims
        .push((claim, Verdict::Refuted { answer, because }));
}

fn because(printed: &str) -> String {
    format!(
        "the sample was run, and this line printed {}",
        quote(printed)
    )
}

/// `False (L)`: the label must be the one of the value that was printed.
fn judge_label(
    run: &Run<'_>,
    found: &mut Found,
    statement: &Statement,
    span: Span,
    wins: bool,
    printed: &str,
) {
    let value = match printed {
        "True" => true,
        "False" => false,
        _ => return,
    };
    let label = run.sources.slice(span);
    let Some(said) = words::wins(label) else {
        return;
    };
    let claim = run.claim(span, OutputOf::Line(statement.first));
    if said == (value == wins) {
        found.claims.push(confirmed(claim));
        return;
    }
    let right = words::opposite(label);
    let because = format!(
        "the line prints {printed}, which means that the player to move {}",
        if said { "loses" } else { "wins" }
    );
    let message = format!("the label of {printed} is {right}, the comment says {label}");
    let edit = Edit {
        span,
        text: right.to_owned(),
    };
    found.diagnostics.push(wrong(
        &claim,
        message,
        right,
        because.clone(),
        vec![edit],
        Certainty::Certain,
    ));
    let answer = Answer::Text(right.to_owned());
    found
        .claims
        .push((claim, Verdict::Refuted { answer, because }));
}

/// Comment lines below printing statements: they may show what the last statement printed, what was printed since
/// the last such comment, or all so far.
fn under(run: &Run<'_>, after: u32, lines: &[Span], certain: bool) -> Found {
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
    scopes.push(run.whole(printed));
    scopes.retain(|scope| !scope.trim().is_empty());
    let results: Vec<Found> = scopes
        .iter()
        .map(|scope| compare_lines(run, lines, scope, certain))
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
fn fence(run: &Run<'_>, lines: &[Span], certain: bool) -> Found {
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
    let mut results = vec![compare_lines(run, &lines, &whole, certain)];
    if !run.ran.continued.is_empty() {
        let everything: String = printed.iter().map(|piece| piece.text.as_str()).collect();
        let result = compare_lines(run, &lines, &everything, certain);
        results.extend(Some(result).filter(|result| result.diagnostics.is_empty()));
    }
    choose(results).unwrap_or_default()
}

/// Written lines against printed text, line by line.
fn compare_lines(run: &Run<'_>, lines: &[Span], whole: &str, certain: bool) -> Found {
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
    if wrong_steps > 0 && !certain && !(one_make || same >= 2 && same >= wrong_steps) {
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

/// What an entry of a session shows.
fn session(run: &Run<'_>, entry: u32, lines: &[Span]) -> Found {
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
    compare_lines(run, &lines, &text, true)
}

/// The code of a statement, cut to a readable length.
fn head(run: &Run<'_>, statement: &Statement) -> String {
    let code = run
        .sample
        .code
        .get(statement.range.clone())
        .unwrap_or_default();
    let line = code.lines().next().unwrap_or_default();
    let short: String = line.chars().take(60).collect();
    if short.len() < code.len() {
        format!("{short}…")
    } else {
        short
    }
}

/// A text in quotes, cut to a readable length, with its line ends shown.
fn quote(text: &str) -> String {
    let text = text.trim_end().replace('\n', "⏎");
    let short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        format!("`{short}…`")
    } else {
        format!("`{short}`")
    }
}

//! A comment beside a statement x what the statement printed -> claims, verdicts, diagnostics.

use super::compare::{agrees, agrees_in_a_row, alike, bare};
use super::place::{confirmed, depends, quote, refute, unchecked, unclear};
use super::{Found, Run, failure, wrong};
use crate::check::report::Verdict;
use crate::diagnostic::{Certainty, Edit};
use crate::figure::claim::{Answer, OutputOf};
use crate::figure::outputs::comment::Value;
use crate::figure::outputs::token::{Kind, tokens};
use crate::figure::outputs::words;
use crate::figure::samples::scan::Statement;
use crate::source::Span;

/// A comment behind a statement.
pub(super) fn beside(
    run: &Run<'_>,
    statement: &Statement,
    comment: Span,
    values: &[Value],
    label: Option<(Span, bool)>,
    hinted: bool,
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
    let slice = |value: &Value| text.get(value.range.clone()).unwrap_or_default();
    let ways = if statement.prints() {
        vec![run.of_lines(&run.ran.outcome.printed, &lines)]
    } else {
        run.ways(&run.ran.outcome.printed, &lines)
    };
    let agreeing = ways.iter().find_map(|printed| {
        let value = values.iter().find(|value| {
            fits(slice(value), printed) || about(text) && rounds_to(slice(value), printed)
        })?;
        Some((value, printed))
    });
    let printed = ways.first().cloned().unwrap_or_default();
    if printed.is_empty() {
        // The line raised, or never ran; a comment that announces the exception is for the failure to judge.
        return match certain {
            Some(value) if statement.prints() && !failure::announced(run, text) => {
                unclear(at(value), "this line printed nothing when the sample ran")
            }
            _ => Found::default(),
        };
    }
    let mut found = Found::default();
    if let Some((value, _)) = agreeing {
        found.claims.push(confirmed(run.claim(at(value), of)));
    } else {
        let suspect = values.iter().find(|value| {
            let value_text = slice(value);
            let (_, part) = counterpart(value_text, &printed);
            // One number before other words may be anything: `5 phần tử`.
            let enough = value_text.len() == text.trim().len() || tokens(value_text).len() > 2;
            // Beside a call, the comment may speak of what the call changes.
            let speaks = hinted || statement.prints() || alike(value_text, part);
            (value.certain && speaks && comparable(value_text, part))
                || (enough && alike(value_text, part))
        });
        let Some(value) = suspect else {
            let begins_like_one = tokens(text)
                .first()
                .is_some_and(|token| token.kind == Kind::Number || token.is_constant())
                && statement.prints();
            let certain = certain.filter(|_| statement.prints());
            return match certain.or_else(|| values.first().filter(|_| begins_like_one)) {
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
        let rounded = rounded(slice(value), part).filter(|_| about(text));
        let part = rounded.as_deref().unwrap_or(part);
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
pub(super) fn fits(written: &str, printed: &str) -> bool {
    let several = printed.trim_end().contains('\n');
    agrees(written, printed)
        || agrees_in_a_row(written, printed)
        || (several && printed.lines().all(|line| agrees(written, line)))
        || {
            let (partial, part) = counterpart(written, printed);
            partial && agrees(written, part)
        }
}

/// Whether a comment says that its value is rounded.
fn about(comment: &str) -> bool {
    comment.trim_start().starts_with(['≈', '~'])
}

/// A printed number with as many decimals as the written one has.
fn rounded(written: &str, printed: &str) -> Option<String> {
    let number: f64 = printed.trim().parse().ok()?;
    let decimals = written
        .trim()
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len());
    (decimals <= 15).then(|| format!("{number:.decimals$}"))
}

fn rounds_to(written: &str, printed: &str) -> bool {
    rounded(written, printed).is_some_and(|rounded| agrees(written, &rounded))
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

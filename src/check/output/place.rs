//! One place that shows an output x the run of its sample -> its claims, their verdicts and diagnostics.

use super::compare::same_in_another_order;
use super::mend::edits;
use super::{Found, Run, Unclear, beside, block, wrong};
use crate::check::report::{Proof, Verdict};
use crate::diagnostic::Certainty;
use crate::figure::claim::{Answer, Claim};
use crate::figure::outputs::{Form, Shown};
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
            Some(statement) => {
                beside::beside(run, statement, *comment, values, *label, shown.hinted)
            }
            None => Found::default(),
        },
        Form::Under { after, lines } => block::under(run, *after, lines, shown),
        Form::Fence { lines } => block::fence(run, lines, shown),
        Form::Session { entry, lines } => block::session(run, *entry, lines, shown),
    }
}

pub(super) fn unclear(span: Span, why: impl Into<String>) -> Found {
    Found {
        unclear: Some(Unclear {
            span,
            why: why.into(),
        }),
        ..Found::default()
    }
}

pub(super) fn unchecked(claim: Claim, why: String) -> Found {
    Found {
        claims: vec![(claim, Verdict::Unchecked(why))],
        ..Found::default()
    }
}

pub(super) fn confirmed(claim: Claim) -> (Claim, Verdict) {
    (claim, Verdict::Confirmed(Proof::Ran))
}

/// Why a disagreement may be none: chance, the order of a set.
pub(super) fn depends(
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

pub(super) const CHANCE: &str = "the output depends on random numbers or on the clock; seed the generator with `random.seed(1)`";

pub(super) fn by_order(run: &Run<'_>, written: &str, printed: &str) -> Option<String> {
    let sets = run.sample.code.contains("set(") || run.sample.code.contains('{');
    (sets && same_in_another_order(written, printed)).then(|| {
        "the output depends on the order of a set, which Python does not fix; print `sorted(...)`"
            .to_owned()
    })
}

pub(super) fn refute(
    found: &mut Found,
    claim: Claim,
    message: String,
    computed: &str,
    because: String,
) {
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

/// A text in quotes, cut to a readable length, with its line ends shown.
pub(super) fn quote(text: &str) -> String {
    let text = text.trim_end().replace('\n', "⏎");
    let short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        format!("`{short}…`")
    } else {
        format!("`{short}`")
    }
}

//! Samples that ran to their end -> their assertions, each confirmed by the run.

use super::Checked;
use crate::check::output::Ran;
use crate::check::report::{CheckedFigure, Proof, Verdict};
use crate::figure::claim::{Answer, Claim, Figure, Notation, OutputOf, Picture, Question};
use crate::figure::samples::Sample;
use crate::figure::scene::Games;
use crate::run::End;

/// The id of this kind of figure.
const KIND: &str = "assertion";

/// Adds a figure for each run of assertions that follow one another.
pub(super) fn add(index: usize, sample: &Sample, ran: &Ran, checked: &mut Checked) {
    if ran.outcome.end != End::Finished {
        return;
    }
    let mut run: Vec<(u32, Claim)> = Vec::new();
    for statement in &sample.scan.statements {
        let follows = run
            .last()
            .is_some_and(|(last, _)| last + 1 == statement.first);
        if !follows || statement.head() != "assert" {
            close(std::mem::take(&mut run), sample, checked);
        }
        if statement.head() != "assert" || statement.indent > 0 {
            continue;
        }
        let (Some(first), Some(last)) = (sample.line(statement.first), sample.line(statement.last))
        else {
            continue;
        };
        let text = sample
            .code
            .get(statement.range.clone())
            .unwrap_or_default()
            .to_owned();
        let question = Question::Output {
            sample: index,
            of: OutputOf::Line(statement.first),
        };
        let claim = Claim {
            span: first.to(last),
            question,
            written: Answer::Text(text),
            notation: Notation::Plain,
        };
        run.push((statement.last, claim));
    }
    close(run, sample, checked);
}

fn close(run: Vec<(u32, Claim)>, sample: &Sample, checked: &mut Checked) {
    let claims: Vec<Claim> = run.into_iter().map(|(_, claim)| claim).collect();
    let (Some(first), Some(last)) = (claims.first(), claims.last()) else {
        return;
    };
    let span = first.span.to(last.span);
    let verdicts = vec![Verdict::Confirmed(Proof::Ran); claims.len()];
    checked.figures.push(CheckedFigure {
        figure: Figure {
            kind: KIND,
            span,
            block: sample.block,
            game: None,
            games: Games::default(),
            claims,
            picture: Picture::InPlace,
            tentative: false,
        },
        verdicts,
    });
}

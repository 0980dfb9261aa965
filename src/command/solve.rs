//! `coursegen solve`: a rule and positions -> figures to paste into a lesson.

use super::Response;
use crate::answer::{self, AnswerError, Form};
use crate::cli::TableForm;
use crate::failure::Failure;
use std::ops::Range;

pub(super) fn solve(
    rule: &str,
    positions: &[String],
    form: TableForm,
) -> Result<Response, Failure> {
    let form = match form {
        TableForm::Text => Form::Text,
        TableForm::Markdown => Form::Markdown,
        TableForm::Json => Form::Json,
    };
    let positions = positions.join(" ");
    match answer::solve_answer(rule, &positions, form) {
        Ok(output) => Ok(Response {
            output,
            ..Response::default()
        }),
        Err(AnswerError::Rule(error)) => {
            let failure = Failure::new(error.message).at(mark(rule, error.range));
            Err(match error.help {
                Some(help) => failure.help(help),
                None => failure,
            })
        }
        Err(AnswerError::Positions {
            range,
            message,
            help,
        }) => Err(Failure::new(message).at(mark(&positions, range)).help(help)),
        Err(AnswerError::Stop(stop)) => Err(Failure::new(stop.to_string())),
    }
}

/// A text in which what is wrong is set off: `subtraction {»0«, 1}`.
fn mark(text: &str, range: Range<usize>) -> String {
    let parts = (
        text.get(..range.start),
        text.get(range.clone()),
        text.get(range.end..),
    );
    match parts {
        (Some(before), Some(wrong), Some(after)) => format!("{before}»{wrong}«{after}"),
        _ => text.to_owned(),
    }
}

//! A sample -> the outputs that are shown within it: comments beside and below statements, entries of a session.

use super::comment::{self, values};
use super::token::{Kind, tokens};
use super::{Form, Shown, words};
use crate::figure::samples::scan::{Comment, Statement};
use crate::figure::samples::{Sample, session};
use crate::parse::block::Fence;
use crate::run::Language;
use crate::source::{Sources, Span};

/// Reads the outputs shown within the sample with this index; marks the expressions whose value is meant and takes
/// what comments say is read.
pub(super) fn read(
    sources: &Sources,
    fence: &Fence,
    sample: &mut Sample,
    index: usize,
) -> Vec<Shown> {
    if sample.silent {
        return Vec::new();
    }
    if !sample.entries.is_empty() {
        return entries(sources, fence, sample, index);
    }
    take_input(sample);
    let mut shown = Vec::new();
    let mut displayed = Vec::new();
    for (position, statement) in sample.scan.statements.iter().enumerate() {
        let Some(comment) = statement
            .comment
            .as_ref()
            .filter(|comment| comment.line == statement.last)
        else {
            continue;
        };
        let text = sample.code.get(comment.range.clone()).unwrap_or_default();
        let found = values(text);
        if found.is_empty() {
            continue;
        }
        let certain = found.iter().any(|value| value.certain);
        let labelled = words::label(text.trim()).is_some();
        let python = sample.language == Language::Python;
        let bare = python && statement.is_bare_expression();
        // A statement without `print` may show its value, or what is printed by what it calls: a comment that is
        // clearly a value, a label, or a text that turns out to be what is printed says so.
        let value_meant = bare && certain && (statement.indent == 0 || labelled);
        let call = bare && statement.code.ends_with(')');
        if !(statement.prints()
            || value_meant
            || call
            || python && labelled && !statement.is_compound())
        {
            continue;
        }
        let Some(span) = sample.span(&comment.range) else {
            continue;
        };
        // What a call prints by itself may be meant as well; its value is displayed only where that changes nothing.
        if value_meant && !statement.prints() && statement.indent == 0 {
            displayed.push(position);
        }
        shown.push(Shown {
            sample: index,
            block: sample.block,
            form: Form::Beside {
                statement: position,
                comment: span,
                label: label(text, span, &found, statement),
                values: found,
            },
            certain: certain && (statement.prints() || value_meant),
            hinted: labelled,
            named: false,
        });
    }
    shown.extend(under(sample, index));
    sample.displayed = displayed;
    shown
}

/// The label in `False (L)`, where it is all that the brackets hold.
fn label(
    text: &str,
    span: Span,
    values: &[comment::Value],
    statement: &Statement,
) -> Option<(Span, bool)> {
    let value = values.first()?;
    let constant = tokens(text.get(value.range.clone())?);
    let [constant] = constant.as_slice() else {
        return None;
    };
    if !constant.is_constant() || constant.text == "None" {
        return None;
    }
    let rest = text.get(value.range.end..)?;
    let inner = rest.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    words::wins(inner)?;
    let at = text.len() - rest.len() + rest.find(inner)?;
    let start = span.start as usize + at;
    let meaning = words::meaning_of_true(&statement.code)?;
    Some((Span::new(span.file, start, start + inner.len()), meaning))
}

/// `# Input: 5` beside or above what reads it.
fn take_input(sample: &mut Sample) {
    if !sample.reads() {
        return;
    }
    let beside = sample
        .scan
        .statements
        .iter()
        .filter_map(|statement| statement.comment.as_ref());
    let mut comments: Vec<&Comment> = beside.chain(&sample.scan.comments).collect();
    comments.sort_by_key(|comment| comment.line);
    let mut input = String::new();
    for comment in comments {
        let text = sample.code.get(comment.range.clone()).unwrap_or_default();
        if let Some((name, value)) = text.split_once(':')
            && words::INPUT
                .iter()
                .any(|word| name.trim().to_lowercase() == *word)
            && !value.trim().is_empty()
        {
            input.push_str(value.trim().trim_matches(['"', '\'', '`']));
            input.push('\n');
        }
    }
    sample.input = input;
}

/// Comment lines below a printing statement: under a label, or clearly values.
fn under(sample: &Sample, index: usize) -> Vec<Shown> {
    let mut shown = Vec::new();
    let comments = &sample.scan.comments;
    let mut position = 0;
    while let Some(first) = comments.get(position) {
        // One run of comment lines with one indentation.
        let length = comments
            .iter()
            .skip(position)
            .zip(first.line..)
            .take_while(|(comment, line)| comment.line == *line && comment.indent == first.indent)
            .count();
        let run = comments
            .get(position..position + length)
            .unwrap_or_default();
        position += length.max(1);
        let before = sample
            .scan
            .statements
            .iter()
            .take_while(|statement| statement.first < first.line)
            .last();
        // Below an assignment stands what the name holds, which nothing prints.
        let Some(before) = before.filter(|before| before.prints() || before.is_bare_expression())
        else {
            continue;
        };
        let (lines, certain) = lines_under(sample, run, before);
        if lines.is_empty() {
            continue;
        }
        shown.push(Shown {
            sample: index,
            block: sample.block,
            form: Form::Under {
                after: before.last,
                lines,
            },
            certain,
            hinted: certain,
            named: certain,
        });
    }
    shown
}

fn lines_under(sample: &Sample, run: &[Comment], before: &Statement) -> (Vec<Span>, bool) {
    let text = |comment: &Comment| sample.code.get(comment.range.clone()).unwrap_or_default();
    let trimmed = |range: std::ops::Range<usize>| {
        let whole = sample.code.get(range.clone()).unwrap_or_default();
        let start = range.start + whole.len() - whole.trim_start().len();
        sample.span(&(start..start + whole.trim().len()))
    };
    let labelled = run.iter().position(|comment| {
        words::label(text(comment).trim()).is_some() || words::is_label(text(comment))
    });
    if let Some(label) = labelled {
        let mut lines = Vec::new();
        for (offset, comment) in run.iter().skip(label).enumerate() {
            let mut range = comment.range.clone();
            if offset == 0 {
                let whole = text(comment);
                let indent = whole.len() - whole.trim_start().len();
                range.start = match words::label(whole.trim_start()) {
                    Some(length) => range.start + indent + length,
                    None => range.end,
                };
            }
            match trimmed(range) {
                // The label stands alone: the output begins below it. Else it stands beside the label.
                Some(span) if span.start == span.end && offset == 0 => {}
                Some(span) if offset == 0 => return (vec![span], true),
                Some(span) if span.start == span.end => break,
                Some(span) => lines.push(span),
                None => break,
            }
        }
        return (lines, true);
    }
    let near = run
        .first()
        .is_some_and(|first| first.line == before.last + 1 && first.indent == before.indent);
    let shows_beside = before.comment.is_some();
    if near && before.prints() && !shows_beside {
        let all_values = run.iter().all(|comment| {
            let found = values(text(comment));
            found.iter().any(|value| {
                value.certain
                    && tokens(text(comment)).iter().all(|token| {
                        token.kind != Kind::Word || token.quoted || token.is_constant()
                    })
            })
        });
        if all_values {
            let lines = run
                .iter()
                .filter_map(|comment| trimmed(comment.range.clone()))
                .collect();
            return (lines, false);
        }
    }
    (Vec::new(), false)
}

fn entries(sources: &Sources, fence: &Fence, sample: &Sample, index: usize) -> Vec<Shown> {
    let texts: Vec<&str> = fence
        .lines
        .iter()
        .map(|&line| sources.slice(line))
        .collect();
    session::shown(&texts)
        .into_iter()
        .filter(|(_, output)| !output.is_empty())
        .map(|(entry, output)| Shown {
            sample: index,
            block: sample.block,
            form: Form::Session {
                entry,
                lines: output
                    .into_iter()
                    .filter_map(|line| fence.lines.get(line).copied())
                    .collect(),
            },
            certain: true,
            hinted: true,
            named: true,
        })
        .collect()
}

//! A sample that stopped with an exception -> whether the lesson means it to, and the diagnostic where it does not.

use super::{Run, rounds};
use crate::diagnostic::{Code, Diagnostic};
use crate::figure::outputs::words;
use crate::figure::outputs::{Form, Shown};
use crate::run::End;
use crate::source::Span;

/// Whether a text speaks of the exception with which the sample stopped, or of failing at all.
pub(super) fn announced(run: &Run<'_>, text: &str) -> bool {
    match &run.ran.outcome.end {
        End::Raised { class, .. } => {
            text.contains(class.as_str()) || words::announces_failure(text)
        }
        _ => false,
    }
}

/// The last line of the traceback, where a fence shows one.
pub(super) fn traceback(run: &Run<'_>, lines: &[Span]) -> Option<String> {
    let End::Raised { class, message, .. } = &run.ran.outcome.end else {
        return None;
    };
    let last = lines
        .iter()
        .rev()
        .map(|&line| run.sources.slice(line).trim())
        .find(|line| !line.is_empty())?;
    let named = last
        .strip_prefix(class.as_str())
        .filter(|rest| rest.is_empty() || rest.starts_with(':'))?;
    // The interpreter words some of its messages otherwise than others do; a message of the sample's own must agree.
    let own = run.sample.code.contains(&format!("raise {class}")) || class == "AssertionError";
    Some(if !own || message.is_empty() && named.is_empty() {
        format!("{last}\n")
    } else if message.is_empty() {
        format!("{class}\n")
    } else {
        format!("{class}: {message}\n")
    })
}

/// Lines without a traceback's own, which hold paths and line numbers; its last line stays.
pub(super) fn without_paths(run: &Run<'_>, lines: &[Span]) -> Vec<Span> {
    let text = |line: &Span| run.sources.slice(*line);
    let Some(start) = lines.iter().position(|line| {
        text(line)
            .trim_start()
            .starts_with("Traceback (most recent call last)")
    }) else {
        return lines.to_vec();
    };
    let end = lines
        .iter()
        .enumerate()
        .skip(start + 1)
        .find(|(_, line)| {
            let line = text(line);
            !line.starts_with([' ', '\t']) && !line.trim().is_empty()
        })
        .map_or(lines.len(), |(index, _)| index);
    let mut kept = lines.get(..start).unwrap_or_default().to_vec();
    kept.extend(lines.get(end..).unwrap_or_default());
    kept
}

/// The diagnostic of a sample that stopped although nothing says that it does.
pub(super) fn of_sample(run: &Run<'_>, shown: &[&Shown]) -> Option<Diagnostic> {
    let End::Raised {
        class,
        message,
        line,
        top_line,
    } = &run.ran.outcome.end
    else {
        return None;
    };
    // What may be no whole program has no failure of its own.
    if run.silence().is_some() || rounds::lacked(&run.ran.outcome.end).is_some() {
        return None;
    }
    let shows = shown.iter().any(|shown| shown.certain);
    let asserted = class == "AssertionError";
    if !asserted && !shows {
        return None;
    }
    let place = line
        .and_then(|line| run.own(line))
        .or_else(|| top_line.and_then(|line| run.own(line)))?;
    let meant = comments_at(run, &[Some(place), top_line.and_then(|line| run.own(line))])
        .iter()
        .any(|comment| announced(run, comment))
        || shown.iter().any(|shown| match &shown.form {
            Form::Fence { lines } | Form::Under { lines, .. } => lines
                .iter()
                .any(|&line| run.sources.slice(line).contains(class.as_str())),
            _ => false,
        });
    if meant {
        return None;
    }
    let statement = run
        .sample
        .scan
        .statements
        .iter()
        .find(|statement| (statement.first..=statement.last).contains(&place));
    let line = run
        .sample
        .line(statement.map_or(place, |statement| statement.first))?;
    let text = run.sources.slice(line);
    let start = line.start as usize + text.len() - text.trim_start().len();
    let span = Span::new(
        line.file,
        start,
        (line.start as usize + text.trim_end().len()).max(start),
    );
    let what = if message.is_empty() {
        class.clone()
    } else {
        format!("{class}: {message}")
    };
    let headline = if asserted {
        format!("the assertion does not hold: {what}")
    } else {
        format!("the sample stops with {what}")
    };
    let help = if asserted {
        "mend the assertion or the code above it"
    } else {
        "mend the sample, show the exception as its output, or mark the sample with `<!-- not-checked: REASON -->`"
    };
    Some(
        Diagnostic::new(Code::SampleFailed, span, headline)
            .because("the sample was run, and this line raised the exception")
            .help(help),
    )
}

/// The comments beside these lines, and those on the line above.
fn comments_at(run: &Run<'_>, lines: &[Option<u32>]) -> Vec<String> {
    let at = |line: u32| lines.contains(&Some(line));
    let beside = run
        .sample
        .scan
        .statements
        .iter()
        .filter(|statement| (statement.first..=statement.last).any(at))
        .filter_map(|statement| statement.comment.as_ref());
    let above = run
        .sample
        .scan
        .comments
        .iter()
        .filter(|comment| at(comment.line + 1) || at(comment.line.saturating_sub(1)));
    beside
        .chain(above)
        .filter_map(|comment| run.sample.code.get(comment.range.clone()))
        .map(str::to_owned)
        .collect()
}

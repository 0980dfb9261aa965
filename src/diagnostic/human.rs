//! Findings as a person reads them, on a terminal or in the log of a build.
//!
//! ```text
//! error[wrong-nimber]: G(5) is 3, the table says 2
//!   --> vi/nim.md:116:32
//!   116 | | 5 | 4, 2, 1 | »2« |
//!   written: 2
//!   right:   3
//!   because: from 5 a move leads to 4, 2, 1, with values 2, 0, 1; the least value missing is 3
//! ```

use super::excerpt::{excerpt, plain, shown};
use super::{Certainty, Diagnostic, Findings, Form, Severity, Stream};
use crate::source::Span;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// How many lines of a value are shown.
const LINES: usize = 12;

const BOLD: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();
const CAUTION: Style = AnsiColor::Yellow.on_default().bold();

pub(super) struct Human;

impl Form for Human {
    fn id(&self) -> &'static str {
        "human"
    }

    fn purpose(&self) -> &'static str {
        "for people, with the line and the reason"
    }

    fn stream(&self) -> Stream {
        Stream::Error
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let mut text = String::new();
        for diagnostic in findings.diagnostics {
            // Writing to a string cannot fail.
            let _ = one(&mut text, findings, diagnostic);
            text.push('\n');
        }
        let totals = findings.totals();
        let style = if totals.errors > 0 {
            WRONG
        } else if totals.unchecked + totals.warnings > 0 {
            CAUTION
        } else {
            RIGHT
        };
        let unclear: usize = findings
            .lessons
            .iter()
            .map(|lesson| lesson.unclear.len())
            .sum();
        if unclear > 0 {
            let places = if unclear == 1 { "place" } else { "places" };
            let _ = writeln!(
                text,
                "{unclear} {places} may show an output and could not be compared: `--format json` lists them as `unclear`."
            );
        }
        let certain = |one: &&Diagnostic| {
            let suggestion = one.suggestion.as_ref();
            suggestion.is_some_and(|one| one.certainty == Certainty::Certain)
        };
        match findings.diagnostics.iter().filter(certain).count() {
            0 => {}
            1 => text.push_str("`coursegen check --fix` writes the right value of one of them.\n"),
            count => {
                let _ = writeln!(
                    text,
                    "`coursegen check --fix` writes the right values of {count} of them."
                );
            }
        }
        if totals.errors + totals.warnings > 0 {
            text.push_str("`coursegen explain CODE` says what a code means.\n\n");
        }
        let _ = writeln!(text, "{style}{}{style:#}", totals.sentence());
        text
    }
}

fn one(text: &mut String, findings: &Findings<'_>, diagnostic: &Diagnostic) -> std::fmt::Result {
    let severity = diagnostic.severity();
    let style = match severity {
        Severity::Error => WRONG,
        Severity::Warning => CAUTION,
        Severity::Note => BOLD,
    };
    writeln!(
        text,
        "{style}{}[{}]{style:#}: {BOLD}{}{BOLD:#}",
        severity.id(),
        diagnostic.code.id(),
        plain(&diagnostic.message)
    )?;
    place(
        text,
        findings,
        diagnostic.primary.span,
        &diagnostic.primary.text,
    )?;
    match (&diagnostic.written, &diagnostic.computed) {
        (Some(written), Some(computed)) if written.contains('\n') || computed.contains('\n') => {
            let skipped = same_lines(written, computed);
            value(text, "written", written, skipped, WRONG)?;
            value(text, "right", computed, skipped, RIGHT)?;
        }
        (written, computed) => {
            for (name, value, style) in [
                ("written: ", written, WRONG),
                ("right:   ", computed, RIGHT),
            ] {
                if let Some(value) = value {
                    writeln!(text, "  {name}{style}{}{style:#}", plain(value))?;
                }
            }
        }
    }
    for (name, value) in [
        ("because: ", &diagnostic.because),
        ("help:    ", &diagnostic.help),
    ] {
        if let Some(value) = value {
            let value = shown(value).replace('\n', "\n           ");
            writeln!(text, "  {name}{value}")?;
        }
    }
    fix(text, findings, diagnostic)?;
    for label in &diagnostic.related {
        place(text, findings, label.span, &label.text)?;
    }
    Ok(())
}

fn place(text: &mut String, findings: &Findings<'_>, span: Span, remark: &str) -> std::fmt::Result {
    let start = findings.sources.start(span);
    write!(
        text,
        "  --> {PLACE}{}:{}:{}{PLACE:#}",
        plain(&findings.path(span)),
        start.line,
        start.column
    )?;
    if !remark.is_empty() {
        write!(text, " {}", plain(remark))?;
    }
    text.push('\n');
    if let Some(excerpt) = excerpt(findings.sources, span) {
        write!(text, "  {} | {}", excerpt.line, excerpt.before)?;
        if !excerpt.marked.is_empty() {
            write!(text, "»{BOLD}{}{BOLD:#}«", excerpt.marked)?;
        }
        writeln!(text, "{}", excerpt.after)?;
    }
    Ok(())
}

fn value(
    text: &mut String,
    name: &str,
    value: &str,
    skipped: usize,
    style: Style,
) -> std::fmt::Result {
    match skipped {
        0 => writeln!(text, "  {name}:")?,
        _ => writeln!(text, "  {name}, from line {}:", skipped + 1)?,
    }
    let lines: Vec<&str> = value.lines().skip(skipped).collect();
    for line in lines.iter().take(LINES) {
        writeln!(text, "    | {style}{}{style:#}", plain(line))?;
    }
    if lines.is_empty() {
        writeln!(text, "    (nothing)")?;
    }
    if lines.len() > LINES {
        writeln!(text, "    … and {} more lines", lines.len() - LINES)?;
    }
    Ok(())
}

/// How many lines at the top are the same: they need not be read.
fn same_lines(one: &str, other: &str) -> usize {
    one.lines()
        .zip(other.lines())
        .take_while(|(one, other)| one == other)
        .count()
}

fn fix(text: &mut String, findings: &Findings<'_>, diagnostic: &Diagnostic) -> std::fmt::Result {
    let Some(suggestion) = &diagnostic.suggestion else {
        return Ok(());
    };
    if suggestion.certainty == Certainty::Certain {
        // The right value stands above already.
        return Ok(());
    }
    for edit in &suggestion.edits {
        let start = findings.sources.start(edit.span);
        let old = findings.sources.slice(edit.span);
        let place = format!("{}:{}", start.line, start.column);
        if old.is_empty() {
            writeln!(text, "  perhaps: at {place} insert »{}«", plain(&edit.text))?;
        } else {
            let (old, new) = (plain(old), plain(&edit.text));
            writeln!(text, "  perhaps: at {place} »{old}« becomes »{new}«")?;
        }
    }
    Ok(())
}

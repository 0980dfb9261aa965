//! Findings as a JUnit report: a suite for each file, a case for each figure, and one for each diagnostic outside of figures.

use super::excerpt::shown;
use super::{Diagnostic, Findings, Form, Severity};
use crate::source::FileId;
use std::collections::BTreeMap;

pub(super) struct JUnit;

impl Form for JUnit {
    fn id(&self) -> &'static str {
        "junit"
    }

    fn purpose(&self) -> &'static str {
        "a JUnit report, for CI servers"
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let mut suites: BTreeMap<String, Vec<Case>> = BTreeMap::new();
        let mut left: Vec<&Diagnostic> = findings.diagnostics.iter().collect();
        for lesson in &findings.lessons {
            let cases = suites.entry(lesson.path.to_owned()).or_default();
            for figure in &lesson.figures {
                let (inside, outside): (Vec<_>, Vec<_>) = left
                    .into_iter()
                    .partition(|one| figure.span.holds(one.primary.span));
                left = outside;
                let line = findings.sources.start(figure.span).line;
                let name = format!("{} at line {line}", figure.kind);
                cases.push(Case::of(findings, name, &inside));
            }
            if cases.is_empty() {
                cases.push(Case::of(findings, "no figures".to_owned(), &[]));
            }
        }
        for one in left {
            let span = one.primary.span;
            let name = format!(
                "{} at line {}",
                one.code.id(),
                findings.sources.start(span).line
            );
            let case = Case::of(findings, name, &[one]);
            let path = path(findings, span.file).to_owned();
            suites.entry(path).or_default().push(case);
        }
        write(findings, &suites)
    }
}

fn path<'a>(findings: &Findings<'a>, file: FileId) -> &'a str {
    findings.sources.path(file)
}

struct Case {
    name: String,
    failure: Option<(String, String)>,
    skipped: Option<String>,
}

impl Case {
    fn of(findings: &Findings<'_>, name: String, diagnostics: &[&Diagnostic]) -> Self {
        let errors: Vec<&&Diagnostic> = diagnostics
            .iter()
            .filter(|one| one.severity() == Severity::Error)
            .collect();
        let failure = errors.first().map(|first| {
            let lines: Vec<String> = errors.iter().map(|one| details(findings, one)).collect();
            (first.message.clone(), lines.join("\n"))
        });
        let skipped = diagnostics
            .iter()
            .find(|one| one.severity() != Severity::Error)
            .filter(|_| failure.is_none())
            .map(|one| one.message.clone());
        Self {
            name,
            failure,
            skipped,
        }
    }
}

fn details(findings: &Findings<'_>, one: &Diagnostic) -> String {
    let span = one.primary.span;
    let start = findings.sources.start(span);
    let mut text = format!(
        "{}:{}:{}: {}: {}",
        findings.path(span),
        start.line,
        start.column,
        one.code.id(),
        one.message
    );
    for more in [&one.because, &one.help].into_iter().flatten() {
        text.push_str("\n  ");
        text.push_str(more);
    }
    text
}

fn write(findings: &Findings<'_>, suites: &BTreeMap<String, Vec<Case>>) -> String {
    let failures = |cases: &[Case]| cases.iter().filter(|case| case.failure.is_some()).count();
    let tests: usize = suites.values().map(Vec::len).sum();
    let failed: usize = suites.values().map(|cases| failures(cases)).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&format!(
        "<testsuites name=\"coursegen\" tests=\"{tests}\" failures=\"{failed}\">\n"
    ));
    for (path, cases) in suites {
        let file = escape(&findings.joined(path));
        let skipped = cases.iter().filter(|case| case.skipped.is_some()).count();
        text.push_str(&format!(
            "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{}\" skipped=\"{skipped}\">\n",
            cases.len(),
            failures(cases)
        ));
        for case in cases {
            let name = escape(&case.name);
            text.push_str(&format!(
                "    <testcase classname=\"{file}\" name=\"{name}\""
            ));
            match (&case.failure, &case.skipped) {
                (Some((message, lines)), _) => text.push_str(&format!(
                    ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                    escape(message),
                    escape(lines)
                )),
                (None, Some(reason)) => text.push_str(&format!(
                    ">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                    escape(reason)
                )),
                (None, None) => text.push_str("/>\n"),
            }
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Text and attributes of XML 1.0, which has no control characters.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in shown(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

//! Findings as GitHub workflow commands, which become annotations on the changed lines of a pull request.

use super::excerpt::plain;
use super::{Diagnostic, Findings, Form, Severity};

pub(super) struct GitHub;

impl Form for GitHub {
    fn id(&self) -> &'static str {
        "github"
    }

    fn purpose(&self) -> &'static str {
        "annotations in a GitHub workflow"
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let mut text = String::new();
        for diagnostic in findings.diagnostics {
            text.push_str(&annotation(findings, diagnostic));
            text.push('\n');
        }
        text.push_str(&findings.totals().sentence());
        text.push('\n');
        text
    }
}

fn annotation(findings: &Findings<'_>, diagnostic: &Diagnostic) -> String {
    let command = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let span = diagnostic.primary.span;
    let (start, end) = (findings.sources.start(span), findings.sources.end(span));
    let mut properties = format!(
        "file={},line={},endLine={}",
        property(&findings.path(span)),
        start.line,
        end.line
    );
    // Columns are allowed within one line only.
    if start.line == end.line {
        let end = end.column.max(start.column);
        properties.push_str(&format!(",col={},endColumn={end}", start.column));
    }
    properties.push_str(&format!(",title={}", property(diagnostic.code.id())));
    let mut lines = vec![plain(&diagnostic.message)];
    for (name, value) in [
        ("written: ", &diagnostic.written),
        ("right: ", &diagnostic.computed),
        ("because: ", &diagnostic.because),
        ("help: ", &diagnostic.help),
    ] {
        if let Some(value) = value {
            lines.push(format!("{name}{}", value.trim_end()));
        }
    }
    format!("::{command} {properties}::{}", data(&lines.join("\n")))
}

/// Text after `::`: what would end the command is escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property: `:` and `,` end it as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

//! Findings as SARIF 2.1.0 (OASIS, 2020), which code scanning services read.

use super::{Certainty, Code, Diagnostic, Findings, Form};
use crate::source::Span;
use serde_json::{Value, json};

pub(super) struct Sarif;

impl Form for Sarif {
    fn id(&self) -> &'static str {
        "sarif"
    }

    fn purpose(&self) -> &'static str {
        "SARIF 2.1.0, for code scanning services"
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let rules = Code::ALL.iter().map(|code| {
            json!({
                "id": code.id(),
                "shortDescription": {"text": code.summary()},
                "help": {"text": code.explanation(), "markdown": code.explanation()},
                "defaultConfiguration": {"level": code.severity().id()},
            })
        });
        let results = findings.diagnostics.iter().map(|one| result(findings, one));
        let value = json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "coursegen",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules.collect::<Vec<_>>(),
                }},
                "columnKind": "unicodeCodePoints",
                "results": results.collect::<Vec<_>>(),
            }],
        });
        format!("{value:#}\n")
    }
}

fn result(findings: &Findings<'_>, diagnostic: &Diagnostic) -> Value {
    let mut text = diagnostic.message.clone();
    for more in [&diagnostic.because, &diagnostic.help]
        .into_iter()
        .flatten()
    {
        text.push('\n');
        text.push_str(more);
    }
    let index = Code::ALL.iter().position(|code| *code == diagnostic.code);
    let mut result = json!({
        "ruleId": diagnostic.code.id(),
        "ruleIndex": index,
        "level": diagnostic.severity().id(),
        "message": {"text": text},
        "locations": [location(findings, diagnostic.primary.span, "")],
    });
    if !diagnostic.related.is_empty() {
        let related = diagnostic.related.iter();
        let related = related.map(|label| location(findings, label.span, &label.text));
        result["relatedLocations"] = Value::Array(related.collect());
    }
    if let Some(suggestion) = &diagnostic.suggestion
        && suggestion.certainty == Certainty::Certain
    {
        let replacements = suggestion.edits.iter().map(|edit| {
            json!({
                "deletedRegion": region(findings, edit.span),
                "insertedContent": {"text": edit.text},
            })
        });
        result["fixes"] = json!([{
            "artifactChanges": [{
                "artifactLocation": {"uri": address(&findings.path(diagnostic.primary.span))},
                "replacements": replacements.collect::<Vec<_>>(),
            }],
        }]);
    }
    result
}

fn location(findings: &Findings<'_>, span: Span, message: &str) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": address(&findings.path(span))},
            "region": region(findings, span),
        },
    });
    if !message.is_empty() {
        location["message"] = json!({"text": message});
    }
    location
}

fn region(findings: &Findings<'_>, span: Span) -> Value {
    let (start, end) = (findings.sources.start(span), findings.sources.end(span));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A path as a relative address (RFC 3986).
fn address(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address
}

//! Findings as one line each, which editors read: `path:line:column: error[code]: message`.

use super::excerpt::plain;
use super::{Findings, Form, Stream};

pub(super) struct Short;

impl Form for Short {
    fn id(&self) -> &'static str {
        "short"
    }

    fn purpose(&self) -> &'static str {
        "one line each, for editors"
    }

    fn stream(&self) -> Stream {
        Stream::Error
    }

    fn text(&self, findings: &Findings<'_>) -> String {
        let mut text = String::new();
        for diagnostic in findings.diagnostics {
            let span = diagnostic.primary.span;
            let start = findings.sources.start(span);
            text.push_str(&format!(
                "{}:{}:{}: {}: {}\n",
                plain(&findings.path(span)),
                start.line,
                start.column,
                diagnostic.code.id(),
                plain(&diagnostic.message)
            ));
        }
        text.push_str(&findings.totals().sentence());
        text.push('\n');
        text
    }
}

//! A code sample in, HTML out: each word in a `span` whose one-letter class says what it is. Colours are the style
//! sheet's affair.

use crate::render::html;
use std::sync::OnceLock;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

/// Lines longer than this are shown without colours: the patterns backtrack.
const LONGEST_LINE: usize = 2000;

/// Samples longer than this are shown without colours.
const LONGEST_SAMPLE: usize = 256 << 10;

/// What a scope is shown as; the first prefix that fits decides. An empty class leaves the word plain.
const CLASSES: &[(&str, &str)] = &[
    ("comment", "c"),
    ("string", "s"),
    ("constant.character.escape", "e"),
    ("constant", "n"),
    ("keyword.operator.word", "k"),
    ("keyword.operator.logical", "k"),
    ("keyword.operator", "o"),
    ("keyword", "k"),
    ("storage", "k"),
    ("entity.name.tag", "k"),
    ("entity.name.function", "f"),
    ("entity.name", "t"),
    ("entity.other.inherited-class", "t"),
    ("entity.other.attribute-name", "p"),
    ("support.function", "f"),
    ("support", "t"),
    ("variable.function", "f"),
    ("variable.parameter", "p"),
    ("variable.language", "p"),
    ("markup.inserted", "s"),
    ("markup.deleted", "k"),
    ("markup.heading", "f"),
    ("meta.interpolation", ""),
];

/// Knows the syntaxes. They are unpacked when the first sample needs them (about 50 ms).
#[derive(Default)]
pub(crate) struct Highlighter {
    syntaxes: OnceLock<(SyntaxSet, Vec<(Scope, &'static str)>)>,
}

impl Highlighter {
    /// The lines of a sample as HTML, without `pre` and `code`. `language` is the first word of the info string.
    pub(crate) fn html(&self, language: Option<&str>, code: &str) -> String {
        let mut out = String::with_capacity(code.len() * 2);
        let coloured = language
            .filter(|_| code.len() <= LONGEST_SAMPLE)
            .and_then(token)
            .is_some_and(|token| self.colour(&mut out, token, code));
        if !coloured {
            out.clear();
            html::verbatim(&mut out, code);
        }
        out
    }

    fn colour(&self, out: &mut String, token: &str, code: &str) -> bool {
        let (syntaxes, classes) = self.syntaxes.get_or_init(|| {
            let classes = CLASSES
                .iter()
                .filter_map(|(prefix, class)| Some((Scope::new(prefix).ok()?, *class)))
                .collect();
            (two_face::syntax::extra_newlines(), classes)
        });
        let Some(syntax) = find(syntaxes, token) else {
            return false;
        };
        let mut state = ParseState::new(syntax);
        let mut stack = ScopeStack::new();
        let mut words = Words::default();
        for line in code.split_inclusive('\n') {
            if line.len() > LONGEST_LINE {
                words.push(out, line, "");
                continue;
            }
            let Ok(operations) = state.parse_line(line, syntaxes) else {
                return false;
            };
            let mut at = 0;
            for (end, operation) in operations {
                words.push(
                    out,
                    line.get(at..end).unwrap_or_default(),
                    class(classes, &stack),
                );
                at = end.max(at);
                if stack.apply(&operation).is_err() {
                    return false;
                }
            }
            words.push(
                out,
                line.get(at..).unwrap_or_default(),
                class(classes, &stack),
            );
        }
        words.close(out);
        true
    }
}

/// The name under which syntect knows a language; `None` for text that has no syntax.
fn token(language: &str) -> Option<&str> {
    match language {
        "text" | "txt" | "plain" | "plaintext" | "output" | "none" | "pseudo" | "pseudocode"
        | "mermaid" => None,
        "console" | "shell" | "shell-session" | "terminal" => Some("bash"),
        "csharp" | "c#" => Some("cs"),
        "python3" | "pycon" => Some("python"),
        "c++14" | "c++17" | "c++20" => Some("cpp"),
        other => Some(other),
    }
}

fn find<'a>(syntaxes: &'a SyntaxSet, token: &str) -> Option<&'a SyntaxReference> {
    syntaxes.find_syntax_by_token(token)
}

/// The class of the innermost scope that has one.
fn class(classes: &[(Scope, &'static str)], stack: &ScopeStack) -> &'static str {
    stack
        .as_slice()
        .iter()
        .rev()
        .find_map(|scope| {
            classes
                .iter()
                .find(|(prefix, _)| prefix.is_prefix_of(*scope))
                .map(|(_, class)| *class)
        })
        .unwrap_or("")
}

/// Joins neighbouring words of one class.
#[derive(Default)]
struct Words {
    open: &'static str,
}

impl Words {
    fn push(&mut self, out: &mut String, word: &str, class: &'static str) {
        if word.is_empty() {
            return;
        }
        // White space has no colour: it need not end a run.
        if class != self.open && !word.trim().is_empty() {
            self.close(out);
            if !class.is_empty() {
                out.push_str("<span class=\"");
                out.push_str(class);
                out.push_str("\">");
            }
            self.open = class;
        }
        html::verbatim(out, word);
    }

    fn close(&mut self, out: &mut String) {
        if !self.open.is_empty() {
            out.push_str("</span>");
        }
        self.open = "";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_get_their_classes() {
        let highlighter = Highlighter::default();
        let html = highlighter.html(Some("python"), "def f(n):\n    return n != 0  # চাল নেই\n");
        assert!(
            html.starts_with(
                "<span class=\"k\">def </span><span class=\"f\">f</span>(<span class=\"p\">n</span>"
            ),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"c\"># চাল নেই\n</span>"),
            "{html}"
        );
        let html = highlighter.html(Some("cpp"), "#include <set>\nint g = 0; // a\n");
        assert!(
            html.contains("&lt;set&gt;") && html.contains("<span class=\"n\">0</span>"),
            "{html}"
        );
    }

    #[test]
    fn unknown_languages_and_long_lines_stay_whole() {
        let highlighter = Highlighter::default();
        assert_eq!(highlighter.html(None, "a < b"), "a &lt; b");
        assert_eq!(highlighter.html(Some("no-such"), "a & b"), "a &amp; b");
        let long = "(".repeat(100_000);
        assert_eq!(highlighter.html(Some("python"), &long), long);
    }
}

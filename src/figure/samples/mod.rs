//! The blocks of a lesson -> its code samples: every Python fence and every interactive session, at any depth.

pub mod cpp;
pub mod names;
pub mod scan;
pub mod session;
pub mod walk;

use crate::parse::block::Fence;
use crate::run::{Language, Limits, Program};
use crate::source::{Sources, Span};
use scan::Scan;
use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

/// A code sample.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its block, markers included.
    pub block: Span,
    /// Its language.
    pub language: Language,
    /// Its code; of a session, what was typed, with an empty line for each line of output.
    pub code: String,
    /// Where each line of the code stands.
    pub lines: Vec<Span>,
    /// Its statements and comments.
    pub scan: Scan,
    /// The names that it binds for later samples.
    pub names: BTreeSet<String>,
    /// Of a session: the lines (from 1) at which its entries begin.
    pub entries: Vec<u32>,
    /// The statements (by index) that are bare expressions and whose value the lesson shows.
    pub displayed: Vec<usize>,
    /// What it reads.
    pub input: String,
    /// What it may use.
    pub limits: Limits,
    /// Whether nothing is claimed of it: opted out, or marked as wrong on purpose.
    pub silent: bool,
}

/// The languages that name Python in an info string.
const PYTHON: &[&str] = &["python", "py", "python3", "py3", "pycon"];

/// Whether the info string of a fence names Python.
#[must_use]
pub fn is_python(fence: &Fence) -> bool {
    fence
        .language
        .as_deref()
        .is_some_and(|language| PYTHON.contains(&language))
}

/// Whether the info string of a fence names C++.
#[must_use]
pub fn is_cpp(fence: &Fence) -> bool {
    fence
        .language
        .as_deref()
        .is_some_and(|language| matches!(language, "cpp" | "c++" | "cc" | "cxx"))
}

impl Sample {
    /// The sample of a fence that holds a whole program in C++.
    #[must_use]
    pub fn of_cpp(sources: &Sources, fence: &Fence, block: Span) -> Option<Self> {
        let texts: Vec<&str> = fence
            .lines
            .iter()
            .map(|&line| sources.slice(line))
            .collect();
        let code = texts.join("\n");
        if !code.contains("main(") {
            return None;
        }
        Some(Self {
            block,
            language: Language::Cpp,
            names: BTreeSet::new(),
            scan: cpp::scan(&code),
            code,
            lines: fence.lines.clone(),
            entries: Vec::new(),
            displayed: Vec::new(),
            input: String::new(),
            limits: limits(fence),
            silent: false,
        })
    }

    /// The sample of a fence that holds Python.
    #[must_use]
    pub fn of(sources: &Sources, fence: &Fence, block: Span) -> Self {
        let texts: Vec<&str> = fence
            .lines
            .iter()
            .map(|&line| sources.slice(line))
            .collect();
        let (code, lines, entries) = if session::is_session(&texts) {
            session::typed(&texts, &fence.lines)
        } else {
            (texts.join("\n"), fence.lines.clone(), Vec::new())
        };
        let scan = scan::scan(&code);
        Self {
            block,
            language: Language::Python,
            names: names::bound(&scan),
            code,
            lines,
            scan,
            entries,
            displayed: Vec::new(),
            input: String::new(),
            limits: limits(fence),
            silent: false,
        }
    }

    /// How many lines it has.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.lines.len() as u32
    }

    /// Where a line (from 1) stands.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<Span> {
        self.lines.get((line as usize).checked_sub(1)?).copied()
    }

    /// Where bytes of the code stand; `None` where they reach over a line end.
    #[must_use]
    pub fn span(&self, range: &Range<usize>) -> Option<Span> {
        let before = self.code.get(..range.start)?;
        let row = before.matches('\n').count();
        let column = range.start - before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.lines.get(row)?;
        let start = line.start as usize + column;
        let end = start + range.len();
        (end <= line.end as usize).then(|| Span::new(line.file, start, end))
    }

    /// Whether it prints anything by itself.
    #[must_use]
    pub fn prints(&self) -> bool {
        !self.entries.is_empty()
            || !self.displayed.is_empty()
            || self.scan.statements.iter().any(scan::Statement::prints)
    }

    /// Whether it reads standard input.
    #[must_use]
    pub fn reads(&self) -> bool {
        let cpp = self.language == Language::Cpp;
        self.scan.statements.iter().any(|statement| {
            statement.calls("input")
                || statement.code.contains("stdin")
                || cpp && (statement.code.contains("cin") || statement.code.contains("scanf"))
        })
    }

    /// Whether it checks anything by itself.
    #[must_use]
    pub fn asserts(&self) -> bool {
        let python = self.language == Language::Python;
        python
            && self.scan.statements.iter().any(|statement| {
                statement.head() == "assert" || statement.code.contains(": assert ")
            })
    }

    /// The code with the values of the displayed expressions printed, line for line.
    fn displaying(&self) -> String {
        let mut code = self.code.clone();
        for &index in self.displayed.iter().rev() {
            if let Some(statement) = self.scan.statements.get(index) {
                let expression = code
                    .get(statement.range.clone())
                    .unwrap_or_default()
                    .to_owned();
                code.replace_range(
                    statement.range.clone(),
                    &format!("__import__('sys').displayhook({expression})"),
                );
            }
        }
        code
    }
}

/// An earlier sample that a sample continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Continued {
    /// Its index.
    pub sample: usize,
    /// The line (from 1) before which it ends, where it stops with an exception there.
    pub until: Option<u32>,
}

/// The program of a sample that continues earlier ones, and the number of lines before its own.
#[must_use]
pub fn program(
    samples: &[Sample],
    index: usize,
    continued: &[Continued],
) -> Option<(Program, u32)> {
    let sample = samples.get(index)?;
    let mut code = String::new();
    let mut before = 0;
    for part in continued {
        let Some(earlier) = samples.get(part.sample) else {
            continue;
        };
        for (line, text) in (1..).zip(earlier.code.split('\n')) {
            if part.until.is_none_or(|until| line < until) {
                code.push_str(text);
            }
            code.push('\n');
            before += 1;
        }
    }
    code.push_str(&sample.displaying());
    let program = Program {
        language: sample.language,
        code,
        entries: sample.entries.iter().map(|line| line + before).collect(),
        input: sample.input.clone(),
        limits: sample.limits,
    };
    Some((program, before))
}

/// `{time=20 memory=2048 output=4096}` of the info string: seconds, MiB, bytes. What a lesson asks for is bounded, for
/// it may come from a stranger.
fn limits(fence: &Fence) -> Limits {
    let asked = |key: &str, most: u64| {
        let value = fence.attributes.get(key)?.value.trim().parse::<u64>();
        value.ok().map(|value| value.clamp(1, most))
    };
    let usual = Limits::default();
    Limits {
        time: asked("time", 60).map_or(usual.time, Duration::from_secs),
        memory: asked("memory", 4096).unwrap_or(usual.memory),
        output: asked("output", 16 << 20).map_or(usual.output, |bytes| bytes as usize),
    }
}

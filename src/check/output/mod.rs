//! Samples, what a lesson shows of their output, and what they printed -> verdicts, diagnostics, fixes.
//!
//! 1. [`run_all`] runs the samples of all lessons.
//! 2. [`check`] compares, lesson by lesson: each place that shows an output becomes a figure with its claims.
//! 3. What the rules leave open becomes [`Unclear`]; it never fails a build.

mod asserts;
mod beside;
mod block;
mod compare;
mod failure;
mod lines;
mod mend;
mod place;
mod rounds;

pub use rounds::{Ran, not_run, run_all};

use crate::check::report::{CheckedFigure, Verdict};
use crate::diagnostic::{Certainty, Code, Diagnostic, Edit, Suggestion};
use crate::figure::claim::{Answer, Claim, Figure, Notation, OutputOf, Picture, Question};
use crate::figure::outputs::{Form, KIND, Reading, Shown};
use crate::figure::samples::Sample;
use crate::figure::scene::Games;
use crate::run::{End, Language, Printed};
use crate::source::{Sources, Span};
use std::ops::RangeInclusive;

/// What was found in one lesson.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// The places that show an output, in the order of the text.
    pub figures: Vec<CheckedFigure>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// What may show an output and could not be decided.
    pub unclear: Vec<Unclear>,
}

/// A place that may show an output, and why that was not decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear {
    /// Where.
    pub span: Span,
    /// Why, as a sentence.
    pub why: String,
}

/// What became of one place.
#[derive(Debug, Default)]
struct Found {
    claims: Vec<(Claim, Verdict)>,
    diagnostics: Vec<Diagnostic>,
    unclear: Option<Unclear>,
}

/// A sample that ran, beside what it printed on its own account.
struct Run<'a> {
    sources: &'a Sources,
    sample: &'a Sample,
    index: usize,
    ran: &'a Ran,
}

/// Compares the outputs that a lesson shows with what its samples printed.
#[must_use]
pub fn check(sources: &Sources, reading: &Reading, ran: &[Option<Ran>]) -> Checked {
    let mut checked = Checked::default();
    let mut group: Vec<(&Shown, Found)> = Vec::new();
    for shown in &reading.shown {
        let Some(sample) = reading.samples.get(shown.sample) else {
            continue;
        };
        let Some(Some(ran)) = ran.get(shown.sample) else {
            continue;
        };
        let run = Run {
            sources,
            sample,
            index: shown.sample,
            ran,
        };
        let found = place::place(&run, shown);
        let belongs = group.last().is_some_and(|(last, _)| {
            last.sample == shown.sample
                && matches!(last.form, Form::Beside { .. })
                && matches!(shown.form, Form::Beside { .. })
        });
        if !belongs {
            close(std::mem::take(&mut group), &mut checked);
        }
        group.push((shown, found));
    }
    close(group, &mut checked);
    for (index, (sample, ran)) in reading.samples.iter().zip(ran).enumerate() {
        let Some(ran) = ran else { continue };
        let run = Run {
            sources,
            sample,
            index,
            ran,
        };
        let shown: Vec<&Shown> = reading
            .shown
            .iter()
            .filter(|shown| shown.sample == index)
            .collect();
        asserts::add(index, sample, ran, &mut checked);
        checked.diagnostics.extend(failure::of_sample(&run, &shown));
    }
    checked.figures.sort_by_key(|figure| figure.figure.span);
    checked
        .diagnostics
        .sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    checked
}

/// Makes one figure of places that follow one another.
fn close(group: Vec<(&Shown, Found)>, checked: &mut Checked) {
    let mut claims = Vec::new();
    let mut verdicts = Vec::new();
    let mut block = None;
    let mut span: Option<Span> = None;
    for (shown, found) in group {
        checked.diagnostics.extend(found.diagnostics);
        checked.unclear.extend(found.unclear);
        for (claim, verdict) in found.claims {
            span = Some(span.map_or(claim.span, |span| span.to(claim.span)));
            block = Some(shown.block);
            claims.push(claim);
            verdicts.push(verdict);
        }
    }
    if let (Some(span), Some(block)) = (span, block) {
        checked.figures.push(CheckedFigure {
            figure: Figure {
                kind: KIND,
                span,
                block,
                game: None,
                claims,
                games: Games::default(),
                picture: Picture::InPlace,
                tentative: false,
            },
            verdicts,
        });
    }
}

impl Run<'_> {
    /// A line of the program as a line of the sample.
    fn own(&self, line: u32) -> Option<u32> {
        line.checked_sub(self.ran.before).filter(|&line| line > 0)
    }

    fn own_pieces<'b>(&'b self, pieces: &'b [Printed]) -> impl Iterator<Item = &'b Printed> {
        let displayed: Vec<RangeInclusive<u32>> = self
            .sample
            .displayed
            .iter()
            .filter_map(|&index| self.sample.scan.statements.get(index))
            .map(|statement| statement.first..=statement.last)
            .collect();
        // What an expression prints by what it calls is output; its value is seen by the reader alone.
        let value = move |line: u32| displayed.iter().any(|lines| lines.contains(&line));
        pieces.iter().filter(move |piece| {
            self.own(piece.top_line).is_some() && !self.own(piece.line).is_some_and(&value)
        })
    }

    /// What the sample printed in all, without what it continues and without values that only its reader sees.
    fn whole(&self, pieces: &[Printed]) -> String {
        self.own_pieces(pieces)
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// What these lines may be said to have shown: what they call, their value, or both.
    fn ways(&self, pieces: &[Printed], lines: &RangeInclusive<u32>) -> Vec<String> {
        let among = |line: u32| self.own(line).is_some_and(|line| lines.contains(&line));
        let collect = |wanted: &dyn Fn(&Printed) -> bool| -> String {
            pieces
                .iter()
                .filter(|piece| among(piece.top_line) && wanted(piece))
                .map(|piece| piece.text.as_str())
                .collect()
        };
        let mut ways = vec![
            collect(&|piece| !among(piece.line)),
            collect(&|piece| among(piece.line)),
            collect(&|_| true),
        ];
        ways.retain(|way| !way.is_empty());
        ways.dedup();
        ways
    }

    /// What these lines of the sample printed: by a call of their own, else by what they call.
    fn of_lines(&self, pieces: &[Printed], lines: &RangeInclusive<u32>) -> String {
        let among = |line: u32| self.own(line).is_some_and(|line| lines.contains(&line));
        let collect = |wanted: &dyn Fn(&Printed) -> bool| -> String {
            pieces
                .iter()
                .filter(|piece| wanted(piece))
                .map(|piece| piece.text.as_str())
                .collect()
        };
        let direct = collect(&|piece| among(piece.line));
        if direct.is_empty() {
            collect(&|piece| among(piece.top_line))
        } else {
            direct
        }
    }

    /// Why the outputs of the sample are not known, where they are not: `Err` for what may be no Python or no whole
    /// program at all.
    fn silence(&self) -> Option<Result<String, String>> {
        let limits = self.sample.limits;
        Some(match &self.ran.outcome.end {
            End::Finished => return None,
            End::Raised {
                class,
                message,
                top_line,
                ..
            } => match class.as_str() {
                "NameError" => {
                    let name = rounds::lacked(&self.ran.outcome.end).unwrap_or("a name");
                    Err(format!("the sample is no whole program: it lacks `{name}`"))
                }
                "ModuleNotFoundError" | "ImportError" => Err(format!(
                    "the sample needs a module that samples do not have: {message}"
                )),
                "EOFError" | "ValueError" | "IndexError"
                    if self.sample.reads() && self.sample.input.is_empty() =>
                {
                    Err("the sample reads input that the lesson does not show".into())
                }
                "PermissionError" => Err("the sample needs files, and samples have none".into()),
                _ if top_line.is_some_and(|line| self.own(line).is_none()) => Err(format!(
                    "a sample that this one continues stops with {class}"
                )),
                _ => return None,
            },
            End::Syntax { message, line } => {
                let own = line.and_then(|line| self.own(line));
                let place = own.map_or(String::new(), |line| {
                    format!(" (line {line} of the sample)")
                });
                let what = match self.sample.language {
                    Language::Python => "is not Python 3",
                    Language::Cpp => "does not compile",
                };
                Err(format!("the sample {what}: {message}{place}"))
            }
            End::TimedOut => Ok(format!(
                "the sample took longer than {} s; give its fence more with `{{time=SECONDS}}`",
                limits.time.as_secs_f64()
            )),
            End::TooMuchOutput => Ok(format!(
                "the sample printed more than {} bytes; allow more with `{{output=BYTES}}`",
                limits.output
            )),
            End::OutOfMemory => Ok(format!(
                "the sample needed more than {} MiB of memory; allow more with `{{memory=MIB}}`",
                limits.memory
            )),
            End::Crashed(why) => Ok(format!("the interpreter died on the sample: {why}")),
            End::NotRun(why) if self.sample.language == Language::Cpp => {
                Err(format!("the sample was not run: {why}"))
            }
            End::NotRun(why) => Ok(format!("the sample was not run: {why}")),
        })
    }

    fn claim(&self, span: Span, of: OutputOf) -> Claim {
        Claim {
            span,
            question: Question::Output {
                sample: self.index,
                of,
            },
            written: Answer::Text(self.sources.slice(span).to_owned()),
            notation: Notation::Plain,
        }
    }
}

/// A wrong output and the edits that mend it.
fn wrong(
    claim: &Claim,
    message: String,
    computed: &str,
    because: String,
    edits: Vec<Edit>,
    certainty: Certainty,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Code::WrongOutput, claim.span, message).because(because);
    if let Answer::Text(written) = &claim.written {
        diagnostic.written = Some(written.clone());
    }
    diagnostic.computed = Some(computed.to_owned());
    diagnostic.suggestion = Some(Suggestion { edits, certainty });
    diagnostic
}

//! The events of a lesson -> its samples, and the fences that show what they print or read.

use super::{Form, Reading, Shown, beside, words};
use crate::figure::samples::walk::Event;
use crate::figure::samples::{Sample, is_cpp, is_python, session};
use crate::parse::block::Fence;
use crate::source::{Sources, Span};

/// Languages of a fence that may hold an output.
const PLAIN: &[&str] = &[
    "text",
    "txt",
    "plain",
    "plaintext",
    "console",
    "output",
    "out",
    "stdout",
    "bash",
    "shell",
];

/// Languages of programs that are not run here.
const OTHERS: &[&str] = &[
    "c",
    "cpp",
    "c++",
    "cc",
    "java",
    "js",
    "javascript",
    "ts",
    "typescript",
    "go",
    "rust",
    "rs",
    "kotlin",
    "cs",
    "csharp",
    "pascal",
    "ruby",
    "php",
    "swift",
    "haskell",
    "scala",
    "r",
    "julia",
    "lua",
];

/// Where the reader stands.
#[derive(Default)]
struct State {
    /// The last sample that prints.
    sample: Option<usize>,
    /// Whether another block of code or a heading has come since.
    far: bool,
    /// Whether a fence with its output has come.
    answered: bool,
    /// What the last paragraph or heading reads, when nothing has come since.
    text: Option<String>,
    /// An input that waits for its sample.
    input: Option<String>,
}

pub(super) fn read(sources: &Sources, events: &[Event<'_>], reading: &mut Reading) {
    let mut state = State::default();
    for event in events {
        match event {
            Event::Heading(text) => {
                state.far = true;
                state.text = Some(text.clone());
            }
            Event::Text(text) => state.text = Some(text.clone()),
            Event::Other => {
                state.far = true;
                state.text = None;
            }
            Event::Code {
                fence,
                span,
                opted_out,
                tabbed,
            } => {
                if is_cpp(fence)
                    && cpp(
                        sources,
                        fence,
                        *span,
                        (*opted_out, *tabbed),
                        &mut state,
                        reading,
                    )
                {
                    state.text = None;
                    continue;
                }
                let other = fence
                    .language
                    .as_deref()
                    .is_some_and(|language| OTHERS.contains(&language));
                if other && !tabbed {
                    // An output below is that of another program.
                    state.sample = None;
                }
                code(sources, fence, *span, *opted_out, &mut state, reading);
                state.text = None;
            }
        }
    }
}

fn code(
    sources: &Sources,
    fence: &Fence,
    block: Span,
    opted_out: bool,
    state: &mut State,
    reading: &mut Reading,
) {
    let texts: Vec<&str> = fence
        .lines
        .iter()
        .map(|&line| sources.slice(line))
        .collect();
    let introduced = state.text.as_deref().is_some_and(words::introduces_output);
    let named = ["output", "out", "stdout"].iter().any(|word| {
        fence.language.as_deref() == Some(*word)
            || fence.info.split_whitespace().any(|part| part == *word)
    });
    let plain = fence
        .language
        .as_deref()
        .is_none_or(|language| PLAIN.contains(&language));
    let session = (plain || is_python(fence)) && session::is_session(&texts);
    let python = is_python(fence) && !(introduced && only_values(sources, fence));
    if session || (python && !named) {
        return sample(sources, fence, block, opted_out, state, reading);
    }
    if opted_out || !(plain || named || is_python(fence)) {
        state.far = true;
        return;
    }
    if state.text.as_deref().is_some_and(words::introduces_input) && !named {
        let text: String = texts.iter().flat_map(|line| [line, "\n"]).collect();
        return input(text, state, reading);
    }
    let answered = state.answered;
    state.answered |= introduced || named;
    match state.sample {
        Some(sample) if (introduced || named || !state.far) && !texts.is_empty() => {
            let near = named || (introduced && !state.far);
            reading.shown.push(Shown {
                sample,
                block,
                form: Form::Fence {
                    lines: content(sources, &fence.lines),
                },
                // Of two fences after one sample the second may show anything.
                certain: near && !answered,
                hinted: introduced || named,
                named,
            });
        }
        _ => {}
    }
    state.far = true;
}

/// A whole program in C++: a sample. Beside a Python twin in another tab the outputs below stay those of the twin.
/// `false` where it is no whole program.
fn cpp(
    sources: &Sources,
    fence: &Fence,
    block: Span,
    (opted_out, tabbed): (bool, bool),
    state: &mut State,
    reading: &mut Reading,
) -> bool {
    let Some(mut sample) = Sample::of_cpp(sources, fence, block) else {
        return false;
    };
    let index = reading.samples.len();
    sample.silent = opted_out || state.text.as_deref().is_some_and(words::marks_wrong);
    reading
        .shown
        .extend(beside::read(sources, fence, &mut sample, index));
    let twin = tabbed && !state.far && state.sample.is_some();
    if sample.prints() && !sample.silent && !twin {
        *state = State {
            sample: Some(index),
            input: state.input.take(),
            ..State::default()
        };
    }
    reading.samples.push(sample);
    true
}

/// The lines without empty ones at either end.
fn content(sources: &Sources, lines: &[Span]) -> Vec<Span> {
    let full = |line: &&Span| !sources.slice(**line).trim().is_empty();
    let first = lines.iter().position(|line| full(&line)).unwrap_or(0);
    let last = lines
        .iter()
        .rposition(|line| full(&line))
        .map_or(0, |at| at + 1);
    lines.get(first..last).unwrap_or_default().to_vec()
}

fn sample(
    sources: &Sources,
    fence: &Fence,
    block: Span,
    opted_out: bool,
    state: &mut State,
    reading: &mut Reading,
) {
    let mut sample = Sample::of(sources, fence, block);
    let index = reading.samples.len();
    let marked = state.text.as_deref().is_some_and(words::marks_wrong)
        || sample.scan.comments.first().is_some_and(|comment| {
            comment.line == 1
                && words::marks_wrong(sample.code.get(comment.range.clone()).unwrap_or_default())
        });
    sample.silent = opted_out || marked;
    let shown = beside::read(sources, fence, &mut sample, index);
    if sample.reads()
        && sample.input.is_empty()
        && let Some(input) = state.input.take()
    {
        sample.input = input;
    }
    reading.shown.extend(shown);
    if sample.prints() && !sample.silent {
        *state = State {
            sample: Some(index),
            ..State::default()
        };
    } else {
        state.far = true;
    }
    reading.samples.push(sample);
}

/// An input belongs to the sample above that reads and has none; a second one runs that sample again; else it waits.
fn input(text: String, state: &mut State, reading: &mut Reading) {
    let reader = state
        .sample
        .and_then(|index| reading.samples.get(index))
        .filter(|sample| sample.reads())
        .cloned();
    let (Some(index), Some(reader)) = (state.sample, reader) else {
        state.input = Some(text);
        return;
    };
    if reader.input.is_empty() && !state.answered {
        if let Some(sample) = reading.samples.get_mut(index) {
            sample.input = text;
        }
    } else {
        state.sample = Some(reading.samples.len());
        state.answered = false;
        state.far = false;
        reading.samples.push(Sample {
            input: text,
            ..reader
        });
    }
}

/// Whether a fence that is labelled as code holds values and no code: the output was labelled like the sample.
fn only_values(sources: &Sources, fence: &Fence) -> bool {
    let mut any = false;
    for &line in &fence.lines {
        let text = sources.slice(line);
        if text.trim().is_empty() {
            continue;
        }
        any = true;
        let code =
            text.contains(" = ") || text.contains("print(") || text.trim_end().ends_with(':');
        if code || text.trim_start().starts_with(['@', '#']) {
            return false;
        }
    }
    any
}

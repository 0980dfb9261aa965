//! The other side of a run: the process that reads one job, confines itself, runs the program and reports.

use crate::run::protocol::{Job, Report};
use crate::run::{End, sandbox};
use std::io::{BufWriter, Read, Write};

/// The first argument that makes the executable a child. No command of the tool has this name.
pub const WORD: &str = "--run-sample-child";

/// Reserved, not used at once: deep recursion of a sample needs it.
const STACK_MIB: u64 = 512;

/// What the process needs besides the memory of the sample and the stack: its own image and the allocator's reserve.
const IMAGE_MIB: u64 = 256;

/// Runs the job that stands on standard input and ends the process. With more words behind [`WORD`], becomes the
/// compiler or the compiled program that they name, under their limits.
pub fn main() -> ! {
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(2).collect();
    if let [mode, memory, seconds, command, arguments @ ..] = words.as_slice() {
        let number = |word: &std::ffi::OsString| word.to_str().and_then(|word| word.parse().ok());
        if let (Some(mode), Some(memory), Some(seconds)) =
            (mode.to_str(), number(memory), number(seconds))
        {
            sandbox::become_program(mode == "confined", memory, seconds, command, arguments);
        }
        sandbox::leave(2);
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    let job: Job = match read.map(|_| serde_json::from_slice(&bytes)) {
        Ok(Ok(job)) => job,
        _ => sandbox::leave(2),
    };
    let limits = job.program.limits;
    let memory = limits.memory.saturating_add(STACK_MIB + IMAGE_MIB);
    if sandbox::limit(memory, limits.time).is_err() {
        sandbox::leave(3);
    }
    let interpreter = std::thread::Builder::new()
        .stack_size((STACK_MIB << 20) as usize)
        .spawn(move || {
            sandbox::confine();
            let reporter = Reporter::new(limits.output);
            execute(&job, reporter)
        });
    match interpreter.map(std::thread::JoinHandle::join) {
        Ok(Ok(never)) => never,
        // The panic has been written to standard error.
        Ok(Err(_)) => sandbox::leave(101),
        Err(_) => sandbox::leave(4),
    }
}

#[cfg(feature = "python")]
fn execute(job: &Job, reporter: Reporter) -> ! {
    super::python::execute(&job.program, job.seed, reporter)
}

#[cfg(not(feature = "python"))]
fn execute(_: &Job, mut reporter: Reporter) -> ! {
    reporter.end(End::NotRun("built without the interpreter".into()), false)
}

/// Writes reports to standard output; joins what one line prints at a stretch.
// Without the interpreter nothing is printed.
#[cfg_attr(not(feature = "python"), allow(dead_code))]
pub(super) struct Reporter {
    output: BufWriter<std::io::Stdout>,
    pending: Option<(u32, u32, String)>,
    left: usize,
}

#[cfg_attr(not(feature = "python"), allow(dead_code))]
impl Reporter {
    fn new(limit: usize) -> Self {
        Self {
            output: BufWriter::with_capacity(1 << 16, std::io::stdout()),
            pending: None,
            left: limit,
        }
    }

    /// Takes what the program printed. Does not return when that is more than the limit.
    pub(super) fn print(&mut self, line: u32, top_line: u32, text: &str) {
        match self.left.checked_sub(text.len()) {
            Some(left) => self.left = left,
            None => self.end(End::TooMuchOutput, false),
        }
        match &mut self.pending {
            Some((at, top, sofar)) if (*at, *top) == (line, top_line) && !sofar.ends_with('\n') => {
                sofar.push_str(text);
            }
            _ => {
                self.flush();
                self.pending = Some((line, top_line, text.to_owned()));
            }
        }
    }

    fn flush(&mut self) {
        if let Some((line, top_line, text)) = self.pending.take() {
            self.say(&Report::Printed(line, top_line, text));
        }
    }

    fn say(&mut self, report: &Report) {
        let said = serde_json::to_writer(&mut self.output, report)
            .map_err(std::io::Error::from)
            .and_then(|()| self.output.write_all(b"\n"));
        if said.is_err() {
            // Nobody listens any more.
            sandbox::leave(5);
        }
    }

    /// Reports how the program ended, and ends the process without tearing the interpreter down.
    pub(super) fn end(&mut self, end: End, unsteady: bool) -> ! {
        self.flush();
        self.say(&Report::Ended { end, unsteady });
        let done = self.output.flush().and_then(|()| std::io::stdout().flush());
        sandbox::leave(if done.is_ok() { 0 } else { 5 })
    }
}

//! A program and a seed -> its outcome: one child process, watched from outside.

use crate::run::child::WORD;
use crate::run::protocol::{Job, Report};
use crate::run::{End, Outcome, Printed, Program};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long the parent waits beyond the limit of the program: the start of the interpreter, on a busy machine.
const GRACE: Duration = Duration::from_millis(500);

/// What a child may say in all, in bytes per byte that its program may print. JSON writes a control character as
/// six bytes, and a report has some 30 bytes around its text.
const WORDINESS: u64 = 40;

/// What the child reported, before its exit status is known.
#[derive(Default)]
struct Heard {
    printed: Vec<Printed>,
    end: Option<(End, bool)>,
    too_much: bool,
}

/// Runs a program once. Also says whether it drew on randomness or on the clock.
pub(super) fn run(program: &Program, seed: u32, executable: &Path) -> (Outcome, bool) {
    match attempt(program, seed, executable) {
        Ok(result) => result,
        Err(error) => (
            Outcome::not_run(format!("the interpreter could not be started: {error}")),
            false,
        ),
    }
}

fn attempt(program: &Program, seed: u32, executable: &Path) -> std::io::Result<(Outcome, bool)> {
    let job = serde_json::to_vec(&Job {
        program: program.clone(),
        seed,
    })?;
    let allowance = (program.limits.output as u64)
        .saturating_mul(WORDINESS)
        .saturating_add(1 << 16);
    let mut command = Command::new(executable);
    command.arg(WORD).env_clear().current_dir("/");
    let time = program.limits.time.saturating_add(GRACE);
    let watched = watch(command, job, time, move |output| {
        let mut heard = Heard::default();
        listen(output, allowance, &mut heard);
        heard
    })?;
    Ok(judge(watched))
}

/// A child that has ended: what was heard of it, what it complained of, its status, and whether it had to be ended.
pub(super) struct Watched<T> {
    pub heard: T,
    pub complaint: String,
    pub status: ExitStatus,
    pub timed_out: bool,
}

/// Starts a command, gives it its input, hears its output, and ends it when its time is over.
pub(super) fn watch<T: Default + Send + 'static>(
    mut command: Command,
    input: Vec<u8>,
    time: Duration,
    hear: impl FnOnce(ChildStdout) -> T + Send + 'static,
) -> std::io::Result<Watched<T>> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (stdin, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // A child that reads nothing must not keep its parent waiting; one that dies early says so by its exit status.
    let feeder = std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(&input);
        }
    });
    let (sender, receiver) = channel();
    let listener = std::thread::spawn(move || {
        let heard = output.map(hear).unwrap_or_default();
        let _ = sender.send(());
        let mut bytes = Vec::new();
        if let Some(errors) = errors {
            let _ = errors.take(1 << 14).read_to_end(&mut bytes);
        }
        (heard, String::from_utf8_lossy(&bytes).into_owned())
    });
    // Once it has said all or too much it is not needed any more.
    let timed_out = receiver.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if timed_out {
        child.kill()?;
    }
    let status = finish(&mut child)?;
    let _ = feeder.join();
    let (heard, complaint) = listener.join().unwrap_or_default();
    Ok(Watched {
        heard,
        complaint,
        status,
        timed_out,
    })
}

/// Waits for the exit of a child that has closed its output; kills it when it lingers.
fn finish(child: &mut Child) -> std::io::Result<ExitStatus> {
    for _ in 0..100 {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_micros(200));
    }
    child.kill()?;
    child.wait()
}

fn listen(output: impl Read, allowance: u64, heard: &mut Heard) {
    let mut reader = BufReader::with_capacity(1 << 16, output.take(allowance));
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        match serde_json::from_slice(&line) {
            Ok(Report::Printed(line, top_line, text)) => heard.printed.push(Printed {
                line,
                top_line,
                text,
            }),
            Ok(Report::Ended { end, unsteady }) => {
                heard.end = Some((end, unsteady));
                return;
            }
            Err(_) => break,
        }
    }
    heard.too_much = reader.into_inner().limit() == 0;
}

fn judge(watched: Watched<Heard>) -> (Outcome, bool) {
    let heard = watched.heard;
    let (end, unsteady) = match heard.end {
        Some(end) => end,
        None if watched.timed_out => (End::TimedOut, false),
        None if heard.too_much => (End::TooMuchOutput, false),
        None => (death(&watched.complaint, watched.status), false),
    };
    let outcome = Outcome {
        printed: heard.printed,
        again: None,
        end,
    };
    (outcome, unsteady)
}

/// Why a child died that did not report its end.
pub(super) fn death(complaint: &str, status: ExitStatus) -> End {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if matches!(status.signal(), Some(libc::SIGXCPU | libc::SIGKILL)) {
            return End::TimedOut;
        }
    }
    if complaint.contains("memory allocation of") || complaint.contains("capacity overflow") {
        return End::OutOfMemory;
    }
    let first = complaint
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty());
    End::Crashed(match first {
        Some(line) => format!("{line} ({status})"),
        None => status.to_string(),
    })
}

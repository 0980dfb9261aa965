//! A C++ program -> its outcome: compiled by the machine's compiler, run under the limits of a sample.
//!
//! Each output statement is made to write a mark with its line first, so that what is printed can be held against the
//! comment beside it. A compiler reads any file that a program names (`#include`, `.incbin`): C++ runs only where the
//! caller says so.

use super::child::WORD;
use super::process::{death, watch};
use super::{End, Outcome, Printed, Program};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A compiler for C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiler {
    /// Where it is.
    pub path: PathBuf,
    /// What it says of its version; outcomes are kept under it.
    pub version: String,
}

/// How long a compiler may take.
const COMPILING: Duration = Duration::from_secs(30);

/// What a compiler may use, in MiB.
pub(super) const COMPILER_MEMORY: u64 = 2048;

impl Compiler {
    /// The first of `g++`, `clang++` and `c++` in these folders (those of `PATH`) that runs.
    #[must_use]
    pub fn find(folders: impl IntoIterator<Item = PathBuf>) -> Option<Self> {
        let folders: Vec<PathBuf> = folders
            .into_iter()
            .filter(|folder| folder.is_absolute())
            .collect();
        ["g++", "clang++", "c++"].iter().find_map(|name| {
            let path = folders
                .iter()
                .map(|folder| folder.join(name))
                .find(|path| path.is_file())?;
            let output = Command::new(&path).arg("--version").output().ok()?;
            let version = String::from_utf8_lossy(&output.stdout)
                .lines()
                .next()?
                .to_owned();
            output.status.success().then_some(Self { path, version })
        })
    }
}

/// Compiles and runs a program.
pub(super) fn run(program: &Program, compiler: &Compiler, executable: &Path) -> Outcome {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("coursegen-{}-{number}", std::process::id()));
    let outcome = std::fs::create_dir(&folder)
        .and_then(|()| attempt(program, compiler, executable, &folder))
        .unwrap_or_else(|error| {
            Outcome::not_run(format!("the compiler could not be run: {error}"))
        });
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn attempt(
    program: &Program,
    compiler: &Compiler,
    executable: &Path,
    folder: &Path,
) -> std::io::Result<Outcome> {
    let (source, binary) = (folder.join("sample.cpp"), folder.join("sample"));
    std::fs::write(&source, marked(&program.code))?;
    let mut command = Command::new(executable);
    command
        .args([WORD, "compile"])
        .arg(COMPILER_MEMORY.to_string())
        .arg(COMPILING.as_secs().to_string())
        .arg(&compiler.path)
        .args(["-std=c++17", "-O1", "-static", "-w", "-fmax-errors=1", "-o"])
        .arg(&binary)
        .arg(&source)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("LC_ALL", "C")
        .env("TMPDIR", folder)
        .current_dir(folder);
    let compiled = watch(command, Vec::new(), COMPILING, drain)?;
    if !compiled.status.success() {
        return Ok(Outcome {
            printed: Vec::new(),
            again: None,
            end: refusal(&compiled.complaint, compiled.timed_out),
        });
    }
    let limits = program.limits;
    let most = limits.output as u64;
    let mut command = Command::new(executable);
    command
        .args([WORD, "confined"])
        .arg(limits.memory.to_string())
        .arg(limits.time.as_secs().saturating_add(1).to_string())
        .arg(&binary)
        .env_clear()
        .current_dir("/");
    let input = program.input.clone().into_bytes();
    let ran = watch(command, input, limits.time, move |output| {
        let mut bytes = Vec::new();
        // The marks come on top of what the program prints.
        let _ = output
            .take(most.saturating_mul(4).saturating_add(1))
            .read_to_end(&mut bytes);
        bytes
    })?;
    let printed = pieces(&String::from_utf8_lossy(&ran.heard));
    let length: usize = printed.iter().map(|piece| piece.text.len()).sum();
    let end = if length > limits.output {
        End::TooMuchOutput
    } else if ran.timed_out {
        End::TimedOut
    } else if ran.status.code().is_some() {
        End::Finished
    } else {
        death(&ran.complaint, ran.status)
    };
    Ok(Outcome {
        printed,
        again: None,
        end,
    })
}

fn drain(output: impl Read) {
    let _ = std::io::copy(&mut output.take(1 << 20), &mut std::io::sink());
}

/// What a compiler said against a program: its first error, with the line.
fn refusal(complaint: &str, timed_out: bool) -> End {
    if timed_out {
        return End::TimedOut;
    }
    let error = complaint.lines().find_map(|line| {
        let (place, message) = line.split_once(" error: ")?;
        let number = place.split(':').nth(1)?.parse().ok();
        Some((message.to_owned(), number))
    });
    match error {
        Some((message, line)) => End::Syntax { message, line },
        None => {
            let first = complaint.lines().next().unwrap_or("it said nothing");
            End::NotRun(format!("the compiler failed: {first}"))
        }
    }
}

/// The program with a mark in front of what each line writes. Lines stay lines.
fn marked(code: &str) -> String {
    let mut text = String::new();
    for (number, line) in (1..).zip(code.split('\n')) {
        let mark = format!("\"\\001{number}\\002\"");
        match output(line) {
            Some((at, Writer::Stream)) => {
                let (before, rest) = line.split_at(at);
                text += &format!(
                    "{before}cout << {mark}{}",
                    rest.get(4..).unwrap_or_default()
                );
            }
            Some((at, Writer::Function)) => {
                let (before, rest) = line.split_at(at);
                text += &format!("{before}printf({mark}), {rest}");
            }
            None => text += line,
        }
        text.push('\n');
    }
    text
}

/// How a line writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writer {
    /// `cout << ...`
    Stream,
    /// `printf(...)`, `puts(...)`
    Function,
}

/// Where a line writes output, and how; not within strings and comments.
fn output(line: &str) -> Option<(usize, Writer)> {
    let plain = without_strings(line);
    let word = |name: &str, next: &str| {
        plain.match_indices(name).map(|(at, _)| at).find(|&at| {
            let before = plain.get(..at).unwrap_or_default();
            let after = plain.get(at + name.len()..).unwrap_or_default();
            after.trim_start().starts_with(next)
                && !before.ends_with(|c: char| {
                    c.is_alphanumeric() || c == '_' || c == ':' && name != "cout"
                })
        })
    };
    if let Some(at) = word("cout", "<<") {
        return Some((at, Writer::Stream));
    }
    let at = word("printf", "(").or_else(|| word("puts", "("))?;
    Some((at, Writer::Function))
}

/// Whether a line writes to standard output.
#[must_use]
pub fn writes(line: &str) -> bool {
    output(line).is_some()
}

/// A line with blanks in place of what stands in strings, and of comments.
#[must_use]
pub fn without_strings(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut quote = None;
    let mut escaped = false;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let blank = match quote {
            Some(end) => {
                if escaped {
                    escaped = false;
                } else if c == '\\' {
                    escaped = true;
                } else if c == end {
                    quote = None;
                }
                true
            }
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                true
            }
            None if c == '/' && rest.peek() == Some(&'/') => break,
            None => false,
        };
        if blank {
            plain.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            plain.push(c);
        }
    }
    plain
}

/// Output with marks -> pieces with the lines that wrote them.
fn pieces(text: &str) -> Vec<Printed> {
    let mut printed = Vec::new();
    for (index, part) in text.split('\u{1}').enumerate() {
        let (line, text) = match part.split_once('\u{2}') {
            Some((line, text)) if index > 0 => (line.parse().unwrap_or(1), text),
            _ => (1, part),
        };
        if !text.is_empty() {
            printed.push(Printed {
                line,
                top_line: line,
                text: text.to_owned(),
            });
        }
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_in_front_of_outputs() {
        let code = "int main() {\n  std::cout << f(\"cout <<\"); // cout << 3\n  if (x) printf(\"%d\", 1);\n  puts(\"printf(\");\n}";
        assert_eq!(
            marked(code),
            "int main() {\n  std::cout << \"\\0012\\002\" << f(\"cout <<\"); // cout << 3\n  if (x) printf(\"\\0013\\002\"), printf(\"%d\", 1);\n  printf(\"\\0014\\002\"), puts(\"printf(\");\n}\n"
        );
        assert!(!writes("// cout << 5"));
        assert!(!writes("int mycout; fprintf(stderr, \"\")"));
    }

    #[test]
    fn marked_output_comes_apart() {
        let found: Vec<(u32, String)> = pieces("\u{1}2\u{2}a\n\u{1}13\u{2}b")
            .into_iter()
            .map(|piece| (piece.line, piece.text))
            .collect();
        assert_eq!(found, [(2, "a\n".into()), (13, "b".into())]);
    }
}

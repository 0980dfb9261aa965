//! A command -> what to print and the exit status. Prints nothing itself.

mod build;
mod check;
mod dump;
mod explain;
mod new;
mod solve;

use crate::Options;
use crate::cli::{Cli, Command, Global};

/// What a command came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// For standard output.
    pub output: String,
    /// For standard error; may hold ANSI colours.
    pub error: String,
    /// 0: all is well. 1: the lessons have errors. 2: the tool could not do its work.
    pub status: u8,
}

/// Does what a command asks for. `options` are those of the place: the user's cache folder, this executable.
#[must_use]
pub fn perform(cli: &Cli, options: Options) -> Response {
    let options = with(&cli.global, options);
    let result = match &cli.command {
        Command::Build {
            course,
            out,
            format,
        } => build::build(course, out, format, &options),
        Command::Check {
            course,
            format,
            fix,
        } => check::check(course, format, *fix, &options),
        Command::Solve {
            rule,
            positions,
            format,
        } => solve::solve(rule, positions, *format),
        Command::Explain { code } => explain::explain(code.as_deref()),
        Command::Dump { stage, file } => dump::dump(*stage, file, &options),
        Command::New { path } => new::new(path),
    };
    result.unwrap_or_else(|failure| Response {
        error: format!("error: {failure}\n"),
        status: 2,
        ..Response::default()
    })
}

/// The options of the place, overridden by those of the command line.
fn with(global: &Global, mut options: Options) -> Options {
    if let Some(folder) = &global.cache {
        options.cache = Some(folder.clone());
    }
    if global.no_cache {
        options.cache = None;
    }
    options
}

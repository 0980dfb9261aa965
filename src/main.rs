//! Arguments in, one library call, text out, exit status.

use anstream::{AutoStream, ColorChoice};
use clap::Parser;
use coursegen::cli::{Cli, Color};
use coursegen::run::child;
use coursegen::run::cpp::Compiler;
use coursegen::{Options, command};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == child::WORD)
    {
        child::main();
    }
    let cli = Cli::parse();
    if let Some(threads) = cli.global.threads {
        // It fails only where a pool exists already, and none does.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build_global();
    }
    let choice = match cli.global.color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    let options = Options {
        cache: cache(),
        executable: std::env::current_exe().ok(),
        compiler: cli.global.run_cpp.then(compiler).flatten(),
    };
    let response = command::perform(&cli, options);
    print(AutoStream::new(std::io::stdout(), choice), &response.output);
    print(AutoStream::new(std::io::stderr(), choice), &response.error);
    ExitCode::from(response.status)
}

/// What compiles C++ on this machine.
fn compiler() -> Option<Compiler> {
    let path = std::env::var_os("PATH")?;
    Compiler::find(std::env::split_paths(&path))
}

/// A reader that has gone away (`coursegen … | head`) is no reason to complain.
fn print(mut stream: impl Write, text: &str) {
    let _ = stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush());
}

/// The user's cache folder (XDG Base Directory Specification).
fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("coursegen"))
}

//! Arguments -> [`Command`].

use crate::diagnostic::ALL;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// What the user asked for.
#[derive(Debug, Clone, Parser)]
#[command(name = "coursegen", version, about, max_term_width = 100)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// Settings of every command.
    #[command(flatten)]
    pub global: Global,
}

/// Settings of every command.
#[derive(Debug, Clone, Default, Args)]
pub struct Global {
    /// Where results of code samples are kept [default: the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Run every code sample again
    #[arg(long, global = true)]
    pub no_cache: bool,
    /// Compile and run C++ samples, too; not for lessons of strangers
    #[arg(long, global = true)]
    pub run_cpp: bool,
    /// How many threads work [default: as many as there are processors]
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A command and its arguments.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Check the lessons, then publish the site
    Build {
        /// The folder of the course
        #[arg(default_value = "content")]
        course: PathBuf,
        /// The folder of the site
        #[arg(long, value_name = "DIR", default_value = "public")]
        out: PathBuf,
        /// How findings are shown
        #[arg(long, value_name = "FORM", default_value = "human", value_parser = forms())]
        format: String,
    },
    /// Check the lessons
    Check {
        /// The folder of the course
        #[arg(default_value = "content")]
        course: PathBuf,
        /// How findings are shown
        #[arg(long, value_name = "FORM", default_value = "human", value_parser = forms())]
        format: String,
        /// Write the right value in place of each wrong one, and change nothing else
        #[arg(long)]
        fix: bool,
    },
    /// Compute outcomes and Grundy values
    #[command(
        after_help = "Example: coursegen solve 'subtraction {1, 3, 4}' 0..10 --format markdown"
    )]
    Solve {
        /// The rule, such as `nim` or `subtraction {1, 3, 4}`
        rule: String,
        /// The positions, such as `0..10`, `7` or `[3, 4, 5]`
        #[arg(required = true)]
        positions: Vec<String>,
        /// How the table is written
        #[arg(long, value_name = "FORM", default_value = "text")]
        format: TableForm,
    },
    /// Say what a diagnostic means, with an example
    Explain {
        /// The code, such as `wrong-nimber`; without one, all codes are listed
        code: Option<String>,
    },
    /// Show what the tool makes of a lesson
    Dump {
        /// How far the lesson is taken
        #[arg(long, value_name = "STAGE", default_value = "figures")]
        stage: Stage,
        /// A lesson
        file: PathBuf,
    },
    /// Write a new course, or a new lesson of a course
    New {
        /// A folder for a course, or a path that ends in .md for a lesson
        path: PathBuf,
    },
}

/// How `solve` writes its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableForm {
    /// Aligned by spaces, for a fence.
    Text,
    /// A pipe table.
    Markdown,
    /// For programs.
    Json,
}

/// How far `dump` takes a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The blocks of the document.
    Blocks,
    /// The figures and what they are about.
    Figures,
    /// Each claim and its verdict.
    Claims,
}

fn forms() -> PossibleValuesParser {
    let values = ALL
        .iter()
        .map(|form| clap::builder::PossibleValue::new(form.id()).help(form.purpose()));
    PossibleValuesParser::new(values)
}

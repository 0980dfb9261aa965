//! coursegen: lessons in, a site out, and no figure is published that was not recomputed.
//!
//! # The way through the code
//!
//! ```text
//! load -> parse -> figure -> check (solve, run) -> render -> write
//! ```
//!
//! In reading order:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`cli`] | arguments | a command |
//! | [`command`] | a command | what to print, and the exit status |
//! | [`source`] | bytes of files as they are on disk | lines and columns |
//! | [`diagnostic`] | what is wrong with a lesson | text for people and programs |
//! | [`failure`] | what stops the tool | a message |
//! | [`yaml`] | YAML | values that know where they were written |
//! | [`config`] | course.yaml | a checked configuration |
//! | [`load`] | the disk | [`load::Inputs`] |
//! | [`parse`] | inputs | [`parse::site::Site`]: front matter and document trees |
//! | [`notation`] | written numbers, outcomes, sets, formulas | values |
//! | [`solve`] | rules of a game | outcomes, values, periods, witnesses |
//! | [`answer`] | a rule and positions | what `coursegen solve` prints |
//! | [`run`] | code samples | what they print |
//! | [`figure`] | a site | figures and their claims |
//! | [`check`] | claims | [`check::report::Report`]: verdicts and diagnostics |
//! | [`fix`] | diagnostics | corrected texts |
//! | [`render`] | site and report | pages, in memory |
//! | [`write`] | pages | the disk |
//!
//! # Invariants
//!
//! The test `tests/architecture.rs` holds them.
//!
//! 1. `solve` imports the standard library only. `figure` never computes an answer: it knows games and programs, and
//!    neither solves nor runs them.
//!    `check` never looks at Markdown.
//! 2. A [`source::Span`] is a byte range of the file as it is on disk; nobody edits text before figures are read.
//! 3. A lesson's mistakes are [`diagnostic::Diagnostic`]s, all reported in one run. [`failure::Failure`] is for what stops
//!    the tool.
//! 4. Only `load` reads, only `write` writes, only `main.rs` prints and exits (`run` keeps its cache and starts its
//!    children). There are no globals.
//! 5. The same input gives the same bytes, whatever the number of threads: walks are sorted, no clock is read, nothing
//!    depends on the order of a hash.
//! 6. Every search, every run of a program, every formula has a budget; running out is an ordinary, visible result.
//! 7. A closed form is never the only witness: what a theorem says is also found by search, wherever that is affordable.

pub mod answer;
pub mod check;
pub mod cli;
pub mod command;
pub mod config;
pub mod diagnostic;
pub mod failure;
pub mod figure;
pub mod fix;
pub mod load;
pub mod notation;
pub mod parse;
pub mod render;
pub mod run;
pub mod solve;
pub mod source;
pub mod write;
pub mod yaml;

use crate::check::output::Ran;
use crate::check::report::{CheckedFigure, LessonReport, Report, Verdict};
use crate::config::Unchecked;
use crate::diagnostic::{Code, Diagnostic, FigureFindings, Findings, LessonFindings, Severity};
use crate::failure::Failure;
use crate::figure::outputs::{Form, Reading};
use crate::load::Inputs;
use crate::parse::site::{Lesson, Site};
use crate::run::Runner;
use crate::source::{Sources, Span};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Settings of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the outcomes of code samples are kept; `None`: nowhere.
    pub cache: Option<PathBuf>,
    /// This program's own executable, which runs the samples as its children; `None`: samples are not run.
    pub executable: Option<PathBuf>,
    /// What compiles C++ samples; `None`: they are not run. A compiler reads any file that a sample names, so C++ of
    /// strangers is better left alone.
    pub compiler: Option<run::cpp::Compiler>,
}

/// A course and what was found in it.
#[derive(Debug, Clone)]
pub struct Checked {
    /// What was read.
    pub inputs: Inputs,
    /// What was parsed.
    pub site: Site,
    /// What was found.
    pub report: Report,
    /// The files of the course that its pages need.
    pub assets: BTreeSet<String>,
}

/// Checks the course in a folder.
///
/// # Errors
/// The folder cannot be read or holds no lesson.
pub fn check(root: &Path, options: &Options) -> Result<Checked, Failure> {
    let mut checked = check_inputs(load::load(root)?, options);
    let examined = render::examine(&checked.site, &checked.inputs)
        .map_err(|failure| in_course(failure, root, &checked))?;
    let diagnostics = &mut checked.report.diagnostics;
    diagnostics.extend(examined.diagnostics);
    sort(&checked.inputs.sources, diagnostics);
    checked.assets = examined.assets;
    Ok(checked)
}

/// Checks the course in a folder and publishes it in another. Errors stop publication: the earlier site stays.
///
/// # Errors
/// As for [`check`]; a template fails; the site cannot be written.
pub fn build(root: &Path, out: &Path, options: &Options) -> Result<Built, Failure> {
    let mut checked = check(root, options)?;
    let mut pages = None;
    if checked.is_right() {
        load::assets(root, &mut checked.inputs, &checked.assets)?;
        let (site, _) = render::render(&checked.site, &checked.report, &checked.inputs)
            .map_err(|failure| in_course(failure, root, &checked))?;
        write::site(&site, out)?;
        pages = Some(site.keys().filter(|path| path.ends_with(".html")).count());
    }
    Ok(Built { checked, pages })
}

/// Says why claims of a figure were not decided: once for each reason, at the first claim that has it.
fn unchecked(checked: &CheckedFigure) -> Vec<Diagnostic> {
    let mut reasons: Vec<(&str, Span)> = Vec::new();
    for (claim, verdict) in checked.figure.claims.iter().zip(&checked.verdicts) {
        if let Verdict::Unchecked(reason) = verdict
            && reasons.iter().all(|(known, _)| known != reason)
        {
            reasons.push((reason, claim.span));
        }
    }
    let reasons = reasons.into_iter();
    reasons
        .map(|(reason, span)| {
            Diagnostic::new(Code::NotChecked, span, format!("not checked: {reason}"))
        })
        .collect()
}

/// A figure that was not checked is what `checks: {unchecked: …}` says it is.
fn grade(unchecked: Unchecked, diagnostics: &mut Vec<Diagnostic>) {
    let severity = match unchecked {
        Unchecked::Error => Severity::Error,
        Unchecked::Warn => Severity::Warning,
        Unchecked::Allow => {
            diagnostics.retain(|one| one.code != Code::NotChecked);
            return;
        }
    };
    for one in diagnostics {
        if one.code == Code::NotChecked && one.graded.is_none() {
            one.graded = Some(severity);
        }
    }
}

/// A template of the course is named by its place in the course.
fn in_course(mut failure: Failure, root: &Path, checked: &Checked) -> Failure {
    if let Some(folder) = &checked.site.config.templates
        && let Some(place) = failure.place.as_deref()
        && let Some(rest) = place.strip_prefix("templates/")
        && let Some((name, _)) = rest.split_once(':')
        && checked.inputs.templates.contains_key(name)
    {
        let place = root.join(&folder.value).join(rest);
        let place = place.strip_prefix(".").unwrap_or(&place);
        failure.place = Some(place.display().to_string());
    }
    failure
}

/// By path, place and code, whatever found them first.
fn sort(sources: &Sources, diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_cached_key(|one| {
        let span = one.primary.span;
        let path = sources.path(span.file).to_owned();
        (path, span.start, span.end, one.code, one.message.clone())
    });
}

/// Checks a course that was read.
///
/// 1. The samples of all lessons run, in parallel, as far as their outputs are shown.
/// 2. The figures of each lesson are read and checked, in parallel over lessons.
#[must_use]
pub fn check_inputs(inputs: Inputs, options: &Options) -> Checked {
    use rayon::prelude::*;
    let (site, mut diagnostics) = parse::parse(&inputs);
    let sources = &inputs.sources;
    let outputs: Vec<Reading> = site
        .lessons
        .par_iter()
        .map(|lesson| figure::outputs::read(sources, &lesson.blocks))
        .collect();
    let runner = options
        .executable
        .clone()
        .filter(|_| site.config.checks.code)
        .map(|executable| Runner {
            executable,
            cache: options.cache.clone(),
            compiler: options.compiler.clone(),
        });
    let ran = match &runner {
        Some(runner) => check::output::run_all(&outputs.iter().collect::<Vec<_>>(), runner),
        None => {
            let why = match options.executable {
                Some(_) => "course.yaml says `code: skip`",
                None => "no program to run it with",
            };
            let outputs = outputs.iter();
            outputs
                .map(|reading| check::output::not_run(reading, why))
                .collect()
        }
    };
    let found: Vec<(LessonReport, Vec<Diagnostic>)> = site
        .lessons
        .par_iter()
        .zip(outputs.par_iter().zip(&ran))
        .map(|(lesson, (reading, ran))| {
            check_lesson(sources, lesson, reading, ran, runner.as_ref())
        })
        .collect();
    let mut lessons = Vec::new();
    for (report, mut found) in found {
        lessons.push(report);
        diagnostics.append(&mut found);
    }
    grade(site.config.checks.unchecked, &mut diagnostics);
    sort(sources, &mut diagnostics);
    let report = Report {
        lessons,
        diagnostics,
    };
    Checked {
        inputs,
        site,
        report,
        assets: BTreeSet::new(),
    }
}

/// Checks the figures of one lesson and the outputs that it shows.
fn check_lesson(
    sources: &Sources,
    lesson: &Lesson,
    outputs: &Reading,
    ran: &[Option<Ran>],
    runner: Option<&Runner>,
) -> (LessonReport, Vec<Diagnostic>) {
    let printed = check::output::check(sources, outputs, ran);
    // A fence that shows an output is no figure besides. One that only may do so, and does not, can be one.
    let shown: BTreeSet<Span> = outputs
        .shown
        .iter()
        .filter(|shown| matches!(shown.form, Form::Fence { .. } | Form::Session { .. }))
        .filter(|shown| {
            let found = |figure: &CheckedFigure| figure.figure.block == shown.block;
            let open = printed
                .unclear
                .iter()
                .any(|unclear| shown.block.holds(unclear.span));
            shown.certain && !open || printed.figures.iter().any(found)
        })
        .map(|shown| shown.block)
        .collect();
    let reading = figure::read(sources, lesson, &shown);
    let again = |block: Span, edits: &[figure::Edited]| reading.again(block, edits);
    let (mut figures, mut diagnostics) = check::figures(&reading.figures, &again, sources);
    diagnostics.extend(reading.diagnostics);
    diagnostics.extend(printed.figures.iter().flat_map(unchecked));
    diagnostics.extend(printed.diagnostics);
    figures.extend(printed.figures);
    if let Some(runner) = runner {
        let (held, found) = check::held::check(sources, lesson, outputs, ran, runner);
        diagnostics.extend(held.iter().flat_map(unchecked));
        figures.extend(held);
        diagnostics.extend(found);
    }
    figures.sort_by_key(|checked| (checked.figure.span.start, checked.figure.span.end));
    (
        LessonReport {
            figures,
            opted_out: reading.opted_out,
            unclear: printed
                .unclear
                .into_iter()
                .map(|unclear| (unclear.span, unclear.why))
                .collect(),
        },
        diagnostics,
    )
}

/// What building a site came to.
#[derive(Debug, Clone)]
pub struct Built {
    /// What was found.
    pub checked: Checked,
    /// How many pages were published; `None` where errors stopped publication and the earlier site stays.
    pub pages: Option<usize>,
}

impl Checked {
    /// Whether nothing stops publication.
    #[must_use]
    pub fn is_right(&self) -> bool {
        let diagnostics = &self.report.diagnostics;
        !diagnostics
            .iter()
            .any(|one| one.severity() == Severity::Error)
    }

    /// What an output form shows. `root` is the folder of the course as the user named it.
    #[must_use]
    pub fn findings<'a>(&'a self, root: &'a str) -> Findings<'a> {
        let lessons = self.site.lessons.iter().zip(&self.report.lessons);
        let lessons = lessons.map(|(lesson, report)| LessonFindings {
            path: &lesson.path,
            figures: report.figures.iter().map(figure_findings).collect(),
            unclear: report
                .unclear
                .iter()
                .map(|(span, why)| (*span, why.as_str()))
                .collect(),
            opted_out: report
                .opted_out
                .iter()
                .map(|(span, reason)| (*span, reason.as_str()))
                .collect(),
        });
        Findings {
            root,
            sources: &self.inputs.sources,
            diagnostics: &self.report.diagnostics,
            lessons: lessons.collect(),
        }
    }
}

fn figure_findings(checked: &CheckedFigure) -> FigureFindings<'_> {
    let (confirmed, refuted, unchecked) = checked.counts();
    let bound = checked.figure.game.as_ref();
    FigureFindings {
        kind: checked.figure.kind,
        span: checked.figure.span,
        game: bound.map(|bound| bound.name.as_str()),
        game_from: bound.map(|bound| bound.from.as_str()),
        confirmed,
        refuted,
        unchecked,
    }
}

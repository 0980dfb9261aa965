//! The samples of all lessons -> what they print, each after the earlier ones that it continues.
//!
//! A sample runs alone first. Where it lacks a name that an earlier sample of its lesson binds, it runs again after
//! that sample and after those in between that change what they bind; and so on until it lacks nothing.

use crate::figure::outputs::Reading;
use crate::figure::samples::{Continued, Sample, names, program};
use crate::run::{End, Language, Outcome, Program, Runner, run};
use std::collections::BTreeSet;

/// A sample that ran.
#[derive(Debug, Clone)]
pub struct Ran {
    /// What it and the samples before it printed, and how they ended.
    pub outcome: Outcome,
    /// The samples that it continues, in order.
    pub continued: Vec<Continued>,
    /// How many lines of the program stand before its own.
    pub before: u32,
}

/// A sample that is to run: its lesson, its index, what it continues.
type Waiting = (usize, usize, Vec<Continued>);

/// How often a sample runs again for want of a name.
const ROUNDS: usize = 12;

/// Runs the samples that show an output or check something, those of all lessons together. One list per lesson, one
/// entry per sample; `None` where nothing depends on it.
#[must_use]
pub fn run_all(readings: &[&Reading], runner: &Runner) -> Vec<Vec<Option<Ran>>> {
    let mut results: Vec<Vec<Option<Ran>>> = readings
        .iter()
        .map(|reading| vec![None; reading.samples.len()])
        .collect();
    let mut waiting: Vec<Waiting> = Vec::new();
    for (lesson, reading) in readings.iter().enumerate() {
        let indexes = wanted(reading).into_iter();
        waiting.extend(indexes.map(|index| (lesson, index, Vec::new())));
    }
    for _ in 0..ROUNDS {
        if waiting.is_empty() {
            break;
        }
        let jobs: Vec<(Waiting, (Program, u32))> = waiting
            .into_iter()
            .filter_map(|job| {
                let reading = readings.get(job.0)?;
                let program = program(&reading.samples, job.1, &job.2)?;
                Some((job, program))
            })
            .collect();
        let programs: Vec<Program> = jobs
            .iter()
            .map(|(_, (program, _))| program.clone())
            .collect();
        let outcomes = run(&programs, runner);
        waiting = Vec::new();
        for (((lesson, index, continued), (_, before)), outcome) in jobs.into_iter().zip(outcomes) {
            if let Some(more) = readings
                .get(lesson)
                .and_then(|reading| lacking(reading, index, &continued, &outcome))
            {
                waiting.push((lesson, index, more));
            }
            if let Some(slot) = results
                .get_mut(lesson)
                .and_then(|lesson| lesson.get_mut(index))
            {
                *slot = Some(Ran {
                    outcome,
                    continued,
                    before,
                });
            }
        }
    }
    results
}

/// The samples that show an output or check something.
fn wanted(reading: &Reading) -> Vec<usize> {
    let shown: BTreeSet<usize> = reading.shown.iter().map(|shown| shown.sample).collect();
    let samples = reading.samples.iter().enumerate();
    samples
        .filter(|(index, sample)| !sample.silent && (shown.contains(index) || sample.asserts()))
        .map(|(index, _)| index)
        .collect()
}

/// What [`run_all`] gives for a lesson where no sample is run.
#[must_use]
pub fn not_run(reading: &Reading, why: &str) -> Vec<Option<Ran>> {
    let mut results = vec![None; reading.samples.len()];
    for index in wanted(reading) {
        if let Some(slot) = results.get_mut(index) {
            *slot = Some(Ran {
                outcome: Outcome::not_run(why),
                continued: Vec::new(),
                before: 0,
            });
        }
    }
    results
}

/// The name that a program lacked.
pub(super) fn lacked(end: &End) -> Option<&str> {
    match end {
        End::Raised { class, message, .. } if class == "NameError" => {
            message.split('\'').nth(1).filter(|name| !name.is_empty())
        }
        _ => None,
    }
}

/// The samples to continue so that the sample has the name that it lacked and gets past those before it; `None` where
/// nothing is to be done, or no earlier sample binds the name.
fn lacking(
    reading: &Reading,
    index: usize,
    continued: &[Continued],
    outcome: &Outcome,
) -> Option<Vec<Continued>> {
    let samples = &reading.samples;
    let sample = samples.get(index)?;
    let Some(name) = lacked(&outcome.end).or_else(|| lacked_in_session(sample, outcome)) else {
        return shortened(samples, continued, &outcome.end);
    };
    let usable = |earlier: usize| {
        samples.get(earlier).is_some_and(|earlier| {
            !earlier.silent
                && earlier.language == Language::Python
                && earlier.entries.is_empty()
                && !earlier.reads()
        })
    };
    let has = |earlier: usize| continued.iter().any(|part| part.sample == earlier);
    let binder = (0..index).rev().find(|&earlier| {
        !has(earlier)
            && usable(earlier)
            && samples
                .get(earlier)
                .is_some_and(|earlier| earlier.names.contains(name))
    })?;
    let mut all = continued.to_vec();
    let mut add = |sample| {
        all.push(Continued {
            sample,
            until: None,
        })
    };
    add(binder);
    // Samples in between that change what was bound: the reader has run them, too.
    let bound = &samples.get(binder)?.names;
    for between in binder + 1..index {
        let changes = samples
            .get(between)
            .is_some_and(|sample| names::touches(&sample.scan, bound));
        if changes && usable(between) && !has(between) {
            add(between);
        }
    }
    all.sort_unstable();
    Some(all)
}

/// An exception of a session ends its entry only, and is printed.
fn lacked_in_session<'a>(sample: &Sample, outcome: &'a Outcome) -> Option<&'a str> {
    if sample.entries.is_empty() {
        return None;
    }
    let rest = outcome
        .printed
        .iter()
        .find_map(|piece| piece.text.split_once("NameError: name '"))?
        .1;
    rest.split('\'').next()
}

/// Where a sample before this one stops with an exception, as its lesson may mean it to: only what stands before.
fn shortened(samples: &[Sample], continued: &[Continued], end: &End) -> Option<Vec<Continued>> {
    let End::Raised {
        top_line: Some(line),
        ..
    } = end
    else {
        return None;
    };
    let mut line = *line;
    let mut all = continued.to_vec();
    for part in &mut all {
        let height = samples.get(part.sample)?.height().max(1);
        if line <= height {
            let shorter = part.until.is_none_or(|until| line < until);
            part.until = Some(line);
            return shorter.then_some(all);
        }
        line -= height;
    }
    None
}

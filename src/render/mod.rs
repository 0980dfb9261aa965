//! Site + Report -> Pages, in memory.
//!
//! 1. The body of each lesson is set (in parallel).
//! 2. Each body gets its page.
//! 3. The pages that gather lessons follow: course map, languages, concepts, sources.
//! 4. What machines read: search index, feeds, sitemap.
//! 5. Static files, and the files that lessons refer to.
//!
//! The pages link to each other relatively, load nothing from elsewhere, and are the same bytes for the same course.

mod address;
mod body;
mod code;
mod figure;
mod footnote;
mod graph;
mod html;
mod language;
mod line;
mod mark;
pub mod math;
mod page;
mod press;
mod raw;
mod statics;
mod table;
mod tag;
mod templates;

use crate::check::report::Report;
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::load::Inputs;
use crate::parse::site::{Lesson, Site};
use crate::render::body::{Body, Section};
use crate::render::page::Written;
use crate::render::press::Press;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The files of a site: path below it, with forward slashes -> bytes.
pub type Pages = BTreeMap<String, Vec<u8>>;

/// The whole site, and what was wrong with formulas and raw HTML (see [`examine`]).
///
/// # Errors
///
/// A template or an interface text of the course cannot be read or filled in.
pub fn render(
    site: &Site,
    report: &Report,
    inputs: &Inputs,
) -> Result<(Pages, Vec<Diagnostic>), Failure> {
    let press = Press::new(site, report, inputs)?;
    on_deep_stacks(|| {
        let (written, diagnostics): (Vec<Written>, Vec<Vec<Diagnostic>>) = site
            .lessons
            .par_iter()
            .enumerate()
            .map(|(index, lesson)| write(&press, index, lesson))
            .unzip();
        let lessons: Vec<Result<(String, Vec<u8>), Failure>> = site
            .lessons
            .par_iter()
            .zip(&written)
            .enumerate()
            .map(|(index, (lesson, written))| {
                Ok((
                    address::lesson(lesson),
                    page::lesson(&press, index, lesson, written)?,
                ))
            })
            .collect();
        let mut pages = lessons.into_iter().collect::<Result<Pages, Failure>>()?;
        page::homes(&press, &mut pages)?;
        page::concepts(&press, &written, &mut pages)?;
        page::sources(&press, &mut pages)?;
        page::missing(&press, &mut pages)?;
        page::machine(&press, &written, &mut pages)?;
        for (path, bytes) in statics::FILES {
            pages
                .entry((*path).to_owned())
                .or_insert_with(|| bytes.to_vec());
        }
        for path in written.iter().flat_map(|written| &written.assets) {
            if let Some(bytes) = inputs.assets.get(path) {
                pages.entry(path.clone()).or_insert_with(|| bytes.clone());
            }
        }
        for (path, bytes) in &inputs.statics {
            pages.insert(path.clone(), bytes.clone());
        }
        Ok((pages, diagnostics.into_iter().flatten().collect()))
    })?
}

/// What is known of a site before it is rendered.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    /// Formulas that cannot be set, raw HTML that is left out.
    pub diagnostics: Vec<Diagnostic>,
    /// The files of the course that its pages need: what [`crate::load::assets`] is to read.
    pub assets: BTreeSet<String>,
}

/// What [`render`] would report, without its pages.
///
/// # Errors
///
/// A template or an interface text of the course cannot be read.
pub fn examine(site: &Site, inputs: &Inputs) -> Result<Examined, Failure> {
    let report = Report::default();
    let press = Press::new(site, &report, inputs)?;
    on_deep_stacks(|| {
        let found: Vec<Examined> = site
            .lessons
            .par_iter()
            .enumerate()
            .map(|(index, lesson)| {
                let mut body = Body::new(&press, index, lesson);
                body.examine();
                Examined {
                    diagnostics: body.diagnostics,
                    assets: body.assets.take(),
                }
            })
            .collect();
        let mut examined = Examined::default();
        for lesson in found {
            examined.diagnostics.extend(lesson.diagnostics);
            examined.assets.extend(lesson.assets);
        }
        examined
    })
}

/// Runs work on threads whose stacks hold the deepest formula.
fn on_deep_stacks<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let threads = rayon::ThreadPoolBuilder::new()
        .stack_size(math::STACK)
        .build()
        .map_err(|error| Failure::new(format!("threads cannot be started: {error}")))?;
    Ok(threads.install(work))
}

fn write(press: &Press<'_>, index: usize, lesson: &Lesson) -> (Written, Vec<Diagnostic>) {
    let mut body = Body::new(press, index, lesson);
    let html = body.write();
    let title = body.title.take().unwrap_or_default();
    let sections = std::mem::take(&mut body.sections);
    let texts = std::iter::once(&title).chain(&sections);
    let minutes = minutes(texts.clone());
    let description = texts
        .map(|section| section.text.as_str())
        .find(|text| !text.is_empty())
        .map(|text| shorten(text, 200))
        .unwrap_or_else(|| lesson.title.clone());
    let written = Written {
        body: html,
        title,
        sections,
        math: body.math,
        assets: body.assets.take(),
        minutes,
        description,
    };
    (written, body.diagnostics)
}

/// Words of Latin letters are read at about 220 a minute, Bengali ones, which are longer, at about 160.
fn minutes<'s>(sections: impl Iterator<Item = &'s Section>) -> usize {
    let (mut latin, mut bengali) = (0, 0);
    for word in sections.flat_map(|section| section.text.split_whitespace()) {
        if word
            .chars()
            .any(|letter| ('\u{980}'..='\u{9ff}').contains(&letter))
        {
            bengali += 1;
        } else {
            latin += 1;
        }
    }
    ((latin * 160 + bengali * 220) as usize)
        .div_ceil(220 * 160)
        .max(1)
}

/// The beginning of a text, cut between words.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + word.chars().count() > most {
            break;
        }
        short.push_str(word);
        short.push(' ');
    }
    format!("{}…", short.trim_end())
}

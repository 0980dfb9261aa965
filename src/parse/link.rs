//! Lessons with raw link targets in; targets that lead somewhere, and what is wrong with the others, out.

use crate::diagnostic::{Code, Diagnostic};
use crate::load::Inputs;
use crate::parse::block::{Block, BlockKind, Inline, InlineKind, Target};
use crate::parse::heading;
use crate::parse::site::Lesson;
use crate::source::Span;
use crate::yaml::nearest;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;

/// A target before the lessons are known: an address outside of the site, or what the author wrote.
pub(crate) fn interim(address: &str) -> Target {
    match scheme(address).as_deref() {
        Some("http" | "https" | "mailto" | "tel" | "ftp") => Target::External(address.to_owned()),
        _ if address.starts_with("//") => Target::External(address.to_owned()),
        _ => Target::Broken(address.to_owned()),
    }
}

/// The scheme of an address, in lower case. White space and control characters, which browsers pass over, do not hide it.
fn scheme(address: &str) -> Option<String> {
    let plain: String = address
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .take(32)
        .collect();
    let (scheme, _) = plain.split_once(':')?;
    let first = scheme.chars().next()?.is_ascii_alphabetic();
    let rest = scheme
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    (first && rest).then(|| scheme.to_ascii_lowercase())
}

/// Finds out where the links and images of all lessons lead. A target that is resolved already stays.
#[must_use]
pub fn resolve(lessons: &mut [Lesson], inputs: &Inputs) -> Vec<Diagnostic> {
    let course = Course::of(lessons, inputs);
    let mut problems = Vec::new();
    for (index, lesson) in lessons.iter_mut().enumerate() {
        let mut resolver = Resolver {
            course: &course,
            lesson: index,
            path: lesson.path.clone(),
            problems: &mut problems,
        };
        resolver.blocks(&mut lesson.blocks);
    }
    problems
}

/// What links may lead to. Paths are in composed form, since disks and authors differ in it.
struct Course {
    lessons: BTreeMap<String, usize>,
    assets: BTreeMap<String, String>,
    folders: BTreeSet<String>,
    anchors: Vec<BTreeSet<String>>,
}

impl Course {
    fn of(lessons: &[Lesson], inputs: &Inputs) -> Self {
        let paths = lessons.iter().enumerate();
        let lesson_paths: BTreeMap<String, usize> = paths
            .map(|(index, lesson)| (composed(&lesson.path), index))
            .collect();
        let assets: BTreeMap<String, String> = inputs
            .assets
            .keys()
            .map(|path| (composed(path), path.clone()))
            .collect();
        let mut folders = BTreeSet::from([String::new()]);
        for path in lesson_paths.keys().chain(assets.keys()) {
            let mut rest = path.as_str();
            while let Some((folder, _)) = rest.rsplit_once('/') {
                folders.insert(folder.to_owned());
                rest = folder;
            }
        }
        let anchors = lessons
            .iter()
            .map(|lesson| {
                let mut anchors = BTreeSet::new();
                collect_anchors(&lesson.blocks, &mut anchors);
                anchors
            })
            .collect();
        Self {
            lessons: lesson_paths,
            assets,
            folders,
            anchors,
        }
    }

    /// The lesson at a path: the file, the file without its extension, or the index of a folder.
    fn lesson(&self, path: &str) -> Option<usize> {
        let bare = path.trim_end_matches('/');
        let within = |name: &str| match bare {
            "" => name.to_owned(),
            _ => format!("{bare}/{name}"),
        };
        [
            bare.to_owned(),
            format!("{bare}.md"),
            within("index.md"),
            within("README.md"),
        ]
        .iter()
        .find_map(|path| self.lessons.get(path).copied())
    }
}

/// The ids of a document: those of its headings, boxes and footnotes, and those in its raw HTML.
pub(crate) fn collect_anchors(blocks: &[Block], anchors: &mut BTreeSet<String>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading { id, content, .. } => {
                anchors.extend(Some(composed(id)).filter(|id| !id.is_empty()));
                collect_inline_anchors(content, anchors);
            }
            BlockKind::Paragraph(content) => collect_inline_anchors(content, anchors),
            BlockKind::Html(html) => html_anchors(html, anchors),
            BlockKind::Div { attributes, .. } => {
                anchors.extend(attributes.id.as_deref().map(composed));
            }
            BlockKind::Table { head, rows, .. } => {
                for cell in head.iter().chain(rows.iter().flatten()) {
                    collect_inline_anchors(&cell.content, anchors);
                }
            }
            _ => {}
        }
        for inner in heading::children(&block.kind) {
            collect_anchors(inner, anchors);
        }
    }
}

fn collect_inline_anchors(content: &[Inline], anchors: &mut BTreeSet<String>) {
    for inline in content {
        match &inline.kind {
            InlineKind::Html(html) => html_anchors(html, anchors),
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Link { content: inner, .. } => collect_inline_anchors(inner, anchors),
            _ => {}
        }
    }
}

/// `id="..."` and `name="..."` in raw HTML.
fn html_anchors(html: &str, anchors: &mut BTreeSet<String>) {
    for key in ["id=", "name="] {
        for (at, _) in html.match_indices(key) {
            let before = html.get(..at).and_then(|text| text.chars().next_back());
            let Some(rest) = html.get(at + key.len()..) else {
                continue;
            };
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
            let value = match quote {
                Some(quote) => rest.get(1..).and_then(|rest| rest.split(quote).next()),
                None => rest.split([' ', '>', '\t', '\n']).next(),
            };
            if before.is_some_and(char::is_whitespace) {
                anchors.extend(value.filter(|value| !value.is_empty()).map(composed));
            }
        }
    }
}

struct Resolver<'c> {
    course: &'c Course,
    lesson: usize,
    path: String,
    problems: &'c mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            match &mut block.kind {
                BlockKind::Heading { content, .. } | BlockKind::Paragraph(content) => {
                    self.inlines(content);
                }
                BlockKind::Table { head, rows, .. } => {
                    for cell in head.iter_mut().chain(rows.iter_mut().flatten()) {
                        self.inlines(&mut cell.content);
                    }
                }
                BlockKind::Note {
                    title: Some(title), ..
                } => self.inlines(title),
                _ => {}
            }
            for inner in heading::children_mut(&mut block.kind) {
                self.blocks(inner);
            }
        }
    }

    fn inlines(&mut self, content: &mut [Inline]) {
        for inline in content {
            let span = inline.span;
            match &mut inline.kind {
                InlineKind::Link {
                    target, content, ..
                } => {
                    self.target(target, span, false);
                    self.inlines(content);
                }
                InlineKind::Image { source, .. } => self.target(source, span, true),
                InlineKind::Emphasis(inner)
                | InlineKind::Strong(inner)
                | InlineKind::Strike(inner) => self.inlines(inner),
                _ => {}
            }
        }
    }

    fn target(&mut self, target: &mut Target, span: Span, image: bool) {
        if let Target::Broken(raw) = target {
            let raw = raw.clone();
            match self.find(&raw, span, image) {
                Ok(found) => *target = found,
                Err(problem) => self.problems.push(*problem),
            }
        }
    }

    /// Where a raw target leads.
    fn find(&mut self, raw: &str, span: Span, image: bool) -> Result<Target, Box<Diagnostic>> {
        if let Some(scheme) = scheme(raw) {
            let message = format!("a link with the scheme `{scheme}:` is not published");
            let problem = Diagnostic::new(Code::UnsafeHtml, span, message)
                .because("such an address can run a program in the reader's browser")
                .help("link to a page with https, or to a file of the course");
            return Err(Box::new(problem));
        }
        let (path, fragment) = match raw.split_once('#') {
            Some((path, fragment)) => (path, Some(composed(&decoded(fragment)))),
            None => (raw, None),
        };
        let path = composed(&decoded(path.split('?').next().unwrap_or_default()));
        let fragment = fragment.filter(|fragment| !fragment.is_empty());
        if path.is_empty() {
            let fragment = fragment.unwrap_or_default();
            self.fragment(self.lesson, &fragment, span);
            return Ok(Target::Fragment(fragment));
        }
        let name = path.rsplit('/').next().unwrap_or_default();
        let page = name.is_empty()
            || !name.contains('.')
            || matches!(name, "." | "..")
            || name.to_ascii_lowercase().ends_with(".md");
        let Some(place) = joined(&self.path, &path) else {
            if page && !image {
                let message = format!("`{raw}` leads out of the course");
                let problem = Diagnostic::new(Code::BrokenLink, span, message)
                    .because("nothing outside the folder of the course is read or published")
                    .help("link to a lesson of the course, or to the page on the web");
                return Err(Box::new(problem));
            }
            let message = format!("the file `{raw}` lies outside of the course");
            let problem = Diagnostic::new(Code::OutsideCourse, span, message)
                .because("nothing outside the folder of the course is read or published")
                .help("copy the file into the course and link to it there");
            return Err(Box::new(problem));
        };
        if !image && let Some(lesson) = self.course.lesson(&place) {
            if let Some(fragment) = &fragment {
                self.fragment(lesson, fragment, span);
            }
            return Ok(Target::Lesson { lesson, fragment });
        }
        if let Some(asset) = self.course.assets.get(&place) {
            return Ok(Target::Asset(asset.clone()));
        }
        Err(Box::new(self.missing(raw, &place, span, image, page)))
    }

    fn missing(&self, raw: &str, place: &str, span: Span, image: bool, page: bool) -> Diagnostic {
        let course = self.course;
        let what = match (image, page) {
            (true, _) => "image",
            (false, true) => "lesson",
            (false, false) => "file",
        };
        let message = format!("there is no {what} `{place}` in the course, to which `{raw}` leads");
        let problem = Diagnostic::new(Code::BrokenLink, span, message);
        let known: Vec<&str> = if page && !image {
            course.lessons.keys().map(String::as_str).collect()
        } else {
            course.assets.keys().map(String::as_str).collect()
        };
        // Names are compared within their folder first: there a slip of the pen is likeliest.
        match nearest(place, &known) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None if course.folders.contains(place.trim_end_matches('/')) => problem
                .help("this is a folder without an index.md or README.md; link to a lesson in it"),
            None => {
                problem.help("add the file, or take the link out; the page shows its text alone")
            }
        }
    }

    /// Reports a fragment that names nothing.
    fn fragment(&mut self, lesson: usize, fragment: &str, span: Span) {
        let Some(anchors) = self.course.anchors.get(lesson) else {
            return;
        };
        // Every page has a top, and footnotes get their anchors when the page is written.
        if fragment.is_empty() || fragment == "top" || anchors.contains(fragment) {
            return;
        }
        let message = format!("no heading of the lesson has the id `{fragment}`");
        let problem = Diagnostic::new(Code::BrokenLink, span, message);
        let known: Vec<&str> = anchors.iter().map(String::as_str).collect();
        self.problems.push(match nearest(fragment, &known) {
            Some(near) => problem.help(format!("did you mean `#{near}`?")),
            None => problem.help(format!("give the heading its id: `## ... {{#{fragment}}}`")),
        });
    }
}

/// A path as seen from a file, relative to the course; `None` where it leaves the course.
fn joined(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    if !path.starts_with('/') {
        parts.extend(from.split('/'));
        parts.pop();
    }
    // Authors on Windows write backslashes now and then; no file name of a course has one.
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `%C4%90` and the like as text; what is no UTF-8 stays as it is written.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digit = |offset: usize| {
            bytes
                .get(at + offset)
                .and_then(|&b| char::from(b).to_digit(16))
        };
        if byte == b'%'
            && let (Some(high), Some(low)) = (digit(1), digit(2))
        {
            out.push((high * 16 + low) as u8);
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// A text in composed form (NFC).
fn composed(text: &str) -> String {
    text.nfc().collect()
}

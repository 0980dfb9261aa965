//! Disk -> Inputs. The only reader. Also from memory, for tests.
//!
//! 1. Walk the folder of the course, sorted, without following links out of it.
//! 2. Read course.yaml; it says which folders hold lessons, templates and static files.
//! 3. Read the lessons and the YAML beside them; list the files that lessons may refer to.

mod read;
mod walk;

use crate::config::{self, Config};
use crate::diagnostic::{Code, Diagnostic};
use crate::failure::Failure;
use crate::source::{FileId, Sources};
use read::Reader;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the course's configuration.
pub const COURSE_FILE: &str = "course.yaml";
/// A file that stands in every published site: a folder that holds it is output, never input.
pub const MARKER: &str = ".coursegen-site";
/// How large a lesson may be, in bytes.
pub const MAX_LESSON: u64 = 4 << 20;
/// How large course.yaml, a sidecar file or a template may be, in bytes.
pub const MAX_YAML: u64 = 1 << 20;
/// How large a file that is published as it is may be, in bytes.
pub const MAX_ASSET: u64 = 64 << 20;
/// How many files a course may have.
pub const MAX_FILES: usize = 100_000;

/// Everything that a course is made of, as bytes.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// The texts: lessons, YAML.
    pub sources: Sources,
    /// `course.yaml`, where there is one.
    pub course: Option<FileId>,
    /// Each lesson and its sidecar (`NAME.yaml` beside `NAME.md`), sorted by path.
    pub lessons: Vec<LessonInput>,
    /// Files that lessons may refer to (images and the like): path relative to the course -> bytes. [`load`] lists
    /// them with no bytes; [`assets`] reads those that are wanted.
    pub assets: BTreeMap<String, Vec<u8>>,
    /// The course's own templates, which replace built-in ones: name -> text.
    pub templates: BTreeMap<String, String>,
    /// The course's own static files: path -> bytes.
    pub statics: BTreeMap<String, Vec<u8>>,
    /// What was wrong while reading (a lesson that is not UTF-8).
    pub diagnostics: Vec<Diagnostic>,
}

/// A lesson as it is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonInput {
    /// Its Markdown.
    pub markdown: FileId,
    /// The YAML beside it.
    pub sidecar: Option<FileId>,
}

/// Reads the course in a folder.
///
/// # Errors
/// The folder is missing or cannot be read, is too large, or holds no lesson.
pub fn load(root: &Path) -> Result<Inputs, Failure> {
    let found = walk::walk(root)?;
    let mut reader = Reader::new(root);
    for (path, target) in &found.leaving {
        let message = match target {
            Some(target) => format!("`{path}` is a link that leaves the course, to `{target}`"),
            None => format!("`{path}` is a link that leads nowhere"),
        };
        reader.report(path, Code::OutsideCourse, message, |problem| {
            problem
                .because("nothing outside the folder of the course is read")
                .help("copy the file into the course")
        });
    }
    let paths: BTreeSet<&str> = found.files.iter().map(String::as_str).collect();
    let config = reader.course(&paths)?;
    let plan = Plan::of(&config, &paths);
    for path in &plan.templates {
        if let Some(text) = reader.text(path, MAX_YAML)? {
            let name = below(
                path,
                config.templates.as_ref().map_or("", |folder| &folder.value),
            );
            reader.inputs.templates.insert(name.to_owned(), text);
        }
    }
    for path in &plan.statics {
        let name = below(
            path,
            config.statics.as_ref().map_or("", |folder| &folder.value),
        );
        let bytes = reader.bytes(path, MAX_ASSET)?;
        reader.inputs.statics.insert(name.to_owned(), bytes);
    }
    for (markdown, sidecar) in &plan.lessons {
        let Some(markdown) = reader.source(markdown, MAX_LESSON)? else {
            continue;
        };
        let sidecar = match sidecar {
            Some(sidecar) => reader.source(sidecar, MAX_YAML)?,
            None => None,
        };
        reader
            .inputs
            .lessons
            .push(LessonInput { markdown, sidecar });
    }
    for path in &plan.assets {
        reader.inputs.assets.insert((*path).to_owned(), Vec::new());
    }
    let inputs = reader.inputs;
    if inputs.lessons.is_empty() && inputs.diagnostics.is_empty() {
        return Err(no_lesson(root, &config));
    }
    Ok(inputs)
}

/// Whether anything stands at a path.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The course that a lesson belongs to, and the path of the lesson in it: the nearest folder above it that holds
/// course.yaml, else the folder it stands in.
///
/// # Errors
/// There is no such file.
pub fn course_of(lesson: &Path) -> Result<(PathBuf, String), Failure> {
    let fail = |message: &str| {
        Failure::new(message)
            .at(lesson.display().to_string())
            .help("name a lesson, such as content/bn/141-basics.md")
    };
    if !lesson.is_file() {
        return Err(fail(if lesson.exists() {
            "this is a folder; it must be a lesson"
        } else {
            "there is no such file"
        }));
    }
    // `a.md` stands in `.`, whose name is empty.
    let folder = match lesson.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(fail("this is no file of a course")),
    };
    let full = folder
        .canonicalize()
        .map_err(|error| fail(&error.to_string()))?;
    let above = full
        .ancestors()
        .find(|above| above.join(COURSE_FILE).is_file());
    let root = above.unwrap_or(&full);
    let name = lesson.file_name().unwrap_or_default();
    let inner = full.strip_prefix(root).unwrap_or(Path::new("")).join(name);
    let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
    Ok((root.to_path_buf(), parts.join("/")))
}

/// Reads those files of [`Inputs::assets`] that are wanted.
///
/// # Errors
/// A file cannot be read or is too large.
pub fn assets(root: &Path, inputs: &mut Inputs, wanted: &BTreeSet<String>) -> Result<(), Failure> {
    for (path, bytes) in &mut inputs.assets {
        if wanted.contains(path) {
            *bytes = read::read(root, path, MAX_ASSET)?;
        }
    }
    Ok(())
}

/// A course from memory: paths relative to the course, and texts.
#[must_use]
pub fn memory(files: &[(&str, &str)]) -> Inputs {
    let texts: BTreeMap<&str, &str> = files.iter().copied().collect();
    let paths: BTreeSet<&str> = texts.keys().copied().collect();
    let mut inputs = Inputs::default();
    let mut config = Config::default();
    if let Some(text) = texts.get(COURSE_FILE) {
        let file = inputs.sources.add(COURSE_FILE, *text);
        inputs.course = Some(file);
        config = config::read(&inputs.sources, file).0;
    }
    let plan = Plan::of(&config, &paths);
    let folder = |folder: &Option<crate::source::Spanned<String>>| {
        folder
            .as_ref()
            .map_or(String::new(), |folder| folder.value.clone())
    };
    for path in plan.templates {
        let name = below(path, &folder(&config.templates)).to_owned();
        inputs.templates.insert(name, texts[path].to_owned());
    }
    for path in plan.statics {
        let name = below(path, &folder(&config.statics)).to_owned();
        inputs.statics.insert(name, texts[path].as_bytes().to_vec());
    }
    for (markdown, sidecar) in plan.lessons {
        let markdown = inputs.sources.add(markdown, texts[markdown]);
        let sidecar = sidecar.map(|path| inputs.sources.add(path, texts[path]));
        inputs.lessons.push(LessonInput { markdown, sidecar });
    }
    for path in plan.assets {
        inputs
            .assets
            .insert(path.to_owned(), texts[path].as_bytes().to_vec());
    }
    inputs
}

/// Which file plays which part.
#[derive(Debug, Default)]
struct Plan<'a> {
    lessons: Vec<(&'a str, Option<&'a str>)>,
    assets: Vec<&'a str>,
    templates: Vec<&'a str>,
    statics: Vec<&'a str>,
}

impl<'a> Plan<'a> {
    fn of(config: &Config, paths: &BTreeSet<&'a str>) -> Self {
        let mut plan = Self::default();
        let inside = |path: &str, folder: &Option<crate::source::Spanned<String>>| {
            folder
                .as_ref()
                .is_some_and(|folder| holds(&folder.value, path))
        };
        for path in paths {
            // Files such as `CNAME` and `.nojekyll` have no extension and are published all the same.
            if inside(path, &config.templates) {
                plan.templates.push(path);
                continue;
            }
            if inside(path, &config.statics) {
                plan.statics.push(path);
                continue;
            }
            let (stem, extension) = match path.rsplit_once('.') {
                Some((stem, extension)) if !stem.ends_with('/') => (stem, extension),
                _ => continue,
            };
            if extension.eq_ignore_ascii_case("md") {
                let here = config.languages.is_empty()
                    || config
                        .languages
                        .iter()
                        .any(|language| holds(&language.folder, path));
                // With course.yaml the files beside it speak about the course; they are no lessons.
                let beside = config.declared && !path.contains('/') && is_about(stem);
                if here && !beside {
                    let sidecar = paths.get(format!("{stem}.yaml").as_str()).copied();
                    plan.lessons.push((path, sidecar));
                }
            } else if is_asset(extension) {
                plan.assets.push(path);
            }
        }
        plan
    }
}

fn holds(folder: &str, path: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}

fn below<'a>(path: &'a str, folder: &str) -> &'a str {
    path.strip_prefix(folder)
        .map_or(path, |rest| rest.trim_start_matches('/'))
}

fn is_about(stem: &str) -> bool {
    let about = ["readme", "license", "contributing", "changelog"];
    about.contains(&stem.to_ascii_lowercase().as_str())
}

fn is_asset(extension: &str) -> bool {
    let known = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "pdf", "txt", "csv", "zip",
    ];
    known.contains(&extension.to_ascii_lowercase().as_str())
}

fn no_lesson(root: &Path, config: &Config) -> Failure {
    let folders: Vec<&str> = config
        .languages
        .iter()
        .map(|language| language.folder.as_str())
        .collect();
    let help = if folders.is_empty() {
        "a lesson is a Markdown file whose name ends in .md; `coursegen new` writes a first one"
            .to_owned()
    } else {
        format!(
            "the lessons of this course are the .md files below {}, as `languages:` of course.yaml says",
            folders.join(", ")
        )
    };
    Failure::new("no lesson found")
        .at(root.display().to_string())
        .help(help)
}

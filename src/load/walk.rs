//! A folder -> the paths of its files, sorted, with forward slashes; links that leave the folder are named, not followed.

use super::{MARKER, MAX_FILES};
use crate::failure::Failure;
use std::path::Path;
use walkdir::{DirEntry, WalkDir};

/// What stands below a folder.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Regular files, and links to regular files inside the folder: paths relative to the folder.
    pub(super) files: Vec<String>,
    /// Links to elsewhere, and where they lead; `None` where they lead nowhere.
    pub(super) leaving: Vec<(String, Option<String>)>,
}

/// Folders that hold no lessons, wherever they stand.
const SKIPPED: &[&str] = &["node_modules", "target", "public"];

pub(super) fn walk(root: &Path) -> Result<Found, Failure> {
    let place = root.display().to_string();
    let metadata = std::fs::metadata(root).map_err(|error| {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such folder".to_owned(),
            _ => format!("cannot read the folder of the course: {error}"),
        };
        Failure::new(message).at(place.as_str()).help(
            "name the folder of the course, as in `coursegen check DIR`; `coursegen new DIR` writes a new course",
        )
    })?;
    if !metadata.is_dir() {
        return Err(Failure::new("the course is a file; it must be a folder")
            .at(place)
            .help("name the folder that holds course.yaml or the lessons"));
    }
    let inside = root.canonicalize().map_err(|error| {
        Failure::new(format!("cannot read the folder of the course: {error}")).at(place.as_str())
    })?;
    let mut found = Found::default();
    let walk = WalkDir::new(root)
        .min_depth(1)
        .max_depth(64)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(wanted);
    for entry in walk {
        let entry = entry.map_err(|error| {
            let at = error.path().unwrap_or(root).display().to_string();
            let reason = error
                .io_error()
                .map_or_else(|| error.to_string(), ToString::to_string);
            Failure::new(format!("cannot read a folder: {reason}"))
                .at(at)
                .help("check that you may read it")
        })?;
        let Some(path) = relative(root, &entry) else {
            continue;
        };
        let kind = entry.file_type();
        if kind.is_symlink() {
            // A link to a folder inside is not followed: its files are found where they are.
            match entry.path().canonicalize() {
                Ok(target) if !target.starts_with(&inside) => {
                    if matters(&path) || target.is_dir() {
                        found
                            .leaving
                            .push((path, Some(target.display().to_string())));
                    }
                }
                Ok(target) if target.is_file() => found.files.push(path),
                Ok(_) => {}
                Err(_) if matters(&path) => found.leaving.push((path, None)),
                Err(_) => {}
            }
        } else if kind.is_file() {
            found.files.push(path);
        }
        if found.files.len() > MAX_FILES {
            return Err(
                Failure::new(format!("the folder holds more than {MAX_FILES} files"))
                    .at(place)
                    .help("name the folder of the lessons alone"),
            );
        }
    }
    found.files.sort();
    Ok(found)
}

/// Whether a link by this name would have been read as a lesson or its YAML.
fn matters(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    lower.ends_with(".md") || lower.ends_with(".yaml")
}

fn wanted(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    if entry.depth() == 0 {
        return true;
    }
    if name.starts_with('.') {
        return false;
    }
    if entry.file_type().is_dir() {
        return !SKIPPED.contains(&name.as_ref()) && !entry.path().join(MARKER).exists();
    }
    true
}

fn relative(root: &Path, entry: &DirEntry) -> Option<String> {
    let path = entry.path().strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = path
        .components()
        .map(|part| part.as_os_str().to_str())
        .collect();
    // A name that is not UTF-8 cannot be linked to or published; no lesson has one.
    Some(parts?.join("/"))
}

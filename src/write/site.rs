//! A site: pages in, a folder on the disk out. The new site replaces the old one whole or not at all.
//!
//! 1. The place is looked at: a file, or a folder that holds something else than a site, is left alone.
//! 2. The pages are written into a new folder beside it.
//! 3. The old site steps aside, the new one takes its place, the old one is removed.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Paths below the site, with forward slashes, and bytes.
type Pages = BTreeMap<String, Vec<u8>>;

pub use crate::load::MARKER;

const MARKER_TEXT: &str =
    "This folder was written by coursegen. The next build replaces it whole.\n";

/// Writes a site into a folder. `out` need not exist; its parents are made.
///
/// # Errors
///
/// `out` is a file, or a folder that is neither empty nor an earlier site; a page has a path that leaves the site; the
/// disk cannot be written. The earlier site is then still there as it was.
pub fn site(pages: &Pages, out: &Path) -> Result<(), Failure> {
    let out = settled(out)?;
    let earlier = look(&out)?;
    let parent = out
        .parent()
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    fs::create_dir_all(&parent).map_err(|error| failed("make the folder", &parent, &error))?;
    let new = sibling(&out, "new")?;
    let written = fill(pages, &new);
    if let Err(failure) = written {
        // What was written so far is ours; if it cannot be removed, the failure above is still what matters.
        let _ = fs::remove_dir_all(&new);
        return Err(failure);
    }
    let result = exchange(&new, &out, earlier);
    if result.is_err() {
        let _ = fs::remove_dir_all(&new);
    }
    result
}

/// Where the site really goes: an `out` that is a link to a folder means that folder.
fn settled(out: &Path) -> Result<PathBuf, Failure> {
    let path = match fs::symlink_metadata(out) {
        Ok(metadata) if metadata.is_symlink() => {
            fs::canonicalize(out).map_err(|error| failed("follow the link", out, &error))?
        }
        _ => std::path::absolute(out).map_err(|error| failed("find the folder", out, &error))?,
    };
    if path.file_name().is_none() {
        return Err(Failure::new(format!(
            "{} cannot hold the site: it has no name",
            out.display()
        ))
        .help("name a folder with --out, such as --out public"));
    }
    Ok(path)
}

/// Whether something stands at the place that may be replaced.
fn look(out: &Path) -> Result<bool, Failure> {
    let metadata = match fs::metadata(out) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(failed("look at", out, &error)),
    };
    if !metadata.is_dir() {
        return Err(Failure::new(format!(
            "{} is a file; the site needs a folder",
            out.display()
        ))
        .help("name another folder with --out, or move the file away"));
    }
    let marked = fs::symlink_metadata(out.join(MARKER)).is_ok_and(|marker| marker.is_file());
    let mut entries = fs::read_dir(out).map_err(|error| failed("read the folder", out, &error))?;
    if !marked && entries.next().is_some() {
        return Err(Failure::new(format!(
            "{} holds files that coursegen did not write; it is left as it is",
            out.display()
        ))
        .help(format!("name another folder with --out, or empty this one (an earlier site has a file {MARKER})")));
    }
    Ok(true)
}

/// A name beside the folder that is not taken.
fn sibling(out: &Path, what: &str) -> Result<PathBuf, Failure> {
    let name = out.file_name().unwrap_or_default();
    for number in 0..1000_u32 {
        let mut candidate = OsString::from(".");
        candidate.push(name);
        candidate.push(format!(".{what}-{}-{number}", std::process::id()));
        let path = out.with_file_name(candidate);
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed("make the folder", &path, &error)),
        }
    }
    Err(
        Failure::new(format!("no free name beside {}", out.display()))
            .help("remove the folders that earlier builds left there"),
    )
}

fn fill(pages: &Pages, folder: &Path) -> Result<(), Failure> {
    for (path, bytes) in pages {
        let inside = Path::new(path);
        let plain = inside
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if path.is_empty() || path.contains(['\\', '\0']) || !plain {
            return Err(Failure::new(format!(
                "a page has the path \"{}\", which leaves the site",
                path.escape_debug()
            )));
        }
        let file = folder.join(inside);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)
                .map_err(|error| failed("make the folder", parent, &error))?;
        }
        fs::write(&file, bytes).map_err(|error| failed("write", &file, &error))?;
    }
    let marker = folder.join(MARKER);
    fs::write(&marker, MARKER_TEXT).map_err(|error| failed("write", &marker, &error))
}

/// Puts the new folder in the place of the old one; if that fails, the old one comes back.
fn exchange(new: &Path, out: &Path, earlier: bool) -> Result<(), Failure> {
    if !earlier {
        return fs::rename(new, out).map_err(|error| failed("put the site at", out, &error));
    }
    let old = sibling(out, "old")?;
    // The name was reserved with an empty folder, which a rename replaces on Unix and not elsewhere.
    fs::remove_dir(&old).map_err(|error| failed("make room at", &old, &error))?;
    if let Err(error) = fs::rename(out, &old) {
        return Err(failed("replace", out, &error));
    }
    if let Err(error) = fs::rename(new, out) {
        let back = fs::rename(&old, out);
        let failure = failed("put the site at", out, &error);
        return Err(match back {
            Ok(()) => failure,
            Err(_) => failure.help(format!("the earlier site is at {}", old.display())),
        });
    }
    fs::remove_dir_all(&old).map_err(|error| {
        failed("remove the earlier site at", &old, &error)
            .help("the new site is in place; remove this folder by hand")
    })
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot {what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(list: &[(&str, &str)]) -> Pages {
        list.iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
            .collect()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_site_replaces_the_earlier_one_whole() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("deep/public");
        site(
            &pages(&[("index.html", "1"), ("bn/a/index.html", "2")]),
            &out,
        )
        .unwrap();
        site(&pages(&[("index.html", "3")]), &out).unwrap();
        assert_eq!(names(&out), [MARKER, "index.html"]);
        assert_eq!(fs::read_to_string(out.join("index.html")).unwrap(), "3");
        assert_eq!(names(out.parent().unwrap()), ["public"]);
    }

    #[test]
    fn files_and_strange_folders_are_left_alone() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, "x").unwrap();
        assert!(
            site(&pages(&[("index.html", "1")]), &file)
                .unwrap_err()
                .message
                .contains("is a file")
        );
        let folder = place.path().join("thesis");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("chapter.tex"), "x").unwrap();
        assert!(site(&pages(&[("index.html", "1")]), &folder).is_err());
        assert_eq!(names(&folder), ["chapter.tex"]);
        assert_eq!(names(place.path()), ["file", "thesis"]);
        let empty = place.path().join("empty");
        fs::create_dir(&empty).unwrap();
        site(&pages(&[("index.html", "1")]), &empty).unwrap();
    }

    #[test]
    fn a_failure_leaves_the_earlier_site() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("public");
        site(&pages(&[("index.html", "1")]), &out).unwrap();
        for bad in ["../x", "/etc/x", "a/../../x", "", "a\\b"] {
            assert!(
                site(&pages(&[("a.html", "2"), (bad, "2")]), &out).is_err(),
                "{bad}"
            );
        }
        // A page and a folder of the same name.
        assert!(site(&pages(&[("a", "2"), ("a/b", "2")]), &out).is_err());
        assert_eq!(names(&out), [MARKER, "index.html"]);
        assert_eq!(names(place.path()), ["public"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_at_the_place_and_never_inside() {
        let place = tempfile::tempdir().unwrap();
        let real = place.path().join("real");
        let out = place.path().join("public");
        fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, &out).unwrap();
        site(&pages(&[("index.html", "1")]), &out).unwrap();
        assert!(fs::symlink_metadata(&out).unwrap().is_symlink());
        // A link inside the earlier site goes with it; what it points to stays.
        let precious = place.path().join("precious");
        fs::create_dir(&precious).unwrap();
        fs::write(precious.join("x"), "x").unwrap();
        std::os::unix::fs::symlink(&precious, real.join("link")).unwrap();
        site(&pages(&[("index.html", "2"), ("link/y", "2")]), &out).unwrap();
        assert_eq!(names(&precious), ["x"]);
        assert_eq!(fs::read_to_string(real.join("index.html")).unwrap(), "2");
    }
}

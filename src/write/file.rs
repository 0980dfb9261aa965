//! One file: written beside its place and then renamed, so that a reader sees the old one or the new one.

use crate::failure::Failure;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Makes the folder that a file is to stand in.
///
/// # Errors
/// The disk refuses.
pub fn folder_of(path: &Path) -> Result<(), Failure> {
    let Some(folder) = path.parent() else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(format!("cannot make a folder: {error}"))
            .at(folder.display().to_string())
            .help("check that it may be written and that no file has its name")
    })
}

/// Writes a file. One that exists keeps its permissions; a link stays a link, and the file it leads to is written.
///
/// # Errors
/// The disk refuses; then what stood there is untouched.
pub fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail = |error: std::io::Error| {
        Failure::new(format!("cannot write a file: {error}"))
            .at(path.display().to_string())
            .help("check that the folder exists, that it is writable and that the disk is not full")
    };
    // Where the file does not exist yet, its path is its place.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = place.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let beside = place.with_file_name(name);
    let written = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)
        .and_then(|mut new| {
            new.write_all(bytes)?;
            new.sync_all()?;
            if let Ok(metadata) = fs::metadata(&place) {
                fs::set_permissions(&beside, metadata.permissions())?;
            }
            fs::rename(&beside, &place)
        });
    written.map_err(|error| {
        // The error of writing is the one to report.
        let _ = fs::remove_file(&beside);
        fail(error)
    })
}

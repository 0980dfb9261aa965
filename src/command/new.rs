//! `coursegen new`: a path -> a first course, or a first lesson, written to disk.

use super::Response;
use crate::failure::Failure;
use crate::parse::{address, language};
use crate::{load, write};
use std::path::Path;

const COURSE: &str = include_str!("new/course.yaml");
const BENGALI: &str = include_str!("new/bn.md");
const VIETNAMESE: &str = include_str!("new/vi.md");
const ENGLISH: &str = include_str!("new/en.md");

pub(super) fn new(path: &Path) -> Result<Response, Failure> {
    let is_lesson = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    let files = if is_lesson {
        vec![(path.to_path_buf(), lesson(path))]
    } else {
        vec![
            (path.join(load::COURSE_FILE), COURSE.to_owned()),
            (path.join("bn/1-nim.md"), BENGALI.to_owned()),
            (path.join("vi/1-nim.md"), VIETNAMESE.to_owned()),
        ]
    };
    if let Some((taken, _)) = files.iter().find(|(file, _)| load::exists(file)) {
        return Err(
            Failure::new("this file exists already; nothing was written")
                .at(taken.display().to_string())
                .help("name another path"),
        );
    }
    let mut output = String::new();
    for (file, text) in &files {
        write::folder_of(file)?;
        write::file(file, text.as_bytes())?;
        output.push_str(&format!("wrote {}\n", file.display()));
    }
    if !is_lesson {
        let course = path.display();
        output.push_str(&format!("next: coursegen build {course} --out public\n"));
    }
    Ok(Response {
        output,
        ..Response::default()
    })
}

/// A lesson in the language of its folder, with the number of its name.
fn lesson(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name);
    let text = match folder.and_then(|name| name.to_str()) {
        Some("bn") => BENGALI,
        Some("vi") => VIETNAMESE,
        _ => ENGLISH,
    };
    debug_assert!(["bn", "vi", "en"].contains(&language::of(text)));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match address::number(&name) {
        Some(number) => text.replacen("number: 1\n", &format!("number: \"{number}\"\n"), 1),
        None => text.replacen("number: 1\n", "", 1),
    }
}

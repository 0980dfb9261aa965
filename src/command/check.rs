//! `coursegen check`: a course -> its findings; with `--fix` the right values are written first.

use super::Response;
use crate::diagnostic::{Stream, form};
use crate::failure::Failure;
use crate::{Checked, Options, check as check_course, fix, write};
use std::path::Path;

/// Writing a value may bring another to light; this many rounds end it.
const ROUNDS: usize = 8;

pub(super) fn check(
    course: &Path,
    format: &str,
    with_fixes: bool,
    options: &Options,
) -> Result<Response, Failure> {
    let mut checked = check_course(course, options)?;
    let mut written = 0;
    let mut files = std::collections::BTreeSet::new();
    for _ in 0..ROUNDS {
        let (texts, count) = fix::fix(&checked.inputs.sources, &checked.report.diagnostics);
        if !with_fixes || texts.is_empty() {
            break;
        }
        for (file, text) in texts {
            let path = checked.inputs.sources.path(file);
            write::file(&course.join(path), text.as_bytes())?;
            files.insert(path.to_owned());
        }
        written += count;
        checked = check_course(course, options)?;
    }
    let mut response = show(&checked, course, format)?;
    if with_fixes {
        let line = match written {
            0 => "nothing to fix\n".to_owned(),
            1 => "wrote 1 right value\n".to_owned(),
            _ if files.len() == 1 => format!("wrote {written} right values\n"),
            _ => format!("wrote {written} right values in {} files\n", files.len()),
        };
        response.error.push_str(&line);
    }
    Ok(response)
}

/// The findings in a form, with the exit status that they stand for.
pub(super) fn show(checked: &Checked, course: &Path, format: &str) -> Result<Response, Failure> {
    let root = course.display().to_string();
    let findings = checked.findings(&root);
    let form = form(format).ok_or_else(|| Failure::new(format!("no form is called `{format}`")))?;
    let text = form.text(&findings);
    let status = u8::from(!checked.is_right());
    Ok(match form.stream() {
        Stream::Output => Response {
            output: text,
            error: String::new(),
            status,
        },
        Stream::Error => Response {
            output: String::new(),
            error: text,
            status,
        },
    })
}

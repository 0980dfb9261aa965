//! `coursegen build`: a course -> its findings, and its site where nothing is wrong.

use super::{Response, check};
use crate::failure::Failure;
use crate::{Options, build as build_course};
use std::path::Path;

pub(super) fn build(
    course: &Path,
    out: &Path,
    format: &str,
    options: &Options,
) -> Result<Response, Failure> {
    let built = build_course(course, out, options)?;
    let mut response = check::show(&built.checked, course, format)?;
    let line = match built.pages {
        None => "nothing was published; what was published before stays as it was\n".to_owned(),
        Some(1) => format!("published 1 page in {}\n", out.display()),
        Some(pages) => format!("published {pages} pages in {}\n", out.display()),
    };
    response.error.push_str(&line);
    Ok(response)
}

//! `coursegen explain`: the code of a diagnostic -> what it means; without a code, the list of all.

use super::Response;
use crate::diagnostic::Code;
use crate::failure::Failure;
use crate::yaml::nearest;

pub(super) fn explain(code: Option<&str>) -> Result<Response, Failure> {
    let Some(id) = code else {
        return Ok(Response {
            output: list(),
            ..Response::default()
        });
    };
    let Some(code) = Code::ALL.iter().find(|code| code.id() == id) else {
        let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
        let failure = Failure::new(format!("no diagnostic has the code `{id}`"));
        return Err(match nearest(id, &ids) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help("`coursegen explain` lists all codes"),
        });
    };
    let output = format!(
        "{} ({})\n\n{}\n\n{}\n",
        code.id(),
        code.severity().id(),
        code.summary(),
        code.explanation()
    );
    Ok(Response {
        output,
        ..Response::default()
    })
}

fn list() -> String {
    let width = Code::ALL.iter().map(|code| code.id().len()).max();
    let width = width.unwrap_or_default();
    let mut text = String::new();
    for code in Code::ALL {
        text.push_str(&format!("{:width$}  {}\n", code.id(), code.summary()));
    }
    text
}

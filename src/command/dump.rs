//! `coursegen dump`: a lesson -> what a stage makes of it, a line for each node, with its place.

use super::Response;
use crate::check::report::{CheckedFigure, LessonReport, Verdict};
use crate::cli::Stage;
use crate::diagnostic::plain;
use crate::failure::Failure;
use crate::parse::block;
use crate::source::{Sources, Span};
use crate::{Options, check as check_course, load};
use std::path::Path;

pub(super) fn dump(stage: Stage, file: &Path, options: &Options) -> Result<Response, Failure> {
    let (root, path) = load::course_of(file)?;
    let checked = check_course(&root, options)?;
    let lessons = checked.site.lessons.iter().zip(&checked.report.lessons);
    let Some((lesson, report)) = lessons.into_iter().find(|(lesson, _)| lesson.path == path) else {
        return Err(Failure::new("this file is no lesson of its course")
            .at(file.display().to_string())
            .help("lessons are the .md files below the folders of `languages:` in course.yaml"));
    };
    let mut writer = Writer {
        sources: &checked.inputs.sources,
        output: String::new(),
    };
    match stage {
        Stage::Blocks => writer.output = block::dump(&lesson.blocks, writer.sources),
        Stage::Figures => writer.figures(report, false),
        Stage::Claims => writer.figures(report, true),
    }
    Ok(Response {
        output: writer.output,
        ..Response::default()
    })
}

struct Writer<'a> {
    sources: &'a Sources,
    output: String,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, span: Span, text: &str) {
        let (start, end) = (self.sources.start(span), self.sources.end(span));
        self.output.push_str(&format!(
            "{:indent$}{}:{}-{}:{} {}\n",
            "",
            start.line,
            start.column,
            end.line,
            end.column,
            short(text),
            indent = depth * 2
        ));
    }

    fn figures(&mut self, report: &LessonReport, with_claims: bool) {
        for checked in &report.figures {
            let (confirmed, refuted, unchecked) = checked.counts();
            let about = match &checked.figure.game {
                Some(bound) => format!(" about {} ({})", bound.name, bound.from),
                None => String::new(),
            };
            let text = format!(
                "{}{about}: {confirmed} confirmed, {refuted} refuted, {unchecked} not checked",
                checked.figure.kind
            );
            self.line(0, checked.figure.span, &text);
            if with_claims {
                self.claims(checked);
            }
        }
        for (span, reason) in &report.opted_out {
            self.line(0, *span, &format!("opted out: {reason}"));
        }
    }

    fn claims(&mut self, checked: &CheckedFigure) {
        for (claim, verdict) in checked.figure.claims.iter().zip(&checked.verdicts) {
            let verdict = match verdict {
                Verdict::Confirmed(proof) => format!("confirmed ({proof:?})"),
                Verdict::Refuted { because, .. } => format!("refuted: {because}"),
                Verdict::Unchecked(reason) => format!("not checked: {reason}"),
            };
            let text = format!(
                "»{}« {:?}: {verdict}",
                self.sources.slice(claim.span),
                claim.question
            );
            self.line(1, claim.span, &text);
        }
    }
}

/// One line of bounded length.
fn short(text: &str) -> String {
    let text = plain(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    match text.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

//! `coursegen dump`: a lesson -> what a stage makes of it, a line for each node, with its place.

use super::Response;
use crate::check::report::{CheckedFigure, LessonReport, Verdict};
use crate::cli::Stage;
use crate::diagnostic::plain;
use crate::failure::Failure;
use crate::parse::block::{Block, BlockKind, Directive};
use crate::parse::flow::Flow;
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
        Stage::Blocks => writer.blocks(&lesson.blocks, 0),
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

    fn blocks(&mut self, blocks: &[Block], depth: usize) {
        for block in blocks {
            self.block(block, depth);
        }
    }

    fn block(&mut self, block: &Block, depth: usize) {
        let mut line = |text: String| self.line(depth, block.span, &text);
        match &block.kind {
            BlockKind::Heading {
                level, id, content, ..
            } => line(format!("heading {level} #{id}: {}", Flow::of(content).text)),
            BlockKind::Paragraph(content) => line(format!("paragraph: {}", Flow::of(content).text)),
            BlockKind::Code(fence) => {
                line(format!(
                    "code ({}), {} lines",
                    fence.info,
                    fence.lines.len()
                ));
            }
            BlockKind::Html(html) => line(format!("html: {html}")),
            BlockKind::Rule => line("rule".to_owned()),
            BlockKind::Directive(Directive::Game(name)) => line(format!("game: {}", name.value)),
            BlockKind::Directive(Directive::NotChecked(reason)) => {
                line(format!("not checked: {}", reason.value));
            }
            BlockKind::Table { head, rows, .. } => {
                line(format!(
                    "table, {} columns, {} rows",
                    head.len(),
                    rows.len()
                ));
                for row in std::iter::once(head).chain(rows) {
                    for cell in row {
                        self.line(depth + 1, cell.span, &Flow::of(&cell.content).text);
                    }
                }
            }
            BlockKind::Quote(blocks) => {
                line("quote".to_owned());
                self.blocks(blocks, depth + 1);
            }
            BlockKind::List { start, items, .. } => {
                line(match start {
                    Some(start) => format!("list from {start}"),
                    None => "list".to_owned(),
                });
                for item in items {
                    self.line(depth + 1, item.span, "item");
                    self.blocks(&item.blocks, depth + 2);
                }
            }
            BlockKind::Div { attributes, blocks } => {
                line(format!("div .{}", attributes.classes.join(" .")));
                self.blocks(blocks, depth + 1);
            }
            BlockKind::Tabs(tabs) => {
                line("tabs".to_owned());
                for tab in tabs {
                    self.line(depth + 1, tab.span, &format!("tab {}", tab.title));
                    self.blocks(&tab.blocks, depth + 2);
                }
            }
            BlockKind::Note { kind, blocks, .. } => {
                line(format!("note {kind}"));
                self.blocks(blocks, depth + 1);
            }
            BlockKind::Footnote { label, blocks } => {
                line(format!("footnote {label}"));
                self.blocks(blocks, depth + 1);
            }
        }
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

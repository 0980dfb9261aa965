//! The blocks of a lesson in, the body of its page out, with its sections, what it needs and what was wrong.

use crate::check::report::{CheckedFigure, LessonReport};
use crate::diagnostic::Diagnostic;
use crate::parse::block::{Block, BlockKind, Inline, Item, Tab};
use crate::parse::site::Lesson;
use crate::render::language::Texts;
use crate::render::press::Press;
use crate::render::raw::RawHtml;
use crate::render::{address, html, line};
use crate::source::Span;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A heading of a lesson, for the table of contents and the search.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section {
    pub(crate) level: u8,
    pub(crate) id: String,
    /// The heading as HTML without links.
    pub(crate) label: String,
    /// The heading as text.
    pub(crate) title: String,
    /// What stands below it, as text.
    pub(crate) text: String,
}

/// Writes the body of one lesson.
pub(crate) struct Body<'a> {
    pub(crate) press: &'a Press<'a>,
    pub(crate) lesson: &'a Lesson,
    pub(crate) texts: &'a Texts,
    pub(crate) report: Option<&'a LessonReport>,
    /// The file of the page.
    pub(crate) file: String,
    /// The heading that became the title of the page.
    pub(crate) title: Option<Section>,
    pub(crate) sections: Vec<Section>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Files of the course that the page shows or links to.
    pub(crate) assets: RefCell<BTreeSet<String>>,
    /// Whether there is a formula.
    pub(crate) math: bool,
    /// Which figures of the report have been marked.
    marked: Vec<bool>,
    /// Labels of footnotes in the order of their first reference, with how often each was referred to.
    pub(crate) footnotes: Vec<(String, usize)>,
    tab_groups: usize,
    pub(crate) coloured: bool,
    pub(crate) pictures: usize,
}

impl<'a> Body<'a> {
    pub(crate) fn new(press: &'a Press<'a>, index: usize, lesson: &'a Lesson) -> Self {
        let report = press.report.lessons.get(index);
        Self {
            press,
            lesson,
            texts: press.languages.of(&lesson.language),
            report,
            file: address::lesson(lesson),
            title: None,
            sections: Vec::new(),
            diagnostics: Vec::new(),
            assets: RefCell::default(),
            math: false,
            marked: vec![false; report.map_or(0, |report| report.figures.len())],
            footnotes: Vec::new(),
            tab_groups: 0,
            coloured: true,
            pictures: 0,
        }
    }

    /// The whole body.
    pub(crate) fn write(&mut self) -> String {
        let lesson = self.lesson;
        let mut out = self.blocks(&lesson.blocks, false);
        self.write_footnotes(&mut out, &lesson.blocks);
        out
    }

    /// Only what can be wrong: formulas and raw HTML. Programs are not coloured.
    pub(crate) fn examine(&mut self) {
        self.coloured = false;
        self.write();
    }

    /// Blocks one after the other. In a tight list paragraphs have no tags of their own.
    pub(crate) fn blocks(&mut self, blocks: &[Block], tight: bool) -> String {
        let mut out = String::new();
        let mut raw = RawHtml::blocks();
        for block in blocks {
            if let BlockKind::Html(piece) = &block.kind {
                self.raw(&mut raw, &mut out, piece, block.span);
                out.push('\n');
            } else if !raw.swallows() {
                self.block(&mut out, block, tight);
            }
        }
        raw.close(&mut out);
        out
    }

    fn block(&mut self, out: &mut String, block: &Block, tight: bool) {
        match &block.kind {
            BlockKind::Heading {
                level,
                id,
                classes,
                content,
            } => {
                self.heading(out, *level, id, classes, content);
                return;
            }
            BlockKind::Paragraph(content) => {
                let text = self.line(content);
                let badge = self.badge(block.span);
                self.add_text(content);
                if tight {
                    out.push_str(&format!("{text}{badge}\n"));
                } else {
                    out.push_str(&format!("<p>{text}{badge}</p>\n"));
                }
            }
            BlockKind::Quote(blocks) => {
                let inner = self.blocks(blocks, false);
                out.push_str(&format!("<blockquote>\n{inner}</blockquote>\n"));
            }
            BlockKind::List {
                start,
                tight,
                items,
            } => {
                // A figure that is the whole list is not to be taken by its first entry.
                let figures = self.take_block(block.span);
                self.list(out, *start, *tight, items);
                self.write_marks(out, &figures);
            }
            BlockKind::Code(fence) => self.fence(out, block.span, fence),
            BlockKind::Table {
                alignments,
                head,
                rows,
            } => self.table(out, block.span, alignments, head, rows),
            BlockKind::Div { attributes, blocks } => {
                let id = attributes
                    .id
                    .as_ref()
                    .map_or_else(String::new, |id| format!(" id=\"{}\"", html::id(id)));
                let classes = html::attribute(&attributes.classes.join(" "));
                let inner = self.blocks(blocks, false);
                out.push_str(&format!("<div{id} class=\"{classes}\">\n{inner}</div>\n"));
            }
            BlockKind::Tabs(tabs) => self.tabs(out, tabs),
            BlockKind::Note {
                kind,
                title,
                collapsed,
                blocks,
            } => {
                self.note(out, kind, title.as_deref(), *collapsed, blocks);
            }
            BlockKind::Rule => out.push_str("<hr>\n"),
            BlockKind::Footnote { .. } | BlockKind::Directive(_) | BlockKind::Html(_) => {}
        }
        self.opted_out(out, block.span);
    }

    fn heading(
        &mut self,
        out: &mut String,
        level: u8,
        id: &str,
        classes: &[String],
        content: &[Inline],
    ) {
        let label = self.label(content);
        let section = Section {
            level,
            id: id.to_owned(),
            label,
            title: line::plain(content),
            text: String::new(),
        };
        // The first heading of the lesson, if it is the highest, is the title of the page.
        if level == 1 && self.title.is_none() && self.sections.is_empty() {
            self.title = Some(section);
            return;
        }
        let text = self.line(content);
        let level = level.clamp(2, 6);
        let id = html::id(id);
        let classes = if classes.is_empty() {
            String::new()
        } else {
            format!(" class=\"{}\"", html::attribute(&classes.join(" ")))
        };
        out.push_str(&format!(
            "<h{level} id=\"{id}\"{classes}>{text}<a class=\"anchor\" href=\"{}\" aria-label=\"{}: {}\">#</a></h{level}>\n",
            address::fragment(&section.id),
            html::attribute(self.texts.say("anchor")),
            html::attribute(&section.title),
        ));
        self.sections.push(section);
    }

    fn list(&mut self, out: &mut String, start: Option<u64>, tight: bool, items: &[Item]) {
        let tag = if start.is_some() { "ol" } else { "ul" };
        let first = start
            .filter(|start| *start != 1)
            .map_or_else(String::new, |start| format!(" start=\"{start}\""));
        let tasks = if items.iter().any(|item| item.task.is_some()) {
            " class=\"tasks\""
        } else {
            ""
        };
        out.push_str(&format!("<{tag}{first}{tasks}>\n"));
        for item in items {
            let inner = self.blocks(&item.blocks, tight);
            let task = item.task.map_or_else(String::new, |done| {
                let (class, key) = if done {
                    ("done", "task_done")
                } else {
                    ("open", "task_open")
                };
                format!(
                    "<span class=\"task {class}\" role=\"img\" aria-label=\"{}\"></span> ",
                    html::attribute(self.texts.say(key))
                )
            });
            out.push_str(&format!("<li>{task}{}</li>\n", inner.trim_end()));
        }
        out.push_str(&format!("</{tag}>\n"));
    }

    fn tabs(&mut self, out: &mut String, tabs: &[Tab]) {
        self.tab_groups += 1;
        let group = self.tab_groups;
        let titles: Vec<&str> = tabs.iter().map(|tab| tab.title.as_str()).collect();
        out.push_str(&format!(
            "<fieldset class=\"tabs\"><legend class=\"hidden\">{}</legend>\n",
            html::attribute(&titles.join(" / "))
        ));
        for (index, tab) in tabs.iter().enumerate() {
            let inner = self.blocks(&tab.blocks, false);
            let checked = if index == 0 { " checked" } else { "" };
            let title = html::attribute(&tab.title);
            out.push_str(&format!(
                "<input type=\"radio\" name=\"tabs-{group}\" id=\"tabs-{group}-{index}\" data-tab=\"{title}\"{checked}>\
                 <label for=\"tabs-{group}-{index}\">{title}</label>\n<div class=\"panel\">\n{inner}</div>\n"
            ));
        }
        out.push_str("</fieldset>\n");
    }

    fn note(
        &mut self,
        out: &mut String,
        kind: &str,
        title: Option<&[Inline]>,
        collapsed: Option<bool>,
        blocks: &[Block],
    ) {
        let class: String = kind
            .chars()
            .filter(|character| character.is_ascii_alphanumeric() || *character == '-')
            .collect();
        let title = match title {
            Some(content) if collapsed.is_some() => self.label(content),
            Some(content) => self.line(content),
            None => html::attribute(self.texts.note(kind)),
        };
        let inner = self.blocks(blocks, false);
        match collapsed {
            Some(collapsed) => {
                let open = if collapsed { "" } else { " open" };
                out.push_str(&format!(
                    "<details class=\"note {class}\"{open}><summary>{title}</summary>\n{inner}</details>\n"
                ));
            }
            None if title.is_empty() => {
                out.push_str(&format!("<aside class=\"note {class}\">\n{inner}</aside>\n"));
            }
            None => out.push_str(&format!(
                "<aside class=\"note {class}\"><p class=\"note-title\">{title}</p>\n{inner}</aside>\n"
            )),
        }
    }

    /// Adds running text to the section that is being written, for the search.
    pub(crate) fn add_text(&mut self, content: &[Inline]) {
        let text = line::plain(content);
        if text.is_empty() {
            return;
        }
        if self.sections.is_empty() && self.title.is_none() {
            self.title = Some(Section {
                title: self.lesson.title.clone(),
                ..Section::default()
            });
        }
        if let Some(section) = self.sections.last_mut().or(self.title.as_mut()) {
            if !section.text.is_empty() {
                section.text.push(' ');
            }
            section.text.push_str(&text);
        }
    }

    /// The figures that are bound to a block, each given out once.
    pub(crate) fn take_block(&mut self, span: Span) -> Vec<&'a CheckedFigure> {
        self.take(|figure| figure.figure.block == span)
    }

    /// The figures that begin in a block without blocks inside, each given out once.
    pub(crate) fn take_leaf(&mut self, span: Span) -> Vec<&'a CheckedFigure> {
        self.take(|figure| {
            let begin = figure.figure.span;
            figure.figure.block == span
                || (begin.file == span.file && span.start <= begin.start && begin.start < span.end)
        })
    }

    fn take(&mut self, wanted: impl Fn(&CheckedFigure) -> bool) -> Vec<&'a CheckedFigure> {
        let Some(report) = self.report else {
            return Vec::new();
        };
        let mut taken = Vec::new();
        for (figure, marked) in report.figures.iter().zip(&mut self.marked) {
            if !*marked && wanted(figure) {
                *marked = true;
                taken.push(figure);
            }
        }
        taken
    }
}

/// A wide thing in a box that scrolls by itself, also from the keyboard.
pub(crate) fn scrolling(html: &str, label: &str) -> String {
    format!(
        "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{label}\">{html}</div>\n"
    )
}

/// ` class="..."` from the classes that are not empty.
pub(crate) fn class_attribute(classes: &[&str]) -> String {
    let classes: Vec<&str> = classes
        .iter()
        .copied()
        .filter(|class| !class.is_empty())
        .collect();
    if classes.is_empty() {
        String::new()
    } else {
        format!(" class=\"{}\"", classes.join(" "))
    }
}

//! Fences and their figures in, HTML out: tables from what was read, a graph as a drawing, each with its caption and the
//! block as its author wrote it.

use crate::check::report::{CheckedFigure, Verdict};
use crate::figure::claim::{Answer, Grid, GridCell, Picture, Question};
use crate::parse::block::Fence;
use crate::render::body::{Body, class_attribute, scrolling};
use crate::render::{graph, html};
use crate::solve::{Outcome, Position, Solver};
use crate::source::Span;
use std::fmt::Write;

/// How a cell is shown.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub(crate) class: &'static str,
    /// Attributes for the moves of its position, with a space before each.
    pub(crate) data: String,
}

/// Positions with more moves than this are shown without them.
const MOST_MOVES: usize = 64;

impl Body<'_> {
    /// A code block: its program with colours, or its figures drawn.
    pub(crate) fn fence(&mut self, out: &mut String, span: Span, fence: &Fence) {
        let sources = &self.press.inputs.sources;
        let lines: Vec<&str> = fence
            .lines
            .iter()
            .map(|line| sources.slice(*line))
            .collect();
        let figures = self.take_leaf(span);
        let drawn = figures.iter().any(|figure| area(figure).is_some());
        if !drawn {
            let code = self.code(fence.language.as_deref(), &lines);
            if figures.is_empty() {
                out.push_str(&code);
            } else {
                out.push_str("<figure class=\"shown\">\n");
                out.push_str(&code);
                out.push_str("<figcaption>");
                self.write_marks(out, &figures);
                out.push_str("</figcaption></figure>\n");
            }
            return;
        }
        out.push_str("<figure class=\"shown drawn\">\n");
        self.drawn(out, fence, &lines, &figures);
        out.push_str("<figcaption>");
        let drawn: Vec<&CheckedFigure> = figures
            .iter()
            .copied()
            .filter(|figure| area(figure).is_some())
            .collect();
        let caption = self.caption(&drawn);
        out.push_str("<span class=\"caption\">");
        html::text(out, &caption);
        out.push_str("</span>");
        self.write_marks(out, &figures);
        let label = html::attribute(self.texts.say("as_text"));
        let _ = writeln!(out, "<details class=\"as-text\"><summary>{label}</summary>");
        out.push_str(&self.code(None, &lines));
        out.push_str("</details></figcaption></figure>\n");
    }

    /// Each line of the fence once: in the table that was read from it, or as it stands.
    fn drawn(
        &mut self,
        out: &mut String,
        fence: &Fence,
        lines: &[&str],
        figures: &[&CheckedFigure],
    ) {
        let mut rest: Vec<(Span, &str)> = Vec::new();
        let mut done = vec![false; figures.len()];
        let mut skip_to = 0;
        for (line, text) in fence.lines.iter().zip(lines) {
            for (figure, done) in figures.iter().zip(&mut done) {
                let Some(area) = area(figure).filter(|_| !*done) else {
                    continue;
                };
                let begins = area.start <= line.start.max(line.end.saturating_sub(1));
                if begins && line.start < area.end.max(area.start + 1) {
                    let header = bit_header(figure, rest.last());
                    if header.is_some() {
                        rest.pop();
                    }
                    self.flush(out, &mut rest);
                    *done = true;
                    skip_to = skip_to.max(area.end);
                    self.picture(out, figure, header);
                }
            }
            if line.start >= skip_to {
                rest.push((*line, text));
            }
        }
        self.flush(out, &mut rest);
    }

    /// Lines that no table took.
    fn flush(&mut self, out: &mut String, lines: &mut Vec<(Span, &str)>) {
        let texts: Vec<&str> = lines.drain(..).map(|(_, text)| text).collect();
        let first = texts.iter().position(|line| !line.trim().is_empty());
        let last = texts.iter().rposition(|line| !line.trim().is_empty());
        if let (Some(first), Some(last)) = (first, last) {
            out.push_str(&self.code(None, texts.get(first..=last).unwrap_or_default()));
        }
    }

    fn picture(&mut self, out: &mut String, figure: &CheckedFigure, header: Option<Vec<GridCell>>) {
        match &figure.figure.picture {
            Picture::InPlace => {}
            Picture::Grid(grid) => match header {
                Some(header) => {
                    let mut grid = grid.clone();
                    grid.header = Some(header);
                    self.grid(out, figure, &grid);
                }
                None => self.grid(out, figure, grid),
            },
            Picture::Graph {
                labels,
                edges,
                sideways,
            } => {
                self.pictures += 1;
                let values = values(figure, labels.len());
                out.push_str(&graph::svg(
                    self.texts,
                    self.pictures,
                    labels,
                    edges,
                    &values,
                    *sideways,
                ));
            }
        }
    }

    fn grid(&mut self, out: &mut String, figure: &CheckedFigure, grid: &Grid) {
        let columns = grid
            .rows
            .iter()
            .chain(&grid.header)
            .map(Vec::len)
            .max()
            .unwrap_or(0);
        let cells = || grid.rows.iter().flatten();
        let short = cells()
            .filter(|cell| cell.text.chars().count() <= 3)
            .count();
        let strip = columns > 4 && grid.rows.len() <= 4 && short * 10 >= cells().count() * 8;
        let mut table = format!(
            "<table{}>\n",
            class_attribute(&["grid", if strip { "strip" } else { "" }])
        );
        // Headings are names; a line that states an equality is a row like the others.
        let states = |row: &[GridCell]| row.iter().any(|cell| cell.text.contains('='));
        let first = grid.header.as_deref().filter(|header| states(header));
        if let Some(header) = grid.header.as_ref().filter(|header| !states(header)) {
            table.push_str("<thead><tr>");
            for cell in header {
                self.cell(&mut table, figure, cell, Some("col"));
            }
            fill(&mut table, header.len(), columns);
            table.push_str("</tr></thead>\n");
        }
        table.push_str("<tbody>\n");
        // The columns of a bit diagram in which an odd number of bits is set: those that the nim-sum has.
        let odd: Vec<usize> = if figure.figure.kind == "bit-diagram" {
            let sum = grid.rows.last();
            let set = |column: &usize| {
                sum.and_then(|row| row.get(*column))
                    .is_some_and(|cell| matches!(cell.text.trim(), "1" | "১"))
            };
            bit_columns(grid).into_iter().filter(set).collect()
        } else {
            Vec::new()
        };
        for row in first.into_iter().chain(grid.rows.iter().map(Vec::as_slice)) {
            table.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                if odd.contains(&column) {
                    table.push_str("<td class=\"odd\">");
                    html::text(&mut table, &cell.text);
                    table.push_str("</td>");
                    continue;
                }
                let heading = (grid.row_headings && column == 0).then_some("row");
                self.cell(&mut table, figure, cell, heading);
            }
            fill(&mut table, row.len(), columns);
            table.push_str("</tr>\n");
        }
        table.push_str("</tbody></table>");
        let label = html::attribute(&self.caption(&[figure]));
        out.push_str(&scrolling(&table, &label));
    }

    fn cell(
        &mut self,
        out: &mut String,
        figure: &CheckedFigure,
        cell: &GridCell,
        heading: Option<&str>,
    ) {
        let shown = if cell.text.trim().is_empty() {
            Shown::default()
        } else {
            self.shown(&[figure], cell.span)
        };
        let (tag, scope) = match heading {
            Some(scope) if !cell.text.trim().is_empty() => ("th", format!(" scope=\"{scope}\"")),
            _ => ("td", String::new()),
        };
        let _ = write!(
            out,
            "<{tag}{scope}{}{}>",
            class_attribute(&[shown.class]),
            shown.data
        );
        html::text(out, &cell.text);
        let _ = write!(out, "</{tag}>");
    }

    /// How the cell at a span is shown, by what the figures state there and the solver confirmed.
    pub(crate) fn shown(&self, figures: &[&CheckedFigure], span: Span) -> Shown {
        let mut shown = Shown::default();
        for figure in figures {
            for (claim, verdict) in figure.figure.claims.iter().zip(&figure.verdicts) {
                if !span.holds(claim.span) {
                    continue;
                }
                // A label after a number is about where a move leads, not about the position of the cell.
                let before = Span::new(span.file, span.start as usize, claim.span.start as usize);
                let before = self.press.inputs.sources.slice(before);
                let led_to = before.chars().any(char::is_numeric);
                let (position, answer) = match (&claim.question, verdict) {
                    (_, Verdict::Refuted { .. }) => {
                        shown.class = "refuted";
                        continue;
                    }
                    (
                        Question::Outcome(position) | Question::Nimber(position),
                        Verdict::Confirmed(_),
                    ) if !led_to => (position, &claim.written),
                    _ => continue,
                };
                shown.class = match answer {
                    Answer::Outcome(Outcome::Next) => "next",
                    Answer::Outcome(Outcome::Previous) => "previous",
                    Answer::Number(0) if shown.class.is_empty() => "zero",
                    _ => shown.class,
                };
                if shown.data.is_empty() {
                    shown.data = moves(figure, position);
                }
            }
        }
        shown
    }

    /// A program or lines as they stand.
    pub(crate) fn code(&self, language: Option<&str>, lines: &[&str]) -> String {
        let code = lines.join("\n");
        let coloured = language.filter(|_| self.coloured);
        let html = self.press.highlighter.html(coloured, &code);
        let name = language.and_then(display_name);
        let attributes = language
            .filter(|language| {
                language
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || "+#-_".contains(c))
            })
            .map_or_else(String::new, |language| {
                format!(" class=\"language-{language}\"")
            });
        let label = html::attribute(name.unwrap_or_else(|| self.texts.say("code")));
        let head = name.map_or_else(String::new, |name| {
            format!("<p class=\"code-name\" lang=\"en\">{name}</p>\n")
        });
        format!(
            "<div class=\"code\">{head}<pre tabindex=\"0\" role=\"group\" aria-label=\"{label}\"><code{attributes}>{html}\n</code></pre></div>\n"
        )
    }
}

/// Where a drawn figure stands in its fence; `None` for one that is drawn in place.
fn area(figure: &CheckedFigure) -> Option<Span> {
    match &figure.figure.picture {
        Picture::InPlace => None,
        Picture::Grid(grid) if !is_table(grid) => None,
        Picture::Grid(grid) => {
            let cells = grid
                .rows
                .iter()
                .flatten()
                .chain(grid.header.iter().flatten());
            let cells = cells.map(|cell| cell.span).reduce(Span::to);
            match (grid.span, cells) {
                (Some(span), Some(cells)) => Some(span.to(cells)),
                (span, cells) => span.or(cells).or(Some(figure.figure.span)),
            }
        }
        Picture::Graph { .. } => Some(figure.figure.span),
    }
}

/// Whether the cells are more than words between spaces: a column of colons or arrows is a sentence.
fn is_table(grid: &Grid) -> bool {
    !grid
        .rows
        .iter()
        .flatten()
        .chain(grid.header.iter().flatten())
        .any(|cell| {
            matches!(
                cell.text.trim(),
                ":" | "->" | "→" | "=>" | "=" | "<=>" | "⇔" | "⟺"
            )
        })
}

/// The columns of a bit diagram that hold nothing but bits.
fn bit_columns(grid: &Grid) -> Vec<usize> {
    let columns = grid.rows.iter().map(Vec::len).min().unwrap_or(0);
    let bits = |column: &usize| {
        grid.rows.iter().all(|row| {
            let text = row.get(*column).map(|cell| cell.text.trim());
            matches!(text, Some("0" | "1" | "০" | "১"))
        })
    };
    (0..columns).filter(bits).collect()
}

/// The line above a bit diagram as its headings, where it has one word for each column of bits.
fn bit_header(figure: &CheckedFigure, above: Option<&(Span, &str)>) -> Option<Vec<GridCell>> {
    let Picture::Grid(grid) = &figure.figure.picture else {
        return None;
    };
    let (span, text) = above?;
    if figure.figure.kind != "bit-diagram" || grid.header.is_some() {
        return None;
    }
    let bits = bit_columns(grid);
    let words: Vec<&str> = text.split_whitespace().collect();
    if bits.is_empty() || words.len() != bits.len() {
        return None;
    }
    let before = (0..*bits.first()?).map(|_| "");
    let cells = before.chain(words).map(|text| GridCell {
        text: text.to_owned(),
        span: *span,
    });
    Some(cells.collect())
}

/// Empty cells for a row that is shorter than the others.
fn fill(out: &mut String, from: usize, to: usize) {
    for _ in from..to {
        out.push_str("<td></td>");
    }
}

/// The moves of a position, so that the page can show them.
fn moves(figure: &CheckedFigure, position: &Position) -> String {
    let (Some(bound), Position::Number(number)) = (&figure.figure.game, position) else {
        return String::new();
    };
    if !bound.game.accepts(position) {
        return String::new();
    }
    let mut options: Vec<String> = Vec::new();
    for option in bound.game.options(position) {
        match option {
            Position::Number(next) => options.push(next.to_string()),
            Position::List(_) => return String::new(),
        }
    }
    if options.len() > MOST_MOVES {
        return String::new();
    }
    options.dedup();
    format!(" data-n=\"{number}\" data-moves=\"{}\"", options.join(" "))
}

/// The Grundy value of each vertex of a graph, as the solver finds it. Vertices without one (the game ends there by
/// misère play, the budget runs out) stay without.
fn values(figure: &CheckedFigure, vertices: usize) -> Vec<Option<u64>> {
    let Some(bound) = &figure.figure.game else {
        return vec![None; vertices];
    };
    let mut solver = Solver::new(bound.game.clone());
    (0..vertices)
        .map(|vertex| {
            let position = Position::Number(vertex as u64);
            if !bound.game.accepts(&position) {
                return None;
            }
            solver.nimber(&position).ok().map(|value| value.0)
        })
        .collect()
}

fn display_name(language: &str) -> Option<&'static str> {
    Some(match language {
        "python" | "py" | "python3" | "pycon" => "Python",
        "cpp" | "c++" | "cc" | "c++17" => "C++",
        "c" => "C",
        "java" => "Java",
        "rust" | "rs" => "Rust",
        "js" | "javascript" => "JavaScript",
        "go" => "Go",
        "kotlin" => "Kotlin",
        "csharp" | "cs" => "C#",
        "bash" | "sh" | "console" | "shell" => "Shell",
        _ => return None,
    })
}

//! Labels or Grundy values in a row, with the positions above, below or left out.
//!
//! ```text
//! n:  0  1  2  3  4
//!     L  W  W  W  L
//! ```

use crate::figure::claim::{Grid, GridCell, Picture};
use crate::figure::context::Context;
use crate::figure::grid;
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Found;
use crate::figure::series::{self, Run, Series};
use crate::figure::unit::{Form, Unit};
use crate::notation::line::Line;
use crate::notation::roles::Role;
use crate::notation::token::Sign;
use crate::notation::words;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "wl-strip"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        match unit.form {
            Form::Fence => fence(unit, context),
            Form::Table => table(unit, context),
            _ => {}
        }
    }
}

/// Whether the words of some lines speak of Grundy values.
fn speaks_of_grundy(lines: &[Line]) -> bool {
    lines
        .iter()
        .flat_map(|line| &line.tokens)
        .any(|token| token.word().is_some_and(words::is_nimber_name))
}

fn fence(unit: &mut Unit, context: &mut Context<'_>) {
    for stanza in unit.stanzas() {
        let lines: Vec<Line> = unit.lines[stanza.clone()].to_vec();
        let read: Vec<Option<Series>> = lines.iter().map(series::of_line).collect();
        // `0:L 1:W 2:W`, line by line.
        for (offset, line) in lines.iter().enumerate() {
            let grundy = speaks_of_grundy(&lines[..=offset])
                || context
                    .caption
                    .as_ref()
                    .is_some_and(|line| speaks_of_grundy(std::slice::from_ref(line)));
            let Some((index, value)) = series::pairs(line)
                .filter(|(_, value)| grundy || matches!(value.run, Run::Labels(_)))
            else {
                continue;
            };
            let scene = context.scene(lines.first().filter(|_| offset > 0), false, true);
            let mut found = Found::default();
            if let Some(kind) = series::read(
                &[&index, &value],
                Some(unit.span(stanza.start + offset..stanza.start + offset + 1)),
                grundy,
                &scene,
                &mut found,
            ) {
                unit.add(
                    kind,
                    stanza.start + offset..stanza.start + offset + 1,
                    found.claims,
                    &scene,
                    Picture::InPlace,
                );
            }
        }
        if unit.taken[stanza.clone()].iter().any(|taken| *taken) {
            continue;
        }
        let mut at = 0;
        while at < lines.len() {
            if read[at].is_none() {
                at += 1;
                continue;
            }
            // Series of one length over one another; rules and arrows may stand between them.
            let mut group = vec![at];
            let mut next = at + 1;
            let mut drawn = 0;
            while next < lines.len() {
                match &read[next] {
                    Some(line)
                        if read[at]
                            .as_ref()
                            .is_some_and(|first| first.len() == line.len())
                            && !closes(&group, &read, line) =>
                    {
                        group.push(next);
                        drawn = 0;
                    }
                    None if drawn == 0
                        && (grid::is_rule(&lines[next]) || pointers(&lines[next])) =>
                    {
                        drawn += 1
                    }
                    _ => break,
                }
                next += 1;
            }
            let end = group.last().map_or(at + 1, |last| last + 1);
            let own: Vec<&Line> = lines[..at].iter().collect();
            let caption = own.iter().rev().find(|line| !line.is_empty()).copied();
            let mut scene = context.scene(caption, false, true);
            let grundy = speaks_of_grundy(&lines[..at])
                || context
                    .caption
                    .as_ref()
                    .is_some_and(|line| speaks_of_grundy(std::slice::from_ref(line)))
                || speaks_of_grundy(std::slice::from_ref(&context.heading));
            let series: Vec<&Series> = group
                .iter()
                .filter_map(|&index| read[index].as_ref())
                .collect();
            let mut found = Found::default();
            let whole = unit.span(stanza.start + at..stanza.start + end);
            let kind = series::read(&series, Some(whole), grundy, &scene, &mut found);
            let range = stanza.start + at..stanza.start + end;
            if let Some(kind) = kind {
                scene.subjects = Vec::new();
                // `<- period 3!`: a remark behind the values.
                for &index in &group {
                    let line = &lines[index];
                    if let Some(remark) = (0..line.len())
                        .find(|&at| line.is(at, Sign::BackArrow) || line.is(at, Sign::Hash))
                    {
                        crate::figure::statement::read(
                            &line.part(remark + 1..line.len()),
                            &mut scene,
                            &mut found,
                        );
                    }
                }
                let picture = picture(&series, &lines, &group);
                // Arrows and remarks below belong to the strip.
                unit.add(kind, range, found.claims, &scene, picture);
            } else if let [only] = series.as_slice()
                && let Some(kind) = alone(only, &scene, &lines[at], &mut found)
            {
                unit.add(kind, range, found.claims, &scene, Picture::InPlace);
                if let Some(figure) = unit.figures.last_mut() {
                    figure.tentative = true;
                }
            }
            at = end;
        }
    }
}

/// Labels without indexes begin at 0 (or where the name says).
fn alone(
    series: &Series,
    scene: &crate::figure::scene::Scene,
    line: &Line,
    found: &mut Found,
) -> Option<&'static str> {
    let start = scene.range.map_or(0, |(first, _)| first);
    let named = matches!(series.role, Some(Role::Outcome | Role::Nimber))
        || series.named
            && line
                .word(0)
                .is_some_and(|word| words::is_outcome_name(word) || words::is_nimber_name(word));
    match &series.run {
        Run::Labels(labels)
            if labels.len() >= 4 && labels.iter().all(|(label, _)| label.letter) =>
        {
            series::read_from(start, series, scene, found)
        }
        Run::Labels(_) if named => series::read_from(start, series, scene, found),
        Run::Numbers(numbers) if series.role == Some(Role::Nimber) && numbers.len() >= 4 => {
            series::read_from(start, series, scene, found)
        }
        _ => None,
    }
}

/// Whether a group is complete: it has its positions and its labels, and the next line begins another.
fn closes(group: &[usize], read: &[Option<Series>], next: &Series) -> bool {
    let is_index = |line: &Series| {
        matches!(line.run, Run::Numbers(_))
            && (matches!(line.role, Some(Role::Position(_))) || !line.named)
    };
    let indexes = group
        .iter()
        .filter(|&&index| read[index].as_ref().is_some_and(is_index))
        .count();
    let labels = group
        .iter()
        .filter(|&&index| {
            read[index]
                .as_ref()
                .is_some_and(|line| matches!(line.run, Run::Labels(_)))
        })
        .count();
    indexes >= 1
        && labels >= 1
        && (is_index(next) || (matches!(next.run, Run::Labels(_)) && !next.named))
}

/// `^   ^   ^` or `↑  ↑`: drawn, not said.
fn pointers(line: &Line) -> bool {
    !line.is_empty()
        && line.tokens.iter().all(|token| {
            token.is(Sign::Caret)
                || token.is(Sign::Bar)
                || token.is(Sign::Other)
                || token.is(Sign::Rule)
        })
}

fn table(unit: &mut Unit, context: &mut Context<'_>) {
    let Some(cells) = unit.cells.clone() else {
        return;
    };
    let mut rows: Vec<&Vec<Line>> = cells.header.iter().collect();
    rows.extend(&cells.rows);
    let read: Vec<Series> = rows
        .iter()
        .filter_map(|row| series::of_cells(row))
        .collect();
    if read.len() < 2 || read.len() < rows.len().min(2) {
        return;
    }
    // Positions across: the first row runs through numbers.
    let across = read.first().is_some_and(|first| {
        matches!(first.run, Run::Numbers(_))
            && (matches!(first.role, Some(Role::Position(_))) || !first.named)
    }) && cells
        .header
        .as_ref()
        .is_some_and(|header| series::of_cells(header).is_some());
    if !across {
        return;
    }
    let mut scene = context.scene(None, false, true);
    let grundy = speaks_of_grundy(std::slice::from_ref(&context.heading))
        || context
            .caption
            .as_ref()
            .is_some_and(|line| speaks_of_grundy(std::slice::from_ref(line)));
    let mut found = Found::default();
    let series: Vec<&Series> = read.iter().collect();
    // The name of a row may state a law.
    for row in &rows {
        if let Some(name) = row.first().filter(|name| name.len() > 3) {
            crate::figure::statement::read(name, &mut scene, &mut found);
            scene.subjects = Vec::new();
        }
    }
    if let Some(kind) = series::read(&series, Some(unit.block), grundy, &scene, &mut found) {
        let kind = if kind == "grundy-strip" {
            "grundy-table"
        } else {
            "position-table"
        };
        let lines = 0..unit.lines.len();
        unit.add(kind, lines, found.claims, &scene, Picture::InPlace);
        if let Some(figure) = unit.figures.last_mut() {
            figure.span = unit.block;
        }
    }
}

fn picture(series: &[&Series], lines: &[Line], group: &[usize]) -> Picture {
    let mut rows = Vec::new();
    for (line, &index) in series.iter().zip(group) {
        let mut cells: Vec<GridCell> = Vec::new();
        let values: Vec<GridCell> = match &line.run {
            Run::Numbers(numbers) => numbers
                .iter()
                .map(|written| GridCell {
                    text: written.numeral.value.to_string(),
                    span: written.span,
                })
                .collect(),
            Run::Labels(labels) => labels
                .iter()
                .map(|(label, span)| GridCell {
                    text: text_of(&lines[index], label.token, *span),
                    span: *span,
                })
                .collect(),
        };
        let Some(first) = values.first().cloned() else {
            continue;
        };
        let name = name_of(&lines[index], first.span);
        cells.push(GridCell {
            text: name,
            span: first.span,
        });
        cells.extend(values);
        rows.push(cells);
    }
    // The positions are the heading, wherever they stood.
    let index = series
        .iter()
        .position(|line| {
            matches!(line.run, Run::Numbers(_))
                && (matches!(line.role, Some(Role::Position(_))) || !line.named)
        })
        .unwrap_or(0);
    let header = if index < rows.len() {
        Some(rows.remove(index))
    } else {
        None
    };
    let span = header
        .as_ref()
        .and_then(|row| row.first())
        .map(|cell| cell.span);
    Picture::Grid(Grid {
        header,
        rows,
        row_headings: true,
        span,
    })
}

fn text_of(line: &Line, token: usize, span: crate::source::Span) -> String {
    let raw = line.raw(token);
    let offset = line.tokens.get(token).map_or(0, |token| {
        span.start.saturating_sub(token.span.start) as usize
    });
    raw.get(offset..offset + span.range().len())
        .unwrap_or(raw)
        .to_owned()
}

/// What stands before the first value.
fn name_of(line: &Line, first: crate::source::Span) -> String {
    let end = line
        .tokens
        .iter()
        .position(|token| token.span.start >= first.start)
        .unwrap_or(0);
    line.text(0..end)
        .trim_end_matches([':', '=', '|', ' ', '['])
        .to_owned()
}

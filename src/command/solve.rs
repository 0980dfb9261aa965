//! `coursegen solve`: a rule and positions -> their outcomes, Grundy values and moves, as a table to paste.

use super::Response;
use crate::cli::TableForm;
use crate::failure::Failure;
use crate::solve::{self, Outcome, Play, Position, Shape, Solver};
use serde_json::json;

/// How many positions one table may have.
const MAX_ROWS: usize = 10_000;

pub(super) fn solve(
    rule: &str,
    positions: &[String],
    form: TableForm,
) -> Result<Response, Failure> {
    let game = solve::parse(rule).map_err(|error| {
        let failure = Failure::new(error.message).at(mark(rule, error.range));
        match error.help {
            Some(help) => failure.help(help),
            None => failure,
        }
    })?;
    let mut asked = Vec::new();
    for text in positions {
        asked.extend(read(text)?);
        if asked.len() > MAX_ROWS {
            return Err(too_many());
        }
    }
    let mut solver = Solver::new(game);
    let mut rows = Vec::new();
    for position in asked {
        rows.push(row(&mut solver, position).map_err(|stop| Failure::new(stop.to_string()))?);
    }
    let table = Table {
        spec: solver.game().spec(),
        misere: solver.game().play() == Play::Misere,
        period: period(&mut solver),
        rows,
    };
    let output = match form {
        TableForm::Text => table.text(),
        TableForm::Markdown => table.markdown(),
        TableForm::Json => table.json(),
    };
    Ok(Response {
        output,
        ..Response::default()
    })
}

/// What is known about a position.
struct Row {
    position: Position,
    outcome: Outcome,
    nimber: Option<u64>,
    /// The moves and, under normal play, their values; `None` where there are too many to list.
    options: Option<Vec<(Position, Option<u64>)>>,
    wins: Option<Vec<Position>>,
}

fn row(solver: &mut Solver, position: Position) -> Result<Row, solve::Stop> {
    let outcome = solver.outcome(&position)?;
    let normal = solver.game().play() == Play::Normal;
    let (nimber, options) = if normal {
        let values = solver.option_values(&position).ok();
        let values = values.map(|values| {
            let value = |(option, value): (Position, solve::Nimber)| (option, Some(value.0));
            values.into_iter().map(value).collect()
        });
        (Some(solver.nimber(&position)?.0), values)
    } else {
        let options = solver.options(&position).ok();
        let options =
            options.map(|options| options.into_iter().map(|option| (option, None)).collect());
        (None, options)
    };
    let wins = solver.winning_moves(&position).ok();
    Ok(Row {
        position,
        outcome,
        nimber,
        options,
        wins,
    })
}

fn period(solver: &mut Solver) -> Option<String> {
    if solver.game().shape() != Shape::Number {
        return None;
    }
    let period = match solver.game().play() {
        Play::Normal => solver.period(),
        Play::Misere => solver.outcome_period(),
    };
    let period = period.ok().flatten()?;
    Some(format!("{period} ({})", period.theorem))
}

struct Table {
    spec: String,
    misere: bool,
    period: Option<String>,
    rows: Vec<Row>,
}

impl Table {
    /// A strip where the positions are numbers, else a line for each.
    fn text(&self) -> String {
        let numbers = self
            .rows
            .iter()
            .all(|row| matches!(row.position, Position::Number(_)));
        let mut lines = vec![self.spec.clone()];
        if numbers {
            let mut grid = vec![vec!["n".to_owned()], vec!["W/L".to_owned()]];
            if !self.misere {
                grid.push(vec!["G(n)".to_owned()]);
            }
            for row in &self.rows {
                let cells = [
                    row.position.to_string(),
                    letter(row.outcome).to_owned(),
                    row.nimber.map_or(String::new(), |value| value.to_string()),
                ];
                for (line, cell) in grid.iter_mut().zip(cells) {
                    line.push(cell);
                }
            }
            lines.extend(aligned(&grid, true));
        } else {
            let mut grid = vec![self.header(false)];
            grid.extend(self.rows.iter().map(|row| self.cells(row, false)));
            lines.extend(aligned(&grid, false));
        }
        lines.extend(self.period.clone());
        lines.join("\n") + "\n"
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let header = self.header(true);
        let mut text = line(&header);
        text.push_str(&line(&vec!["---".to_owned(); header.len()]));
        for row in &self.rows {
            text.push_str(&line(&self.cells(row, true)));
        }
        text
    }

    fn json(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let options = row.options.as_ref().map(|options| {
                let options = options.iter().map(|(option, _)| number_or_list(option));
                options.collect::<Vec<_>>()
            });
            let wins = row
                .wins
                .as_ref()
                .map(|wins| wins.iter().map(number_or_list).collect::<Vec<_>>());
            json!({
                "position": number_or_list(&row.position),
                "outcome": letter(row.outcome),
                "grundy": row.nimber,
                "options": options,
                "winning_moves": wins,
            })
        });
        let value = json!({
            "rule": self.spec,
            "play": if self.misere { "misere" } else { "normal" },
            "positions": rows.collect::<Vec<_>>(),
            "period": self.period,
        });
        format!("{value:#}\n")
    }

    /// The columns; `whole` adds those that can be long.
    fn header(&self, whole: bool) -> Vec<String> {
        let columns = [
            ("n", true),
            ("W/L", true),
            ("G(n)", !self.misere),
            ("moves to", whole),
            ("their values", whole && !self.misere),
            ("winning moves", true),
        ];
        let columns = columns.into_iter().filter(|(_, there)| *there);
        columns.map(|(name, _)| name.to_owned()).collect()
    }

    fn cells(&self, row: &Row, whole: bool) -> Vec<String> {
        let mut cells = vec![row.position.to_string(), letter(row.outcome).to_owned()];
        cells.extend(row.nimber.map(|value| value.to_string()));
        if whole {
            let options = row.options.as_deref();
            let positions = |options: &[(Position, Option<u64>)]| {
                list(options.iter().map(|(option, _)| option.to_string()))
            };
            cells.push(options.map_or(UNLISTED.to_owned(), positions));
            if !self.misere {
                let values = |options: &[(Position, Option<u64>)]| {
                    let values = options.iter().filter_map(|(_, value)| *value);
                    list(values.map(|value| value.to_string()))
                };
                cells.push(options.map_or(UNLISTED.to_owned(), values));
            }
        }
        let wins = row.wins.as_deref();
        cells.push(wins.map_or(UNLISTED.to_owned(), |wins| {
            list(wins.iter().map(Position::to_string))
        }));
        cells
    }
}

/// Stands where there are too many moves to list.
const UNLISTED: &str = "…";

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "W",
        Outcome::Previous => "L",
    }
}

fn number_or_list(position: &Position) -> serde_json::Value {
    match position {
        Position::Number(number) => json!(number),
        Position::List(numbers) => json!(numbers),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => "–".to_owned(),
        items => items.join(", "),
    }
}

/// Columns set off by spaces: to the right for numbers, to the left for lists.
fn aligned(grid: &[Vec<String>], to_the_right: bool) -> Vec<String> {
    let columns = grid.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = grid.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    grid.iter()
        .map(|row| {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                if column > 0 {
                    line.push_str(if to_the_right { " " } else { "  " });
                }
                if to_the_right && column > 0 {
                    line.push_str(&format!("{cell:>width$}"));
                } else {
                    line.push_str(&format!("{cell:<width$}"));
                }
            }
            line.trim_end().to_owned()
        })
        .collect()
}

/// `7`, `0..10` (both ends included), `[3, 4, 5]`, `[0..3, 0..3]` (each with each).
fn read(text: &str) -> Result<Vec<Position>, Failure> {
    let inner = text.trim();
    let Some(inner) = inner
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    else {
        return Ok(range(inner, text)?
            .into_iter()
            .map(Position::Number)
            .collect());
    };
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    let parts = inner.split(',').map(str::trim);
    for part in parts.filter(|_| !inner.trim().is_empty()) {
        let numbers = range(part, text)?;
        if numbers.len().saturating_mul(lists.len()) > MAX_ROWS {
            return Err(too_many());
        }
        lists = lists
            .iter()
            .flat_map(|list| {
                numbers.iter().map(|number| {
                    let mut list = list.clone();
                    list.push(*number);
                    list
                })
            })
            .collect();
    }
    Ok(lists.into_iter().map(Position::List).collect())
}

fn range(part: &str, whole: &str) -> Result<Vec<u64>, Failure> {
    let wrong = || {
        Failure::new(format!("`{whole}` is no position"))
            .help("write a number (7), a range (0..10, both ends included) or a list ([3, 4, 5])")
    };
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let Some((from, to)) = part.split_once("..") else {
        return Ok(vec![number(part)?]);
    };
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to {
        return Err(Failure::new(format!("`{part}` is an empty range"))
            .help("write the smaller number first"));
    }
    if to - from >= MAX_ROWS as u64 {
        return Err(too_many());
    }
    Ok((from..=to).collect())
}

fn too_many() -> Failure {
    Failure::new(format!("more than {MAX_ROWS} positions are asked for")).help("ask for fewer")
}

/// The rule with its wrong part set off.
fn mark(rule: &str, range: std::ops::Range<usize>) -> String {
    let parts = (
        rule.get(..range.start),
        rule.get(range.clone()),
        rule.get(range.end..),
    );
    match parts {
        (Some(before), Some(wrong), Some(after)) => format!("{before}»{wrong}«{after}"),
        _ => rule.to_owned(),
    }
}

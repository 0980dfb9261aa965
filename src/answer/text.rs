//! Figures in; lines aligned by spaces out, to be pasted into a fence.

use super::figures::Figure;

/// Writes the figures with a blank line between them.
pub(super) fn write(figures: &[Figure]) -> String {
    let blocks: Vec<String> = figures
        .iter()
        .map(|figure| lines(figure).join("\n"))
        .collect();
    blocks.join("\n\n") + "\n"
}

/// The lines of a figure.
pub(super) fn lines(figure: &Figure) -> Vec<String> {
    match figure {
        Figure::Strip(rows) => aligned(rows, true),
        Figure::Table(header, rows) => {
            let all: Vec<Vec<String>> = [header].into_iter().chain(rows).cloned().collect();
            let mut lines = aligned(&all, false);
            let width = lines
                .iter()
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0);
            lines.insert(1, "-".repeat(width));
            lines
        }
        Figure::Lines(lines) => lines.clone(),
        Figure::Note(note) => vec![note.clone()],
    }
}

/// Cells under one another: numbers of a strip to the right, behind a colon; cells of a table to the left.
fn aligned(rows: &[Vec<String>], strip: bool) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let length = |cell: &String| cell.chars().count();
    let widths: Vec<usize> = (0..columns)
        .map(|column| cells(column).map(length).max().unwrap_or(0))
        .collect();
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            match (strip, column) {
                (true, 0) => line.push_str(&format!("{cell:<width$} :")),
                (true, _) => line.push_str(&format!("  {cell:>width$}")),
                (false, _) => line.push_str(&format!("{cell:<width$}    ")),
            }
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

//! Figures in; Markdown out, to be pasted into a lesson. A comment before each figure names its game.

use super::figures::Figure;
use super::text;

/// Writes the figures with a blank line between them.
pub(super) fn write(figures: &[Figure], rule: &str, game: &str) -> String {
    let mut blocks = Vec::new();
    for figure in figures {
        let block = match figure {
            // The comments say it already.
            Figure::Note(note) if note.starts_with(rule) => continue,
            Figure::Note(note) => format!("<!-- {note} -->"),
            Figure::Strip(rows) => match rows.split_first() {
                Some((header, rows)) => about(game, &pipes(header, rows)),
                None => continue,
            },
            Figure::Table(header, rows) => about(game, &pipes(header, rows)),
            Figure::Lines(_) => about(
                game,
                &format!("```text\n{}\n```", text::lines(figure).join("\n")),
            ),
        };
        blocks.push(block);
    }
    blocks.join("\n\n") + "\n"
}

/// The figure behind the comment that names its game.
fn about(game: &str, figure: &str) -> String {
    format!("<!-- game: {game} -->\n\n{figure}")
}

/// A pipe table.
fn pipes(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = vec![line(header), line(&vec!["---".to_owned(); header.len()])];
    lines.extend(rows.iter().map(|row| line(row)));
    lines.join("\n")
}

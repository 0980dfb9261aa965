//! An answer in; the figures that a lesson shows of it, out.

use super::{Answer, Reach, Row};
use crate::solve::{Outcome, Play, Position};

/// Derivations are shown of so many positions, and of positions with so many options.
const DERIVED: (usize, usize) = (16, 8);
/// A strip has so many columns; then the next one begins.
const STRIP: usize = 20;
/// Bit diagrams are drawn of so many positions, of so many heaps.
const DRAWN: (usize, usize) = (4, 16);

/// A figure.
pub(super) enum Figure {
    /// Positions across, and what is known of them below; the first cell of each row is its heading.
    Strip(Vec<Vec<String>>),
    /// Headings, and a row for each position.
    Table(Vec<String>, Vec<Vec<String>>),
    /// Lines as they stand.
    Lines(Vec<String>),
    /// A sentence.
    Note(String),
}

/// The figures that fit the positions.
pub(super) fn arrange(answer: &Answer) -> Vec<Figure> {
    let numbers = answer
        .rows
        .iter()
        .all(|row| matches!(row.position, Position::Number(_)));
    let mut figures = vec![Figure::Note(heading(answer))];
    if numbers {
        figures.extend(answer.rows.chunks(STRIP).map(|rows| strip(answer, rows)));
        figures.extend(moves_table(answer));
        figures.extend(derivations(answer));
    } else {
        figures.push(lists_table(answer));
        if answer.is_nim && answer.rows.len() <= DRAWN.0 {
            figures.extend(answer.rows.iter().filter_map(bit_diagram));
        }
        figures.extend(winning_moves(answer));
    }
    figures.extend(periods(answer).map(Figure::Note));
    figures
}

/// The rule and the play, in a form that a caption has.
fn heading(answer: &Answer) -> String {
    match answer.play {
        Play::Normal => format!("{}:", answer.rule),
        Play::Misere => format!("{} (who cannot move wins):", answer.rule),
    }
}

/// `W` or `L`.
pub(super) fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "W",
        Outcome::Previous => "L",
    }
}

fn strip(answer: &Answer, rows: &[Row]) -> Figure {
    let line = |heading: &str, cell: &dyn Fn(&Row) -> String| {
        [heading.to_owned()]
            .into_iter()
            .chain(rows.iter().map(cell))
            .collect::<Vec<String>>()
    };
    let mut lines = vec![line("n", &|row| row.position.to_string())];
    if answer.play == Play::Normal {
        lines.push(line("G(n)", &value));
    }
    lines.push(line("W/L", &|row| letter(row.outcome).to_owned()));
    Figure::Strip(lines)
}

fn value(row: &Row) -> String {
    row.nimber
        .map_or_else(|| "?".to_owned(), |value| value.to_string())
}

/// Each number with its options, their values and the moves that win.
fn moves_table(answer: &Answer) -> Option<Figure> {
    let listed = |row: &&Row| {
        row.options
            .as_ref()
            .is_some_and(|options| options.len() <= 2 * DERIVED.1)
    };
    if has_split_heaps(answer) || !answer.rows.iter().all(|row| listed(&row)) {
        return None;
    }
    let all = answer
        .rows
        .iter()
        .filter_map(|row| Some((row, row.options.as_deref()?)));
    let normal = answer.play == Play::Normal;
    let mut header = vec!["n", "next positions"];
    header.extend(normal.then_some("their Grundy values"));
    header.extend(normal.then_some("G(n)"));
    header.extend(["W/L", "winning moves to"]);
    let rows = all.map(|(row, options)| {
        let mut cells = vec![
            row.position.to_string(),
            set(options.iter().map(|option| option.position.to_string())),
        ];
        if normal {
            cells.push(value_set(options));
            cells.push(value(row));
        }
        cells.push(letter(row.outcome).to_owned());
        cells.push(wins(row));
        cells
    });
    Some(Figure::Table(
        header.into_iter().map(str::to_owned).collect(),
        rows.collect(),
    ))
}

/// Whether a move leaves several heaps: then options do not fit into a set of numbers.
fn has_split_heaps(answer: &Answer) -> bool {
    let mut options = answer
        .rows
        .iter()
        .flat_map(|row| row.options.iter().flatten());
    options.any(|option| matches!(option.position, Position::List(_)))
}

fn reach_value(option: &Reach) -> String {
    option
        .nimber
        .map_or_else(|| "?".to_owned(), |value| value.to_string())
}

/// The values of the options, each once: the set whose mex is taken.
fn value_set(options: &[Reach]) -> String {
    let mut values: Vec<Option<u64>> = options.iter().map(|option| option.nimber).collect();
    values.sort_unstable();
    values.dedup();
    set(values
        .into_iter()
        .map(|value| value.map_or_else(|| "?".to_owned(), |value| value.to_string())))
}

fn set(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        "∅".to_owned()
    } else {
        format!("{{{}}}", items.join(", "))
    }
}

fn wins(row: &Row) -> String {
    match row.wins.as_deref() {
        None => "…".to_owned(),
        Some([]) => "–".to_owned(),
        Some(moves) => moves
            .iter()
            .map(Position::to_string)
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// Where each move leads and why the position is won or lost; how each value comes about.
fn derivations(answer: &Answer) -> Vec<Figure> {
    let short = |row: &Row| {
        row.options
            .as_ref()
            .is_some_and(|options| options.len() <= DERIVED.1)
    };
    if answer.rows.len() > DERIVED.0 || !answer.rows.iter().all(short) {
        return Vec::new();
    }
    let rows = || {
        answer
            .rows
            .iter()
            .filter_map(|row| Some((row, row.options.as_deref()?)))
    };
    let mut figures = Vec::new();
    if !has_split_heaps(answer) {
        let lines = rows().map(|(row, options)| move_list(row, options));
        figures.push(Figure::Lines(lines.collect()));
    }
    if answer.play == Play::Normal {
        figures.push(Figure::Lines(
            rows()
                .map(|(row, options)| derivation(row, options))
                .collect(),
        ));
    }
    figures
}

/// `n=3 : 1->2(W) 2->1(W) 3->0(L) -> W`
fn move_list(row: &Row, options: &[Reach]) -> String {
    let step = |option: &Reach| {
        let taken = option
            .taken
            .map_or(String::new(), |taken| taken.to_string());
        format!("{taken}->{}({})", option.position, letter(option.outcome))
    };
    let steps: Vec<String> = options.iter().map(step).collect();
    let steps = if steps.is_empty() {
        "no move".to_owned()
    } else {
        steps.join(" ")
    };
    format!("n={} : {steps} -> {}", row.position, letter(row.outcome))
}

/// `G(3) = mex{G(2), G(1)} = mex{2, 1} = 0`
fn derivation(row: &Row, options: &[Reach]) -> String {
    if options.is_empty() {
        return format!("G({}) = mex{{}} = {}", row.position, value(row));
    }
    let name = |option: &Reach| {
        let heaps = option.position.numbers().iter();
        heaps
            .map(|heap| format!("G({heap})"))
            .collect::<Vec<_>>()
            .join("^")
    };
    let names: Vec<String> = options.iter().map(name).collect();
    let values: Vec<String> = options.iter().map(reach_value).collect();
    format!(
        "G({}) = mex{{{}}} = mex{{{}}} = {}",
        row.position,
        names.join(", "),
        values.join(", "),
        value(row)
    )
}

/// Each list with the values of its heaps and their XOR, or with its value.
fn lists_table(answer: &Answer) -> Figure {
    let by_heaps = answer.rows.iter().all(|row| row.heaps.is_some());
    let normal = answer.play == Play::Normal;
    let column = match (normal, by_heaps, answer.is_nim) {
        (false, ..) => None,
        (true, true, true) => Some("XOR"),
        (true, true, false) => Some("XOR of the values"),
        (true, false, _) => Some("G"),
    };
    let first = if by_heaps { "heaps" } else { "position" };
    let header = [Some(first), column, Some("W/L")]
        .into_iter()
        .flatten()
        .map(str::to_owned)
        .collect();
    let row = |row: &Row| {
        let chain = match &row.heaps {
            Some(heaps) if by_heaps => xor_chain(heaps, answer.is_nim),
            _ => value(row),
        };
        let mut cells = vec![row.position.to_string()];
        cells.extend(normal.then_some(chain));
        cells.push(letter(row.outcome).to_owned());
        cells
    };
    Figure::Table(header, answer.rows.iter().map(row).collect())
}

/// `3^4^5 = 2 ≠ 0`, and for other heaps than those of Nim `g[3]^g[5] = 0^2 = 2 ≠ 0`.
fn xor_chain(heaps: &[(u64, u64)], is_nim: bool) -> String {
    let sum = heaps.iter().fold(0, |sum, (_, value)| sum ^ value);
    let join = |items: Vec<String>| items.join("^");
    let values = join(heaps.iter().map(|(_, value)| value.to_string()).collect());
    let names = join(heaps.iter().map(|(heap, _)| format!("g[{heap}]")).collect());
    let ending = if sum == 0 {
        String::new()
    } else {
        " ≠ 0".to_owned()
    };
    match (heaps.len(), is_nim) {
        (0, _) => "0".to_owned(),
        (1, true) => format!("{sum}{ending}"),
        (1, false) => format!("{names} = {sum}{ending}"),
        (_, true) => format!("{values} = {sum}{ending}"),
        (_, false) => format!("{names} = {values} = {sum}{ending}"),
    }
}

/// The heaps in binary, one above the other, and their XOR.
fn bit_diagram(row: &Row) -> Option<Figure> {
    let heaps = row.position.numbers();
    let sum = row.nimber?;
    if heaps.len() < 2 || heaps.len() > DRAWN.1 {
        return None;
    }
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let bits = (64 - largest.leading_zeros()).max(1);
    let width = heaps
        .iter()
        .map(|heap| heap.to_string().len())
        .max()
        .unwrap_or(1)
        .max(3);
    let column = bits.saturating_sub(1).to_string().len() + 5;
    let digits = |number: u64| {
        let digit = |bit: u32| format!("{:>column$}", number >> bit & 1);
        (0..bits).rev().map(digit).collect::<String>()
    };
    let heading: String = (0..bits)
        .rev()
        .map(|bit| format!("{:>column$}", format!("bit{bit}")))
        .collect();
    let mut lines = vec![format!("{:width$}  {heading}", "")];
    lines.extend(
        heaps
            .iter()
            .map(|heap| format!("{heap:>width$} ={}", digits(*heap))),
    );
    let result = format!("{:>width$} ={}   = {sum}", "XOR", digits(sum));
    lines.push("-".repeat(result.len()));
    lines.push(result);
    Some(Figure::Lines(lines))
}

/// The moves that win, for each list that is won.
fn winning_moves(answer: &Answer) -> Option<Figure> {
    let line = |row: &Row| {
        let moves = row.wins.as_deref().filter(|moves| !moves.is_empty())?;
        let moves: Vec<String> = moves.iter().map(|to| format!("{to} (L)")).collect();
        Some(format!("{} (W) -> {}", row.position, moves.join(" or ")))
    };
    let lines: Vec<String> = answer.rows.iter().filter_map(line).collect();
    (!lines.is_empty()).then_some(Figure::Lines(lines))
}

/// What repeats, and why for ever.
fn periods(answer: &Answer) -> impl Iterator<Item = String> {
    let values = answer
        .period
        .map(|period| format!("G(n) has {period}: {}.", period.theorem));
    let same = |outcomes: &crate::solve::Period| {
        answer.period.is_none_or(|values| {
            (values.preperiod, values.period) != (outcomes.preperiod, outcomes.period)
        })
    };
    let outcomes = answer.outcome_period.filter(same);
    let outcomes = outcomes.map(|period| format!("W/L has {period}: {}.", period.theorem));
    values.into_iter().chain(outcomes)
}

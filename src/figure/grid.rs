//! Lines of a fence, or a pipe table -> rows of cells.

use crate::notation::line::Line;
use crate::notation::roles::{self, Role};
use crate::notation::token::{Sign, TokenKind};
use std::ops::Range;

/// Rows of cells and, where there is one, the row of headings.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    /// The headings.
    pub header: Option<Vec<Line>>,
    /// The rows.
    pub rows: Vec<Vec<Line>>,
    /// Which lines of the stanza it takes, the heading included.
    pub lines: Range<usize>,
    /// Which line each row is.
    pub places: Vec<usize>,
}

/// Whether a line is drawn rather than said: dashes, box-drawing signs.
#[must_use]
pub fn is_rule(line: &Line) -> bool {
    !line.is_empty()
        && line.tokens.iter().all(|token| {
            matches!(
                token.kind,
                TokenKind::Sign(
                    Sign::Rule
                        | Sign::Bar
                        | Sign::Plus
                        | Sign::Minus
                        | Sign::Dash
                        | Sign::Other
                        | Sign::Equal
                        | Sign::Colon
                )
            )
        })
}

/// Whether a cell states something closed: `= 0`, `XOR ≠ 0`, `g[1] = mex {g[0]}`. A heading may name a law in n.
fn states(cell: &Line) -> bool {
    let relation = |at: usize| {
        cell.is(at, Sign::Equal) || cell.is(at, Sign::NotEqual) || cell.is(at, Sign::Iff)
    };
    if !(0..cell.len()).any(relation) {
        return false;
    }
    let open = |at: usize| {
        crate::notation::formula::chain(cell, at, cell.len()).is_some_and(|chain| {
            !chain.relations.is_empty()
                && chain
                    .terms
                    .iter()
                    .any(crate::notation::formula::Term::is_open)
        })
    };
    !(0..cell.len()).any(open)
}

/// How columns are set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Bar,
    Tab,
    Gap,
    Comma,
    Space,
}

/// The cells of a line, cut at a separator.
fn cut(line: &Line, separator: Separator) -> Vec<Range<usize>> {
    let mut cells: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    let mut depth = 0_i32;
    for (index, token) in line.tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Sign(Sign::Open | Sign::OpenBracket | Sign::OpenBrace) => depth += 1,
            TokenKind::Sign(Sign::Close | Sign::CloseBracket | Sign::CloseBrace) => depth -= 1,
            _ => {}
        }
        let tab = index > 0
            && line
                .flow
                .text
                .get(line.tokens[index - 1].at.end..token.at.start)
                .is_some_and(|blank| blank.contains('\t'));
        match separator {
            Separator::Bar if token.is(Sign::Bar) && depth <= 0 => {
                cells.push(start..index);
                start = index + 1;
            }
            Separator::Comma if token.is(Sign::Comma) && depth <= 0 => {
                cells.push(start..index);
                start = index + 1;
            }
            Separator::Tab if tab => {
                cells.push(start..index);
                start = index;
            }
            Separator::Gap if token.gap >= 2 && index > 0 => {
                cells.push(start..index);
                start = index;
            }
            Separator::Space
                if token.gap >= 1
                    && index > 0
                    && depth
                        <= i32::from(matches!(
                            token.kind,
                            TokenKind::Sign(Sign::Open | Sign::OpenBracket | Sign::OpenBrace)
                        )) =>
            {
                cells.push(start..index);
                start = index;
            }
            _ => {}
        }
    }
    cells.push(start..line.len());
    if separator == Separator::Bar {
        // Outer bars give empty first and last cells.
        if cells.first().is_some_and(Range::is_empty) {
            cells.remove(0);
        }
        if cells.last().is_some_and(Range::is_empty) {
            cells.pop();
        }
    }
    cells
}

/// The cells of the lines of a stanza, if they are a table with headings, or rows that begin with a position.
#[must_use]
pub fn cells(lines: &[Line]) -> Option<Cells> {
    let said: Vec<usize> = (0..lines.len())
        .filter(|&index| !lines[index].is_empty() && !is_rule(&lines[index]))
        .collect();
    [
        Separator::Bar,
        Separator::Tab,
        Separator::Gap,
        Separator::Comma,
        Separator::Space,
    ]
    .into_iter()
    .find_map(|separator| table(lines, &said, separator))
}

fn table(lines: &[Line], said: &[usize], separator: Separator) -> Option<Cells> {
    let cut_line = |index: usize| -> Vec<Line> {
        cut(&lines[index], separator)
            .into_iter()
            .map(|range| lines[index].part(range))
            .collect()
    };
    // With headings: within the first lines, a line whose cells are known headings, the first of them a position.
    for (order, &index) in said.iter().enumerate().take(3) {
        let header = cut_line(index);
        if header.len() < 2 || header.iter().any(Line::is_empty) {
            continue;
        }
        let known: Vec<Option<Role>> = header.iter().map(roles::role).collect();
        let position = known
            .iter()
            .any(|role| matches!(role, Some(Role::Position(_))));
        let others = known
            .iter()
            .filter(|role| matches!(role, Some(role) if !matches!(role, Role::Position(_))))
            .count();
        let headed = (position && others >= 1) || (others >= 2 && header.len() >= 3);
        // A heading names no position and draws no arrow; words set apart by single blanks are headings only if all are.
        let says = header.iter().any(|cell| {
            crate::figure::table::position_cell(cell).is_some()
                || states(cell)
                || cell.tokens.iter().any(|token| token.is(Sign::Arrow))
        });
        let unknown = separator == Separator::Space && known.iter().any(Option::is_none);
        if !headed || says || unknown {
            continue;
        }
        let mut rows = Vec::new();
        let mut places = Vec::new();
        for &row in said.iter().skip(order + 1) {
            let mut row_cells = cut_line(row);
            if row_cells.len() > header.len() {
                // A reason with wide gaps in it stays one cell.
                let last = header.len() - 1;
                let tail = cut(&lines[row], separator)[last].start..lines[row].len();
                row_cells.truncate(last);
                row_cells.push(lines[row].part(tail));
            }
            if row_cells.len() < 2 {
                break;
            }
            rows.push(row_cells);
            places.push(row);
        }
        if !rows.is_empty() {
            let end = places.last().map_or(index + 1, |last| last + 1);
            return Some(Cells {
                header: Some(header),
                rows,
                lines: index..end,
                places,
            });
        }
    }
    // Without headings: rows that begin with a position and are of one width.
    let mut rows: Vec<Vec<Line>> = Vec::new();
    let mut places = Vec::new();
    for &index in said {
        let row = cut_line(index);
        let first = row
            .first()
            .is_some_and(|cell| crate::figure::table::position_cell(cell).is_some());
        let label = row
            .iter()
            .skip(1)
            .any(|cell| crate::notation::outcome::label(cell, 0, true).is_some());
        if row.len() >= 2 && first && label {
            rows.push(row);
            places.push(index);
        } else if !rows.is_empty() {
            break;
        }
    }
    let even = rows
        .windows(2)
        .all(|pair| pair[0].len() == pair[1].len() || separator != Separator::Space);
    if rows.len() >= 2 && even {
        let (first, last) = (places[0], places[places.len() - 1]);
        return Some(Cells {
            header: None,
            rows,
            lines: first..last + 1,
            places,
        });
    }
    None
}

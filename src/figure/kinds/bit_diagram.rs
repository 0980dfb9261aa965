//! Numbers bit by bit over one another, and the nim-sum below.
//!
//! ```text
//!       bit2 bit1 bit0
//!  3  =   0    1    1
//!  5  =   1    0    1
//! ------------------
//! XOR =   1    1    0   = 6
//! ```

use crate::figure::claim::{Grid, GridCell, Picture};
use crate::figure::context::Context;
use crate::figure::kinds::FigureKind;
use crate::figure::scene::Found;
use crate::figure::statement;
use crate::figure::unit::{Form, Unit};
use crate::notation::formula::{self, Term, Written};
use crate::notation::line::Line;
use crate::notation::token::{Numeral, Sign};
use crate::notation::words;
use std::ops::Range;

/// The reader.
pub struct Kind;

impl FigureKind for Kind {
    fn id(&self) -> &'static str {
        "bit-diagram"
    }

    fn read(&self, unit: &mut Unit, context: &mut Context<'_>) {
        if unit.form != Form::Fence && unit.form != Form::Table {
            return;
        }
        let stanzas = if unit.form == Form::Table {
            std::iter::once(0..unit.lines.len()).collect()
        } else {
            unit.stanzas()
        };
        for stanza in stanzas {
            let lines: Vec<Line> = unit.lines[stanza.clone()].to_vec();
            if unit.form == Form::Table && across(unit, context) {
                return;
            }
            let Some(diagram) = Diagram::find(&lines) else {
                continue;
            };
            let mut scene = context.scene(None, false, true);
            let mut found = Found::default();
            let picture = diagram.state(&lines, &mut scene, &mut found, unit.span(stanza.clone()));
            let range = stanza.start + diagram.lines.start..stanza.start + diagram.lines.end;
            let picture = if unit.form == Form::Table {
                Picture::InPlace
            } else {
                picture
            };
            context.piles = scene.piles.clone();
            unit.add(self.id(), range, found.claims, &scene, picture);
        }
    }
}

/// A table whose columns are the numbers and whose rows are the bits.
fn across(unit: &mut Unit, context: &Context<'_>) -> bool {
    let Some(cells) = unit.cells.clone() else {
        return false;
    };
    let Some((corner, top)) = cells.header.as_deref().and_then(<[Line]>::split_first) else {
        return false;
    };
    if crate::notation::roles::role(corner) != Some(crate::notation::roles::Role::Binary) {
        return false;
    }
    let single = crate::figure::table::only_number;
    let xor = |cell: &Line| {
        cell.tokens.iter().any(|token| {
            token.is(Sign::Oplus)
                || token
                    .word()
                    .is_some_and(|word| words::XOR_NAMES.contains(&word))
        })
    };
    let Some(values): Option<Vec<Option<Written>>> = top
        .iter()
        .map(|cell| {
            if xor(cell) {
                Some(None)
            } else {
                single(cell).map(Some)
            }
        })
        .collect()
    else {
        return false;
    };
    let rows: Option<Vec<(Written, Vec<Written>)>> = cells
        .rows
        .iter()
        .map(|row| {
            let (weight, bits) = row.split_first()?;
            let bits: Option<Vec<Written>> =
                bits.iter().map(|cell| single(cell).filter(bit)).collect();
            Some((
                single(weight)?,
                bits.filter(|bits| bits.len() == values.len())?,
            ))
        })
        .collect();
    let Some(rows) = rows.filter(|rows| rows.len() >= 2) else {
        return false;
    };
    // The corner says what the side holds: weights that are powers of two, else places counted from 0.
    let places = rows.iter().any(|(weight, _)| weight.numeral.value == 0)
        || !rows
            .iter()
            .all(|(weight, _)| weight.numeral.value.is_power_of_two());
    let weight = |written: &Written| {
        if places {
            1_u64.checked_shl(written.numeral.value as u32).unwrap_or(0)
        } else {
            written.numeral.value
        }
    };
    let mut found = Found::default();
    for (column, value) in values.iter().enumerate() {
        let sum = rows
            .iter()
            .map(|(name, bits)| {
                plain(
                    bits[column].numeral.value.saturating_mul(weight(name)),
                    &bits[column],
                )
            })
            .reduce(|a, b| Term::Sum(Box::new(a), Box::new(b)));
        if let (Some(value), Some(sum)) = (value, sum) {
            found.value(&sum, value);
        } else if value.is_none() {
            for (_, bits) in &rows {
                let others = bits
                    .iter()
                    .zip(&values)
                    .filter(|(_, value)| value.is_some())
                    .map(|(bit, _)| Term::Number(bit.clone()))
                    .collect();
                found.value(&Term::Xor(others), &bits[column]);
            }
        }
    }
    let scene = context.scene(None, false, true);
    let lines = 0..unit.lines.len();
    unit.add("bit-diagram", lines, found.claims, &scene, Picture::InPlace);
    true
}

#[derive(Debug)]
struct Row {
    line: usize,
    /// The number that the bits are those of.
    value: Option<Written>,
    /// What else names the row.
    name: Option<Range<usize>>,
    /// One written bit a column.
    bits: Vec<Written>,
    /// The tokens behind the bits.
    rest: Range<usize>,
    /// Whether it is the nim-sum.
    sum: bool,
}

#[derive(Debug)]
struct Diagram {
    lines: Range<usize>,
    rows: Vec<Row>,
    /// The weight of each column.
    weights: Vec<u64>,
    /// Numbers of the heading: exponents or weights.
    heading: Vec<(Written, u64)>,
}

fn bit(written: &Written) -> bool {
    written.numeral.digits == 1 && written.numeral.value < 2
}

impl Diagram {
    fn find(lines: &[Line]) -> Option<Self> {
        let rows: Vec<Row> = lines
            .iter()
            .enumerate()
            .filter_map(|(index, line)| row(index, line))
            .collect();
        let width = rows.iter().map(|row| row.bits.len()).max()?;
        let rows: Vec<Row> = rows
            .into_iter()
            .filter(|row| row.bits.len() == width)
            .collect();
        let numbers = rows.iter().filter(|row| !row.sum).count();
        let has_sum = rows.iter().any(|row| row.sum);
        // Two numbers with their values, or rows and their nim-sum.
        let valued = rows
            .iter()
            .filter(|row| row.value.is_some() && !row.sum)
            .count();
        if width < 2 || numbers < 2 || !(has_sum || valued >= 2) {
            return None;
        }
        let first = rows.first()?.line;
        let last = rows.last()?.line;
        let heading = (0..first)
            .rev()
            .find(|&index| !lines[index].is_empty() && !crate::figure::grid::is_rule(&lines[index]))
            .and_then(|index| heading(&lines[index], width).map(|found| (index, found)));
        // A truth table has rows of bits, too: all rows count up and nothing says XOR or a value above 1.
        if !has_sum && rows.iter().all(|row| row.value.as_ref().is_none_or(bit)) {
            return None;
        }
        // Values behind the bits alone prove nothing: scores stand so, too.
        let values_first = rows
            .iter()
            .filter(|row| {
                row.value.as_ref().is_some_and(|value| {
                    row.bits
                        .first()
                        .is_some_and(|bit| value.span.start < bit.span.start)
                })
            })
            .count();
        if !has_sum && heading.is_none() && values_first < 2 {
            return None;
        }
        let (start, heading, weights) = match heading {
            Some((index, (written, weights))) => (index, written, weights),
            None => (
                first,
                Vec::new(),
                (0..width)
                    .rev()
                    .map(|exponent| 1_u64.checked_shl(exponent as u32).unwrap_or(0))
                    .collect(),
            ),
        };
        Some(Self {
            lines: start..last + 1,
            rows,
            weights,
            heading,
        })
    }

    fn state(
        &self,
        lines: &[Line],
        scene: &mut crate::figure::scene::Scene,
        found: &mut Found,
        _span: crate::source::Span,
    ) -> Picture {
        let piles: Vec<u64> = self
            .rows
            .iter()
            .filter(|row| !row.sum)
            .filter_map(|row| row.value.as_ref().map(|written| written.numeral.value))
            .collect();
        let numbers = self.rows.iter().filter(|row| !row.sum).count();
        for (written, expected) in &self.heading {
            let term = plain(*expected, written);
            found.value(&term, written);
        }
        for row in &self.rows {
            let sum = row
                .bits
                .iter()
                .zip(&self.weights)
                .map(|(bit, weight)| plain(bit.numeral.value.saturating_mul(*weight), bit))
                .reduce(|a, b| Term::Sum(Box::new(a), Box::new(b)));
            if let (Some(value), Some(sum)) = (&row.value, sum) {
                found.value(&sum, value);
            }
            if row.sum {
                for (column, bit) in row.bits.iter().enumerate() {
                    let above: Vec<Term> = self
                        .rows
                        .iter()
                        .filter(|row| !row.sum)
                        .filter_map(|row| row.bits.get(column).cloned().map(Term::Number))
                        .collect();
                    found.value(&Term::Xor(above), bit);
                }
                // `= 2 (≠ 0 -> W)`: said of the piles above.
                if piles.len() == numbers {
                    scene.piles = Some(piles.clone());
                    let rest = lines[row.line].part(row.rest.clone());
                    self.result(&rest, &piles, scene, found);
                }
            }
        }
        self.picture(lines)
    }

    /// What stands behind the nim-sum.
    fn result(
        &self,
        rest: &Line,
        piles: &[u64],
        scene: &mut crate::figure::scene::Scene,
        found: &mut Found,
    ) {
        let mut at = 0;
        if rest.is(0, Sign::Equal) || rest.is(0, Sign::Arrow) {
            at = 1;
            if let Some((Term::Number(written), _)) = formula::primary(rest, 1, rest.len()) {
                let items = piles.iter().map(|pile| plain(*pile, &written)).collect();
                found.value(&Term::Xor(items), &written);
            }
        }
        scene.subjects = vec![crate::solve::Position::List(piles.to_vec())];
        // `(≠ 0 -> W)`: a relation whose left side is the nim-sum.
        for index in at..rest.len() {
            if rest.is(index, Sign::NotEqual)
                && let Some((Term::Number(written), _)) =
                    formula::primary(rest, index + 1, rest.len())
            {
                crate::figure::equation::zero(&written, found);
                let left = Term::Xor(piles.iter().map(|pile| plain(*pile, &written)).collect());
                found.holds(
                    crate::figure::claim::Formula::Related(
                        left,
                        formula::Relation::NotEqual,
                        Term::Number(written.clone()),
                    ),
                    written.span,
                );
            }
        }
        statement::read(&rest.part(at..rest.len()), scene, found);
    }

    fn picture(&self, lines: &[Line]) -> Picture {
        let cell = |line: &Line, range: Range<usize>| {
            line.span(range.clone()).map(|span| GridCell {
                text: line.text(range).to_owned(),
                span,
            })
        };
        let mut rows = Vec::new();
        for row in &self.rows {
            let line = &lines[row.line];
            let name = row
                .value
                .as_ref()
                .filter(|_| !row.sum)
                .map(|written| GridCell {
                    text: written.numeral.value.to_string(),
                    span: written.span,
                });
            let name = name.or_else(|| row.name.clone().and_then(|range| cell(line, range)));
            let Some(first) = row.bits.first() else {
                continue;
            };
            let mut cells = vec![name.unwrap_or(GridCell {
                text: String::new(),
                span: first.span,
            })];
            cells.extend(row.bits.iter().map(|bit| GridCell {
                text: bit.numeral.value.to_string(),
                span: bit.span,
            }));
            if !row.rest.is_empty()
                && let Some(rest) = cell(line, row.rest.clone())
            {
                cells.push(rest);
            }
            rows.push(cells);
        }
        let span = self
            .rows
            .first()
            .and_then(|row| row.bits.first())
            .map(|bit| bit.span);
        Picture::Grid(Grid {
            header: None,
            rows,
            row_headings: true,
            span,
        })
    }
}

fn plain(value: u64, like: &Written) -> Term {
    Term::Number(Written {
        numeral: Numeral {
            value,
            binary: None,
            digits: 1,
            bengali: false,
            marked: false,
        },
        span: like.span,
    })
}

/// `3 = 0 1 1`, `XOR: 0 1 0 = 2`, `A | 0 | 1`: a name and single bits.
fn row(index: usize, line: &Line) -> Option<Row> {
    let number = |at: usize| match line
        .number(at)
        .and_then(|_| formula::primary(line, at, at + 1))
    {
        Some((Term::Number(written), _)) => Some(written),
        _ => None,
    };
    let skip = |at: usize| {
        [Sign::Bar, Sign::Equal, Sign::Colon, Sign::Rule, Sign::Comma]
            .into_iter()
            .any(|sign| line.is(at, sign))
    };
    let mut at = 0;
    while skip(at) {
        at += 1;
    }
    let start = at;
    // The name: a number, XOR, or a word.
    let sum = (start..line.len().min(start + 4)).any(|at| {
        line.word(at)
            .is_some_and(|word| words::XOR_NAMES.contains(&word) || word == "tổng")
            || line.is(at, Sign::Oplus)
    });
    let mut value = None;
    if let Some(written) = number(at)
        && !sum
    {
        value = Some(written);
        at += 1;
        // `3 = 011`, `3 (A)`
    } else {
        while at < line.len()
            && (line.word(at).is_some()
                || line.is(at, Sign::Oplus)
                || line.is(at, Sign::Open)
                || line.is(at, Sign::Close)
                || line.is(at, Sign::Minus))
        {
            at += 1;
        }
        // `pile 3 = 0 1 1`
        if let Some(written) = number(at).filter(|_| {
            at > start
                && (line.is(at + 1, Sign::Equal)
                    || line.is(at + 1, Sign::Colon)
                    || line.is(at + 1, Sign::Bar))
                && !sum
        }) {
            value = Some(written);
            at += 1;
        }
    }
    let name = start..at;
    let separated = skip(at);
    while skip(at) || line.is(at, Sign::Open) {
        at += 1;
    }
    let mut bits = Vec::new();
    while let Some(written) = number(at).filter(bit) {
        bits.push(written);
        at += 1;
        while line.is(at, Sign::Bar) || line.is(at, Sign::Rule) || line.is(at, Sign::Comma) {
            at += 1;
        }
    }
    // More numbers right behind: no bits but a row of numbers. One alone behind a bar is their value.
    let barred = at > 0 && line.is(at - 1, Sign::Bar) && at + 1 == line.len();
    if line.number(at).is_some() && !barred {
        return None;
    }
    if bits.len() < 2 || !(separated || sum || value.is_some() || start == name.end) {
        return None;
    }
    // Rows without a name: the first bit is no value.
    if let Some(first) = value.clone()
        && !separated
        && bit(&first)
        && line.number(start).is_some()
        && bits.len() >= 2
        && line
            .tokens
            .get(start + 1)
            .is_some_and(|token| token.gap == line.tokens.get(start + 2).map_or(0, |next| next.gap))
    {
        value = None;
        bits.insert(0, first);
    }
    // A value may stand behind the bits: `0 1 1 = 3`, `0 1 1 | 3`.
    let mut rest = at..line.len();
    if value.is_none()
        && !sum
        && let Some(written) = number(at).or_else(|| {
            if line.is(at, Sign::Equal) || line.is(at, Sign::Open) {
                number(at + 1)
            } else {
                None
            }
        })
    {
        value = Some(written);
        rest = line.len()..line.len();
    }
    Some(Row {
        line: index,
        value,
        name: (!name.is_empty()).then_some(name),
        bits,
        rest,
        sum,
    })
}

/// The numbers written in a heading with what each must be, and the weight of each column.
type Heading = (Vec<(Written, u64)>, Vec<u64>);

/// The weights of a heading: `bit2 bit1 bit0`, `4 2 1`, `2^2 2^1 2^0`, `b0 b1 b2`. With the numbers written there and
/// what each must be for the columns to run on.
fn heading(line: &Line, width: usize) -> Option<Heading> {
    let mut found: Vec<(u64, Option<Written>, bool)> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if let (Some((Term::Power(base, exponent), end)), true) = (
            formula::term(line, at, line.len()),
            line.number(at).is_some(),
        ) && let (Some(2), Term::Number(written)) = (base.number(), exponent.as_ref())
        {
            found.push((written.numeral.value, Some(written.clone()), true));
            at = end;
            continue;
        }
        if let Some((Term::Caret(items), end)) = formula::term(line, at, line.len())
            && let [base, Term::Number(written)] = items.as_slice()
            && base.number() == Some(2)
        {
            found.push((written.numeral.value, Some(written.clone()), true));
            at = end;
            continue;
        }
        if let Some(word) = line.word(at) {
            let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
            if digits.len() < word.len()
                && let Ok(exponent) = digits.parse::<u64>()
                && let Some(token) = line.tokens.get(at)
            {
                let start = token.span.end as usize - digits.len();
                let numeral = Numeral {
                    value: exponent,
                    binary: None,
                    digits: digits.len(),
                    bengali: false,
                    marked: false,
                };
                found.push((
                    exponent,
                    Some(Written {
                        numeral,
                        span: crate::source::Span::new(
                            token.span.file,
                            start,
                            token.span.end as usize,
                        ),
                    }),
                    true,
                ));
            }
        } else if let Some((Term::Number(written), _)) = line
            .number(at)
            .and_then(|_| formula::primary(line, at, at + 1))
        {
            let named = at > 0
                && line
                    .word(at - 1)
                    .is_some_and(|word| ["bit", "বিট", "b"].contains(&word));
            found.push((written.numeral.value, Some(written), named));
        }
        at += 1;
    }
    if found.len() != width {
        return None;
    }
    let exponents = found.iter().all(|(_, _, exponent)| *exponent);
    let values: Vec<u64> = found.iter().map(|(value, ..)| *value).collect();
    let rising = values.first() < values.last();
    let expected: Vec<u64> = (0..width as u64)
        .map(|index| {
            if rising {
                index
            } else {
                width as u64 - 1 - index
            }
        })
        .collect();
    let expected: Vec<u64> = if exponents {
        expected
    } else {
        expected
            .iter()
            .map(|exponent| 1_u64 << (*exponent).min(63))
            .collect()
    };
    let agree = values.iter().zip(&expected).filter(|(a, b)| a == b).count();
    // One column out of order is a mistake in it; more are another order.
    let distinct = values
        .iter()
        .collect::<std::collections::BTreeSet<_>>()
        .len()
        == width;
    let weights = |values: &[u64]| {
        values
            .iter()
            .map(|&value| {
                if exponents {
                    1_u64 << value.min(63)
                } else {
                    value
                }
            })
            .collect::<Vec<_>>()
    };
    if agree + 1 >= width {
        let numbers = found
            .into_iter()
            .zip(&expected)
            .filter_map(|((_, written, _), expected)| written.map(|written| (written, *expected)))
            .collect();
        return Some((numbers, weights(&expected)));
    }
    let powers = exponents || values.iter().all(|value| value.is_power_of_two());
    (distinct && powers).then(|| (Vec::new(), weights(&values)))
}

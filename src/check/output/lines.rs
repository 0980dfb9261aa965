//! The lines of an output that is shown x those that were printed -> which belong together.

use super::compare::agrees;
use crate::figure::outputs::comment::values;
use crate::figure::outputs::token::{Kind, tokens};

/// A step through both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A written line that says what a printed one says.
    Same(usize, usize),
    /// A written line in whose place another was printed.
    Changed(usize, usize),
    /// A written line that was not printed.
    Extra(usize),
    /// A printed line that is missing; it belongs before the written line with this index.
    Missing(usize, usize),
    /// `...`: any number of printed lines.
    Rest(usize),
}

/// Whether a written line stands for any number of lines.
fn is_rest(line: &str) -> bool {
    let found = tokens(line);
    found.iter().any(|token| token.kind == Kind::Ellipsis)
        && found.iter().all(|token| {
            token.kind == Kind::Ellipsis || matches!(token.text.as_str(), "[" | "]" | "(" | ")")
        })
}

/// Whether a written line says what was printed, perhaps with a gloss behind it.
pub(super) fn says(written: &str, printed: &str) -> bool {
    agrees(written, printed)
        || values(written).iter().any(|value| {
            value.certain
                && written
                    .get(value.range.clone())
                    .is_some_and(|value| agrees(value, printed))
        })
}

/// Puts lines side by side. Empty lines count on neither side.
pub(super) fn align(written: &[&str], printed: &[&str]) -> Vec<Step> {
    let full = |lines: &[&str]| -> Vec<usize> {
        (0..lines.len())
            .filter(|&index| lines.get(index).is_some_and(|line| !line.trim().is_empty()))
            .collect()
    };
    let (left, right) = (full(written), full(printed));
    let text =
        |lines: &[&str], index: usize| lines.get(index).copied().unwrap_or_default().to_owned();
    let mut steps = Vec::new();
    let mut rest = right.as_slice();
    let parts: Vec<&[usize]> = left
        .split(|&index| is_rest(&text(written, index)))
        .collect();
    let marks: Vec<usize> = left
        .iter()
        .copied()
        .filter(|&index| is_rest(&text(written, index)))
        .collect();
    let last = parts.len().saturating_sub(1);
    for (number, part) in parts.iter().enumerate() {
        let begins = |from: usize| {
            rest.get(from..).is_some_and(|rest| {
                rest.len() >= part.len()
                    && part
                        .iter()
                        .zip(rest)
                        .all(|(&one, &other)| says(&text(written, one), &text(printed, other)))
            })
        };
        // Where the stretch between two ellipses begins among what is left.
        let from = match number {
            0 => 0,
            _ if number == last => rest.len().saturating_sub(part.len()),
            _ => (0..rest.len()).find(|&from| begins(from)).unwrap_or(0),
        };
        let to = match number {
            _ if number == last => rest.len(),
            _ => (from + part.len()).min(rest.len()),
        };
        let beside = rest.get(from..to).unwrap_or_default();
        let end = part
            .last()
            .map_or(0, |&index| index + 1)
            .max(marks.get(number).copied().unwrap_or(0));
        steps.extend(diff(part, beside, end, &|one, other| {
            says(&text(written, one), &text(printed, other))
        }));
        rest = rest.get(to..).unwrap_or_default();
        steps.extend(marks.get(number).map(|&mark| Step::Rest(mark)));
    }
    steps
}

/// The longest common subsequence; between its pairs, lines face each other one by one.
fn diff(
    left: &[usize],
    right: &[usize],
    end: usize,
    same: &dyn Fn(usize, usize) -> bool,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let gap = |left: &[usize], right: &[usize], before: usize, steps: &mut Vec<Step>| {
        for (&one, &other) in left.iter().zip(right) {
            steps.push(Step::Changed(one, other));
        }
        let paired = left.len().min(right.len());
        steps.extend(
            left.get(paired..)
                .unwrap_or_default()
                .iter()
                .map(|&one| Step::Extra(one)),
        );
        steps.extend(
            right
                .get(paired..)
                .unwrap_or_default()
                .iter()
                .map(|&other| Step::Missing(before, other)),
        );
    };
    let (mut l, mut r) = (0, 0);
    for (i, j) in anchors(left, right, same) {
        let (Some(&one), Some(&other)) = (left.get(i), right.get(j)) else {
            continue;
        };
        gap(
            left.get(l..i).unwrap_or_default(),
            right.get(r..j).unwrap_or_default(),
            one,
            &mut steps,
        );
        steps.push(Step::Same(one, other));
        (l, r) = (i + 1, j + 1);
    }
    gap(
        left.get(l..).unwrap_or_default(),
        right.get(r..).unwrap_or_default(),
        end,
        &mut steps,
    );
    steps
}

fn anchors(
    left: &[usize],
    right: &[usize],
    same: &dyn Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let equal = |i: usize, j: usize| match (left.get(i), right.get(j)) {
        (Some(&one), Some(&other)) => same(one, other),
        _ => false,
    };
    // What agrees at either end needs no table.
    let shorter = left.len().min(right.len());
    let front = (0..shorter).take_while(|&i| equal(i, i)).count();
    let back = (0..shorter - front)
        .take_while(|&i| equal(left.len() - 1 - i, right.len() - 1 - i))
        .count();
    let (rows, columns) = (left.len() - front - back, right.len() - front - back);
    let mut pairs: Vec<(usize, usize)> = (0..front).map(|i| (i, i)).collect();
    if rows > 0 && columns > 0 && rows.saturating_mul(columns) <= 40_000 {
        let width = columns + 1;
        let mut best = vec![0u32; (rows + 1) * width];
        let mut equals = vec![false; rows * columns];
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                let here = equal(front + i, front + j);
                equals[i * columns + j] = here;
                best[i * width + j] = if here {
                    best[(i + 1) * width + j + 1] + 1
                } else {
                    best[(i + 1) * width + j].max(best[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            if equals[i * columns + j] {
                pairs.push((front + i, front + j));
                (i, j) = (i + 1, j + 1);
            } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    pairs.extend(
        (0..back)
            .rev()
            .map(|i| (left.len() - 1 - i, right.len() - 1 - i)),
    );
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_face_each_other() {
        let steps = align(&["1", "", "2", "4"], &["1", "2", "3"]);
        assert_eq!(
            steps,
            [Step::Same(0, 0), Step::Same(2, 1), Step::Changed(3, 2)]
        );
        let steps = align(&["1", "3"], &["1", "2", "3"]);
        assert_eq!(
            steps,
            [Step::Same(0, 0), Step::Missing(1, 1), Step::Same(1, 2)]
        );
        let steps = align(&["1", "2", "3"], &["1", "3"]);
        assert_eq!(steps, [Step::Same(0, 0), Step::Extra(1), Step::Same(2, 1)]);
    }

    #[test]
    fn an_ellipsis_stands_for_lines() {
        let steps = align(&["1", "...", "9"], &["1", "2", "3", "9"]);
        assert_eq!(steps, [Step::Same(0, 0), Step::Rest(1), Step::Same(2, 3)]);
        let steps = align(&["1", "..."], &["2", "3"]);
        assert_eq!(steps, [Step::Changed(0, 0), Step::Rest(1)]);
        let steps = align(&["1", "...", "8"], &["1", "2", "9"]);
        assert_eq!(
            steps,
            [Step::Same(0, 0), Step::Rest(1), Step::Changed(2, 2)]
        );
    }
}

//! The positions of the command line, as text, in; positions, or a located error, out.

use super::AnswerError;
use crate::solve::Position;
use std::ops::Range;

/// At most so many positions are answered at once.
const MOST: usize = 10_000;

const HELP: &str = "write numbers (7), ranges (0..10) or lists ([3, 4, 5])";

/// Reads positions that are set apart by spaces, commas or semicolons.
pub(super) fn read(text: &str) -> Result<Vec<Position>, AnswerError> {
    let mut reader = Reader { text, at: 0 };
    let mut positions = Vec::new();
    loop {
        reader.skip(|c| c.is_whitespace() || c == ',' || c == ';');
        let start = reader.at;
        if reader.rest().is_empty() {
            break;
        }
        if reader.eat('[') {
            reader.blanks();
            if reader.rest().starts_with('[') {
                while reader.eat('[') {
                    reader.list(&mut positions)?;
                    reader.skip(|c| c.is_whitespace() || c == ',' || c == ';');
                }
                reader.close(start)?;
            } else {
                reader.list(&mut positions)?;
            }
        } else {
            positions.extend(reader.range()?.map(Position::Number));
        }
        few(positions.len(), start..reader.at)?;
    }
    if positions.is_empty() {
        return Err(wrong(
            0..text.len(),
            "no position is asked about".to_owned(),
        ));
    }
    Ok(positions)
}

/// The error, if there are too many.
fn few(count: usize, range: Range<usize>) -> Result<(), AnswerError> {
    if count <= MOST {
        return Ok(());
    }
    let message = format!("more than {MOST} positions are asked about");
    Err(AnswerError::Positions {
        range,
        message,
        help: "ask about fewer",
    })
}

fn wrong(range: Range<usize>, message: String) -> AnswerError {
    AnswerError::Positions {
        range,
        message,
        help: HELP,
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, blank: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(blank).len();
    }

    fn blanks(&mut self) {
        self.skip(char::is_whitespace);
    }

    fn eat(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn close(&mut self, start: usize) -> Result<(), AnswerError> {
        if self.eat(']') {
            return Ok(());
        }
        Err(wrong(
            start..self.text.len(),
            "a list is not closed by `]`".to_owned(),
        ))
    }

    /// A list whose bracket has been read: each number of the first range with each of the second, and so on.
    fn list(&mut self, positions: &mut Vec<Position>) -> Result<(), AnswerError> {
        let start = self.at;
        let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
        while !self.eat(']') {
            if self.rest().is_empty() {
                return self.close(start);
            }
            let range = self.range()?;
            let count = (range.end() - range.start()).saturating_add(1);
            few(
                usize::try_from(count)
                    .unwrap_or(usize::MAX)
                    .saturating_mul(lists.len()),
                start..self.at,
            )?;
            let longer = |list: &Vec<u64>| {
                let list = list.clone();
                range
                    .clone()
                    .map(move |number| list.iter().copied().chain([number]).collect())
            };
            lists = lists.iter().flat_map(longer).collect();
            self.eat(',');
        }
        positions.extend(lists.into_iter().map(Position::List));
        Ok(())
    }

    /// A number, or a range of them.
    fn range(&mut self) -> Result<std::ops::RangeInclusive<u64>, AnswerError> {
        let start = self.at;
        let from = self.number()?;
        if !self.rest().starts_with("..") {
            return Ok(from..=from);
        }
        self.at += 2;
        self.eat('=');
        let to = self.number()?;
        if to < from {
            return Err(wrong(
                start..self.at,
                format!("the range {from}..{to} is empty"),
            ));
        }
        few(
            usize::try_from(to - from).unwrap_or(usize::MAX),
            start..self.at,
        )?;
        Ok(from..=to)
    }

    fn number(&mut self) -> Result<u64, AnswerError> {
        self.blanks();
        let start = self.at;
        self.skip(|c| c.is_ascii_digit());
        let digits = self.text.get(start..self.at).unwrap_or_default().to_owned();
        if digits.is_empty() {
            let length = self
                .rest()
                .find([' ', ',', ']', '['])
                .unwrap_or(self.rest().len());
            let end = self.at + length.max(self.rest().chars().next().map_or(0, char::len_utf8));
            let found = self.text.get(start..end).unwrap_or_default();
            return Err(wrong(start..end, format!("`{found}` is no position")));
        }
        digits
            .parse()
            .map_err(|_| wrong(start..self.at, format!("{digits} is too large")))
    }
}

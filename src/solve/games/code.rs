//! What octal and hexadecimal games have in common: the code, and what it allows.

use crate::solve::engine::splitting::Splitting;
use crate::solve::engine::{heaps, splitting};
use crate::solve::game::{Game, Nimber, Position, Shape};
use crate::solve::period::Period;
use crate::solve::spec::{Reader, SpecError, parse_with};
use std::sync::OnceLock;

/// The longest code that is read.
const LONGEST: usize = 64;
/// So many pairs are looked at for each heap, as an average, before the search for a period is given up.
const PAIRS: u64 = 1 << 12;
/// A period is looked for so far before the cost of a long table is reckoned.
const NEAR: usize = 1 << 12;

/// A game of taking and splitting that is given by a code of digits.
#[derive(Debug)]
pub struct Code {
    /// 8 or 16.
    base: u32,
    rule: Splitting,
    near_period: OnceLock<Option<Period>>,
}

impl Code {
    /// An octal game, such as `0.77`.
    ///
    /// # Errors
    ///
    /// It is not a code of digits 0 to 7 that allows a move and ends.
    pub fn octal(code: &str) -> Result<Self, SpecError> {
        parse_with(code, |reader| read(reader, 8))
    }

    /// A hexadecimal game, such as `0.8c`.
    ///
    /// # Errors
    ///
    /// It is not a code of digits 0 to 9 and a to f that allows a move and ends.
    pub fn hexadecimal(code: &str) -> Result<Self, SpecError> {
        parse_with(code, |reader| read(reader, 16))
    }

    /// The period, if it is a short one.
    fn near_period(&self) -> Option<Period> {
        let look = || splitting::nimbers(&self.rule, NEAR, NEAR as u64 * PAIRS).1;
        *self.near_period.get_or_init(look)
    }
}

/// Reads a code.
pub(crate) fn read(reader: &mut Reader<'_>, base: u32) -> Result<Code, SpecError> {
    let help = if base == 8 {
        "write a code such as `octal 0.77`"
    } else {
        "write a code such as `hexadecimal 0.8c`"
    };
    reader.space();
    let start = reader.at();
    let first = reader.take(|c| c.is_ascii_alphanumeric());
    let (here, found) = reader.here();
    if first.len() > 1 || !reader.rest().starts_with('.') {
        let range = if first.is_empty() {
            here
        } else {
            start..reader.at()
        };
        let found = if first.is_empty() {
            found
        } else {
            format!("`{first}`")
        };
        return Err(
            SpecError::new(range, format!("a code begins with `0.`, there is {found}")).help(help),
        );
    }
    reader.eat(".");
    let rest_start = reader.at();
    let rest = reader.take(|c| c.is_ascii_alphanumeric());
    if let Some(end) = ["...", "…", "(", "̇"]
        .iter()
        .find(|end| reader.rest().starts_with(**end))
    {
        let range = start..reader.at() + end.len();
        return Err(SpecError::new(range, "a code that never ends is not read")
            .help("write the digits that there are; `nim` is 0.333… and `lasker` is 4.333…"));
    }
    if rest.len() > LONGEST {
        let range = rest_start..reader.at();
        return Err(SpecError::new(
            range,
            format!("the code has more than {LONGEST} digits"),
        ));
    }
    let mut digits = Vec::new();
    let places = first.char_indices().map(|(at, c)| (start + at, c));
    for (at, c) in places.chain(rest.char_indices().map(|(at, c)| (rest_start + at, c))) {
        let Some(digit) = c.to_digit(base) else {
            let message = format!("`{c}` is no digit of base {base}");
            return Err(SpecError::new(at..at + c.len_utf8(), message).help(help));
        };
        digits.push(digit as u8);
    }
    if first.is_empty() {
        digits.insert(0, 0);
    }
    if digits.first().is_some_and(|digit| digit & 3 != 0) {
        let message =
            format!("`{first}` before the point: a move that takes nothing has to split the heap");
        return Err(SpecError::new(start..start + first.len(), message)
            .help("0 or 4 stand before the point, in base 16 also 8 and c"));
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    if digits.is_empty() {
        return Err(SpecError::new(start..reader.at(), "the code allows no move").help(help));
    }
    Ok(Code {
        base,
        rule: Splitting {
            digits,
            unequal: false,
        },
        near_period: OnceLock::new(),
    })
}

impl Game for Code {
    fn spec(&self) -> String {
        let name = if self.base == 8 {
            "octal"
        } else {
            "hexadecimal"
        };
        let digit = |digit: &u8| char::from_digit(u32::from(*digit), 16).unwrap_or('0');
        let mut digits = self.rule.digits.iter().map(digit);
        let first = digits.next().unwrap_or('0');
        let rest: String = digits.collect();
        let rest = if rest.is_empty() {
            "0".to_owned()
        } else {
            rest
        };
        format!("{name} {first}.{rest}")
    }

    fn accepts(&self, _position: &Position) -> bool {
        true
    }

    fn shape(&self) -> Shape {
        Shape::Heaps
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        heaps::options(position, |heap| splitting::moves(&self.rule, heap))
    }

    fn width(&self, position: &Position) -> u64 {
        heaps::width(position, |heap| splitting::width(&self.rule, heap))
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        heaps::parts(position)
    }

    fn sorted(&self, position: &Position) -> Position {
        super::nim::in_order(position)
    }

    fn nimbers(&self, up_to: usize) -> Option<Vec<Nimber>> {
        let values = splitting::table(&self.rule, up_to);
        Some(
            values
                .into_iter()
                .map(|value| Nimber(u64::from(value)))
                .collect(),
        )
    }

    fn table_cost(&self, up_to: u64) -> u64 {
        if up_to > NEAR as u64 && self.near_period().is_some() {
            return up_to / 16;
        }
        let triple = self.rule.digits.iter().any(|digit| digit & 8 != 0);
        let each = if triple {
            (up_to / 16).saturating_mul(up_to / 16)
        } else {
            up_to / 2048
        };
        up_to.saturating_mul(each.saturating_add(1))
    }

    fn period(&self, limit: usize) -> Option<Period> {
        splitting::nimbers(&self.rule, limit, (limit as u64).saturating_mul(PAIRS)).1
    }
}

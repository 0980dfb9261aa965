//! The notation of rules: the text of a rule in, a game or a located, worded error out.
//!
//! A rule is a name and what belongs to it, such as `subtraction {1, 3, 4}`, `octal 0.77`, `sum(nim; wythoff)` or
//! `misere kayles`. Each game reads what follows its own name; see [`super::games`].

use super::game::Game;
use super::games::ALL;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How deep `sum(` and `misere` may be nested.
const DEPTH: usize = 16;

/// What is wrong with the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    /// The bytes of the text that are wrong.
    pub range: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// How to put it right.
    pub help: Option<String>,
}

impl SpecError {
    /// An error without a hint.
    pub fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            range,
            message: message.into(),
            help: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SpecError {}

/// Reads a rule.
///
/// # Errors
///
/// The first thing that is wrong with the text.
///
/// ```
/// let game = coursegen::solve::parse("subtraction {4,3, 1}")?;
/// assert_eq!(game.spec(), "subtraction {1, 3, 4}");
/// # Ok::<(), coursegen::solve::SpecError>(())
/// ```
pub fn parse(spec: &str) -> Result<Arc<dyn Game>, SpecError> {
    parse_with(spec, |reader| reader.rule())
}

/// Reads a whole text.
pub(crate) fn parse_with<T>(
    spec: &str,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, SpecError>,
) -> Result<T, SpecError> {
    let mut reader = Reader {
        spec,
        at: 0,
        depth: 0,
    };
    let read = read(&mut reader)?;
    reader.space();
    let rest = reader.rest();
    if !rest.is_empty() {
        let range = reader.at..spec.len();
        return Err(SpecError::new(
            range,
            format!("`{}` is left over after the rule", excerpt(rest)),
        )
        .help(format!(
            "the rule read so far is `{}`",
            excerpt(reader.text(0..reader.at).trim())
        )));
    }
    Ok(read)
}

/// Reads the text of a rule from left to right.
#[derive(Debug)]
pub struct Reader<'s> {
    spec: &'s str,
    at: usize,
    depth: usize,
}

impl<'s> Reader<'s> {
    /// A whole rule: a name and what belongs to it.
    pub fn rule(&mut self) -> Result<Arc<dyn Game>, SpecError> {
        self.space();
        let start = self.at;
        let name = self.word();
        if name.is_empty() {
            let (range, found) = self.here();
            return Err(SpecError::new(
                range,
                format!("a rule begins with the name of a game, not with {found}"),
            )
            .help(format!("known are {}", names())));
        }
        let range = start..self.at;
        let lower = name.to_lowercase();
        let Some(entry) = ALL
            .iter()
            .find(|entry| entry.names.contains(&lower.as_str()))
        else {
            let error = SpecError::new(range, format!("unknown rule `{}`", excerpt(name)));
            return Err(match nearest(&lower) {
                Some(known) => error.help(format!("did you mean `{known}`?")),
                None => error.help(format!("known are {}", names())),
            });
        };
        if self.depth == DEPTH {
            return Err(SpecError::new(
                range,
                format!("rules are nested more than {DEPTH} deep"),
            ));
        }
        self.depth += 1;
        let game = (entry.read)(self, range)?;
        self.depth -= 1;
        Ok(game)
    }

    /// The text of a range.
    pub fn text(&self, range: Range<usize>) -> &'s str {
        self.spec.get(range).unwrap_or_default()
    }

    /// Where the reader stands: a byte of the text.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes back to where it stood.
    pub fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// What has not been read.
    pub fn rest(&self) -> &'s str {
        self.spec.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks.
    pub fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks, then this text if it comes next.
    pub fn eat(&mut self, text: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Skips blanks, then this text, which must come next.
    pub fn expect(&mut self, text: &str, help: &str) -> Result<(), SpecError> {
        if self.eat(text) {
            return Ok(());
        }
        let (range, found) = self.here();
        Err(SpecError::new(range, format!("`{text}` is missing, there is {found}")).help(help))
    }

    /// Skips blanks, then a word of letters, digits and hyphens; empty if none comes next.
    pub fn word(&mut self) -> &'s str {
        self.space();
        self.take(|c| c.is_alphanumeric() || c == '-' || c == '_')
    }

    /// The characters that come next and fit.
    pub fn take(&mut self, fits: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Whether a number comes next.
    pub fn sees_number(&mut self) -> bool {
        self.space();
        self.rest()
            .starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−')
    }

    /// A natural number and where it stands.
    pub fn number(&mut self, what: &str) -> Result<(u64, Range<usize>), SpecError> {
        self.space();
        let start = self.at;
        let negative = self.rest().starts_with(['-', '−']);
        if negative {
            self.take(|c| c == '-' || c == '−');
        }
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            self.at = start;
            let (range, found) = self.here();
            return Err(SpecError::new(
                range,
                format!("{what} is missing, there is {found}"),
            ));
        }
        if negative {
            return Err(
                SpecError::new(start..self.at, format!("{what} cannot be negative"))
                    .help(format!("write {digits} without the sign")),
            );
        }
        let range = start..self.at;
        match digits.parse() {
            Ok(number) => Ok((number, range)),
            Err(_) => Err(
                SpecError::new(range, format!("{} is too large", excerpt(digits)))
                    .help(format!("the largest number is {}", u64::MAX)),
            ),
        }
    }

    /// A set of positive numbers in braces, sorted, each once. It has at least one.
    pub fn set(&mut self) -> Result<Vec<u64>, SpecError> {
        const EXAMPLE: &str = "write a set such as `{1, 3, 4}`";
        self.space();
        let start = self.at;
        self.expect("{", EXAMPLE)?;
        if self.eat("}") {
            return Err(
                SpecError::new(start..self.at, "the set is empty: there would be no move")
                    .help(EXAMPLE),
            );
        }
        let mut set = Vec::new();
        loop {
            let (number, range) =
                self.number("a number of the set")
                    .map_err(|error| match error.help {
                        Some(_) => error,
                        None => error.help(EXAMPLE),
                    })?;
            if number == 0 {
                return Err(SpecError::new(
                    range,
                    "0 in the set: a move that takes nothing would never end the game",
                )
                .help("leave the 0 out"));
            }
            set.push(number);
            if self.eat("}") {
                break;
            }
            self.expect(",", EXAMPLE)?;
        }
        set.sort_unstable();
        set.dedup();
        Ok(set)
    }

    /// What comes next, as a range and in words.
    pub fn here(&self) -> (Range<usize>, String) {
        let rest = self.rest().trim_start();
        let start = self.spec.len() - rest.len();
        match rest.chars().next() {
            None => (self.spec.len()..self.spec.len(), "nothing more".to_owned()),
            Some(c) => {
                let length = rest
                    .find(|c: char| c.is_whitespace() || ",;(){}".contains(c))
                    .unwrap_or(rest.len());
                let length = length.max(c.len_utf8());
                (
                    start..start + length,
                    format!("`{}`", excerpt(&rest[..length])),
                )
            }
        }
    }
}

/// A text, cut short where it is long.
pub(crate) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

/// The names of all rules.
fn names() -> String {
    let names: Vec<&str> = ALL
        .iter()
        .filter_map(|entry| entry.names.first().copied())
        .collect();
    names.join(", ")
}

/// The known name that is written most like this one, if any is.
fn nearest(name: &str) -> Option<&'static str> {
    let name: Vec<char> = name.chars().take(40).collect();
    let known = ALL.iter().flat_map(|entry| entry.names.iter().copied());
    let (distance, known) = known
        .map(|known| (distance(&name, known), known))
        .min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= known.chars().count().max(3)).then_some(known)
}

/// How many letters have to be put in, left out, replaced or swapped with their neighbour.
fn distance(from: &[char], to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let put_in = row[j] + 1;
            let left_out = last[j + 1] + 1;
            let replaced = last[j] + usize::from(a != b);
            let mut least = put_in.min(left_out).min(replaced);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

//! Sums: several games side by side; a move is a move in one of them.
//!
//! `sum(SPEC)` is any number of copies of one game, and a position is the list of theirs. `sum(SPEC; SPEC)` is one of
//! each; a position is the list of theirs, one after the other. Where the parts' positions are pairs, so many
//! numbers belong to each. Source: Sprague 1935, Grundy 1939: the value of a sum is the XOR of the values.

use super::Entry;
use crate::solve::game::{Game, Play, Position, Shape};
use crate::solve::spec::SpecError;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["sum"],
    example: "sum(subtraction {1, 2}; graph 0-1 0-2 1-2)",
    positions: "[4, 0]",
    read: |reader, name| {
        const HELP: &str = "write `sum(subtraction {1, 2})` for copies of one game, `sum(nim; wythoff)` for one of each";
        reader.expect("(", HELP)?;
        let mut games = vec![reader.rule()?];
        while reader.eat(";") {
            games.push(reader.rule()?);
        }
        reader.expect(")", HELP)?;
        let single = if games.len() == 1 { games.pop() } else { None };
        let sum = match single {
            Some(game) => Sum::of(game),
            None => Sum::new(games),
        };
        match sum {
            Ok(sum) => Ok(Arc::new(sum)),
            Err(error) => {
                Err(SpecError::new(name.start..reader.at(), error.to_string()).help(error.help()))
            }
        }
    },
};

/// Games side by side.
#[derive(Clone, Debug)]
pub struct Sum {
    games: Games,
}

#[derive(Clone, Debug)]
enum Games {
    /// Any number of copies, each position so many numbers long.
    Copies(Arc<dyn Game>, usize),
    /// One of each. At most one has positions of any length.
    Each(Vec<Arc<dyn Game>>),
}

/// Which numbers of a list belong to a part, its game and its position.
type Part<'s> = (Range<usize>, &'s Arc<dyn Game>, Position);

/// Why games cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumError {
    /// The play of a sum is that of the whole.
    MiserePart(String),
    /// A list of lists would be needed.
    ListPart(String),
    /// Where one list ends and the next begins could not be told.
    TwoLists(String, String),
}

impl SumError {
    /// How to put it right.
    pub fn help(&self) -> &'static str {
        match self {
            Self::MiserePart(_) => "write `misere sum(...)`",
            Self::ListPart(_) => {
                "its positions are lists, which are sums already: use it without `sum(...)`"
            }
            Self::TwoLists(..) => {
                "put the heaps of both into one list, or make separate figures of them"
            }
        }
    }
}

impl fmt::Display for SumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MiserePart(part) => write!(
                f,
                "`{part}` cannot be a part: misère play is that of a whole sum"
            ),
            Self::ListPart(part) => write!(f, "copies of `{part}` cannot be told apart in a list"),
            Self::TwoLists(one, other) => {
                write!(
                    f,
                    "`{one}` and `{other}` both take lists of any length: where one ends could not be told"
                )
            }
        }
    }
}

impl std::error::Error for SumError {}

impl Sum {
    /// Any number of copies of one game.
    ///
    /// # Errors
    ///
    /// Its positions are lists of any length, or it is under misère play.
    pub fn of(game: Arc<dyn Game>) -> Result<Self, SumError> {
        if game.play() == Play::Misere {
            return Err(SumError::MiserePart(game.spec()));
        }
        let length = match game.shape() {
            Shape::Number | Shape::Heaps => 1,
            Shape::Tuple(length) if length > 0 => length,
            Shape::Tuple(_) | Shape::List => return Err(SumError::ListPart(game.spec())),
        };
        Ok(Self {
            games: Games::Copies(game, length),
        })
    }

    /// One of each game.
    ///
    /// # Errors
    ///
    /// The positions of two of them are lists of any length, or one is under misère play.
    pub fn new(games: Vec<Arc<dyn Game>>) -> Result<Self, SumError> {
        if let Some(game) = games.iter().find(|game| game.play() == Play::Misere) {
            return Err(SumError::MiserePart(game.spec()));
        }
        let mut lists = games.iter().filter(|game| length(game.as_ref()).is_none());
        if let (Some(one), Some(other)) = (lists.next(), lists.next()) {
            return Err(SumError::TwoLists(one.spec(), other.spec()));
        }
        Ok(Self {
            games: Games::Each(games),
        })
    }

    /// Which numbers of a list belong to which part.
    fn ranges(&self, count: usize) -> Option<Vec<Range<usize>>> {
        match &self.games {
            Games::Copies(_, length) if count.is_multiple_of(*length) => Some(
                (0..count)
                    .step_by(*length)
                    .map(|start| start..start + length)
                    .collect(),
            ),
            Games::Copies(..) => None,
            Games::Each(games) => {
                let fixed: usize = games.iter().filter_map(|game| length(game.as_ref())).sum();
                let open = count.checked_sub(fixed)?;
                let mut start = 0;
                let ranges = games.iter().map(|game| {
                    let end = start + length(game.as_ref()).unwrap_or(open);
                    std::mem::replace(&mut start, end)..end
                });
                let ranges: Vec<Range<usize>> = ranges.collect();
                (start == count).then_some(ranges)
            }
        }
    }

    /// The parts of a list.
    fn split<'s>(&'s self, position: &Position) -> Option<Vec<Part<'s>>> {
        let Position::List(numbers) = position else {
            return None;
        };
        let ranges = self.ranges(numbers.len())?;
        let part = |(index, range): (usize, Range<usize>)| {
            let game = self.game(index)?;
            let own = numbers.get(range.clone())?;
            let position = match (game.shape(), &self.games, own) {
                (Shape::Number, _, [number]) => Position::Number(*number),
                (Shape::Heaps, Games::Copies(..), [number]) => Position::Number(*number),
                _ => Position::List(own.to_vec()),
            };
            Some((range, game, position))
        };
        ranges.into_iter().enumerate().map(part).collect()
    }

    /// The game of a part.
    fn game(&self, index: usize) -> Option<&Arc<dyn Game>> {
        match &self.games {
            Games::Copies(game, _) => Some(game),
            Games::Each(games) => games.get(index),
        }
    }
}

/// How many numbers a position has, if always as many.
fn length(game: &dyn Game) -> Option<usize> {
    match game.shape() {
        Shape::Number => Some(1),
        Shape::Tuple(length) => Some(length),
        Shape::List | Shape::Heaps => None,
    }
}

impl Game for Sum {
    fn spec(&self) -> String {
        match &self.games {
            Games::Copies(game, _) => format!("sum({})", game.spec()),
            Games::Each(games) => {
                let games: Vec<String> = games.iter().map(|game| game.spec()).collect();
                format!("sum({})", games.join("; "))
            }
        }
    }

    fn accepts(&self, position: &Position) -> bool {
        self.split(position)
            .is_some_and(|parts| parts.iter().all(|(_, game, part)| game.accepts(part)))
    }

    fn shape(&self) -> Shape {
        let Games::Each(games) = &self.games else {
            return Shape::List;
        };
        let lengths: Option<Vec<usize>> = games.iter().map(|game| length(game.as_ref())).collect();
        lengths.map_or(Shape::List, |lengths| Shape::Tuple(lengths.iter().sum()))
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let numbers = position.numbers();
        let mut options = Vec::new();
        for (range, game, part) in self.split(position).unwrap_or_default() {
            for option in game.options(&part) {
                let before = numbers.iter().take(range.start);
                let after = numbers.iter().skip(range.end);
                options.push(Position::List(
                    before
                        .chain(option.numbers())
                        .chain(after)
                        .copied()
                        .collect(),
                ));
            }
        }
        options
    }

    fn width(&self, position: &Position) -> u64 {
        let parts = self.split(position).unwrap_or_default();
        parts.iter().fold(0, |sum: u64, (_, game, part)| {
            sum.saturating_add(game.width(part))
        })
    }

    fn parts(&self, position: &Position) -> Vec<Position> {
        self.split(position)
            .unwrap_or_default()
            .into_iter()
            .map(|(_, _, part)| part)
            .collect()
    }

    fn component(&self, index: usize) -> Option<Arc<dyn Game>> {
        self.game(index).cloned()
    }

    fn sorted(&self, position: &Position) -> Position {
        match (&self.games, position) {
            (Games::Copies(_, 1), Position::List(numbers)) => {
                let mut numbers = numbers.clone();
                numbers.sort_unstable();
                Position::List(numbers)
            }
            _ => position.clone(),
        }
    }

    fn refusal(&self, position: &Position) -> String {
        let Position::List(_) = position else {
            return "its positions are lists, such as [3, 4, 5]".to_owned();
        };
        match self.split(position) {
            None => "the list has not the right number of numbers".to_owned(),
            Some(parts) => match parts.iter().find(|(_, game, part)| !game.accepts(part)) {
                Some((_, game, part)) => {
                    format!(
                        "{part} is not one of `{}`: {}",
                        game.spec(),
                        game.refusal(part)
                    )
                }
                None => "its positions are lists".to_owned(),
            },
        }
    }
}

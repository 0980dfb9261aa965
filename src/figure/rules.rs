//! Which game a stretch of text is about: the rules that the text itself names, and those of the lesson.

use crate::figure::claim::{Bound, Formula};
use crate::figure::scene::{Found, Games};
use crate::notation::formula::{self, Relation, Term};
use crate::notation::line::Line;
use crate::notation::token::Sign;
use crate::solve::games::{subtraction::Subtraction, sum::Sum};
use crate::solve::{Game, Position};
use std::sync::Arc;

/// Words before a set of numbers that may be taken.
const TAKING: &[&str] = &[
    "take",
    "takes",
    "subtraction",
    "subtract",
    "remove",
    "lấy",
    "bốc",
    "bớt",
    "নেওয়া",
    "নেয়া",
    "তোলা",
    "নিতে",
    "তুলতে",
    "moves",
    "move",
    "সরানো",
    "বিয়োগ",
    "trừ",
    "চাল",
    "s",
    "game",
];

/// The subtraction game whose rule a caption or heading names: `take 1-3`, `নেওয়া যায় {1, 2}`, `{1, 3, 4}`.
#[must_use]
pub fn named(line: &Line) -> Option<Arc<dyn Game>> {
    for at in 0..line.len() {
        let Some(word) = line.word(at) else { continue };
        if !TAKING.contains(&word) {
            continue;
        }
        for begin in at + 1..(at + 6).min(line.len()) {
            if let Some(moves) = moves_at(line, begin) {
                return subtraction(&moves);
            }
            // Another clause begins.
            if line.is(begin, Sign::Stop) || line.is(begin, Sign::Arrow) {
                break;
            }
        }
    }
    // `{1,2}-game`
    (0..line.len()).find_map(|at| {
        let (term, end) = formula::primary(line, at, line.len())?;
        let Term::Set { open: false, .. } = &term else {
            return None;
        };
        let follows = line.word(end) == Some("game")
            || (line.is(end, Sign::Minus) && line.word(end + 1) == Some("game"));
        follows
            .then(|| term.numbers())
            .flatten()
            .and_then(|moves| subtraction(&moves))
    })
}

/// A rule that a caption names takes at least one: states so of each number of its set.
pub fn state(line: &Line, found: &mut Found) {
    for at in 0..line.len() {
        let taking = line.word(at).is_some_and(|word| TAKING.contains(&word));
        if !taking {
            continue;
        }
        for begin in at + 1..(at + 6).min(line.len()) {
            if !line.is(begin, Sign::OpenBrace) {
                continue;
            }
            let Some((
                Term::Set {
                    items, open: false, ..
                },
                _,
            )) = formula::primary(line, begin, line.len())
            else {
                return;
            };
            for item in &items {
                if let Term::Number(written) = item {
                    let mut one = written.clone();
                    one.numeral.value = 1;
                    one.numeral.binary = None;
                    let claim =
                        Formula::Related(item.clone(), Relation::AtLeast, Term::Number(one));
                    found.holds(claim, written.span);
                }
            }
            return;
        }
    }
}

fn subtraction(moves: &[u64]) -> Option<Arc<dyn Game>> {
    Subtraction::new(moves)
        .ok()
        .map(|game| Arc::new(game) as Arc<dyn Game>)
}

/// `{1, 3, 4}`, `1/2/3`, `1, 2 hoặc 3`, `1-3`, `1 বা 2` at a token.
fn moves_at(line: &Line, at: usize) -> Option<Vec<u64>> {
    if line.is(at, Sign::OpenBrace) {
        let (term, _) = formula::primary(line, at, line.len())?;
        return term
            .numbers()
            .filter(|moves| !moves.is_empty() && moves.iter().all(|&step| step > 0));
    }
    let first = line.number(at)?;
    let mut moves = vec![first];
    let mut index = at + 1;
    if (line.is(index, Sign::Minus)
        || line.is(index, Sign::Dash)
        || line.is(index, Sign::Ellipsis)
        || line
            .word(index)
            .is_some_and(|word| ["to", "đến", "থেকে", "tới"].contains(&word)))
        && let Some(last) = line.number(index + 1)
    {
        return (first < last && last <= 1000 && first > 0).then(|| (first..=last).collect());
    }
    loop {
        let mut next = index;
        if line.is(next, Sign::Comma) || line.is(next, Sign::Slash) {
            next += 1;
        }
        if line.word(next).is_some_and(|word| {
            ["hoặc", "or", "বা", "অথবা", "কিংবা", "và", "and", "ও", "hay"].contains(&word)
        }) {
            next += 1;
        }
        match line.number(next) {
            Some(number) if next > index => {
                moves.push(number);
                index = next + 1;
            }
            _ => break,
        }
    }
    // A counter word may stand behind each number: `1টা`, `2টা`.
    (moves.len() >= 2 && moves.iter().all(|&step| step > 0 && step <= 1000)).then_some(moves)
}

/// The games for both shapes of positions, given one that was named.
#[must_use]
pub fn around(bound: Bound) -> Games {
    let number =
        bound.game.accepts(&Position::Number(1)) || bound.game.accepts(&Position::Number(0));
    let list = [1, 2, 3, 4].into_iter().any(|length| {
        bound.game.accepts(&Position::List(vec![1; length]))
            || bound
                .game
                .accepts(&Position::List((1..=length as u64).collect()))
    });
    let mut games = Games::default();
    if number {
        if !list && let Ok(sum) = Sum::of(bound.game.clone()) {
            games.list = Some(Bound {
                name: format!("sum({})", bound.name),
                game: Arc::new(sum),
                from: bound.from.clone(),
            });
        }
        games.number = Some(bound.clone());
    }
    // The parts of a sum of copies are positions of the game that is copied.
    if list
        && !number
        && let Some(part) = part_of(&bound)
    {
        games.number = Some(part);
    }
    if list {
        games.list = Some(bound);
    }
    games
}

/// The game of whose copies a sum is made.
#[must_use]
pub fn part_of(sum: &Bound) -> Option<Bound> {
    let spec = sum.game.spec();
    let inner = spec.strip_prefix("sum(")?.strip_suffix(')')?;
    let game = crate::solve::parse(inner).ok()?;
    game.accepts(&Position::Number(1)).then(|| Bound {
        name: inner.to_owned(),
        game,
        from: sum.from.clone(),
    })
}

/// The games of a lesson: for each shape of position the one that fits, if one alone does.
#[must_use]
pub fn of_lesson(named: &[Bound]) -> Games {
    let fits = |wanted: fn(&Games) -> Option<Bound>, direct: fn(&Bound) -> bool| {
        let fitting: Vec<Bound> = named
            .iter()
            .filter(|bound| direct(bound))
            .cloned()
            .collect();
        match fitting.as_slice() {
            [one] => Some(one.clone()),
            [] => {
                let derived: Vec<Bound> = named
                    .iter()
                    .filter_map(|bound| wanted(&around(bound.clone())))
                    .collect();
                match derived.as_slice() {
                    [one] => Some(one.clone()),
                    _ => None,
                }
            }
            _ => None,
        }
    };
    let takes_list = |bound: &Bound| {
        around(bound.clone())
            .list
            .is_some_and(|list| list.name == bound.name)
    };
    let takes_number_only = |bound: &Bound| {
        let games = around(bound.clone());
        games.number.is_some() && games.list.is_none_or(|list| list.name != bound.name)
    };
    let number = fits(|games| games.number.clone(), takes_number_only);
    Games {
        number,
        list: fits(|games| games.list.clone(), takes_list),
    }
}

//! Moore's Nim: heaps; a move takes any numbers from one to k of them.
//!
//! A position is the list of the heaps. Source: Moore 1910, "A generalization of the game called Nim".

use super::Entry;
use crate::solve::game::{Game, Outcome, Position, Shape};
use crate::solve::spec::SpecError;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["moore"],
    example: "moore 2",
    positions: "[1, 2, 3]",
    read: |reader, _| {
        let (heaps, range) = reader
            .number("how many heaps a move may take from")
            .map_err(|error| match error.help {
                Some(_) => error,
                None => error.help("write `moore 2`"),
            })?;
        match Moore::new(heaps) {
            Some(game) => Ok(Arc::new(game)),
            None => Err(
                SpecError::new(range, "a move has to take from one heap at least")
                    .help("write `moore 2`"),
            ),
        }
    },
};

/// Moore's Nim_k.
#[derive(Clone, Copy, Debug)]
pub struct Moore {
    /// k, at least 1.
    heaps: u64,
}

impl Moore {
    /// A move takes from one to so many heaps. `None`: from none.
    pub fn new(heaps: u64) -> Option<Self> {
        (heaps > 0).then_some(Self { heaps })
    }

    /// Whether the number of heaps with a 1 in this place is a multiple of k + 1, for each place: then it is lost.
    fn balanced(&self, heaps: &[u64]) -> bool {
        (0..64).all(|bit| {
            let ones = heaps.iter().filter(|heap| *heap >> bit & 1 == 1).count() as u64;
            self.heaps
                .checked_add(1)
                .map_or(ones == 0, |modulus| ones.is_multiple_of(modulus))
        })
    }
}

impl Game for Moore {
    fn spec(&self) -> String {
        format!("moore {}", self.heaps)
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::List(_))
    }

    fn shape(&self) -> Shape {
        Shape::List
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let mut lists: Vec<(Vec<u64>, u64)> = vec![(Vec::new(), 0)];
        for heap in position.numbers() {
            let mut longer = Vec::new();
            for (list, changed) in lists {
                let least = if changed < self.heaps { 0 } else { *heap };
                for left in (least..=*heap).rev() {
                    let mut list = list.clone();
                    list.push(left);
                    longer.push((list, changed + u64::from(left < *heap)));
                }
            }
            lists = longer;
        }
        lists
            .into_iter()
            .filter(|(_, changed)| *changed > 0)
            .map(|(list, _)| Position::List(list))
            .collect()
    }

    fn width(&self, position: &Position) -> u64 {
        // The number of ways to change exactly j heaps, for j up to k, heap by heap; at most 64 matter before the sum
        // is too large for any budget.
        let most = self.heaps.min(64) as usize;
        let mut ways = vec![0u64; most + 1];
        ways[0] = 1;
        for heap in position.numbers() {
            for changed in (1..=most).rev() {
                ways[changed] =
                    ways[changed].saturating_add(ways[changed - 1].saturating_mul(*heap));
            }
        }
        ways.iter()
            .fold(0, |sum: u64, ways| sum.saturating_add(*ways))
    }

    fn sorted(&self, position: &Position) -> Position {
        super::nim::in_order(position)
    }

    fn verdict(&self, position: &Position) -> Option<Outcome> {
        Some(if self.balanced(position.numbers()) {
            Outcome::Previous
        } else {
            Outcome::Next
        })
    }

    fn misere_verdict(&self, position: &Position) -> Option<Outcome> {
        let heaps = position.numbers();
        if heaps.iter().any(|heap| *heap > 1) {
            return self.verdict(position);
        }
        let ones = heaps.iter().sum::<u64>();
        let lost = self
            .heaps
            .checked_add(1)
            .map_or(ones == 1, |modulus| ones % modulus == 1);
        Some(if lost {
            Outcome::Previous
        } else {
            Outcome::Next
        })
    }
}

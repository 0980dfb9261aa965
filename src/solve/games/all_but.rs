//! All-but subtraction: a move takes any number from a heap except those of the set.
//!
//! A position is the size of the heap. Source: Winning Ways, chapter 4; Siegel, Combinatorial Game Theory, section IV.2.

use super::Entry;
use super::subtraction::{MoveSetError, move_set};
use crate::solve::game::{Game, Nimber, Outcome, Play, Position};
use crate::solve::period::Period;
use std::sync::Arc;

/// How the game is named and read.
pub const ENTRY: Entry = Entry {
    names: &["all-but"],
    example: "all-but {2, 3}",
    positions: "0..20",
    read: |reader, _| {
        Ok(Arc::new(AllBut {
            kept: reader.set()?,
        }))
    },
};

/// Why the outcomes end in wins only.
const TAKEN_DOWN: &str =
    "a heap that is more than max(S) larger than a lost one is won: the difference may be taken";

/// A heap, and the numbers that may not be taken from it.
#[derive(Clone, Debug)]
pub struct AllBut {
    /// Sorted, each once, none 0, at least one.
    kept: Vec<u64>,
}

impl AllBut {
    /// A move takes any number but these.
    ///
    /// # Errors
    ///
    /// The set is empty (that game is a heap of Nim) or has a 0 in it.
    pub fn new(kept: &[u64]) -> Result<Self, MoveSetError> {
        Ok(Self {
            kept: move_set(kept)?,
        })
    }

    /// The heaps that lie a forbidden move below this one.
    fn barred(&self, heap: usize) -> impl Iterator<Item = usize> {
        self.kept
            .iter()
            .map_while(move |taken| heap.checked_sub(usize::try_from(*taken).ok()?))
    }
}

impl Game for AllBut {
    fn spec(&self) -> String {
        let kept: Vec<String> = self.kept.iter().map(u64::to_string).collect();
        format!("all-but {{{}}}", kept.join(", "))
    }

    fn accepts(&self, position: &Position) -> bool {
        matches!(position, Position::Number(_))
    }

    fn options(&self, position: &Position) -> Vec<Position> {
        let Position::Number(heap) = position else {
            return Vec::new();
        };
        let moves = (1..=*heap).filter(|taken| self.kept.binary_search(taken).is_err());
        moves.map(|taken| Position::Number(heap - taken)).collect()
    }

    fn nimbers(&self, up_to: usize) -> Option<Vec<Nimber>> {
        let mut values: Vec<usize> = Vec::with_capacity(up_to.saturating_add(1));
        // How many heaps have each value, and the least value that none has.
        let mut counts = vec![0usize; up_to.saturating_add(2)];
        let mut unused = 0;
        for heap in 0..=up_to {
            let mut value = unused;
            for below in self.barred(heap) {
                counts[values[below]] -= 1;
            }
            for below in self.barred(heap) {
                if counts[values[below]] == 0 {
                    value = value.min(values[below]);
                }
            }
            for below in self.barred(heap) {
                counts[values[below]] += 1;
            }
            values.push(value);
            counts[value] += 1;
            while counts[unused] > 0 {
                unused += 1;
            }
        }
        Some(
            values
                .into_iter()
                .map(|value| Nimber(value as u64))
                .collect(),
        )
    }

    fn table_cost(&self, up_to: u64) -> u64 {
        up_to.saturating_mul(self.kept.len() as u64 / 64 + 1)
    }

    fn outcomes(&self, up_to: usize, play: Play) -> Option<Vec<Outcome>> {
        let mut outcomes: Vec<Outcome> = Vec::with_capacity(up_to.saturating_add(1));
        let mut lost = 0;
        for heap in 0..=up_to {
            let barred = self.barred(heap);
            let out_of_reach = barred
                .filter(|below| outcomes[*below] == Outcome::Previous)
                .count();
            let stuck =
                (1..=heap as u64).all(|taken| self.kept.get(taken as usize - 1) == Some(&taken));
            let won = lost > out_of_reach || (stuck && play == Play::Misere);
            outcomes.push(if won {
                Outcome::Next
            } else {
                Outcome::Previous
            });
            lost += usize::from(!won);
        }
        Some(outcomes)
    }

    fn outcome_period(&self, limit: usize, play: Play) -> Option<Period> {
        let reach = usize::try_from(*self.kept.last()?).ok()?;
        // The first heap with a move is lost at the latest, and it is not above the least number that may be taken.
        let up_to = reach
            .checked_mul(2)?
            .checked_add(2)
            .filter(|up_to| *up_to <= limit)?;
        let outcomes = self.outcomes(up_to, play)?;
        let preperiod = outcomes
            .iter()
            .rposition(|outcome| *outcome == Outcome::Previous)?
            + 1;
        Some(Period {
            preperiod: preperiod as u64,
            period: 1,
            theorem: TAKEN_DOWN,
            checked_up_to: up_to as u64,
        })
    }
}

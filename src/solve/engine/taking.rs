//! Taking from a heap by a finite set of moves: the values and outcomes of all heaps up to one, and their periods.
//!
//! A value depends on the last `max` values alone, so a window of `max` values that comes again repeats for ever.
//! The walk keeps the window of an earlier index and compares (Brent 1980, "An improved Monte Carlo factorization
//! algorithm", section 2, with its rule for when to move the earlier index on), so that a period is found after a few
//! times its length, whatever it is.

use crate::solve::game::{Outcome, Play};
use crate::solve::period::{Period, preperiod};

/// Why a repeated window is a proof.
pub(crate) const WINDOW: &str =
    "a heap depends on the last max(S) heaps alone, and the same window of max(S) heaps came again";

/// A sequence and, once it is known, its period.
#[derive(Debug)]
pub(crate) struct Walk<T> {
    /// The values from heap 0 on.
    pub(crate) values: Vec<T>,
    /// The period, if the walk has come far enough.
    pub(crate) period: Option<Period>,
}

impl<T: Copy + PartialEq> Walk<T> {
    /// The same with other values.
    pub(crate) fn map<U>(self, to: impl Fn(T) -> U) -> Walk<U> {
        Walk {
            values: self.values.into_iter().map(to).collect(),
            period: self.period,
        }
    }

    /// The values up to `up_to`: those walked, then the period again and again.
    pub(crate) fn fill(mut self, up_to: usize) -> Vec<T> {
        let length = up_to.saturating_add(1);
        if let Some(period) = self.period {
            let period = period.period as usize;
            self.values
                .reserve_exact(length.saturating_sub(self.values.len()));
            let mut block = period;
            while self.values.len() < length && self.values.len() >= block {
                let start = self.values.len() - block;
                let more = block.min(length - self.values.len());
                self.values.extend_from_within(start..start + more);
                if block < 1 << 16 {
                    block *= 2;
                }
            }
        }
        self.values.truncate(length);
        self.values
    }
}

/// The Grundy values up to `up_to`, or up to where their period is proved. The moves are sorted, each once, none 0.
pub(crate) fn nimbers(moves: &[u64], up_to: usize) -> Walk<u16> {
    let moves = within(moves, up_to);
    let small = moves.len() < 64;
    walk(&moves, up_to, |values: &[u16]| {
        let reached = moves
            .iter()
            .map_while(|taken| Some(values[values.len().checked_sub(*taken)?]));
        if small {
            // A heap with fewer than 64 moves has a value below 64.
            return reached
                .fold(0u64, |seen, value| seen | 1 << value)
                .trailing_ones() as u16;
        }
        crate::solve::mex(reached.map(u64::from)) as u16
    })
}

/// The outcomes up to `up_to`, or up to where their period is proved.
pub(crate) fn outcomes(moves: &[u64], up_to: usize, play: Play) -> Walk<Outcome> {
    let moves = within(moves, up_to);
    let least = moves.first().copied().unwrap_or(usize::MAX);
    let stuck = match play {
        Play::Normal => Outcome::Previous,
        Play::Misere => Outcome::Next,
    };
    walk(&moves, up_to, |values: &[Outcome]| {
        let mut reached = moves
            .iter()
            .map_while(|taken| Some(values[values.len().checked_sub(*taken)?]));
        match reached.any(|outcome| outcome == Outcome::Previous) {
            true => Outcome::Next,
            false if values.len() < least => stuck,
            false => Outcome::Previous,
        }
    })
}

/// The moves that matter up to a heap, as lengths.
fn within(moves: &[u64], up_to: usize) -> Vec<usize> {
    moves
        .iter()
        .filter_map(|taken| usize::try_from(*taken).ok())
        .filter(|taken| *taken <= up_to)
        .collect()
}

/// Walks a sequence whose next value depends on the last `max` ones.
fn walk<T: Copy + PartialEq + Letter>(
    moves: &[usize],
    up_to: usize,
    next: impl Fn(&[T]) -> T,
) -> Walk<T> {
    let window = moves.last().copied().unwrap_or(0).max(1);
    let mut values: Vec<T> = Vec::with_capacity(up_to.saturating_add(1).min(1 << 12));
    while values.len() <= up_to && values.len() < window {
        values.push(next(&values));
    }
    // The windows are compared where their hashes agree. A hash can only cost time, not be believed.
    let leave = (0..window).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let hash = |window: &[T]| {
        window
            .iter()
            .fold(0u64, |hash, value| roll(hash, value.letter()))
    };
    let mut now = hash(&values);
    let (mut saved, mut saved_hash, mut lag, mut patience) = (values.len(), now, 0, 1);
    while values.len() <= up_to {
        let value = next(&values);
        let left = values[values.len() - window].letter();
        now = roll(now, value.letter()).wrapping_sub(leave.wrapping_mul(left));
        values.push(value);
        lag += 1;
        let end = values.len();
        if now == saved_hash && values[end - window..] == values[saved - window..saved] {
            let start = preperiod(&values, lag);
            let period = Period {
                preperiod: start as u64,
                period: lag as u64,
                theorem: WINDOW,
                checked_up_to: end as u64 - 1,
            };
            return Walk {
                values,
                period: Some(period),
            };
        }
        if lag == patience {
            (saved, saved_hash, lag) = (end, now, 0);
            patience *= 2;
        }
    }
    Walk {
        values,
        period: None,
    }
}

/// Any odd multiplier would do.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a window with one more value at its end.
fn roll(hash: u64, letter: u64) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(letter)
}

/// A value as a number, for a hash.
trait Letter {
    /// Different for different values, never 0.
    fn letter(self) -> u64;
}

impl Letter for u16 {
    fn letter(self) -> u64 {
        u64::from(self) + 1
    }
}

impl Letter for Outcome {
    fn letter(self) -> u64 {
        match self {
            Outcome::Next => 1,
            Outcome::Previous => 2,
        }
    }
}

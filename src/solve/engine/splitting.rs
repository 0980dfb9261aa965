//! Taking from a heap and splitting the rest: the values of all heaps up to one, and their period.
//!
//! Values are divided into two classes so that the XOR of two values of one class lies in the first, and of two
//! classes in the second: the parity of the bits under a mask. Most heaps are of the second class ("common") if the
//! mask is well chosen; the few others are "rare". A common value is then only reached with a rare heap, so the least
//! common value that is not reached is found from few pairs. It is the value if all rare values below it are reached,
//! which is looked up among all pairs, but the first few of them settle it nearly always. The mask is a guess that
//! costs time if it is a bad one; the values are right with any. Source: Winning Ways, chapter 4, "sparse spaces";
//! Gangolli and Plambeck 1989, "A note on periodicity in some octal games".

use crate::solve::period::{Period, preperiod};
use std::ops::Range;

/// Which rests a move may leave.
#[derive(Clone, Debug)]
pub(crate) struct Splitting {
    /// By the number taken: bit k is set if the rest may be left as k heaps, k up to 3.
    pub(crate) digits: Vec<u8>,
    /// Whether two heaps that are left have to be different.
    pub(crate) unequal: bool,
}

/// Why two equal stretches of an octal game are a proof.
const OCTAL: &str = "Guy and Smith 1956: of a code of length k, values that repeat after p \
                     from a to below 2a + p + k repeat for ever";
/// The same where a heap may be left as three.
const HEXADECIMAL: &str = "Guy and Smith 1956, for three heaps: of a code of length k, values that repeat after p \
                           from a to below 3a + 2p + k repeat for ever";

/// The values so far.
struct Table<'r> {
    rule: &'r Splitting,
    values: Vec<u32>,
    /// The heaps whose values are rare, in order.
    rare: Vec<u32>,
    mask: u32,
    reached: Reached,
    /// Per number: the values that two heaps of this sum can have, each once. Kept if three heaps may be left.
    pairs: Vec<Vec<u32>>,
    /// How many pairs were looked at.
    steps: u64,
}

/// Per value: the last heap from which it is reached, plus 1. A power of two long, and longer than all values of heaps,
/// so that the XOR of any of them has its place.
struct Reached(Vec<u32>);

impl Reached {
    /// Notes that a move reaches this value. Without a branch: what is noted is as good as random.
    fn note(&mut self, value: u32, stamp: u32) {
        let place = value as usize & (self.0.len() - 1);
        self.0[place] = stamp;
    }

    /// Whether no move was noted to reach this value.
    fn misses(&self, value: u32, stamp: u32) -> bool {
        self.0.get(value as usize) != Some(&stamp)
    }

    /// Makes room for a value of a heap.
    fn make_room(&mut self, value: u32) {
        let length = (value as usize + 1).next_power_of_two();
        if length > self.0.len() {
            self.0.resize(length, 0);
        }
    }
}

/// The values of the heaps up to `up_to`, or up to where their period is proved or `effort` pairs were looked at.
pub(crate) fn nimbers(rule: &Splitting, up_to: usize, effort: u64) -> (Vec<u32>, Option<Period>) {
    const FIRST: usize = 128;
    let mut table = Table {
        rule,
        values: Vec::new(),
        rare: Vec::new(),
        mask: u32::MAX,
        reached: Reached(vec![0; 64]),
        pairs: Vec::new(),
        steps: 0,
    };
    let mut stop = FIRST;
    loop {
        while table.values.len() <= up_to.min(stop) && table.steps <= effort {
            table.push();
        }
        let period = period(rule, &table.values);
        if period.is_some() || stop >= up_to || table.steps > effort {
            return (table.values, period);
        }
        table.choose_mask();
        stop = stop.saturating_mul(2);
    }
}

/// The values of the heaps up to `up_to`, by the period once there is one.
pub(crate) fn table(rule: &Splitting, up_to: usize) -> Vec<u32> {
    let (mut values, period) = nimbers(rule, up_to, u64::MAX);
    if let Some(period) = period {
        for heap in values.len()..=up_to {
            values.push(values[heap - period.period as usize]);
        }
    }
    values.truncate(up_to.saturating_add(1));
    values
}

impl Table<'_> {
    /// Finds the value of the next heap.
    fn push(&mut self) {
        let heap = self.values.len();
        let stamp = heap as u32 + 1;
        let digits = &self.rule.digits;
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit & 1 != 0 && left == 0 {
                self.reached.note(0, stamp);
            }
            if digit & 2 != 0 && left > 0 {
                self.reached.note(self.values[left], stamp);
            }
            if digit & 4 != 0 {
                self.note_rare_pairs(left, stamp);
            }
            if digit & 8 != 0 {
                for part in 1..left {
                    let pairs = self.pairs.get(left - part).map_or(&[][..], Vec::as_slice);
                    let value = self.values[part];
                    pairs
                        .iter()
                        .for_each(|pair| self.reached.note(value ^ pair, stamp));
                    self.steps += pairs.len() as u64;
                }
            }
        }
        let value = self.least(heap, stamp);
        self.values.push(value);
        self.reached.make_room(value);
        if heap > 0 && self.is_rare(value) {
            self.rare.push(heap as u32);
        }
        if digits.iter().any(|digit| digit & 8 != 0) {
            let mut pairs: Vec<u32> = mirrored(&self.values, heap, 1..heap.max(1)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            self.pairs.push(pairs);
        }
    }

    /// Notes the values of all pairs of heaps of this sum of which one is rare.
    fn note_rare_pairs(&mut self, sum: usize, stamp: u32) {
        let below = self.rare.partition_point(|part| (*part as usize) < sum);
        self.steps += below as u64;
        for part in &self.rare[..below] {
            let part = *part as usize;
            if !(self.rule.unequal && 2 * part == sum) {
                self.reached
                    .note(self.values[part] ^ self.values[sum - part], stamp);
            }
        }
    }

    /// The least value that no move reaches. Pairs of common heaps have not been looked at yet.
    fn least(&mut self, heap: usize, stamp: u32) -> u32 {
        const AT_ONCE: usize = 64;
        let mut common = 0;
        while self.is_rare(common) || !self.reached.misses(common, stamp) {
            common += 1;
        }
        // Only rare values can be missing below it, and pairs of common heaps reach rare values only.
        let mut least = 0;
        let digits = &self.rule.digits;
        for (taken, digit) in digits.iter().enumerate().take(heap) {
            if digit & 4 == 0 {
                continue;
            }
            let left = heap - taken;
            let half = if self.rule.unequal {
                left.div_ceil(2)
            } else {
                left / 2 + 1
            };
            for start in (1..half).step_by(AT_ONCE) {
                while least < common && !self.reached.misses(least, stamp) {
                    least += 1;
                }
                if least == common {
                    return common;
                }
                let parts = start..half.min(start + AT_ONCE);
                self.steps += parts.len() as u64;
                for value in mirrored(&self.values, left, parts) {
                    self.reached.note(value, stamp);
                }
            }
        }
        (least..common)
            .find(|value| self.reached.misses(*value, stamp))
            .unwrap_or(common)
    }

    /// The class of a value.
    fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Chooses the mask that makes the fewest heaps rare, by the Walsh transform of how often each value occurs.
    fn choose_mask(&mut self) {
        const MOST: usize = 1 << 14;
        let largest = self.values.iter().copied().max().unwrap_or(0) as usize;
        let size = (largest + 1).next_power_of_two();
        if size > MOST {
            return;
        }
        let mut counts = vec![0i64; size];
        self.values
            .iter()
            .for_each(|value| counts[*value as usize] += 1);
        let mut half = 1;
        while half < size {
            for block in counts.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    (*low, *high) = (*low + *high, *low - *high);
                }
            }
            half *= 2;
        }
        let best = counts
            .iter()
            .enumerate()
            .skip(1)
            .min_by_key(|(_, sum)| **sum);
        // Bits that no value has yet: more bits than not are of the mask.
        self.mask = best.map_or(1, |(mask, _)| mask as u32) | !(size as u32 - 1);
        let heaps = 1..self.values.len();
        self.rare = heaps
            .filter(|heap| self.is_rare(self.values[*heap]))
            .map(|heap| heap as u32)
            .collect();
    }
}

/// The values of the pairs of heaps of this sum, one heap in the range.
fn mirrored(values: &[u32], sum: usize, parts: Range<usize>) -> impl Iterator<Item = u32> {
    let others = &values[sum + 1 - parts.end..sum + 1 - parts.start];
    values[parts]
        .iter()
        .zip(others.iter().rev())
        .map(|(part, other)| part ^ other)
}

/// The shortest period that the values prove.
fn period(rule: &Splitting, values: &[u32]) -> Option<Period> {
    if rule.unequal {
        return None;
    }
    let code = rule.digits.len();
    let triple = rule.digits.iter().any(|digit| digit & 8 != 0);
    let runs = runs_from_the_end(values);
    for (length, run) in runs.into_iter().enumerate().skip(1) {
        // The theorem is about heaps that are there: from 1 on.
        let start = (values.len() - length - run).max(1);
        let end = if triple {
            3 * start + 2 * length + code
        } else {
            2 * start + length + code
        };
        if run > 0 && values.len() - length >= end {
            return Some(Period {
                preperiod: preperiod(values, length) as u64,
                period: length as u64,
                theorem: if triple { HEXADECIMAL } else { OCTAL },
                checked_up_to: values.len() as u64 - 1,
            });
        }
    }
    None
}

/// For each shift: how many values, counted from the end, equal those that stand so far before them (Gusfield's Z).
fn runs_from_the_end(values: &[u32]) -> Vec<usize> {
    let length = values.len();
    let at = |index: usize| values[length - 1 - index];
    let mut runs = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for shift in 1..length {
        let mut run = if shift < right {
            runs[shift - left].min(right - shift)
        } else {
            0
        };
        while shift + run < length && at(run) == at(shift + run) {
            run += 1;
        }
        if shift + run > right {
            (left, right) = (shift, shift + run);
        }
        runs[shift] = run;
    }
    runs
}

/// The lists of heaps that a move on one heap leaves. Heaps that are left are in order.
pub(crate) fn moves(rule: &Splitting, heap: u64) -> Vec<Vec<u64>> {
    let mut moves = Vec::new();
    for (left, digit) in (0..=heap).rev().zip(&rule.digits) {
        if digit & 1 != 0 && left == 0 {
            moves.push(Vec::new());
        }
        if digit & 2 != 0 && left > 0 {
            moves.push(vec![left]);
        }
        if digit & 4 != 0 {
            let parts = (1..=left / 2).filter(|part| !(rule.unequal && 2 * part == left));
            moves.extend(parts.map(|part| vec![part, left - part]));
        }
        if digit & 8 != 0 {
            for first in 1..=left / 3 {
                moves.extend(
                    (first..=(left - first) / 2)
                        .map(|second| vec![first, second, left - first - second]),
                );
            }
        }
    }
    moves
}

/// At least how many moves there are on one heap.
pub(crate) fn width(rule: &Splitting, heap: u64) -> u64 {
    let moves = |digit: &u8| {
        let pairs = if digit & 4 != 0 { heap / 2 } else { 0 };
        let triples = if digit & 8 != 0 {
            (heap / 3 + 1).saturating_mul(heap / 2 + 1)
        } else {
            0
        };
        triples.saturating_add(pairs + 2)
    };
    rule.digits
        .iter()
        .fold(0, |sum: u64, digit| sum.saturating_add(moves(digit)))
}

#[cfg(test)]
mod tests {
    use super::{Splitting, moves, table};
    use crate::solve::mex::Mex;

    /// The same values without the division into classes.
    fn plain(rule: &Splitting, up_to: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..=up_to {
            let mut seen = Mex::default();
            for left in moves(rule, heap as u64) {
                seen.add(
                    left.iter()
                        .fold(0, |sum, part| sum ^ u64::from(values[*part as usize])),
                );
            }
            values.push(seen.value() as u32);
        }
        values
    }

    #[test]
    fn classes_change_no_value() {
        let codes: [&[u8]; 10] = [
            &[0, 7, 7],
            &[0, 1, 3, 7],
            &[0, 0, 0, 7],
            &[0, 6],
            &[4, 3, 3],
            &[0, 4, 5],
            &[0, 1, 6],
            &[0, 0, 4, 2, 7],
            &[0, 8],
            &[0, 9, 6, 15],
        ];
        for digits in codes {
            let rule = Splitting {
                digits: digits.to_vec(),
                unequal: false,
            };
            assert_eq!(table(&rule, 500), plain(&rule, 500), "{digits:?}");
        }
        let grundy = Splitting {
            digits: vec![4],
            unequal: true,
        };
        assert_eq!(table(&grundy, 1500), plain(&grundy, 1500));
    }
}

//! When a sequence of values repeats, and why it does so for ever.

use std::fmt;

/// `f(n + period) = f(n)` for all `n >= preperiod`, and for no smaller pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first index from which on the sequence repeats.
    pub preperiod: u64,
    /// After how many it repeats.
    pub period: u64,
    /// Why what was seen goes on for ever.
    pub theorem: &'static str,
    /// The values up to this index were computed and agree.
    pub checked_up_to: u64,
}

impl Period {
    /// The smallest index with the same value as `n`.
    pub fn reduce(&self, n: u64) -> u64 {
        if n < self.preperiod {
            n
        } else {
            self.preperiod + (n - self.preperiod) % self.period
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "period {} from {} on", self.period, self.preperiod)
    }
}

/// The greatest common divisor.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple, where it fits. A zero counts as one.
pub(crate) fn lcm(a: u64, b: u64) -> Option<u64> {
    let (a, b) = (a.max(1), b.max(1));
    (a / gcd(a, b)).checked_mul(b)
}

/// From which index on `values` repeats after `period`, as far as they go.
pub(crate) fn preperiod<T: PartialEq>(values: &[T], period: usize) -> usize {
    let later = values.get(period..).unwrap_or_default();
    later
        .iter()
        .zip(values)
        .rposition(|(after, before)| after != before)
        .map_or(0, |last| last + 1)
}

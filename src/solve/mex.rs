//! The two sums of the theory: the least number missing, and the XOR.

/// The least natural number that is not among the values (minimum excludant).
///
/// ```
/// assert_eq!(coursegen::solve::mex([0, 1, 3, 1].into_iter()), 2);
/// ```
pub fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut seen = Mex::default();
    values.for_each(|value| seen.add(value));
    seen.value()
}

/// The XOR of all heaps; of none, 0.
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// Values seen so far, for their mex. Small ones are bits; k values can only matter below k.
#[derive(Debug, Default, Clone)]
pub(crate) struct Mex {
    low: u128,
    high: Vec<u64>,
}

impl Mex {
    /// Notes a value.
    pub(crate) fn add(&mut self, value: u64) {
        if value < 128 {
            self.low |= 1 << value;
        } else {
            self.high.push(value);
        }
    }

    /// The least value that was not noted.
    pub(crate) fn value(mut self) -> u64 {
        let low = u64::from(self.low.trailing_ones());
        if low < 128 {
            return low;
        }
        self.high.sort_unstable();
        self.high.iter().fold(
            128,
            |least, value| if *value == least { least + 1 } else { least },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{mex, nim_sum};

    #[test]
    fn the_least_missing_number() {
        assert_eq!(mex([].into_iter()), 0);
        assert_eq!(mex([1, 2].into_iter()), 0);
        assert_eq!(mex((0..128).chain(200..300)), 128);
        assert_eq!(mex((0..500).rev().chain(0..400)), 500);
        assert_eq!(mex([u64::MAX].into_iter()), 0);
    }

    #[test]
    fn the_sum_of_no_heaps_is_zero() {
        assert_eq!(nim_sum(&[]), 0);
        assert_eq!(nim_sum(&[3, 4, 5]), 2);
    }
}

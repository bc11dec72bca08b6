//! Which numbers are sums of given weights, each used any number of times?
//!
//! Leaving a half space depends on which values k·x can have for x ∈ ℕⁿ (`dat3m-thesis` §7.6:
//! Theorems 15 and 19, and the values that Algorithm 7 reaches from k·t⁻). Those values are the
//! same for every transition, up to the start k·t⁻; so they are computed once and not, as in
//! Algorithm 7, for each transition. From (max/g − 1)·(min/g − 1)·g on, with g the greatest common
//! divisor, all multiples of g are sums (Theorem 21), so that a finite table says everything.

use crate::halt::Halt;
use crate::rational::gcd;

/// All sums of some positive weights.
#[derive(Clone, Debug)]
pub struct Sums {
    divisor: i128,
    least: i128,
    /// Whether the divisor times the index is a sum; beyond the end everything is.
    reached: Vec<bool>,
}

/// Tables are not longer.
const MOST: i128 = 1 << 22;

impl Sums {
    /// At least one weight, all positive.
    pub fn new(weights: &[i128]) -> Result<Sums, Halt> {
        assert!(weights.iter().all(|weight| *weight > 0), "weights are positive");
        let least = *weights.iter().min().expect("there is a weight");
        let greatest = *weights.iter().max().expect("there is a weight");
        let mut divisor = least;
        for weight in weights {
            divisor = gcd(divisor, *weight)?;
        }
        let frobenius = (greatest / divisor - 1).checked_mul(least / divisor - 1);
        let length = frobenius.filter(|length| *length < MOST).ok_or(Halt::Overflow)? + 1;
        let length = usize::try_from(length).expect("it is not longer than that");
        let mut reached = vec![false; length];
        reached[0] = true;
        let mut steps: Vec<usize> = weights
            .iter()
            .filter_map(|weight| usize::try_from(weight / divisor).ok())
            .filter(|step| *step < length)
            .collect();
        steps.sort_unstable();
        steps.dedup();
        for from in 0..length {
            if reached[from] {
                for step in steps.iter().take_while(|step| from + **step < length) {
                    reached[from + step] = true;
                }
            }
        }
        Ok(Sums { divisor, least, reached })
    }

    /// The least weight.
    pub fn least(&self) -> i128 {
        self.least
    }

    fn is_sum(&self, number: i128) -> bool {
        number >= 0
            && number % self.divisor == 0
            && usize::try_from(number / self.divisor)
                .map_or(true, |index| self.reached.get(index).is_none_or(|reached| *reached))
    }

    /// Whether some number from `first` to `last` is a sum.
    pub fn meets(&self, first: i128, last: i128) -> bool {
        let first = first.max(0);
        // The next multiples of the divisor; beyond the table the first one is a sum.
        let mut candidate = first + (-first).rem_euclid(self.divisor);
        while candidate <= last {
            if self.is_sum(candidate) {
                return true;
            }
            candidate += self.divisor;
        }
        false
    }

    /// The maximal runs of non-negative numbers that are no sums, from first to last, ascending,
    /// of those that are at least so long.
    pub fn gaps(&self, length: i128) -> Vec<(i128, i128)> {
        let mut gaps = Vec::new();
        let mut last_sum = 0;
        let sums = (0..=self.reached.len())
            .filter(|index| self.reached.get(*index).is_none_or(|reached| *reached));
        for index in sums.skip(1) {
            let sum = index as i128 * self.divisor;
            if sum - last_sum > length {
                gaps.push((last_sum + 1, sum - 1));
            }
            last_sum = sum;
        }
        // Beyond the table there are only gaps between neighbouring multiples of the divisor,
        // which a transition that leaves by less than the divisor cannot have.
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, up to a limit.
    fn plain(weights: &[i128], limit: i128) -> Vec<bool> {
        let mut is_sum = vec![false; limit as usize];
        is_sum[0] = true;
        for number in 1..limit {
            let is = weights.iter().any(|w| *w <= number && is_sum[(number - w) as usize]);
            is_sum[number as usize] = is;
        }
        is_sum
    }

    #[test]
    fn sums_and_gaps_are_those_of_the_definition() {
        for a in 1..=9 {
            for b in 1..=9 {
                for c in 1..=12 {
                    let weights = [a, b, c];
                    let sums = Sums::new(&weights).unwrap();
                    let expected = plain(&weights, 140);
                    for number in 0..120 {
                        assert_eq!(sums.is_sum(number), expected[number as usize], "{weights:?}");
                        let meets = (number..number + 5).any(|other| expected[other as usize]);
                        assert_eq!(sums.meets(number, number + 4), meets, "{weights:?} {number}");
                    }
                    for (first, last) in sums.gaps(1) {
                        assert!((first..=last).all(|number| !expected[number as usize]));
                        assert!(expected[(first - 1) as usize]);
                        assert!(last + 1 >= 120 || expected[(last + 1) as usize]);
                    }
                }
            }
        }
    }
}

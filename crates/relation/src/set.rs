//! Finite sets of the numbers below `n`, as bit vectors: the unary companions of
//! [`Relation`](crate::Relation).

/// A set: bit `a` is set if `a` is in it. Bits from `size` on are never set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    size: usize,
    pub(crate) words: Vec<u64>,
}

impl Set {
    /// The empty set of numbers below `size`.
    pub fn new(size: usize) -> Set {
        Set { size, words: vec![0; size.div_ceil(64)] }
    }

    /// All numbers below `size`.
    pub fn all(size: usize) -> Set {
        let mut words = vec![u64::MAX; size.div_ceil(64)];
        if let (Some(last), 1..) = (words.last_mut(), size % 64) {
            *last = (1 << (size % 64)) - 1;
        }
        Set { size, words }
    }

    pub fn from_numbers(size: usize, numbers: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::new(size);
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn insert(&mut self, number: usize) {
        assert!(number < self.size, "a set of numbers below {}", self.size);
        self.words[number / 64] |= 1 << (number % 64);
    }

    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The numbers in the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        bits(&self.words)
    }

    pub fn union(mut self, other: &Set) -> Set {
        self.combine(other, |own, other| own | other);
        self
    }

    pub fn intersection(mut self, other: &Set) -> Set {
        self.combine(other, |own, other| own & other);
        self
    }

    pub fn difference(mut self, other: &Set) -> Set {
        self.combine(other, |own, other| own & !other);
        self
    }

    fn combine(&mut self, other: &Set, operation: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.size, other.size, "sets of the same numbers");
        self.words
            .iter_mut()
            .zip(&other.words)
            .for_each(|(own, other)| *own = operation(*own, *other));
    }
}

/// The positions of the bits that are set, in ascending order.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(word, bits)| {
        let rest = |bits: &u64| Some(*bits & (*bits - 1)).filter(|bits| *bits != 0);
        std::iter::successors(Some(*bits).filter(|bits| *bits != 0), rest)
            .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Pseudo-random sets on both sides of a word's length, compared with the sets of the standard
    /// library.
    #[test]
    fn operations_are_those_of_sets() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for size in [1, 2, 5, 63, 64, 65, 130] {
            for _ in 0..50 {
                let mut pick =
                    || -> BTreeSet<usize> { (0..size).filter(|_| random(2) == 0).collect() };
                let (a, b) = (pick(), pick());
                let set = |numbers: &BTreeSet<usize>| Set::from_numbers(size, numbers.clone());
                let same = |set: Set, numbers: BTreeSet<usize>| {
                    assert!(set.iter().eq(numbers.iter().copied()));
                    assert_eq!(set, Set::from_numbers(size, numbers.clone()));
                    assert_eq!(set.is_empty(), numbers.is_empty());
                };
                same(set(&a).union(&set(&b)), &a | &b);
                same(set(&a).intersection(&set(&b)), &a & &b);
                same(set(&a).difference(&set(&b)), &a - &b);
                assert!((0..size).all(|number| set(&a).contains(number) == a.contains(&number)));
            }
            assert!(Set::all(size).iter().eq(0..size));
        }
        assert!(Set::all(0).is_empty());
    }
}

//! Sets of small numbers, as bits.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `limit`.
    pub fn new(limit: usize) -> BitSet {
        BitSet { words: vec![0; limit.div_ceil(64)] }
    }

    pub fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// Adds a number. Returns whether it was not in the set.
    pub fn insert(&mut self, number: usize) -> bool {
        let word = &mut self.words[number / 64];
        let before = *word;
        *word |= 1 << (number % 64);
        *word != before
    }

    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds all of `other`. Returns whether that changed anything.
    pub fn unite(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Adds what is in `other` but not in `without`. Returns whether that changed anything.
    pub fn unite_without(&mut self, other: &BitSet, without: &BitSet) -> bool {
        let mut changed = false;
        for ((word, more), less) in self.words.iter_mut().zip(&other.words).zip(&without.words) {
            let more = more & !less;
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// The numbers in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rest = |word: &u64| Some(*word & (*word - 1)).filter(|rest| *rest != 0);
            std::iter::successors(Some(word).filter(|word| *word != 0), rest)
                .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let mut set = BitSet::new(200);
        assert!(set.insert(3) && set.insert(64) && set.insert(199));
        assert!(!set.insert(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 199]);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(199));
        let mut other = BitSet::new(200);
        other.insert(5);
        assert!(other.unite(&set) && !other.unite(&set));
        let mut third = BitSet::new(200);
        assert!(third.unite_without(&other, &set));
        assert_eq!(third.iter().collect::<Vec<_>>(), [5]);
    }
}

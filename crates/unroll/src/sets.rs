//! Sets of a few numbers, in which equal ones are one: what a value can be. The same operation on
//! the same sets is done once (`applied`), so that many rounds of a loop cost little more than one.
//!
//! A set that grows beyond a limit is *any* number.

use crate::applied::Operation;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More numbers than that are any number.
pub(crate) const MOST: usize = 1 << MOST_BITS;
pub(crate) const MOST_BITS: u32 = 7;

/// A set: its place in [`Sets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SetId(u32);

impl SetId {
    /// Any number.
    pub(crate) const ANY: SetId = SetId(0);
    /// Nothing at all, so far.
    pub(crate) const NONE: SetId = SetId(1);
    /// Only 0.
    pub(crate) const ZERO: SetId = SetId(2);
    /// Both truth values.
    pub(crate) const BIT: SetId = SetId(3);
}

/// All sets that were met.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// In ascending order each. That of [`SetId::ANY`] is not looked at.
    all: Vec<Rc<[u64]>>,
    known: FxHashMap<Rc<[u64]>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    /// What `applied` has found out.
    pub results: FxHashMap<Operation, SetId>,
}

impl Default for Sets {
    fn default() -> Sets {
        let mut sets = Sets {
            all: vec![Rc::new([])],
            known: FxHashMap::default(),
            unions: FxHashMap::default(),
            results: FxHashMap::default(),
        };
        let first = [&[][..], &[0], &[0, 1]].map(|numbers| sets.insert(numbers));
        assert_eq!(first, [SetId::NONE, SetId::ZERO, SetId::BIT]);
        sets
    }
}

impl Sets {
    fn insert(&mut self, numbers: &[u64]) -> SetId {
        if let Some(known) = self.known.get(numbers) {
            return *known;
        }
        let (own, numbers): (_, Rc<[u64]>) = (SetId(self.all.len() as u32), numbers.into());
        self.all.push(Rc::clone(&numbers));
        self.known.insert(numbers, own);
        own
    }

    pub(crate) fn one(&mut self, number: u64) -> SetId {
        self.insert(&[number])
    }

    /// The set of some numbers of so many bits, in any order. A few bits are never too much.
    pub(crate) fn of(&mut self, mut numbers: Vec<u64>, width: u8) -> SetId {
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() <= MOST {
            return self.insert(&numbers);
        }
        self.any(width)
    }

    /// All numbers of so many bits.
    pub(crate) fn any(&mut self, width: u8) -> SetId {
        if u32::from(width) > MOST_BITS {
            return SetId::ANY;
        }
        let numbers: Vec<u64> = (0..1 << width).collect();
        self.insert(&numbers)
    }

    /// The numbers of a set in ascending order; none for any number.
    pub(crate) fn numbers(&self, set: SetId) -> Option<&Rc<[u64]>> {
        (set != SetId::ANY).then(|| &self.all[set.0 as usize])
    }

    pub(crate) fn contains(&self, set: SetId, number: u64) -> bool {
        self.numbers(set).is_none_or(|numbers| numbers.binary_search(&number).is_ok())
    }

    /// The only number of a set.
    pub(crate) fn only(&self, set: SetId) -> Option<u64> {
        match self.numbers(set).map(|numbers| &**numbers) {
            Some([number]) => Some(*number),
            _ => None,
        }
    }

    /// Whether all numbers of one set are in the other.
    pub(crate) fn is_part(&self, part: SetId, whole: SetId) -> bool {
        match self.numbers(part) {
            Some(numbers) => numbers.iter().all(|number| self.contains(whole, *number)),
            None => whole == SetId::ANY,
        }
    }

    /// The union of two sets of numbers of so many bits.
    pub(crate) fn union(&mut self, first: SetId, second: SetId, width: u8) -> SetId {
        if first == second || second == SetId::NONE {
            return first;
        }
        if first == SetId::NONE {
            return second;
        }
        let pair = (first.min(second), first.max(second));
        if let Some(known) = self.unions.get(&pair) {
            return *known;
        }
        let all = match (self.numbers(first), self.numbers(second)) {
            (Some(one), Some(other)) => {
                let all = one.iter().chain(other.iter()).copied().collect();
                self.of(all, width)
            }
            _ => self.any(width),
        };
        self.unions.insert(pair, all);
        all
    }
}

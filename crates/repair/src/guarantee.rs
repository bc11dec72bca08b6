//! What does a memory order guarantee? As a set, so that orders can be compared, joined and taken
//! apart: `acq_rel` is acquire and release, `seq_cst` is both and a place in the one order of all
//! `seq_cst` operations. Relaxed guarantees none of them, and neither does a fence that is not
//! there.

use base::Ordering;
use std::fmt;

/// One guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Guarantee {
    Acquire,
    Release,
    SeqCst,
}

impl Guarantee {
    pub const ALL: [Guarantee; 3] = [Guarantee::Acquire, Guarantee::Release, Guarantee::SeqCst];
}

/// A set of guarantees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Guarantees(u8);

impl Guarantees {
    pub const NONE: Guarantees = Guarantees(0);
    pub const ALL: Guarantees = Guarantees(7);

    /// Those of some list.
    pub const fn just(list: &[Guarantee]) -> Guarantees {
        let (mut bits, mut index) = (0, 0);
        while index < list.len() {
            bits |= 1 << list[index] as u8;
            index += 1;
        }
        Guarantees(bits)
    }

    /// What an order guarantees to an access or a fence that has it.
    pub fn of(order: Ordering) -> Guarantees {
        match order {
            Ordering::Plain | Ordering::Relaxed => Guarantees::NONE,
            Ordering::Acquire => Guarantees::just(&[Guarantee::Acquire]),
            Ordering::Release => Guarantees::just(&[Guarantee::Release]),
            Ordering::AcquireRelease => Guarantees::just(&[Guarantee::Acquire, Guarantee::Release]),
            Ordering::SeqCst => Guarantees::ALL,
        }
    }

    /// The weakest order of atomic accesses that guarantees all of these.
    pub fn order(self) -> Ordering {
        match (
            self.has(Guarantee::SeqCst),
            self.has(Guarantee::Acquire),
            self.has(Guarantee::Release),
        ) {
            (true, _, _) => Ordering::SeqCst,
            (false, true, true) => Ordering::AcquireRelease,
            (false, true, false) => Ordering::Acquire,
            (false, false, true) => Ordering::Release,
            (false, false, false) => Ordering::Relaxed,
        }
    }

    pub fn has(self, guarantee: Guarantee) -> bool {
        self.0 >> guarantee as u8 & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self == Guarantees::NONE
    }

    #[must_use]
    pub fn with(self, guarantee: Guarantee) -> Guarantees {
        self.union(Guarantees::just(&[guarantee]))
    }

    #[must_use]
    pub fn union(self, other: Guarantees) -> Guarantees {
        Guarantees(self.0 | other.0)
    }

    /// Those that are in both.
    #[must_use]
    pub fn both(self, other: Guarantees) -> Guarantees {
        Guarantees(self.0 & other.0)
    }

    #[must_use]
    pub fn without(self, other: Guarantees) -> Guarantees {
        Guarantees(self.0 & !other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Guarantee> {
        Guarantee::ALL.into_iter().filter(move |guarantee| self.has(*guarantee))
    }
}

impl fmt::Debug for Guarantees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_the_weakest_with_its_guarantees() {
        for order in Ordering::ALL.into_iter().filter(|order| *order != Ordering::Plain) {
            assert_eq!(Guarantees::of(order).order(), order);
        }
        // Where a model knows nothing but sequential consistency, nothing else is said.
        assert_eq!(Guarantees::just(&[Guarantee::SeqCst]).order(), Ordering::SeqCst);
    }
}

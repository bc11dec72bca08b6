//! How long does a loop go on?
//!
//! A round that what was read decides may be followed by any number of others: each jump backwards
//! is taken twice for that reason, as herd does it by default, and then the way is given up. A
//! round that constants decide is not a choice: the jump has a condition without reads, or on the
//! way to it a branch without reads could have left the loop. Such a loop runs as long as it runs,
//! within the limits for a whole way through a thread.

use std::collections::BTreeMap;

/// How often each jump backwards is taken because of what was read.
const MOST_ROUNDS: usize = 2;

#[derive(Clone, Default, Debug)]
pub(super) struct Rounds {
    /// How often each jump backwards was taken because of what was read, by its place.
    taken: BTreeMap<usize, usize>,
    /// The branches that constants decided not to take, and where they go, since the last round
    /// around them.
    passed: Vec<(usize, usize)>,
    /// The jump backwards that was taken last.
    pub last: Option<usize>,
}

impl Rounds {
    /// Constants decided against a branch.
    pub(super) fn pass(&mut self, place: usize, target: usize) {
        if target > place {
            self.passed.push((place, target));
        }
    }

    /// Takes a jump backwards, which constants may have decided; whether that is not one round too
    /// many.
    pub(super) fn go_back(&mut self, from: usize, target: usize, by_constants: bool) -> bool {
        self.last = Some(from);
        let is_around = |place: &usize| (target..=from).contains(place);
        let leaves = |(place, to): &(usize, usize)| is_around(place) && *to > from;
        let by_constants = by_constants || self.passed.iter().any(leaves);
        self.passed.retain(|(place, _)| !is_around(place));
        if by_constants {
            return true;
        }
        let rounds = self.taken.entry(from).or_default();
        *rounds += 1;
        *rounds <= MOST_ROUNDS
    }
}

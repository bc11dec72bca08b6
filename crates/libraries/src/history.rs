//! States of objects: all the calls so far, interned.
//!
//! A state is a number that names a history. It is computed from what it names and not from when it
//! was first seen, so that it is the same in every run and for every worker.

use program::library::LibraryCall;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Nothing has been done.
pub(crate) const EMPTY: u64 = 0;

/// The histories that have been met.
#[derive(Default, Debug)]
pub(crate) struct Histories {
    /// For each state, the one before the last call, and that call.
    last: FxHashMap<u64, (u64, LibraryCall)>,
}

impl Histories {
    /// The calls that led to a state, in order; `None` if it is none.
    pub(crate) fn calls(&self, mut state: u64) -> Option<Vec<LibraryCall>> {
        let mut calls = Vec::new();
        while state != EMPTY {
            let (before, call) = *self.last.get(&state)?;
            calls.push(call);
            state = before;
        }
        calls.reverse();
        Some(calls)
    }

    /// The last call that led to a state, and the state before it.
    pub(crate) fn last_call(&self, state: u64) -> Option<(u64, LibraryCall)> {
        self.last.get(&state).copied()
    }

    /// The state after another call.
    pub(crate) fn after(&mut self, state: u64, call: LibraryCall) -> u64 {
        let mut hasher = FxHasher::default();
        (state, call).hash(&mut hasher);
        // Thread handles and small numbers are no states, so that what is no object is noticed.
        let next = hasher.finish() | 1 << 63;
        let known = *self.last.entry(next).or_insert((state, call));
        assert_eq!(known, (state, call), "different histories have different names");
        next
    }
}

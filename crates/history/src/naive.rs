//! Is there a witness? The reference: all states of the machine are visited.
//!
//! The naive lower-set enumeration with which `rf-tso-pso` §3 compares: `n^k` states under SC,
//! `n^2k` under TSO, `n^k(d+1)` under PSO for `d` locations, times what the memory may hold. A step
//! that reads something else than the history says is not taken; nothing else is left out.

use crate::answer::{Answer, Reason};
use crate::history::History;
use crate::machine::{Machine, Model};
use rustc_hash::FxHashSet;

/// Visits all states, and returns the way to one in which everything has happened.
pub fn search(history: &History, model: Model) -> Answer {
    search_within(history, model, usize::MAX).expect("there is no limit")
}

/// The same, but for `None` once more than so many states were visited.
pub fn search_within(history: &History, model: Model, states: usize) -> Option<Answer> {
    let machine = Machine::new(history, model);
    let mut visited = FxHashSet::default();
    let mut open = vec![(machine.start(), Vec::new())];
    while let Some((state, path)) = open.pop() {
        if machine.has_ended(&state) {
            return Some(Ok(path));
        }
        if visited.len() > states {
            return None;
        }
        for step in machine.steps(&state) {
            let mut next = state.clone();
            let seen = machine.take(&mut next, step);
            let expected = history.event(step.event()).read().map(|(_, source)| source);
            let is_as_given = seen.is_none() || seen == expected;
            if is_as_given && visited.insert(next.clone()) {
                let mut path = path.clone();
                path.push(step);
                open.push((next, path));
            }
        }
    }
    Some(Err(Reason::Exhausted { prefixes: visited.len() + 1 }))
}

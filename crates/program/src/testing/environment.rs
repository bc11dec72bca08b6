//! Everything that a thread can do against a script of writes by others, under sequential
//! consistency.
//!
//! The interleavings of the thread's accesses with the script are enumerated. Writes of the script
//! can wait until the thread has had some number of effects, as threads that react to it would.

use super::machine::{Machine, Request};
use crate::structure::Program;
use base::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A write by another thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptedWrite {
    pub(crate) address: u64,
    pub(crate) value: u64,
    /// How many effects of the thread it waits for.
    pub(crate) after: usize,
}

/// The effects of one run, each with the number of steps of the script before it, and its end.
pub(crate) type Outcome = Vec<(usize, Request)>;

/// The outcomes of all runs of the first function that end within `limit` events.
pub(crate) fn outcomes(
    program: &Program,
    script: &[ScriptedWrite],
    limit: usize,
) -> BTreeSet<Outcome> {
    let mut machine = Machine::new(program);
    let request = machine.run();
    let mut search = Interleavings { script, outcomes: BTreeSet::new() };
    search.explore(State {
        machine,
        request,
        memory: BTreeMap::new(),
        position: 0,
        effects: Vec::new(),
        events: limit,
    });
    search.outcomes
}

#[derive(Clone)]
struct State<'p> {
    machine: Machine<'p>,
    request: Request,
    memory: BTreeMap<u64, u64>,
    position: usize,
    effects: Outcome,
    /// How many events are left.
    events: usize,
}

struct Interleavings<'s> {
    script: &'s [ScriptedWrite],
    outcomes: BTreeSet<Outcome>,
}

impl Interleavings<'_> {
    fn explore(&mut self, mut state: State<'_>) {
        let undivided = matches!(state.request, Request::Write { atomic: true, .. });
        if let Some(step) = self.script.get(state.position)
            && step.after <= state.effects.len()
            && !undivided
        {
            let mut other = state.clone();
            other.memory.insert(step.address, step.value);
            other.position += 1;
            self.explore(other);
        }
        let request = state.request.clone();
        let answer = match &request {
            Request::Read { address, .. } => state.memory.get(address).copied().unwrap_or(0),
            Request::Write { address, value, .. } => {
                state.memory.insert(*address, value.0);
                0
            }
            Request::Other { .. } => 0,
            Request::Finished(_) | Request::Failed(_) => {
                state.effects.push((state.position, request));
                self.outcomes.insert(state.effects);
                return;
            }
            Request::Blocked | Request::Tired => return,
        };
        if matches!(
            request,
            Request::Write { effect: true, .. } | Request::Other { effect: true, .. }
        ) {
            state.effects.push((state.position, request));
        }
        if state.events > 0 {
            state.events -= 1;
            state.request = state.machine.resume(Value::new(answer));
            self.explore(state);
        }
    }
}

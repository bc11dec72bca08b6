//! What does a read-modify-write do? It reads one of the values that may be there, and writes or
//! not.
//!
//! A compare-and-swap of Arm *picks* (see `trace`): that it writes is decided by what it read and
//! by what it expected, which its write so depends on through a choice. What it found is what it
//! expected, and it may keep either: a direct dependency on the read; or one on what was expected,
//! and through a choice on the read. Both are tried, but where all executions of the first are
//! executions of the second.

use super::access::Located;
use super::{Held, Runner, State};
use crate::trace::{Kind, Sources};
use litmus::Width;
use litmus::code::{Otherwise, Shape, Update};

/// Whether the read and the write are two instructions.
fn is_exclusive(update: &Update) -> bool {
    matches!(update.shape, Shape::Exclusive { .. })
}

impl Runner<'_> {
    pub(super) fn update(&mut self, state: &State, update: &Update) {
        let Some(located) = self.locate(state, &update.read) else { return };
        let expected = update.expected.as_ref().map(|expected| {
            let held = self.evaluate(state, expected);
            Held { value: self.wrap(Width::unsigned(update.read.size), held.value), ..held }
        });
        if self.faults(state) {
            return;
        }
        for (values, is_unlucky) in
            self.readable(state, &located.cells).into_iter().flat_map(|values| {
                let chances: &[bool] = if update.may_fail { &[false, true] } else { &[false] };
                chances.iter().map(move |is_unlucky| (values.clone(), *is_unlucky))
            })
        {
            let value = self.together(&located.cells, &values);
            if self.faults(state) {
                continue;
            }
            let mut next = state.clone();
            let would_succeed = expected.is_none_or(|expected| expected.value == value);
            if is_unlucky && !would_succeed {
                continue;
            }
            let succeeds = would_succeed && !is_unlucky;
            // Between two instructions a branch decides, and success is a constant behind it.
            let branches = expected.is_some() && is_exclusive(update);
            if let Some(success) = update.success {
                let read = next.events.len() + usize::from(succeeds && update.around.is_some());
                let events =
                    (read..read + located.cells.len()).fold(0, |all, event| all | 1 << event);
                let from = expected.map_or(Sources::NONE, |expected| expected.from);
                let from = from.and(Sources::direct(events));
                let from = if branches { Sources::NONE } else { from };
                next.set(success, Held { value: i64::from(succeeds), from });
            }
            if !succeeds {
                let Otherwise::Read(tags) = update.otherwise else { continue };
                let from = next.read(tags, located.at, &located.cells, &values);
                let from = Sources::direct(from);
                next.set(update.old, Held { value, from });
                if let Some(expected) = expected.filter(|_| branches) {
                    next.ctrl = next.ctrl.and(from).and(expected.from);
                }
            } else {
                self.succeed(&mut next, update, &located, &values, expected);
            }
            if self.faults(&next) {
                continue;
            }
            if let Some(expected) = expected.filter(|_| succeeds && update.picks) {
                let found = next.registers[update.old.0];
                let from = expected.from.and(found.from.through_choice());
                // Without a source of its own, what was expected orders less than what was read, in
                // all executions.
                if !expected.from.is_none() {
                    self.run(next.clone());
                }
                next.set(update.old, Held { from, ..found });
            }
            self.run(next);
        }
    }

    /// The events of an update that writes.
    fn succeed(
        &mut self,
        state: &mut State,
        update: &Update,
        located: &Located,
        values: &[i64],
        expected: Option<Held>,
    ) {
        let Located { at, cells } = located;
        if let Some(tags) = update.around {
            state.fence(tags, None);
        }
        let read = state.events.len();
        let from = state.read(update.read.tags, *at, cells, values);
        let found = Held { value: self.together(cells, values), from: Sources::direct(from) };
        state.set(update.old, found);
        let new = self.evaluate(state, &update.new);
        let written = self.split(cells, new.value);
        // That one instruction computes with what it read is no dependency between instructions.
        let mut data = if is_exclusive(update) { new.from } else { new.from.without(from) };
        if let Some(expected) = expected.filter(|_| update.picks) {
            data = data.and(expected.from.and(found.from).through_choice());
        }
        match update.shape {
            Shape::Single => {
                for (event, written) in state.events[read..].iter_mut().zip(written) {
                    event.kind = Kind::Update;
                    event.written = Some(written);
                    event.data = data;
                }
            }
            Shape::Pair => {
                state.write(update.write_tags, *at, cells, &written, data);
                state.pair(read, true);
            }
            Shape::Exclusive { carries_dependency } => {
                if let Some(expected) = expected {
                    state.ctrl = state.ctrl.and(found.from).and(expected.from);
                }
                let write = state.events.len();
                state.write(update.write_tags, *at, cells, &written, data);
                state.pair(read, false);
                if carries_dependency {
                    let stored = (write..state.events.len()).fold(0, |all, event| all | 1 << event);
                    state.ctrl = state.ctrl.and(Sources::direct(stored));
                }
            }
        }
        if let Some(tags) = update.around {
            state.fence(tags, None);
        }
    }
}

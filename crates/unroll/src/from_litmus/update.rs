//! Read-modify-writes. One that may write or not is a free choice between two sets of events, of
//! which only one is executed, and assumptions that the choice agrees with what is read.
//!
//! A compare-and-swap of Arm *picks* (`candidates::trace`): what it found is what it expected, and
//! it may keep either. Which one is another free choice, where that makes a difference.

use super::Builder;
use super::access::Located;
use super::state::{Held, State};
use crate::carried::Carried;
use crate::{ChoiceKind, EventId, Rmw, ValueId};
use ::litmus::Width;
use ::litmus::code::{Otherwise, Shape, Update};
use events::Kind;

/// Whether the read and the write are two instructions.
fn is_exclusive(update: &Update) -> bool {
    matches!(update.shape, Shape::Exclusive { .. })
}

impl Builder<'_> {
    pub(super) fn update(&mut self, key: &[u32], mut state: State, update: &Update) -> State {
        let located = self.locate(key, &mut state, &update.read);
        let expected = update.expected.as_ref().map(|expected| {
            let held = self.evaluate(&mut state, expected);
            let value = self.wrap(&mut state, Width::unsigned(update.read.size), held.value);
            Held { value, ..held }
        });
        let may_differ = expected.is_some() || update.may_fail;
        let (mut succeeding, mut failing) = (state.clone(), None);
        if let (true, Otherwise::Read(tags)) = (may_differ, update.otherwise) {
            let succeeds = self.choose(ChoiceKind::Success, state.guard);
            let values = &mut self.made.values;
            succeeding.guard = values.and(state.guard, succeeds);
            state.guard = values.and_not(state.guard, succeeds);
            failing = Some((state, tags));
        }
        self.succeed(&mut succeeding, update, &located, expected.as_ref());
        let Some((mut failing, tags)) = failing else { return succeeding };
        let (events, read) = self.read(&failing, Kind::Read, tags, &located);
        let value = self.together(&mut failing, &located.parts, &read);
        if let Some(expected) = &expected
            && !update.may_fail
        {
            let is_equal = self.made.values.equal(value, expected.value);
            self.never(failing.guard, is_equal);
        }
        self.tell_success(&mut failing, update, 0, expected.as_ref(), &events);
        let from = Carried::direct(events);
        self.branch_on(&mut failing, update, &from, expected.as_ref());
        failing.set(update.old, Held { value, from });
        self.merge(succeeding, failing)
    }

    /// No execution has both.
    fn never(&mut self, first: ValueId, second: ValueId) {
        let values = &mut self.made.values;
        let both = values.and(first, second);
        let assumption = values.not(both);
        self.made.assumptions.push(assumption);
    }

    fn tell_success(
        &mut self,
        state: &mut State,
        update: &Update,
        success: i64,
        expected: Option<&Held>,
        events: &[EventId],
    ) {
        let Some(register) = update.success else { return };
        let from = Carried::direct(events.iter().copied());
        let from = match expected {
            // Between two instructions a branch decides, and success is a constant behind it.
            Some(_) if is_exclusive(update) => Carried::NONE,
            Some(expected) => expected.from.and(&from, &mut self.made.values),
            None => from,
        };
        let value = self.number(success);
        state.set(register, Held { value, from });
    }

    /// Everything that follows depends on what a branch between two instructions compares.
    fn branch_on(
        &mut self,
        state: &mut State,
        update: &Update,
        read: &Carried,
        expected: Option<&Held>,
    ) {
        if let Some(expected) = expected.filter(|_| is_exclusive(update)) {
            let values = &mut self.made.values;
            state.ctrl = state.ctrl.and(read, values).and(&expected.from, values);
        }
    }

    /// The events of an update that writes.
    fn succeed(
        &mut self,
        state: &mut State,
        update: &Update,
        located: &Located,
        expected: Option<&Held>,
    ) {
        if let Some(tags) = update.around {
            self.fence(state, tags, None);
        }
        let kind = match update.shape {
            Shape::Single => Kind::Update,
            Shape::Pair | Shape::Exclusive { .. } => Kind::Read,
        };
        let (events, read) = self.read(state, kind, update.read.tags, located);
        let value = self.together(state, &located.parts, &read);
        if let Some(expected) = expected {
            let differs = {
                let equal = self.made.values.equal(value, expected.value);
                self.made.values.not(equal)
            };
            self.never(state.guard, differs);
        }
        self.tell_success(state, update, 1, expected, &events);
        let found = Held { value, from: Carried::direct(events.iter().copied()) };
        state.set(update.old, found.clone());
        let new = self.evaluate(state, &update.new);
        let written = self.written(state, located, new.value);
        // That one instruction computes with what it read is no dependency between instructions.
        let is_exclusive = is_exclusive(update);
        let mut data = if is_exclusive { new.from } else { new.from.without(&events) };
        if let Some(expected) = expected.filter(|_| update.picks) {
            let values = &mut self.made.values;
            let picked = expected.from.and(&found.from, values).through_choice(values);
            data = data.and(&picked, values);
        }
        match update.shape {
            Shape::Single => {
                for (event, written) in events.iter().zip(written) {
                    let event = &mut self.made.events[event.index()];
                    event.value = written;
                    event.data = data.dependencies();
                }
            }
            Shape::Pair | Shape::Exclusive { .. } => {
                self.branch_on(state, update, &found.from, expected);
                let tags = update.write_tags;
                let writes = self.access(state, Kind::Write, tags, located, &written, &data);
                let condition = ValueId::TRUE;
                let pairs = events.iter().zip(&writes);
                self.made.rmw.extend(pairs.map(|(read, write)| Rmw {
                    read: *read,
                    write: *write,
                    condition,
                    is_one: !is_exclusive,
                }));
                if update.shape == (Shape::Exclusive { carries_dependency: true }) {
                    let values = &mut self.made.values;
                    state.ctrl = state.ctrl.and(&Carried::direct(writes), values);
                }
            }
        }
        if let Some(tags) = update.around {
            self.fence(state, tags, None);
        }
        if let Some(expected) = expected.filter(|_| update.picks) {
            self.pick(state, update, expected, found);
        }
    }

    /// What a compare-and-swap found may be kept as what it expected.
    fn pick(&mut self, state: &mut State, update: &Update, expected: &Held, found: Held) {
        let values = &mut self.made.values;
        let picked = expected.from.and(&found.from.through_choice(values), values);
        let mut from = picked;
        // Without a source of its own, what was expected orders less than what was read, in all
        // executions.
        if !expected.from.is_none() {
            let is_read = self.choose(ChoiceKind::Pick, state.guard);
            from = Carried::select(is_read, &found.from, &from, &mut self.made.values);
        }
        state.set(update.old, Held { from, ..found });
    }
}

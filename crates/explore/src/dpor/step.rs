//! A step of a thread: all that it does at once, with what that comes after and what it races with.
//!
//! `chronological-traces` App. B, the case *fence* (the others are in `super::memory`); everything
//! that waits for empty buffers is a fence that also acts on the memory. A step is the whole group
//! of operations that happen at once: an atomic update, the cells of one access, an atomic block.

use super::actor::Actor;
use super::buffering::{self, Buffering};
use super::footprint::{Access, Footprint};
use super::machine::Machine;
use super::trace::{Event, Marks, Race, Recorded, Second};
use super::waiting::Wait;
use crate::end::End;
use crate::states::StateId;
use base::{Ordering, Value};
use execution::{Label, ReadKind, Slot};
use interp::{Block, Failure, Operation, Otherwise, Request, Thread};

/// Something that a thread did wrong.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) slot: Slot,
    pub(super) failure: Failure,
    /// The records that it is about, the last of them where it happened; none if that is where the
    /// thread is.
    pub(super) about: Vec<u32>,
}

/// Memory for short use.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) accesses: Vec<Access>,
    /// What the step comes after because of what it touches, and whether it can come before.
    pub(super) rivals: Vec<(u32, bool)>,
}

/// A step on its way.
pub(super) struct StepUnderway {
    pub(super) slot: Slot,
    pub(super) event: u32,
    /// Whether it acts on the memory, past the buffers.
    pub(super) is_direct: bool,
    pub(super) choice: u32,
    pub(super) choices: Option<u32>,
    /// The second part of the choice, if the first part was which store to read: the answer to a
    /// choice right after that.
    pub(super) case_after_read: Option<u32>,
    /// The state of the thread before the operation that is performed.
    snapshot: StateId,
    /// What the next operation may have had to wait for.
    pub(super) wait: Option<Wait>,
    /// The event before which the step could have gone on last.
    pub(super) kept_waiting_by: Option<u32>,
    /// Why the machine cannot do it.
    pub(super) refusal: Option<&'static str>,
    pub(super) is_wrong: bool,
}

impl<B: Buffering> Machine<'_, B> {
    /// Adds an event with nothing before it.
    pub(super) fn begin(&mut self, actor: Actor) -> u32 {
        let marks = Marks {
            log: self.configuration.changes(),
            states: self.states.top(),
            record: self.trace.record.len() as u32,
            reads: self.trace.reads.len() as u32,
        };
        let event = self.trace.before.push() as u32;
        let standing = self.configuration.standing(actor.slot());
        self.trace.events.push(Event {
            actor,
            footprint: Footprint::Nothing,
            choice: 0,
            choices: 1,
            recorded: (marks.record, marks.record),
            before: standing.last.filter(|_| !actor.is_updater()),
            update_before: standing.last_update,
            update: None,
            store: None,
            races: self.trace.races.len() as u32,
            marks,
        });
        event
    }

    /// Lets a thread take its next step. If it asks for a value, it gets the one with this number.
    pub(super) fn take_step(&mut self, slot: Slot, choice: u32) -> Result<(), End> {
        let snapshot = self.configuration.current()[slot.index()].expect("the thread exists");
        let first = self.states.get(snapshot).request().operation();
        let first = first.expect("only visible operations are steps");
        let event = self.begin(Actor::Thread(slot));
        let is_direct = buffering::drains::<B>(&first);
        if let Some(last) = self.configuration.standing(slot).last {
            self.trace.before.add(last);
        }
        if B::IS_BUFFERED && is_direct {
            self.come_after_updates(slot);
        } else {
            self.trace.events[event as usize].update_before = None;
        }
        let mut step = StepUnderway {
            slot,
            event,
            is_direct,
            choice,
            choices: None,
            case_after_read: None,
            snapshot,
            wait: self.wait(slot).map(|(_, wait)| wait),
            kept_waiting_by: None,
            refusal: None,
            is_wrong: false,
        };
        let mut state = self.states.copy(snapshot);
        while let Request::Visible { operation, grouped } = *state.request() {
            let answer = self.perform(&mut step, operation, grouped)?;
            self.run_thread(&mut state, Some(answer))?;
            if step.is_wrong {
                state.block(Block::Wrong);
            }
            if let Some(what) = step.refusal {
                state.refuse(what);
            }
            if !state.request().is_grouped() || self.ends_with_choice(&step, &state) {
                break;
            }
            self.refuse_in_group(&mut step, &mut state)?;
            if state.is_inside_atomic_block() {
                step.snapshot = self.states.push(state.clone());
            }
        }
        if state.is_inside_atomic_block() && matches!(state.request(), Request::Blocked(_)) {
            state.refuse("an atomic block in which a thread waits, with the engine dpor");
        }
        let state = self.states.push(state);
        self.configuration.set_state(slot, state);
        let standing = self.configuration.standing_mut(slot);
        standing.last = Some(event);
        standing.answered = None;
        let end = self.trace.record.len() as u32;
        let recorded = &mut self.trace.events[event as usize];
        recorded.recorded.1 = end;
        recorded.choice = choice;
        recorded.choices = step.choices.unwrap_or(1);
        self.settle(event, step.kept_waiting_by);
        Ok(())
    }

    /// Whether a step is over although its atomic block goes on. A choice does not wait for empty
    /// buffers, but what follows it in the block does. So that is a step of its own; what others do
    /// in between could as well come before the choice, which touches nothing. It is not so if the
    /// program may end in between, or if the block may have to wait.
    fn ends_with_choice(&self, step: &StepUnderway, state: &Thread) -> bool {
        let first = self.trace.event(step.event).recorded.0 as usize;
        let [Recorded { label: Label::Choose { .. }, .. }] = self.trace.record[first..] else {
            return false;
        };
        let operation = state.request().operation().expect("the group goes on");
        let may_wait = matches!(
            operation,
            Operation::Join { .. } | Operation::Read { kind: ReadKind::Lock, .. }
        );
        !step.is_direct
            && buffering::drains::<B>(&operation)
            && !may_wait
            && !self.context.program.may_exit()
    }

    /// Stops a thread in front of what cannot be a part of one step.
    fn refuse_in_group(&mut self, step: &mut StepUnderway, state: &mut Thread) -> Result<(), End> {
        let operation = state.request().operation().expect("the group goes on");
        if !step.is_direct && buffering::drains::<B>(&operation) {
            state.refuse(
                "an atomic block that empties the buffers only later, with the engine dpor",
            );
        }
        // Who waits for a mutex is found by its one cell.
        if let Operation::Read { kind, .. } = operation
            && !matches!(kind, ReadKind::Load | ReadKind::Exclusive)
            && !state.is_inside_atomic_block()
        {
            state.refuse("a mutex whose memory is also accessed in parts, with the engine dpor");
        }
        if !self.can_happen(operation)? {
            state.refuse("an atomic block in which a thread waits, with the engine dpor");
        }
        if !matches!(operation, Operation::Choose { .. }) {
            step.case_after_read = None;
        } else if step.choices.is_some() && step.case_after_read.is_none() {
            state.refuse("several choices at once, with the engine dpor");
        }
        Ok(())
    }

    /// Everything that a thread's updaters did comes before the last event.
    pub(super) fn come_after_updates(&mut self, slot: Slot) {
        let mut update = self.configuration.standing(slot).last_update;
        let last = self.trace.len() - 1;
        while let Some(event) = update {
            if !self.trace.before.has(event, last) {
                self.trace.before.add(event);
            }
            update = self.trace.event(event).update_before;
        }
    }

    /// Gives the last event its footprint and its races, and puts it after what it depends on. A
    /// race is immediate: nothing comes between.
    pub(super) fn settle(&mut self, event: u32, kept_waiting_by: Option<u32>) {
        let Scratch { mut accesses, mut rivals } = std::mem::take(&mut self.scratch);
        self.trace.events[event as usize].footprint = Footprint::new(&accesses);
        rivals.sort_unstable();
        rivals.dedup();
        for (rival, can_be_later) in &rivals {
            let before = &self.trace.before;
            let is_immediate = *can_be_later
                && !rivals.contains(&(*rival, false))
                && !before.has(*rival, event)
                && !rivals.iter().any(|(other, _)| before.has(*rival, *other));
            if is_immediate {
                self.trace.races.push(Race { first: *rival, second: Second::Event(event) });
            }
        }
        if let Some(first) = kept_waiting_by
            && !self.trace.before.has(first, event)
        {
            self.trace.races.push(Race { first, second: Second::Event(event) });
        }
        for (rival, _) in &rivals {
            if !self.trace.before.has(*rival, event) {
                self.trace.before.add(*rival);
            }
        }
        accesses.clear();
        rivals.clear();
        self.scratch = Scratch { accesses, rivals };
    }

    /// Performs one operation, and returns the answer to the thread.
    fn perform(
        &mut self,
        step: &mut StepUnderway,
        operation: Operation,
        grouped: bool,
    ) -> Result<Value, End> {
        match operation {
            Operation::Read { cell, kind, ordering, tags, otherwise } => {
                let location = self.location(cell)?;
                let source = match B::ORDERS_WRITES {
                    true => self.read(step, cell, location),
                    false => self.read_unordered(step, cell, location, kind),
                };
                let value = self.value(cell, source);
                let ordering = Otherwise::ordering(otherwise, ordering, value);
                let label = Label::Read { location, kind, ordering, tags, value };
                let record = self.record(step, label, grouped, source);
                self.check_alive(step, cell, "read", record, true);
                Ok(value)
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                let location = self.location(cell)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                let record = self.record(step, label, grouped, None);
                self.check_alive(step, cell, "write", record, step.is_direct);
                if !B::ORDERS_WRITES {
                    self.write_unordered(step, location, kind, record);
                } else if step.is_direct {
                    self.write(step, location, record);
                } else {
                    let is_release =
                        matches!(ordering, Ordering::Release | Ordering::AcquireRelease);
                    self.store(step, Some(location), is_release);
                }
                Ok(Value::ZERO)
            }
            Operation::Fence { ordering, tags } => {
                self.record(step, Label::Fence { ordering, tags }, grouped, None);
                let is_barrier = matches!(ordering, Ordering::Release | Ordering::AcquireRelease);
                if B::IS_PER_LOCATION && !step.is_direct && is_barrier {
                    self.configuration.standing_mut(step.slot).epoch += 1;
                }
                Ok(Value::ZERO)
            }
            Operation::Free { object } => {
                let record = self.record(step, Label::Free { object }, grouped, None);
                if step.is_direct {
                    step.is_wrong |= self.end(step.slot, step.event, object, record);
                } else if self.is_known_dead(step, object) {
                    self.freed_twice(step.slot, object, record);
                    step.is_wrong = true;
                } else {
                    self.store(step, None, true);
                }
                Ok(Value::ZERO)
            }
            Operation::Spawn { child, function, argument } => {
                self.record(step, Label::Spawn { child }, grouped, None);
                self.spawn(step, child, function, argument)?;
                Ok(Value::ZERO)
            }
            Operation::Join { thread } => Ok(self.join(step, thread, grouped)),
            Operation::Choose { low, high } => {
                let value = match step.case_after_read.take() {
                    Some(case) => low + i64::from(case),
                    None => {
                        step.choices = Some(u32::try_from(high - low + 1).unwrap_or(u32::MAX));
                        low + i64::from(step.choice)
                    }
                };
                self.record(step, Label::Choose { low, value }, grouped, None);
                Ok(Value::new(value as u64))
            }
        }
    }

    pub(super) fn record(
        &mut self,
        step: &StepUnderway,
        label: Label,
        grouped: bool,
        source: Option<u32>,
    ) -> u32 {
        let StepUnderway { slot, event, snapshot, .. } = *step;
        let overwritten = None;
        self.trace.record.push(Recorded {
            slot,
            label,
            grouped,
            source,
            overwritten,
            snapshot,
            event,
        });
        self.trace.record.len() as u32 - 1
    }
}

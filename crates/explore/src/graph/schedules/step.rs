//! One event of a schedule, by names that mean the same in every run, and adding it.
//!
//! A step is an event that begins a group or that can be chosen in several ways; the others follow
//! from it.

use super::super::explorer::{Explorer, Walk};
use super::super::tree::Choice;
use super::super::world::World;
use base::ThreadId;
use execution::canonical::EventName;
use execution::{Acquisition, Event, EventId, Label, ReadKind, Source};
use interp::{Operation, Request};
use models::ReadsFrom;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NamedStep {
    pub(super) thread: ThreadId,
    pub(super) choice: Named,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Named {
    Only,
    /// What a read reads from. `None` is the initial value.
    From(Option<EventName>),
    Value(i64),
}

/// Whether adding an event is a step.
pub(super) fn is_step(event: &Event) -> bool {
    event.offset == 0 || matches!(event.label, Label::Read { .. } | Label::Choose { .. })
}

impl NamedStep {
    /// As numbers, for a path.
    fn encode(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.thread.code());
        match self.choice {
            Named::Only => numbers.push(0),
            Named::From(None) => numbers.push(1),
            Named::From(Some(name)) => numbers.extend([2, name.thread.code(), name.index]),
            Named::Value(value) => numbers.extend([3, value as u32, (value >> 32) as u32]),
        }
    }

    /// The first of some numbers as a step; `None` if they are none.
    fn decode(numbers: &mut impl Iterator<Item = u32>) -> Option<NamedStep> {
        let thread = ThreadId::from_code(numbers.next()?)?;
        let choice = match numbers.next()? {
            0 => Named::Only,
            1 => Named::From(None),
            2 => {
                let thread = ThreadId::from_code(numbers.next()?)?;
                Named::From(Some(EventName { thread, index: numbers.next()? }))
            }
            3 => {
                let (low, high) = (numbers.next()?, numbers.next()?);
                Named::Value((u64::from(high) << 32 | u64::from(low)) as i64)
            }
            _ => return None,
        };
        Some(NamedStep { thread, choice })
    }
}

impl<M: ReadsFrom> Explorer<'_, M> {
    /// The way to the current graph: its steps as they were added.
    pub(super) fn path_by_steps(&self) -> Vec<u32> {
        let graph = &self.world.layer().graph;
        let mut numbers = Vec::new();
        let steps = graph.events().filter(|(_, event)| is_step(event));
        steps.for_each(|(id, _)| self.world.step_of(id).encode(&mut numbers));
        numbers
    }

    /// Goes the way of a path. Returns whether it is one of this program.
    pub(super) fn follow(&mut self, path: &[u32]) -> Walk<bool> {
        let mut numbers = path.iter().copied().peekable();
        while numbers.peek().is_some() {
            let Some(step) = NamedStep::decode(&mut numbers) else { return Ok(false) };
            if !self.add_step(&step, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a step and what follows from it. Returns whether that is possible and consistent; if
    /// not, the graph is not to be used any more.
    pub(super) fn add_step(&mut self, step: &NamedStep, stamp: Option<u32>) -> Walk<bool> {
        let Some(slot) = self.world.slots.find(step.thread) else { return Ok(false) };
        let is_visible = self
            .world
            .thread_state(step.thread)
            .is_some_and(|state| matches!(state.request(), Request::Visible { .. }));
        if !is_visible || !self.world.is_enabled(self.world.pending_operation(slot).0) {
            return Ok(false);
        }
        let first = self.tree.choices.len();
        let wanted = match (self.world.pending_operation(slot).0, step.choice) {
            (Operation::Read { cell, kind: ReadKind::Lock, .. }, Named::From(name))
                if self.world.is_regular(cell) =>
            {
                let location = self.world.location(cell)?;
                let end = self.world.layer().graph.co_last(location);
                let is_free = self.world.find(name) == Some(end);
                is_free.then_some(Choice::Acquire(Acquisition::InTurn))
            }
            (Operation::Read { .. }, Named::From(name)) => {
                self.world.find(name).map(Choice::ReadFrom)
            }
            (Operation::Choose { .. }, Named::Value(value)) => Some(Choice::Value(value)),
            _ => None,
        };
        self.offer_choices(slot)?;
        let mut offered = self.tree.choices.drain(first..);
        let choice = match step.choice {
            Named::Only => offered.next(),
            Named::From(_) | Named::Value(_) => offered.find(|choice| Some(*choice) == wanted),
        };
        drop(offered);
        let Some(choice) = choice else { return Ok(false) };
        self.open_frame(slot, None, first);
        Ok(self.apply_with_stamp(slot, choice, stamp)? && self.finish_updates()?)
    }

    /// Adds the writes of updates that have read. Returns whether that is consistent.
    pub(super) fn finish_updates(&mut self) -> Walk<bool> {
        loop {
            let next = self.world.next_thread();
            let Some(slot) = next.slot.filter(|_| next.is_in_group) else { return Ok(true) };
            let Operation::Write { .. } = self.world.pending_operation(slot).0 else {
                return Ok(true);
            };
            self.was_in_group = true;
            let first = self.tree.choices.len();
            self.offer_choices(slot)?;
            let choice = self.tree.choices.drain(first..).next();
            let Some(choice) = choice else { return Ok(false) };
            self.open_frame(slot, None, first);
            if !self.apply(slot, choice)? {
                return Ok(false);
            }
        }
    }
}

impl<M: ReadsFrom> World<'_, M> {
    /// The step that adds an event.
    pub(super) fn step_of(&self, id: EventId) -> NamedStep {
        let event = self.layer().graph.event(id);
        let choice = match event.label {
            Label::Read { .. } => Named::From(self.named(event.rf)),
            Label::Choose { value, .. } => Named::Value(value),
            Label::Write { .. }
            | Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Join { .. } => Named::Only,
        };
        NamedStep { thread: self.slots.thread(event.thread), choice }
    }

    /// The name of a source.
    pub(super) fn named(&self, source: Source) -> Option<EventName> {
        match source {
            Source::Initial => None,
            Source::Write(write) => {
                let Event { thread, index, .. } = *self.layer().graph.event(write);
                Some(EventName { thread: self.slots.thread(thread), index })
            }
        }
    }

    /// What a name stands for in the current graph, if that is in it.
    fn find(&self, name: Option<EventName>) -> Option<Source> {
        let Some(name) = name else { return Some(Source::Initial) };
        let slot = self.slots.find(name.thread)?;
        let events = &self.layer().graph.thread(slot).events;
        events.get(name.index as usize).copied().map(Source::Write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_back_from_numbers() {
        let name = EventName { thread: ThreadId::MAIN, index: 7 };
        let values = [0, 1, -1, i64::MIN, i64::MAX, 1 << 40].map(Named::Value);
        let choices = [Named::Only, Named::From(None), Named::From(Some(name))];
        for choice in choices.into_iter().chain(values) {
            let step = NamedStep { thread: ThreadId::MAIN, choice };
            let mut numbers = Vec::new();
            step.encode(&mut numbers);
            let mut numbers = numbers.into_iter();
            assert_eq!(NamedStep::decode(&mut numbers), Some(step));
            assert_eq!(numbers.next(), None);
        }
        assert_eq!(NamedStep::decode(&mut [0, 9].into_iter()), None);
    }
}

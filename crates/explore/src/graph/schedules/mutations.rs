//! The changes of a trace that lead to others: lines 5 to 11 of Algorithm 1 in `rf-sc`, 5 to 21 of
//! Algorithm 3 in `rf-tso-pso`.
//!
//! Three things are to be read between the lines. With updates, what a mutation changes becomes a
//! source that was not there before, so it counts as new for other reads, although it is in the
//! schedule and not in the extension. Of MAYREAD only one half is left, that a read is no cause of
//! what it reads: that a later write of the same thread is known to the reader is no reason not to
//! read the earlier one under PSO, where the two need not become visible in their order. And an
//! update may have to choose between its read and its write (a weak compare-exchange): then it is
//! consistent if it is with one of the values.

use super::super::explorer::{Explorer, Walk};
use super::cut::{Cut, before};
use super::sets::{Schedule, Schedules};
use super::step::{Named, NamedStep};
use crate::states::StateId;
use execution::canonical::EventName;
use execution::{Event, EventId, Graph, Label, LocationId, Slot, Source};
use interp::{Operation, Request};
use models::ReadsFrom;

/// A change of one event.
struct Mutation {
    changed: EventId,
    kind: MutationKind,
}

#[derive(Clone, Copy)]
enum MutationKind {
    /// A read reads another source.
    ReadFrom(Source),
    /// Of two updates, the second reads what the first has read, and the first reads from it.
    Reverse(EventId),
    /// The lock of another thread, at this position in it, acquires the mutex instead of the
    /// changed one.
    Overtake(Slot, u32),
    /// Another value is chosen.
    Choose(i64),
}

impl<M: ReadsFrom> Explorer<'_, M> {
    /// Adds what can be changed in the current trace to the sets of schedules.
    pub(super) fn find_mutations(&mut self, schedules: &mut Schedules) -> Walk<()> {
        for Mutation { changed, kind } in self.mutations(schedules) {
            let event = *self.world.layer().graph.event(changed);
            let Some(mut steps) = self.copies(changed, kind) else { continue };
            let copies = steps.len();
            let set = schedules.set(event.stamp);
            let thread = self.world.slots.thread(event.thread);
            let is_found = match kind {
                MutationKind::Reverse(next) => {
                    self.reverse(changed, next, &mut steps)? && !set.known.contains(&*steps)
                }
                MutationKind::ReadFrom(source) => {
                    steps.push(NamedStep { thread, choice: Named::From(self.world.named(source)) });
                    !set.known.contains(&*steps) && self.is_consistent(&steps[copies..])?
                }
                MutationKind::Overtake(slot, _) => {
                    let choice = Named::From(self.world.named(event.rf));
                    steps.push(NamedStep { thread: self.world.slots.thread(slot), choice });
                    !set.known.contains(&*steps) && self.is_consistent(&steps[copies..])?
                }
                MutationKind::Choose(value) => {
                    steps.push(NamedStep { thread, choice: Named::Value(value) });
                    self.is_consistent(&steps[copies..])?
                }
            };
            if is_found {
                let changes = steps.len() - copies;
                let schedule: Schedule = steps.into();
                set.known.insert(schedule.clone());
                set.pending.push((schedule, changes));
            }
        }
        Ok(())
    }

    fn mutations(&self, schedules: &Schedules) -> Vec<Mutation> {
        let graph = &self.world.layer().graph;
        let is_new = |changed: EventId, source: EventId| {
            schedules.is_new(changed) || schedules.is_new_source(source)
        };
        let waiting = self.world.waiting_locks();
        let mut mutations = Vec::new();
        for (changed, event) in graph.events() {
            if schedules.marks[changed.index()] {
                continue;
            }
            let mut add = |kind| mutations.push(Mutation { changed, kind });
            match event.label {
                Label::Read { location, .. } if event.acquisition.is_some() => {
                    let locks = graph.locks_backwards(location).take_while(|lock| *lock != changed);
                    for lock in locks.filter(|lock| is_new(changed, *lock)) {
                        let Event { thread, index, .. } = *graph.event(lock);
                        add(MutationKind::Overtake(thread, index));
                    }
                    let cell = self.world.cells.cell(location);
                    for (slot, _) in waiting.iter().filter(|(_, mutex)| *mutex == cell) {
                        let index = graph.thread(*slot).events.len() as u32;
                        add(MutationKind::Overtake(*slot, index));
                    }
                }
                Label::Read { location, .. } => {
                    let is_other = |source: &Source| match *source {
                        source if source == event.rf => false,
                        Source::Initial => schedules.is_new(changed),
                        Source::Write(write) => {
                            is_new(changed, write) && !graph.is_cause(changed, write)
                        }
                    };
                    let writes = graph.writes_backwards(location).map(Source::Write);
                    let others = writes.chain([Source::Initial]).filter(is_other);
                    others.for_each(|source| add(MutationKind::ReadFrom(source)));
                    updates_after(graph, changed, location)
                        .filter(|next| is_new(changed, *next))
                        .for_each(|next| add(MutationKind::Reverse(next)));
                }
                Label::Choose { value, .. } if schedules.is_new(changed) => {
                    let others = self.values_of(event).filter(|other| *other != value);
                    others.for_each(|other| add(MutationKind::Choose(other)));
                }
                Label::Write { .. }
                | Label::Fence { .. }
                | Label::Free { .. }
                | Label::Spawn { .. }
                | Label::Join { .. }
                | Label::Choose { .. } => {}
            }
        }
        mutations
    }

    /// What a choice could have chosen.
    fn values_of(&self, choice: &Event) -> impl Iterator<Item = i64> + use<M> {
        let state = self.world.states.get(StateId(choice.snapshot));
        let Request::Visible { operation: Operation::Choose { low, high }, .. } = *state.request()
        else {
            unreachable!("a choice was made")
        };
        low..=high
    }

    /// The causes of what the changed event should read from that come after it in the trace;
    /// `None` if it is one of them. Leaves what is kept of the current graph in [`Explorer::kept`].
    fn copies(&mut self, changed: EventId, kind: MutationKind) -> Option<Vec<NamedStep>> {
        let graph = &self.world.layers[self.world.depth].graph;
        let event = graph.event(changed);
        let end_of = |source: Source| match source {
            Source::Initial => None,
            Source::Write(write) => Some(graph.group_end(write)),
        };
        let causes = match kind {
            MutationKind::ReadFrom(source) => [end_of(source), None],
            MutationKind::Reverse(next) => {
                let next = graph.event(next);
                [before(graph, next.thread, next.index), end_of(event.rf)]
            }
            MutationKind::Overtake(slot, index) => [before(graph, slot, index), end_of(event.rf)],
            MutationKind::Choose(_) => [None, None],
        };
        let cut = Cut::new(graph, causes.into_iter().flatten());
        if cut.contains(changed) {
            return None;
        }
        cut.with_prefix(graph, event.stamp, &mut self.scratch.kept);
        let copied = cut.steps_after(graph, event.stamp);
        Some(copied.into_iter().map(|id| self.world.step_of(id)).collect())
    }

    /// Whether steps are consistent after what is kept of the graph.
    fn is_consistent(&mut self, steps: &[NamedStep]) -> Walk<bool> {
        self.try_on_copy(|explorer| {
            for step in steps {
                if !explorer.add_step(step, None)? {
                    return Ok(false);
                }
            }
            explorer.finish_groups()
        })
    }

    /// Reverses two updates after what is kept of the graph. Returns whether that is consistent,
    /// and adds the steps.
    fn reverse(
        &mut self,
        first: EventId,
        second: EventId,
        steps: &mut Vec<NamedStep>,
    ) -> Walk<bool> {
        let graph = &self.world.layer().graph;
        let (one, other) = (*graph.event(first), *graph.event(second));
        let (thread, overtaking) =
            (self.world.slots.thread(one.thread), self.world.slots.thread(other.thread));
        let from = Named::From(self.world.named(one.rf));
        self.try_on_copy(|explorer| {
            let step = NamedStep { thread: overtaking, choice: from };
            steps.push(step);
            if !explorer.add_step(&step, None)? {
                return Ok(false);
            }
            let Some(index) = explorer.finish_as_update(other.thread, other.index, steps)? else {
                return Ok(false);
            };
            let source = EventName { thread: overtaking, index };
            let step = NamedStep { thread, choice: Named::From(Some(source)) };
            steps.push(step);
            Ok(explorer.add_step(&step, None)? && explorer.finish_groups()?)
        })
    }

    /// Adds the rest of an update that has read, so that it writes, with the choice that this needs
    /// as a step. Returns the position of what it writes in its thread; `None` if it does not.
    fn finish_as_update(
        &mut self,
        slot: Slot,
        read: u32,
        steps: &mut Vec<NamedStep>,
    ) -> Walk<Option<u32>> {
        if let Request::Visible { operation: Operation::Choose { low, high }, grouped: true } =
            *self.world.slot_state(slot).request()
        {
            let height = self.tree.frames.len();
            for value in low..=high {
                let step = NamedStep {
                    thread: self.world.slots.thread(slot),
                    choice: Named::Value(value),
                };
                if self.add_step(&step, None)? && self.written_by(slot, read).is_some() {
                    steps.push(step);
                    break;
                }
                self.go_back_to(height);
            }
        }
        Ok(self.written_by(slot, read))
    }

    /// The position of what the update has written that begins with a read.
    fn written_by(&self, slot: Slot, read: u32) -> Option<u32> {
        let graph = &self.world.layer().graph;
        let mut rest = rest_of_group(graph, slot, read).map(|id| graph.event(id));
        rest.find(|event| event.is_write()).map(|write| write.index)
    }

    /// Adds what is left of groups. Returns whether that is consistent in some way.
    fn finish_groups(&mut self) -> Walk<bool> {
        loop {
            let next = self.world.next_thread();
            let Some(slot) = next.slot.filter(|_| next.is_in_group) else { return Ok(true) };
            if !self.add_next(slot)? {
                return Ok(false);
            }
        }
    }

    /// Works on a copy of what is kept of the graph.
    fn try_on_copy<T>(&mut self, work: impl FnOnce(&mut Self) -> Walk<T>) -> Walk<T> {
        let (states, frames) = (self.world.states.top(), self.tree.frames.len());
        let statistics = self.tally.statistics;
        self.world.restrict(&self.scratch.kept, &mut self.scratch.renamed);
        let result = work(self)?;
        self.world.depth -= 1;
        self.tree.frames.truncate(frames);
        self.world.states.truncate(states);
        self.tally.statistics = statistics;
        Ok(result)
    }
}

/// What follows an event in its group.
fn rest_of_group(graph: &Graph, slot: Slot, index: u32) -> impl Iterator<Item = EventId> {
    let rest = &graph.thread(slot).events[index as usize + 1..];
    rest.iter().copied().take_while(|id| graph.event(*id).offset > 0)
}

/// What may be updates that have read from the update that begins with a read.
fn updates_after(
    graph: &Graph,
    read: EventId,
    location: LocationId,
) -> impl Iterator<Item = EventId> {
    let event = graph.event(read);
    let write = rest_of_group(graph, event.thread, event.index).find(|id| {
        let event = graph.event(*id);
        event.is_write() && event.label.location() == Some(location)
    });
    let readers =
        write.into_iter().flat_map(move |write| graph.readers(location, Source::Write(write)));
    readers.filter(|reader| match graph.event(*reader).label {
        Label::Read { kind, .. } => kind.may_update(),
        _ => false,
    })
}

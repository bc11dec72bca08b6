//! Violations of objects' lifetimes between threads: use after free, use after return, double free,
//! leaks.
//!
//! An access to an object and the end of its life are in order if the access happens before the end
//! in every order in which the execution can have happened. Where it does not, some order has the
//! access last; or, under a model in which threads know only what they have been told, the end
//! depends on the access but nothing makes the access happen before it: a relaxed read has seen it.
//! That is an access outside of the object's life as well, because C++ says before and after in the
//! sense of happens-before there ([basic.life]), and the message does not claim more.
//!
//! **Who has touched the dead.** A thread whose last access comes after the end of the object's
//! life in every order does not go on where that is for good: where the end is a cause of the
//! access, so that every graph with the access has both; and where the model has co, in which case
//! what is canonical comes before nothing that a revisit keeps ([`super::canonical`]), so that no
//! end comes before an access only because of events that a revisit will delete. Without co, a
//! canonical read may have an old source. It comes before the writes that it does not see, and an
//! end before it in its thread does, too, until one of the thread's later writes revisits that
//! read. So there the thread goes on, for the sake of these writes. The graph is no execution
//! ([`Explorer::touches_the_dead`]), and nothing is reported that comes after an event that has
//! only been possible in this way ([`Explorer::is_behind_the_dead`]).

use super::explorer::Explorer;
use super::world::World;
use crate::end::End;
use base::{ObjectId, Tags, ViolationKind};
use execution::{Event, EventId, Label, LocationId, Slot};
use interp::{Failure, Objects, dead_object, unended_object};
use models::{Equivalence, Model};
use safety::rules::messages;

impl<M: Model> Explorer<'_, M> {
    /// Looks for violations between a new event and those before it. Returns whether its thread can
    /// go on.
    pub(super) fn check_event(&mut self, id: EventId) -> Result<bool, End> {
        let event = *self.world.layer().graph.event(id);
        if self.world.is_in_group() {
            self.was_in_group = true;
            return Ok(true);
        }
        if self.config.races {
            self.check_races(id)?;
        }
        match event.label {
            Label::Read { .. } | Label::Write { .. } if !self.world.layer().graph.has_ends() => {
                Ok(true)
            }
            Label::Read { .. } | Label::Write { .. } => {
                let Some(object) = self.world.object_of(&event) else {
                    return Ok(true);
                };
                let ends: Vec<EventId> = self.world.ends_of(object).collect();
                let can_go_on = !ends.iter().any(|end| self.world.is_too_late(*end, id));
                ends.into_iter().try_for_each(|end| self.check_access(id, end, object))?;
                Ok(can_go_on)
            }
            Label::Free { object } => {
                let can_go_on =
                    !self.world.ends_of(object).any(|end| self.world.is_too_late(end, id));
                self.check_end(id, object)?;
                Ok(can_go_on)
            }
            Label::Join { thread, .. } => self.check_double_join(id, thread).map(|()| true),
            Label::Fence { .. } | Label::Spawn { .. } | Label::Choose { .. } => Ok(true),
        }
    }

    /// Looks at every end of a life again, after a revisit has removed order.
    pub(super) fn check_all_lifetimes(&mut self) -> Result<(), End> {
        if !self.world.layer().graph.has_ends() {
            return Ok(());
        }
        let ends: Vec<(EventId, ObjectId)> = self.world.all_ends().collect();
        ends.into_iter().try_for_each(|(end, object)| self.check_end(end, object))
    }

    /// S1: looks for threads that wait, where nothing can run, for mutexes in objects whose lives
    /// have ended.
    pub(super) fn check_waiting_lifetimes(&mut self) -> Result<(), End> {
        if !self.world.layer().graph.has_ends() {
            return Ok(());
        }
        for (slot, cell) in self.world.waiting_locks() {
            let Some((object, _)) = cell.address.object() else { continue };
            if self.world.ends_of(object).next().is_some() {
                let objects = self.world.objects();
                let found = objects.object(object).expect("an object that is accessed exists");
                let failure = dead_object(&self.world.context, found, "read");
                self.violation(slot, failure, &[])?;
            }
        }
        Ok(())
    }

    /// S1 and S2 ([`safety::rules`]) for the end of an object.
    fn check_end(&mut self, end: EventId, object: ObjectId) -> Result<(), End> {
        self.world
            .accesses_of(object)
            .into_iter()
            .try_for_each(|access| self.check_access(access, end, object))?;
        let others: Vec<EventId> =
            self.world.ends_of(object).filter(|other| *other != end).collect();
        for other in others {
            for (earlier, later) in [(other, end), (end, other)] {
                if !self.world.happens_before(later, earlier) {
                    let slot = self.world.layer().graph.event(later).thread;
                    let failure = Failure::new(ViolationKind::DoubleFree, messages::DOUBLE_END);
                    self.misordered(slot, failure, earlier, later)?;
                }
            }
        }
        Ok(())
    }

    /// S1 for an access and an end.
    fn check_access(&mut self, access: EventId, end: EventId, object: ObjectId) -> Result<(), End> {
        if self.world.happens_before(access, end) {
            return Ok(());
        }
        let event = *self.world.layer().graph.event(access);
        let verb = if event.is_write() { "write" } else { "read" };
        let objects = self.world.objects();
        let found = objects.object(object).expect("an object that is accessed exists");
        // Where the end knows of the access, no order has the access last: all that is missing is
        // synchronisation.
        let is_known = self.world.layer().graph.is_cause(access, end);
        let failure = if is_known && !self.world.happens_before(end, access) {
            unended_object(&self.world.context, found, verb)
        } else {
            dead_object(&self.world.context, found, verb)
        };
        self.misordered(event.thread, failure, end, access)
    }

    /// Records that a thread did `later` although `earlier` may come first. If it must, the thread
    /// is at its end.
    fn misordered(
        &mut self,
        slot: Slot,
        failure: Failure,
        earlier: EventId,
        later: EventId,
    ) -> Result<(), End> {
        self.violation(slot, failure, &[earlier, later])?;
        if self.world.is_too_late(earlier, later)
            && self.world.layer().graph.last_of(slot) == Some(later)
        {
            self.stop_thread(slot);
        }
        Ok(())
    }

    /// S10: reports an allocation that the execution leaves behind.
    pub(super) fn check_leaks(&mut self) -> Result<(), End> {
        let Some((slot, size)) = self.world.scene().find_leak() else { return Ok(()) };
        let message = format!("{size} bytes allocated by this thread are never freed");
        self.violation(slot, Failure::new(ViolationKind::Leak, message), &[])
    }
}

impl<M: Model> World<'_, M> {
    /// Whether some thread is in the middle of a group.
    fn is_in_group(&self) -> bool {
        let current = self.layer().current.iter().flatten();
        current.into_iter().any(|state| self.states.get(*state).request().is_grouped())
    }

    pub(super) fn happens_before(&self, first: EventId, second: EventId) -> bool {
        let layer = self.layer();
        layer.model.happens_before(&layer.graph, first, second)
    }

    /// Whether in every order in which this execution can have happened some object is touched
    /// after the end of its life. That is so if an object is freed twice, or if the ends cannot all
    /// come after the accesses to their objects: if there is a cycle of ends, each of which is
    /// before an access to the next one's object.
    pub(super) fn touches_the_dead(&self) -> bool {
        if !self.layer().graph.has_ends() {
            return false;
        }
        let ends: Vec<(EventId, ObjectId)> = self.all_ends().collect();
        let accesses: Vec<Vec<EventId>> =
            ends.iter().map(|(_, object)| self.accesses_of(*object)).collect();
        let comes_before = |end: EventId, accesses: &[EventId]| {
            accesses.iter().any(|access| self.happens_before(end, *access))
        };
        let mut reached: Vec<Vec<bool>> = ends
            .iter()
            .map(|(end, _)| accesses.iter().map(|all| comes_before(*end, all)).collect())
            .collect();
        for middle in 0..ends.len() {
            for from in 0..ends.len() {
                for to in 0..ends.len() {
                    reached[from][to] |= reached[from][middle] && reached[middle][to];
                }
            }
        }
        let freed_twice = |(end, object): &(EventId, ObjectId)| {
            ends.iter().any(|(other, freed)| freed == object && other != end)
        };
        ends.iter().any(freed_twice) || (0..ends.len()).any(|index| reached[index][index])
    }

    /// Whether an event comes after the end of its object's life in this graph and in all that
    /// follow from it.
    fn is_too_late(&self, end: EventId, event: EventId) -> bool {
        self.happens_before(end, event)
            && (M::Equivalence::HAS_CO || self.layer().graph.is_cause(end, event))
    }

    /// Whether a violation of a thread, about these events, comes in every order after something
    /// that a thread did although it had touched the dead.
    pub(super) fn is_behind_the_dead(&self, slot: Slot, about: &[EventId]) -> bool {
        let graph = &self.layer().graph;
        if M::Equivalence::HAS_CO || !graph.has_ends() {
            return false;
        }
        let last = graph.last_of(slot);
        let targets = if about.is_empty() { last.as_slice() } else { about };
        let is_behind = |touch: EventId| {
            let thread = graph.event(touch).thread;
            let next = self.next_after_access(touch);
            // The events of a group happen at once, so that a model may say of any two of them that
            // the first happens before the second.
            let is_earlier = |other: EventId, next: EventId| {
                let (other, next) = (graph.event(other), graph.event(next));
                other.thread == next.thread && other.index < next.index
            };
            let is_at_or_after = |next: EventId, other: EventId| {
                next == other || !is_earlier(other, next) && self.happens_before(next, other)
            };
            about.is_empty() && thread == slot
                || next.is_some_and(|next| targets.iter().any(|it| is_at_or_after(next, *it)))
        };
        self.all_ends().any(|(end, object)| {
            let others = self.ends_of(object).filter(|other| *other != end);
            let touches = self.accesses_of(object).into_iter().chain(others);
            touches.into_iter().any(|touch| self.happens_before(end, touch) && is_behind(touch))
        })
    }

    /// The event of the same thread that follows an access: the events of an update, and the parts
    /// of an access to several cells, are one access. Those of an atomic block are many.
    fn next_after_access(&self, access: EventId) -> Option<EventId> {
        let graph = &self.layer().graph;
        let Event { thread, index, label, .. } = *graph.event(access);
        let is_in_block = is_in_atomic_block(&label);
        let head = graph.group_head(access);
        let later = graph.thread(thread).events.iter().skip(index as usize + 1).copied();
        later.into_iter().find(|next| is_in_block || graph.group_head(*next) != head)
    }

    pub(super) fn object_of(&self, event: &Event) -> Option<ObjectId> {
        let cell = self.cells.cell(event.label.location()?);
        cell.address.object().map(|(object, _)| object)
    }

    fn all_ends(&self) -> impl Iterator<Item = (EventId, ObjectId)> {
        self.layer().graph.events().filter_map(|(id, event)| match event.label {
            Label::Free { object } => Some((id, object)),
            _ => None,
        })
    }

    fn ends_of(&self, object: ObjectId) -> impl Iterator<Item = EventId> {
        self.all_ends().filter(move |(_, freed)| *freed == object).map(|(id, _)| id)
    }

    /// In the order in which they were added.
    fn accesses_of(&self, object: ObjectId) -> Vec<EventId> {
        let graph = &self.layer().graph;
        let is_in_object = |location: &LocationId| {
            let cell = self.cells.cell(*location);
            cell.address.object().is_some_and(|(other, _)| other == object)
        };
        let mut accesses = Vec::new();
        for location in graph.locations().filter(is_in_object) {
            accesses.extend(graph.reads(location));
            accesses.extend(graph.writes_backwards(location));
            accesses.extend(graph.locks_backwards(location));
        }
        accesses.sort_unstable();
        accesses
    }
}

/// Whether an access is part of an atomic block.
fn is_in_atomic_block(label: &Label) -> bool {
    match label {
        Label::Read { tags, .. } | Label::Write { tags, .. } => tags.contains(Tags::ATOMIC_BLOCK),
        _ => false,
    }
}

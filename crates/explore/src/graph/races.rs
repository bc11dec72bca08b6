//! Data races: two accesses to a location by different threads, one of them a write and one of them
//! not atomic, that no synchronisation orders. And accesses to an object, or frees of it, that no
//! synchronisation orders after its allocation, or, for a local variable, after the call of its
//! function.
//!
//! The second is as C++ has it, where the life of an object is said to begin before an access in
//! the sense of happens-before ([basic.life]); C leaves it open. An allocation is no event: what
//! happens before an access of another thread is there through some later event of the creator's,
//! and so through the first one.
//!
//! What happens before an event is determined by its causes, so it is enough to compare each new
//! event with those that are in the graph.

use super::explorer::{Explorer, Walk};
use super::world::World;
use base::{ObjectId, Ordering, Tags, ViolationKind};
use execution::{EventId, Label};
use interp::{Failure, Objects, unordered_object};
use models::Model;
use safety::rules::messages;

impl<M: Model> Explorer<'_, M> {
    /// S5 ([`safety::rules`]): looks for a race between an event and others.
    pub(super) fn check_races(&mut self, id: EventId) -> Walk<()> {
        let graph = &self.world.layer().graph;
        match graph.event(id).label {
            Label::Free { object } => return self.check_allocation(id, object, "free"),
            Label::Read { .. } | Label::Write { .. } => {}
            Label::Fence { .. }
            | Label::Spawn { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => return Ok(()),
        }
        let Some(location) = graph.event(id).label.location() else { return Ok(()) };
        let (reads, writes) = (graph.reads(location), graph.writes_backwards(location));
        let other = writes.chain(reads).find(|other| self.world.is_race(*other, id));
        if let Some(other) = other {
            let slot = graph.event(id).thread;
            let failure = Failure::new(ViolationKind::DataRace, messages::DATA_RACE);
            self.violation(slot, failure, &[other, id])?;
        }
        let event = self.world.layer().graph.event(id);
        let Some(object) = self.world.object_of(event) else { return Ok(()) };
        let verb = if event.is_write() { "write" } else { "read" };
        self.check_allocation(id, object, verb)
    }

    /// S6: looks whether the life of an object begins before an access to it, or its end.
    fn check_allocation(&mut self, id: EventId, object: ObjectId, verb: &str) -> Walk<()> {
        let graph = &self.world.layer().graph;
        let event = graph.event(id);
        let creator = match self.world.slots.find(object.thread) {
            Some(creator) if creator != event.thread => creator,
            _ => return Ok(()),
        };
        let objects = self.world.objects();
        let Some(found) = objects.object(object) else { return Ok(()) };
        let first = graph.thread(creator).events.get(found.birth.events as usize).copied();
        let is_ordered = |first| self.world.layer().are_synchronised(first, id);
        if first.is_some_and(is_ordered) {
            return Ok(());
        }
        let failure = unordered_object(&self.world.context, found, verb);
        let about: Vec<EventId> = first.into_iter().chain([id]).collect();
        self.violation(event.thread, failure, &about)
    }

    /// Looks for races of the last groups of all threads, which were not looked at while they were
    /// unfinished.
    pub(super) fn check_races_of_groups(&mut self) -> Walk<()> {
        for index in 0..self.world.order.len() {
            let slot = self.world.order[index];
            let graph = &self.world.layer().graph;
            let Some(last) = graph.last_of(slot) else { continue };
            let offset = graph.event(last).offset as usize;
            let members: Vec<EventId> =
                graph.thread(slot).events.iter().rev().take(offset + 1).copied().collect();
            members.into_iter().try_for_each(|member| self.check_races(member))?;
        }
        Ok(())
    }
}

impl<M: Model> World<'_, M> {
    fn is_race(&self, first: EventId, second: EventId) -> bool {
        let layer = self.layer();
        let (one, other) = (layer.graph.event(first), layer.graph.event(second));
        one.thread != other.thread
            && (one.is_write() || other.is_write())
            && (is_plain(&one.label) || is_plain(&other.label))
            && !layer.are_synchronised(first, second)
            && !layer.are_synchronised(second, first)
    }
}

/// Whether an access is not atomic.
fn is_plain(label: &Label) -> bool {
    match label {
        Label::Read { ordering, tags, .. } | Label::Write { ordering, tags, .. } => {
            *ordering == Ordering::Plain && !tags.contains(Tags::ATOMIC_BLOCK)
        }
        _ => false,
    }
}

//! The order of locks of a mutex.
//!
//! A mutex is acquired by one lock after the other. The graph keeps that order as a list in which every lock
//! has its place from the moment it is added, also while it waits: a lock acquires its mutex when the lock
//! before it in the order unlocks. So who comes next is chosen once, when a lock is added, and an unlock leaves
//! nothing to choose. (The mutex library of `genmc` §2.7 and §3, with the blocked locks in line.)

use crate::LocationId;
use crate::event::{Event, EventId, Queue, Source};
use crate::graph::{Graph, NewEvent};
use crate::label::{Label, ReadKind};

impl Graph {
    /// The locks of a mutex, the last one first.
    pub fn locks_backwards(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let step = |source: Source| match source {
            Source::Initial => None,
            Source::Write(lock) => Some(lock),
        };
        std::iter::successors(step(self.last_lock(location)), move |lock| {
            step(self.event(*lock).co_before)
        })
    }

    /// The locks that follow a lock in the order of its mutex.
    pub fn locks_after(&self, lock: EventId) -> impl Iterator<Item = EventId> {
        std::iter::successors(self.event(lock).co_after, |lock| self.event(*lock).co_after)
    }

    /// Whether an event is a lock that has not taken its mutex.
    pub fn is_unfinished_lock(&self, id: EventId) -> bool {
        let event = self.event(id);
        matches!(event.label, Label::Read { kind: ReadKind::Lock, .. })
            && self.last_of(event.thread) == Some(id)
    }

    /// The last in the order of locks.
    pub fn last_lock(&self, location: LocationId) -> Source {
        self.locations.get(location.index()).map_or(Source::Initial, |events| events.last_lock)
    }

    /// Adds a lock directly after another one in the order of locks. `from` is what it acquires the mutex from,
    /// the unlock of the lock before it or the initial state; `None` if it has to wait.
    pub fn push_lock(&mut self, new: NewEvent, place: Source, from: Option<Source>) -> EventId {
        let location = new.label.location().expect("a lock has a location");
        let after = match place {
            Source::Initial => self.location_mut(location).first_lock,
            Source::Write(before) => self.event(before).co_after,
        };
        let id = self.push(new);
        let event = &mut self.events[id.index()];
        event.queue = Some(Queue::Waiting);
        event.co_before = place;
        event.co_after = after;
        self.link_lock(location, place, Some(id));
        match after {
            Some(after) => self.events[after.index()].co_before = Source::Write(id),
            None => self.location_mut(location).last_lock = Source::Write(id),
        }
        match from {
            Some(from) => self.wake(id, from),
            None => self.compute_causes(id, None),
        }
        id
    }

    /// Lets a lock that waits acquire its mutex. Nothing depends on the lock yet.
    pub fn wake(&mut self, lock: EventId, from: Source) {
        let Label::Read { location, .. } = self.event(lock).label else {
            unreachable!("a lock reads its mutex")
        };
        let next_read = self.location_mut(location).reads.replace(lock);
        let event = &mut self.events[lock.index()];
        event.queue = Some(Queue::Acquired);
        event.rf = from;
        event.next_read = next_read;
        let cause = match from {
            Source::Initial => None,
            Source::Write(write) => Some(self.group_end(write)),
        };
        self.compute_causes(lock, cause);
    }

    /// Takes back the last [`Graph::wake`].
    pub fn sleep(&mut self, lock: EventId) {
        let event = *self.event(lock);
        let Label::Read { location, .. } = event.label else {
            unreachable!("a lock reads its mutex")
        };
        self.location_mut(location).reads = event.next_read;
        let event = &mut self.events[lock.index()];
        event.queue = Some(Queue::Waiting);
        event.rf = Source::Initial;
        event.next_read = None;
        self.compute_causes(lock, None);
    }

    fn link_lock(&mut self, location: LocationId, before: Source, after: Option<EventId>) {
        match before {
            Source::Initial => self.location_mut(location).first_lock = after,
            Source::Write(before) => self.events[before.index()].co_after = after,
        }
    }

    /// Takes a lock that has been removed out of the order.
    pub(crate) fn unlink_lock(&mut self, location: LocationId, event: &Event) {
        self.link_lock(location, event.co_before, event.co_after);
        match event.co_after {
            Some(after) => self.events[after.index()].co_before = event.co_before,
            None => self.location_mut(location).last_lock = event.co_before,
        }
    }
}

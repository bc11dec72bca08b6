//! The locks of a mutex that is only locked and unlocked.
//!
//! Acquiring the mutex is the event: a lock is the read of a free mutex and, at once with it, the
//! write that holds it. A thread that waits has no event; it is a thread whose next event cannot
//! happen yet. So co of such a mutex is a *chain*, its initialisation, then locks and unlocks in
//! turn, and at last perhaps its end. A lock reads the end of the chain when it is added, and
//! nothing ever comes between. (The mutex library of `genmc` §2.7 and §3; who may come first is
//! chosen by the engine.)
//!
//! Such locks are marked with their [`Acquisition`]. Others (of mutexes that are tried, for
//! instance) are ordinary updates.

use crate::LocationId;
use crate::event::{Acquisition, EventId, Source};
use crate::graph::{Graph, NewEvent};
use crate::label::{Label, ReadKind, WriteKind};

impl Graph {
    /// Adds a lock, which reads the end of the chain of its mutex.
    pub fn push_lock(&mut self, new: NewEvent, acquisition: Acquisition) -> EventId {
        let location = new.label.location().expect("a lock has a location");
        let from = self.co_last(location);
        let cause = match from {
            Source::Initial => None,
            Source::Write(write) => Some(self.group_end(write)),
        };
        let id = self.push(new);
        self.compute_causes(id, cause);
        let event = &mut self.events[id.index()];
        event.rf = from;
        event.acquisition = Some(acquisition);
        self.finish_push(id)
    }

    /// The locks in the chain of a mutex, the last one first.
    pub fn locks_backwards(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let last = self.lock_before(self.co_last(location));
        std::iter::successors(last, |lock| self.lock_before(self.event(*lock).rf))
    }

    /// The lock at or before a write of the chain: that which holds the mutex, or did so before it
    /// was unlocked or destroyed.
    fn lock_before(&self, end: Source) -> Option<EventId> {
        let Source::Write(write) = end else { return None };
        let event = self.event(write);
        match event.label {
            Label::Write { kind: WriteKind::Unlock, .. } => self.lock_before(event.co_before),
            Label::Write { kind: WriteKind::Exclusive, .. } => {
                let read = self.previous(write)?;
                self.event(read).acquisition.map(|_| read)
            }
            Label::Write { kind: WriteKind::Store, .. } => {
                let read = self.previous(write)?;
                self.is_end_of_mutex(read).then(|| self.lock_before(event.co_before))?
            }
            _ => None,
        }
    }

    /// Whether an event is the look at a mutex before it is destroyed, which its thread does next.
    pub fn is_end_of_mutex(&self, id: EventId) -> bool {
        matches!(self.event(id).label, Label::Read { kind: ReadKind::Destroy, .. })
    }

    /// The event before another one in its thread.
    fn previous(&self, id: EventId) -> Option<EventId> {
        let event = self.event(id);
        let before = event.index.checked_sub(1)?;
        Some(self.thread(event.thread).events[before as usize])
    }

    /// The writes that come before all locks in the chain of a mutex: those that initialise it, or
    /// destroy it in between.
    pub fn initialisations(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let is_lock = |write: EventId| {
            let read = self.previous(write).filter(|_| self.event(write).offset > 0);
            read.is_some_and(|read| self.event(read).acquisition.is_some())
        };
        let writes = self.writes_after(location, Source::Initial);
        writes.take_while(move |write| !is_lock(*write))
    }

    /// Whether an event is a lock that found its mutex held, so that its thread waits.
    pub fn is_unfinished_lock(&self, id: EventId) -> bool {
        let event = self.event(id);
        matches!(event.label, Label::Read { kind: ReadKind::Lock, .. })
            && self.last_of(event.thread) == Some(id)
    }
}

//! What only shows where nothing can run any more: memory that is left behind, threads, loops and
//! calls that wait for ever.

use crate::scene::Scene;
use base::{ObjectId, ThreadId};
use execution::{EventId, Label, ReadKind, Slot};
use interp::{Block, ObjectState, Operation, Request, Thread};
use program::AllocationKind;

/// Whether a thread waits for ever, following who waits for whom: that ends in a cycle, or in a
/// thread that has ended.
pub(crate) fn waits_for_ever(
    thread: ThreadId,
    waits_for: impl Fn(ThreadId) -> Option<ThreadId>,
    has_ended: impl Fn(ThreadId) -> bool,
) -> bool {
    let Some(mut waited_for) = waits_for(thread) else { return false };
    let mut chain = vec![thread];
    loop {
        if chain.contains(&waited_for) {
            return true;
        }
        chain.push(waited_for);
        match waits_for(waited_for) {
            Some(next) => waited_for = next,
            None => return has_ended(waited_for),
        }
    }
}

impl Scene<'_> {
    fn state(&self, slot: Slot) -> Option<&Thread> {
        self.current[slot.index()].map(|state| self.states.get(state))
    }

    /// An allocation that the execution leaves behind: the thread that made it, and its size.
    pub(crate) fn find_leak(&self) -> Option<(Slot, u64)> {
        let is_ended = |id: ObjectId| {
            self.graph.events().any(|(_, event)| event.label == Label::Free { object: id })
        };
        self.graph.slots().filter(|slot| slot.index() < self.slots.len()).find_map(|slot| {
            let thread = self.state(slot)?;
            let leaked = thread.objects().find(|(index, object)| {
                let id = ObjectId { thread: thread.id(), index: *index };
                let is_heap =
                    matches!(object.kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
                is_heap
                    && match object.state {
                        ObjectState::Private(_) => true,
                        ObjectState::Shared | ObjectState::Returned => !is_ended(id),
                        ObjectState::Dead => false,
                    }
            });
            leaked.map(|(_, object)| (slot, object.size))
        })
    }

    /// A function of a library that waits for ever: nobody can change the state that it has seen.
    pub(crate) fn find_waiting_call(&self, order: &[Slot]) -> Option<Slot> {
        let mut waiting = None;
        for &slot in order {
            let Some(state) = self.state(slot) else { continue };
            match state.request() {
                Request::Blocked(Block::Library { .. }) => {
                    let last = self.graph.last_of(slot).expect("the call has read");
                    if !self.reads_last(last) {
                        return None;
                    }
                    waiting.get_or_insert(slot);
                }
                Request::Blocked(Block::Lock { .. }) if self.was_unlocked_since(slot) => {
                    return None;
                }
                Request::Finished(_)
                | Request::Blocked(Block::Lock { .. })
                | Request::Visible {
                    operation: Operation::Join { .. } | Operation::Read { kind: ReadKind::Lock, .. },
                    ..
                } => {}
                _ => return None,
            }
        }
        waiting
    }

    /// Whether somebody waits for a mutex that was unlocked since.
    pub(crate) fn has_free_lock(&self, order: &[Slot]) -> bool {
        let is_locking = |slot: Slot| {
            let request = self.state(slot).map(Thread::request);
            matches!(request, Some(Request::Blocked(Block::Lock { .. })))
        };
        order.iter().any(|slot| is_locking(*slot) && self.was_unlocked_since(*slot))
    }

    /// Whether a thread waits for a mutex that somebody has unlocked since: then it goes on in
    /// another execution. Only a lock that is an ordinary update can do that; others have not
    /// happened.
    fn was_unlocked_since(&self, slot: Slot) -> bool {
        let is_lock = |id: &EventId| {
            let event = self.graph.event(*id);
            matches!(event.label, Label::Read { kind: ReadKind::Lock, .. })
        };
        let last = self.graph.last_of(slot).filter(is_lock);
        last.is_some_and(|lock| !self.reads_last(lock))
    }

    /// Whether a read has read the last write in co.
    fn reads_last(&self, read: EventId) -> bool {
        let event = self.graph.event(read);
        let location = event.label.location().expect("a read has a location");
        event.rf == self.graph.co_last(location)
    }

    /// A thread that waits in a loop for ever, and what its last iteration read: nothing, if the
    /// loop has to do with the thread alone.
    ///
    /// A thread that waits in a loop goes on once it reads something else. Where nothing can run
    /// any more, it never will if what its last iteration read is the last in co of each location:
    /// every write becomes visible in the end, and no other is to come. If it read something older,
    /// it goes on in another execution, and so does a call of a library. A loop that retries
    /// because others made progress is of the second kind, and one that retries because a weak
    /// compare-exchange failed for no reason: that does not happen for ever.
    pub(crate) fn find_waiting_loop(&self, order: &[Slot]) -> Option<(Slot, Vec<EventId>)> {
        let mut waiting: Option<(Slot, Vec<EventId>)> = None;
        for &slot in order {
            let Some(state) = self.state(slot) else { continue };
            match state.request() {
                Request::Blocked(Block::Spin) => {
                    let reads = self.lasting_reads(slot)?;
                    waiting.get_or_insert((slot, reads));
                }
                Request::Blocked(Block::Lock { .. }) if self.was_unlocked_since(slot) => {
                    return None;
                }
                Request::Blocked(Block::Library { .. }) => {
                    let last = self.graph.last_of(slot).expect("the call has read");
                    if !self.reads_last(last) {
                        return None;
                    }
                }
                Request::Blocked(Block::Diverged) => {
                    waiting.get_or_insert((slot, Vec::new()));
                }
                Request::Finished(_)
                | Request::Blocked(Block::Lock { .. })
                | Request::Visible {
                    operation: Operation::Join { .. } | Operation::Read { kind: ReadKind::Lock, .. },
                    ..
                } => {}
                // An execution that was cut short, or will be reported for something else.
                _ => return None,
            }
        }
        waiting
    }

    /// What the last iteration of a waiting thread read, but for the mutexes that it locked: that
    /// others lock them is nothing that it waits for.
    pub(crate) fn last_reads(&self, slot: Slot) -> Vec<EventId> {
        let events = self.last_turn(slot).unwrap_or_default().iter().copied();
        let is_awaited = |id: &EventId| match self.graph.event(*id).label {
            Label::Read { kind, .. } => kind != ReadKind::Lock,
            _ => false,
        };
        events.filter(is_awaited).collect()
    }

    /// What the last iteration of a waiting thread read, if it will always read the same.
    fn lasting_reads(&self, slot: Slot) -> Option<Vec<EventId>> {
        let is_other_choice = |id: &EventId| {
            let label = self.graph.event(*id).label;
            matches!(label, Label::Choose { low, value } if value != low)
        };
        if self.last_turn(slot)?.iter().any(is_other_choice) {
            return None;
        }
        let reads = self.last_reads(slot);
        reads.iter().all(|read| self.reads_last(*read)).then_some(reads)
    }

    /// The events of the turn in which a thread waits.
    fn last_turn(&self, slot: Slot) -> Option<&[EventId]> {
        let start = self.state(slot)?.turn_start()? as usize;
        Some(&self.graph.thread(slot).events[start..])
    }
}

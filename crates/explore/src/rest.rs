//! Is an execution at rest, and what do its threads wait for?
//!
//! Nothing can run any more. The execution is *at rest* if every thread
//! - has ended, or waits for the end of another one, or
//! - is *held* by a primitive: a mutex that was not unlocked since, or a call of a library that has
//!   seen the last state of its object, or
//! - *spins*: it was stopped after an iteration that changed nothing, and all that the iteration
//!   has read has the value of the last write in co to its location.
//!
//! A thread that spins writes nothing but what is there. So each iteration to come reads the same
//! values, and repeating the iterations of all such threads for ever is an execution in which every
//! write becomes visible in the end. What counts is the value and not the write, because updates
//! that write what they have read, of this thread and of others, may come after the write that was
//! read.
//!
//! A loop that has read an older value goes on in another execution, and so does a call that has
//! seen an older state: nothing follows from the execution at hand. The same holds for a loop that
//! retries because others made progress, for one that retries because a weak compare-exchange
//! failed for no reason, which does not happen for ever, and for a thread that was stopped by an
//! assumption or a bound.

use crate::scene::Scene;
use execution::{EventId, Label, ReadKind, Slot, Source};
use interp::{Block, Operation, Request};

/// What threads wait for in an execution at rest.
#[derive(Default)]
pub(crate) struct Rest {
    /// The first thread that is held by a call of a library, else the first that is held by a
    /// mutex.
    pub(crate) held: Option<Slot>,
    /// The first thread that spins, and what its last iteration has read: nothing, if the loop has
    /// to do with the thread alone.
    pub(crate) spinning: Option<(Slot, Vec<EventId>)>,
}

impl Scene<'_> {
    /// What the threads wait for, if the execution is at rest: S8 and S9 ([`safety::rules`]).
    pub(crate) fn at_rest(&self, order: &[Slot]) -> Option<Rest> {
        let mut rest = Rest::default();
        let mut held_by_mutex = None;
        for &slot in order {
            let Some(state) = self.state(slot) else { continue };
            match state.request() {
                Request::Blocked(Block::Spin) => {
                    let reads = self.lasting_reads(slot)?;
                    rest.spinning.get_or_insert((slot, reads));
                }
                Request::Blocked(Block::Diverged) => {
                    rest.spinning.get_or_insert((slot, Vec::new()));
                }
                Request::Blocked(Block::Library { .. }) => {
                    let last = self.graph.last_of(slot).expect("the call has read");
                    if !self.reads_last_value(last) {
                        return None;
                    }
                    rest.held.get_or_insert(slot);
                }
                Request::Blocked(Block::Lock { .. }) if self.was_unlocked_since(slot) => {
                    return None;
                }
                Request::Blocked(Block::Lock { .. })
                | Request::Visible {
                    operation: Operation::Read { kind: ReadKind::Lock, .. },
                    ..
                } => {
                    held_by_mutex.get_or_insert(slot);
                }
                Request::Finished(_)
                | Request::Visible { operation: Operation::Join { .. }, .. } => {}
                // The execution was cut short, or is reported for something else.
                Request::Visible { .. }
                | Request::Exited
                | Request::Blocked(
                    Block::Assume | Block::Bound | Block::Unplaceable | Block::Wrong,
                )
                | Request::Failed(_)
                | Request::Unsupported(_)
                | Request::Discovered(_)
                | Request::Paused => return None,
            }
        }
        rest.held = rest.held.or(held_by_mutex);
        Some(rest)
    }

    /// The writes that must be the last in co for the execution to be at rest, for an engine that
    /// leaves co open: what threads that spin or are held by calls have read, or the last of the
    /// updates that have repeated it.
    pub(crate) fn lasting_writes(&self, order: &[Slot]) -> Vec<EventId> {
        let awaited = |slot: &Slot| match self.state(*slot).map(interp::Thread::request) {
            Some(Request::Blocked(Block::Spin)) => self.last_reads(*slot),
            Some(Request::Blocked(Block::Library { .. })) => {
                self.graph.last_of(*slot).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let reads = order.iter().flat_map(awaited);
        let mut writes: Vec<EventId> =
            reads.filter_map(|read| self.last_repetition(read)).collect();
        writes.sort_unstable();
        writes.dedup();
        writes
    }

    /// The write that a read has read, or the last of the updates that follow it in co and repeat
    /// its value, each of which reads the one before. `None` is the initial value.
    fn last_repetition(&self, read: EventId) -> Option<EventId> {
        let event = self.graph.event(read);
        let location = event.label.location().expect("a read has a location");
        let value = event.label.value();
        let mut source = event.rf;
        loop {
            let mut readers = self.graph.readers(location, source);
            let repetition = readers.find_map(|reader| {
                let event = self.graph.event(reader);
                let later = &self.graph.thread(event.thread).events[event.index as usize + 1..];
                let mut group = later.iter().map(|id| (*id, self.graph.event(*id)));
                let (write, _) = group.find(|(_, own)| {
                    own.group != event.group
                        || own.is_write() && own.label.location() == Some(location)
                })?;
                let written = self.graph.event(write);
                (written.group == event.group && written.label.value() == value).then_some(write)
            });
            match (repetition, source) {
                (Some(write), _) => source = Source::Write(write),
                (None, Source::Write(write)) => return Some(write),
                (None, Source::Initial) => return None,
            }
        }
    }

    /// What the last iteration of a waiting thread read, but for the mutexes that it locked: that
    /// others lock them is nothing that it waits for.
    fn last_reads(&self, slot: Slot) -> Vec<EventId> {
        let events = self.last_iteration(slot).unwrap_or_default().iter().copied();
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
        if self.last_iteration(slot)?.iter().any(is_other_choice) {
            return None;
        }
        let reads = self.last_reads(slot);
        reads.iter().all(|read| self.reads_last_value(*read)).then_some(reads)
    }

    /// The events of the iteration in which a thread waits.
    fn last_iteration(&self, slot: Slot) -> Option<&[EventId]> {
        let start = self.state(slot)?.turn_start()? as usize;
        Some(&self.graph.thread(slot).events[start..])
    }

    /// Whether a thread waits for a mutex that was unlocked since, in whatever execution this is.
    pub(crate) fn has_free_lock(&self, order: &[Slot]) -> bool {
        let is_locking = |slot: Slot| {
            let request = self.state(slot).map(interp::Thread::request);
            matches!(request, Some(Request::Blocked(Block::Lock { .. })))
        };
        order.iter().any(|slot| is_locking(*slot) && self.was_unlocked_since(*slot))
    }

    /// Whether the mutex that a thread waits for was unlocked since: then the thread goes on in
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

    /// Whether a read has read the value of the last write in co.
    fn reads_last_value(&self, read: EventId) -> bool {
        let label = self.graph.event(read).label;
        let location = label.location().expect("a read has a location");
        let cell = self.cells.cell(location);
        let last = self.graph.co_last(location);
        let last = self.objects().value(&self.context, self.graph, cell, last);
        label.value() == Some(last)
    }
}

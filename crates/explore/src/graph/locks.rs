//! The choices of mutexes that are only locked and unlocked.
//!
//! Acquiring a mutex is the event ([`Graph::push_lock`](execution::Graph::push_lock)); waiting is
//! none. A lock is scheduled only while its mutex is free, and then there is one way to add it: at
//! the end of the chain. Who comes first is chosen backwards. A pending lock `a`, when it is added,
//! or at the end if its mutex never becomes free, may *overtake* a lock `l` that has acquired the
//! mutex and is no cause of it: `l` is taken back together with everything that was added after it
//! and is no cause of `a`, and `a` acquires the mutex in its place. The thread of `l` is pending
//! again, and acquires the mutex as a new event when it is free.
//!
//! Overtaking is allowed if everything that it deletes is canonical ([`super::canonical`]), which a
//! lock is that has not itself overtaken another one.
//!
//! - *Nothing is missed.* Towards an execution in which `a` comes first and `l` is scheduled before
//!   it, let `l` acquire the mutex, and go on canonically until `a` is next, or until nothing can
//!   run: all that was added meanwhile is canonical, so that `a` overtakes `l`. Where nothing can
//!   run, no lock of the execution that is still to come finds its mutex free but for those that
//!   overtake, so that it is at its end.
//! - *Nothing comes twice.* A lock that has overtaken another one is never deleted, so who comes
//!   first is chosen once.
//!
//! So no graph is explored in which a lock waits for a mutex that is free. Mutexes that are used in
//! other ways as well (tried, locked in an atomic block, destroyed or initialised while in use) are
//! *irregular*, which is a discovery; their locks are atomic updates that may read that the mutex
//! is held, and then wait for ever unless a revisit changes that.

use super::canonical::{Deletion, Revisit};
use super::explorer::{Explorer, Walk};
use super::tree::Choice;
use super::world::World;
use crate::end::End;
use base::{Tags, ThreadId};
use execution::{Acquisition, Cell, EventId, LocationId, ReadKind, Slot, Source, WriteKind};
use interp::{Discovery, Operation, Request, is_free_mutex, mutex_holder};
use models::Model;

/// How large the state of a mutex is.
const MUTEX_SIZE: u8 = 8;

impl<M: Model> Explorer<'_, M> {
    /// Where nothing can run: the locks that may be overtaken by those that wait.
    pub(super) fn offer_overtaking_at_end(&mut self) {
        for (slot, cell) in self.world.waiting_locks() {
            self.offer_overtaking(slot, cell);
        }
    }

    /// The locks that a pending lock may overtake, the last one first. What overtaking an earlier
    /// one deletes contains what overtaking a later one deletes.
    pub(super) fn offer_overtaking(&mut self, slot: Slot, cell: Cell) {
        let Some(location) = self.world.cells.known(cell) else { return };
        let layer = &self.world.layers[self.world.depth];
        let graph = &layer.graph;
        let Some(before) = graph.before_next(slot) else { return };
        let revisit = Revisit { causes: graph.causes(before) };
        let mut deletion = Deletion::new(graph);
        for lock in graph.locks_backwards(location) {
            let stamp = graph.event(lock).stamp;
            if graph.is_cause(lock, before)
                || !deletion.is_canonical_from(stamp, &revisit, layer, &mut self.scratch.canonical)
            {
                break;
            }
            self.tree.choices.push(Choice::Overtake { slot, lock });
        }
    }

    /// Makes the layer above the restricted copy in which the pending lock of `slot` takes the
    /// place of another lock.
    pub(super) fn open_overtaking(&mut self, slot: Slot, lock: EventId) -> Walk<()> {
        let graph = &self.world.layers[self.world.depth].graph;
        let before = graph.before_next(slot);
        let before = before.expect("a lock that overtakes has causes");
        self.scratch.causes.clear();
        self.scratch.causes.extend_from_slice(graph.causes(before));
        self.restrict(lock)?;
        let (operation, _) = self.world.pending_operation(slot);
        let Operation::Read { cell, .. } = operation else { unreachable!("a lock reads") };
        let location = self.world.location(cell)?;
        self.world.check_regular_lock(slot, operation, location)?;
        let first = self.tree.choices.len();
        self.tree.choices.push(Choice::Acquire(Acquisition::Overtaking));
        self.open_frame(slot, None, first);
        self.tree.frames.last_mut().expect("the frame just opened").starts_layer = true;
        Ok(())
    }
}

impl<M: Model> World<'_, M> {
    /// Whether the mutex in a cell is believed to be only locked and unlocked.
    pub(super) fn is_regular(&self, cell: Cell) -> bool {
        self.context.knowledge.has_regular_mutexes(self.allocation(cell))
    }

    fn irregular(&self, cell: Cell) -> End {
        End::Discovered(Discovery::Irregular(self.allocation(cell)))
    }

    /// A mutex must have been initialised before, in an order that is known (else a lock has a
    /// choice of what to read where co is not part of an execution), and be free; and its locks
    /// must be groups of their own.
    pub(super) fn check_regular_lock(
        &self,
        slot: Slot,
        operation: Operation,
        location: LocationId,
    ) -> Walk<()> {
        let Operation::Read { cell, .. } = operation else { unreachable!("a lock reads") };
        let graph = &self.layer().graph;
        let last = graph.co_last(location);
        let value = self.objects().value(&self.context, graph, cell, last);
        let is_regular = is_alone(operation)
            && value.defined().is_some_and(|state| is_free_mutex(cell.address, state))
            && graph.initialisations(location).all(|write| self.is_past(slot, write))
            && self.are_ordered(graph.initialisations(location).collect());
        if is_regular { Ok(()) } else { Err(self.irregular(cell)) }
    }

    /// Whether of any two events one happens before the other.
    fn are_ordered(&self, events: Vec<EventId>) -> bool {
        events.iter().enumerate().all(|(index, first)| {
            let is_ordered = |second: &EventId| {
                self.happens_before(*first, *second) || self.happens_before(*second, *first)
            };
            events[index + 1..].iter().all(is_ordered)
        })
    }

    /// A mutex must not be tried, and must be destroyed only after everything else.
    pub(super) fn check_regular_read(
        &self,
        slot: Slot,
        cell: Cell,
        kind: ReadKind,
        location: LocationId,
    ) -> Walk<()> {
        let graph = &self.layer().graph;
        let mut locks = graph.locks_backwards(location);
        let is_regular = match kind {
            ReadKind::Load | ReadKind::Lock => true,
            ReadKind::TryLock => false,
            ReadKind::Destroy => locks.all(|lock| self.is_past(slot, lock)),
            ReadKind::Exclusive | ReadKind::Initialise => locks.next().is_none(),
        };
        if is_regular || !self.is_regular(cell) { Ok(()) } else { Err(self.irregular(cell)) }
    }

    /// A mutex must not be written once it is in use, unless it is destroyed after everything else.
    pub(super) fn check_regular_write(
        &self,
        slot: Slot,
        cell: Cell,
        kind: WriteKind,
        location: LocationId,
    ) -> Walk<()> {
        match kind {
            WriteKind::Exclusive | WriteKind::Unlock => Ok(()),
            WriteKind::Store => {
                let graph = &self.layer().graph;
                let ends = graph.before_next(slot).is_some_and(|last| graph.is_end_of_mutex(last));
                let mut locks = graph.locks_backwards(location);
                let is_regular = locks.all(|lock| ends && self.is_past(slot, lock));
                if is_regular { Ok(()) } else { Err(self.irregular(cell)) }
            }
        }
    }

    /// Whether an event is before the next event of a thread in every order.
    fn is_past(&self, slot: Slot, event: EventId) -> bool {
        let graph = &self.layer().graph;
        let last = graph.before_next(slot);
        last.is_some_and(|last| {
            graph.group_head(last) == graph.group_head(event) || self.happens_before(event, last)
        })
    }

    /// Who holds the mutex in a cell.
    pub(super) fn holder(&self, cell: Cell) -> Option<ThreadId> {
        let graph = &self.layer().graph;
        match graph.co_last(self.cells.known(cell)?) {
            Source::Initial => None,
            Source::Write(write) => {
                graph.event(write).label.value()?.defined().and_then(mutex_holder)
            }
        }
    }

    /// Whether an operation is a lock that has to wait. A lock of an irregular mutex never has to:
    /// it finds out.
    pub(super) fn waits(&self, operation: Operation) -> bool {
        match operation {
            Operation::Read { cell, kind: ReadKind::Lock, .. } => {
                is_alone(operation) && self.holder(cell).is_some() && self.is_regular(cell)
            }
            _ => false,
        }
    }

    /// The threads that wait for mutexes, and the mutexes.
    pub(super) fn waiting_locks(&self) -> Vec<(Slot, Cell)> {
        let waiting = self.order.iter().filter_map(|slot| {
            self.layer().current[slot.index()]?;
            match *self.slot_state(*slot).request() {
                Request::Visible { operation, .. } if self.waits(operation) => match operation {
                    Operation::Read { cell, .. } => Some((*slot, cell)),
                    _ => unreachable!("a lock reads"),
                },
                _ => None,
            }
        });
        waiting.collect()
    }

    /// Whether the locks of irregular mutexes that wait at the end have seen the last holder. If
    /// the program ends before they get their mutexes, nobody knows what they have seen, and only
    /// one of all is an execution.
    pub(super) fn waits_for_last_holders(&self) -> bool {
        let graph = &self.layer().graph;
        let last = graph.slots().filter_map(|slot| graph.last_of(slot));
        let mut unfinished = last.filter(|last| graph.is_unfinished_lock(*last));
        unfinished.all(|lock| {
            let event = graph.event(lock);
            let location = event.label.location().expect("a lock has a location");
            event.rf == graph.co_last(location)
        })
    }
}

/// Whether a lock is one event of a whole mutex, and no part of something larger that happens at
/// once.
fn is_alone(lock: Operation) -> bool {
    match lock {
        Operation::Read { cell, tags, .. } => {
            cell.size == MUTEX_SIZE && !tags.contains(Tags::ATOMIC_BLOCK)
        }
        _ => false,
    }
}

//! The choices of mutexes that are only locked and unlocked.
//!
//! A lock chooses its place in the order of locks of its mutex, and acquires the mutex when the lock before it
//! unlocks; see [`Graph::push_lock`](execution::Graph::push_lock). It may come after any lock that is waiting, or
//! after the last one that has acquired the mutex. To come before one that has acquired the mutex is a backward
//! revisit: that lock waits then, and what followed from it is deleted, under the conditions of
//! [`super::canonical`].
//!
//! So no execution is explored in which a lock waits for a mutex that is free. Mutexes that are used in other
//! ways as well (tried, destroyed or initialised while in use) are *irregular*, which is a discovery; their locks are
//! atomic updates that may read that the mutex is held, and then wait for ever unless a revisit changes that.

use super::canonical::Revisit;
use super::explorer::{Choice, Explorer, Revisited, Walk, Woken};
use crate::states::StateId;
use crate::tally::End;
use base::Value;
use execution::{Cell, EventId, Label, LocationId, ReadKind, Slot, Source, WriteKind};
use interp::{Block, Discovery, Request, mutex_holder};
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Whether the mutex in a cell is believed to be only locked and unlocked.
    pub(super) fn is_regular(&self, cell: Cell) -> bool {
        self.context.knowledge.has_regular_mutexes(self.allocation(cell))
    }

    fn irregular(&self, cell: Cell) -> End {
        End::Discovered(Discovery::Irregular(self.allocation(cell)))
    }

    /// A mutex must have been initialised before, and be free or held.
    pub(super) fn check_regular_lock(
        &self,
        slot: Slot,
        cell: Cell,
        location: LocationId,
    ) -> Walk<()> {
        let graph = &self.layer().graph;
        let last = graph.co_last(location);
        let value = self.objects().value(&self.context, graph, cell, last);
        let is_mutex = match value.defined() {
            Some(state) => state == 0 || mutex_holder(state).is_some(),
            None => false,
        };
        let is_initialised = graph.last_lock(location) != Source::Initial
            || graph.writes_backwards(location).all(|write| self.is_past(slot, write));
        if is_mutex && is_initialised { Ok(()) } else { Err(self.irregular(cell)) }
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
        let is_regular = match kind {
            ReadKind::Load | ReadKind::Lock => true,
            ReadKind::TryLock => false,
            ReadKind::Destroy => {
                graph.locks_backwards(location).all(|lock| self.is_past(slot, lock))
            }
            ReadKind::Exclusive => graph.last_lock(location) == Source::Initial,
        };
        if is_regular || !self.is_regular(cell) { Ok(()) } else { Err(self.irregular(cell)) }
    }

    /// A mutex must not be written once it is in use.
    pub(super) fn check_regular_write(
        &self,
        cell: Cell,
        kind: WriteKind,
        location: LocationId,
    ) -> Walk<()> {
        match kind {
            WriteKind::Exclusive | WriteKind::Unlock => Ok(()),
            WriteKind::Store | WriteKind::MutexInit => {
                if self.layer().graph.last_lock(location) == Source::Initial {
                    Ok(())
                } else {
                    Err(self.irregular(cell))
                }
            }
        }
    }

    /// Whether an event is before the next event of a thread in every order.
    fn is_past(&self, slot: Slot, event: EventId) -> bool {
        let graph = &self.layer().graph;
        let last = graph.last_of(slot).or(graph.thread(slot).spawn);
        last.is_some_and(|last| {
            graph.group_head(last) == graph.group_head(event) || self.happens_before(event, last)
        })
    }

    /// The places of a pending lock, the last one first.
    pub(super) fn offer_places_of_lock(&mut self, location: LocationId) {
        let graph = &self.layers[self.depth].graph;
        let mut place = graph.last_lock(location);
        while let Source::Write(lock) = place
            && graph.event(lock).is_waiting()
        {
            self.choices.push(Choice::LockAfter(place));
            place = graph.event(lock).co_before;
        }
        self.choices.push(Choice::LockAfter(place));
    }

    /// The locks that a pending lock may overtake, which have acquired the mutex.
    pub(super) fn offer_overtaking(&mut self, slot: Slot, location: LocationId) {
        let layer = &self.layers[self.depth];
        let graph = &layer.graph;
        let is_waiting = |lock: &EventId| graph.event(*lock).is_waiting();
        let acquired = graph.locks_backwards(location).find(|lock| !is_waiting(lock));
        let mut place = acquired.map_or(Source::Initial, Source::Write);
        let before = graph.last_of(slot).or(graph.thread(slot).spawn);
        while let (Source::Write(lock), Some(before)) = (place, before)
            && !graph.is_cause(lock, before)
        {
            let event = graph.event(lock);
            self.causes.clear();
            self.causes.extend_from_slice(graph.causes(before));
            if let Source::Write(unlock) = event.rf {
                join(&mut self.causes, graph.causes(graph.group_end(unlock)));
            }
            let revisit = Revisit { causes: &self.causes };
            if revisit.is_taken(layer, lock, &mut self.scratch) {
                self.choices.push(Choice::Overtake(lock));
            }
            place = event.co_before;
        }
    }

    /// What a lock with this place acquires its mutex from, if the mutex is free for it.
    pub(super) fn released_before(&self, label: &Label, choice: Choice) -> Option<Source> {
        let Choice::LockAfter(place) = choice else { return None };
        let location = label.location().expect("a lock has a location");
        let graph = &self.layer().graph;
        match place {
            // The initialisation.
            Source::Initial => Some(match graph.co_next(location, Source::Initial) {
                None => Source::Initial,
                Some(_) => {
                    let is_initialisation = |write: &EventId| {
                        matches!(
                            graph.event(*write).label,
                            Label::Write { kind: WriteKind::Store | WriteKind::MutexInit, .. }
                        )
                    };
                    let initial = graph.writes_backwards(location).find(is_initialisation);
                    initial.map_or(Source::Initial, Source::Write)
                }
            }),
            Source::Write(lock) => {
                let event = graph.event(lock);
                let held = graph.thread(event.thread).events.get(event.index as usize + 1)?;
                let next = graph.event(*held).co_after?;
                let is_unlock =
                    matches!(graph.event(next).label, Label::Write { kind: WriteKind::Unlock, .. });
                (!event.is_waiting() && is_unlock).then_some(Source::Write(next))
            }
        }
    }

    /// Whether the locks that still wait at the end do so in the order of their threads, and those of irregular mutexes have
    /// seen the last holder. If the program ends before they get their mutexes, nobody knows what they have seen, and only one of
    /// all is an execution.
    pub(super) fn waits_in_order(&self) -> bool {
        let graph = &self.layer().graph;
        let mut unfinished = graph
            .slots()
            .filter_map(|slot| graph.last_of(slot))
            .filter(|last| graph.is_unfinished_lock(*last) && !graph.event(*last).is_waiting());
        unfinished.all(|lock| {
            let event = graph.event(lock);
            let location = event.label.location().expect("a lock has a location");
            event.rf == graph.co_last(location)
        }) && graph.locations().all(|location| {
            let locks = graph.locks_backwards(location).map(|lock| graph.event(lock));
            locks
                .take_while(|lock| lock.is_waiting())
                .map(|lock| self.slots.thread(lock.thread))
                .is_sorted_by(|later, earlier| later > earlier)
        })
    }

    /// How a thread stands whose lock waits.
    pub(super) fn waiting_lock(&self, lock: EventId) -> Block {
        let graph = &self.layer().graph;
        let event = graph.event(lock);
        let location = event.label.location().expect("a lock has a location");
        let holder = match event.co_before {
            Source::Write(before) => self.slots.thread(graph.event(before).thread),
            Source::Initial => unreachable!("the first lock does not wait"),
        };
        Block::Lock { mutex: self.cells.cell(location).address, holder }
    }

    /// Wakes the lock that comes after the one that has just been unlocked.
    pub(super) fn wake_next(&mut self, unlock: EventId, location: LocationId) -> Walk<()> {
        let graph = &self.layer().graph;
        let mut waiting = None;
        for lock in graph.locks_backwards(location) {
            if !graph.event(lock).is_waiting() {
                break;
            }
            waiting = Some(lock);
        }
        let Some(lock) = waiting else { return Ok(()) };
        let event = *graph.event(lock);
        let layer = self.layer_mut();
        layer.graph.wake(lock, Source::Write(unlock));
        layer.model.wake(&layer.graph, lock);
        let asleep = layer.current[event.thread.index()].expect("the thread is in the graph");
        let frame = self.frames.last_mut().expect("an event belongs to a node");
        let by = frame.pushed;
        frame.woken = Some(Woken { lock, slot: event.thread, asleep, by });
        let mut state = self.states.copy(StateId(event.snapshot));
        self.run_thread(&mut state, Some(Value::ZERO))?;
        let state = self.states.push(state);
        self.layer_mut().current[event.thread.index()] = Some(state);
        self.check_request(event.thread)
    }

    /// Takes back that a lock was woken.
    pub(super) fn put_back_to_sleep(&mut self, woken: Woken) {
        let layer = self.layer_mut();
        layer.graph.sleep(woken.lock);
        layer.current[woken.slot.index()] = Some(woken.asleep);
    }

    /// Gives the threads of locks that wait again after a restriction the state of one that waits.
    pub(super) fn put_locks_to_sleep(&mut self) {
        for index in 0..self.order.len() {
            let slot = self.order[index];
            let graph = &self.layer().graph;
            let Some(last) = graph.last_of(slot) else { continue };
            let event = *graph.event(last);
            if event.is_waiting() && !matches!(self.slot_state(slot).request(), Request::Blocked(_))
            {
                let mut state = self.states.copy(StateId(event.snapshot));
                state.block(self.waiting_lock(last));
                let state = self.states.push(state);
                self.layer_mut().current[slot.index()] = Some(state);
            }
        }
    }

    /// Makes the layer above the restricted copy in which the pending lock of `slot` takes the place of another
    /// lock.
    pub(super) fn open_overtaking(&mut self, slot: Slot, lock: EventId) -> Walk<()> {
        let graph = &self.layers[self.depth].graph;
        let event = *graph.event(lock);
        let before = graph.last_of(slot).or(graph.thread(slot).spawn);
        let before = before.expect("a lock that overtakes has causes");
        self.causes.clear();
        self.causes.extend_from_slice(graph.causes(before));
        if let Source::Write(unlock) = event.rf {
            join(&mut self.causes, graph.causes(graph.group_end(unlock)));
        }
        self.restrict(lock)?;
        let place = match event.co_before {
            Source::Initial => Source::Initial,
            Source::Write(before) => {
                let kept = self.renamed[before.index()];
                Source::Write(kept.expect("what a lock acquired its mutex from is kept"))
            }
        };
        let first = self.choices.len();
        self.choices.push(Choice::LockAfter(place));
        let revisited = Revisited { slot: event.thread, stamp: event.stamp };
        self.open_frame(slot, Some(revisited), first);
        Ok(())
    }

    /// Adds the pending lock, and after it the one that it overtakes.
    pub(super) fn apply_overtaking(
        &mut self,
        slot: Slot,
        place: Source,
        overtaken: Revisited,
    ) -> Walk<bool> {
        if !self.apply(slot, Choice::LockAfter(place))? {
            return Ok(false);
        }
        let lock = self.layer().graph.last_of(slot).expect("the lock was just added");
        let behind = Choice::LockAfter(Source::Write(lock));
        self.was_in_group = true;
        self.apply_with_stamp(overtaken.slot, behind, Some(overtaken.stamp))
    }
}

/// The least clock that contains two.
fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}

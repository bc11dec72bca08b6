//! Threads that wait for each other for ever, and misuse of joins.
//!
//! A deadlock is a state that a run can reach in which a thread waits for ever, and main has not
//! returned. There are two ways to know that a thread does:
//!
//! 1. It waits for the holder of the mutex that it wants, or for the thread that it joins, and
//!    following these ends in a cycle or in a thread that has ended while holding the mutex. What
//!    threads outside of that chain do does not matter: one that fails could as well do so later,
//!    so a deadlock beside an assertion is one, too; and one that ends the program could as well do
//!    that later, main by returning or another one by exiting. (If the chain ends in main, which
//!    has returned, it does not count: there was no such state before main returned.)
//! 2. The execution is at rest ([`crate::rest`]), and a mutex or a call of a library holds the
//!    thread: whatever could release it has ended, is held, too, or spins for ever.

use super::explorer::Explorer;
use super::world::World;
use crate::end::End;
use crate::endings::waits_for_ever;
use base::{ThreadId, ViolationKind};
use execution::{EventId, Label, ReadKind, Slot, Source};
use interp::{Block, Failure, Operation, Request};
use models::Model;
use safety::rules::messages;

impl<M: Model> Explorer<'_, M> {
    /// S7 ([`safety::rules`]): looks for threads that wait for each other in an execution in which
    /// nothing can run. Returns whether there are some.
    pub(super) fn check_chains(&mut self) -> Result<bool, End> {
        // A thread that is stuck in an atomic block keeps all others from running.
        if self.world.order.iter().any(|slot| self.world.is_stuck_in_block(*slot)) {
            return Ok(false);
        }
        // This is not how a run ends: a thread that goes on may be the one that main waits for.
        if self.world.scene().has_free_lock(&self.world.order) {
            return Ok(false);
        }
        let program = self.world.context.program;
        let has_ended = |thread: ThreadId| {
            self.world.thread_state(thread).is_some_and(|state| {
                matches!(state.request(), Request::Finished(_))
                    && !(thread == ThreadId::MAIN && state.has_returned(program))
            })
        };
        let slots: Vec<Slot> =
            self.world.layer().graph.slots().take(self.world.slots.len()).collect();
        for slot in slots {
            let first = self.world.slots.thread(slot);
            if waits_for_ever(first, |thread| self.world.waits_for(thread), has_ended) {
                let failure = Failure::new(ViolationKind::Deadlock, messages::DEADLOCK);
                self.violation(slot, failure, &[])?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// S11: a thread is about to wait for the end of another one.
    pub(super) fn check_join(&mut self, slot: Slot, thread: ThreadId) -> Result<(), End> {
        if self.world.thread_state(thread).is_some() {
            return Ok(());
        }
        let failure = Failure::new(ViolationKind::ThreadMisuse, messages::NEVER_CREATED);
        self.violation(slot, failure, &[])
    }

    /// S11: a thread has been joined.
    pub(super) fn check_double_join(&mut self, id: EventId, thread: ThreadId) -> Result<(), End> {
        let graph = &self.world.layer().graph;
        let same =
            |label: Label| matches!(label, Label::Join { thread: other, .. } if other == thread);
        let earlier = graph.events().find(|(other, event)| *other != id && same(event.label));
        let Some((earlier, _)) = earlier else {
            return Ok(());
        };
        for (earlier, later) in [(earlier, id), (id, earlier)] {
            if !self.world.happens_before(later, earlier) {
                let slot = self.world.layer().graph.event(later).thread;
                let message = format!("{thread} is joined twice");
                let failure = Failure::new(ViolationKind::ThreadMisuse, message);
                self.violation(slot, failure, &[earlier, later])?;
            }
        }
        Ok(())
    }
}

impl<M: Model> World<'_, M> {
    /// Whether a thread has stopped inside of an atomic block. A block whose first event is a lock
    /// that waits has not begun.
    pub(super) fn is_stuck_in_block(&self, slot: Slot) -> bool {
        let layer = self.layer();
        let Some(state) = layer.current[slot.index()].map(|state| self.states.get(state)) else {
            return false;
        };
        let waits_to_begin = || {
            let last = layer.graph.last_of(slot);
            let is_first = last.is_some_and(|last| layer.graph.event(last).offset == 0);
            is_first && matches!(state.request(), Request::Blocked(Block::Lock { .. }))
        };
        state.is_inside_atomic_block() && !waits_to_begin()
    }

    /// The thread that a thread waits for in vain.
    pub(super) fn waits_for(&self, thread: ThreadId) -> Option<ThreadId> {
        let slot = self.slots.find(thread)?;
        let state = self.thread_state(thread)?;
        match state.request() {
            Request::Blocked(Block::Lock { holder, .. }) => {
                // If the mutex was released since, it is free to go on in another execution.
                let graph = &self.layer().graph;
                let read = graph.event(graph.last_of(slot)?);
                let Source::Write(write) = read.rf else {
                    return None;
                };
                graph.event(write).co_after.is_none().then_some(*holder)
            }
            Request::Visible { operation: Operation::Join { thread }, .. } => Some(*thread),
            Request::Visible {
                operation: Operation::Read { cell, kind: ReadKind::Lock, .. },
                ..
            } => self.holder(*cell),
            _ => None,
        }
    }
}

//! Threads that wait for each other for ever, and misuse of joins.
//!
//! A deadlock is a state that a run can reach in which a thread waits for ever, and main has not
//! returned. A thread waits for the holder of the mutex that it wants, or for the thread that it
//! joins. Following these from a waiting thread ends in a cycle or in a thread that has ended while
//! holding the mutex, which is a deadlock, or in one that is stopped by an assumption, a spin loop
//! or an assertion, which is none. What threads outside of that chain do does not matter: one that
//! fails could as well do so later, so a deadlock beside an assertion is one, too. A function of a
//! library that waits does so for anybody, so it waits for ever if nobody else can go on.

use super::explorer::Explorer;
use super::world::World;
use crate::end::End;
use crate::endings::waits_for_ever;
use base::{ThreadId, ViolationKind};
use execution::{EventId, Label, ReadKind, Slot, Source};
use interp::{Block, Failure, Operation, Request};
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Looks for a deadlock in an execution in which nothing can run.
    pub(super) fn check_deadlock(&mut self) -> Result<(), End> {
        let ended = |thread: ThreadId| {
            self.world
                .thread_state(thread)
                .is_some_and(|state| matches!(state.request(), Request::Finished(_)))
        };
        // When main returns, the program ends, and nobody waits.
        let main = self.world.thread_state(ThreadId::MAIN);
        if main.is_some_and(|main| main.has_returned(self.world.context.program)) {
            return Ok(());
        }
        // A thread that is stuck in an atomic block keeps all others from running.
        if self.world.order.iter().any(|slot| self.world.is_stuck_in_block(*slot)) {
            return Ok(());
        }
        // This is not how a run ends: whoever goes on may be the one that main waits for.
        if self.world.scene().has_free_lock(&self.world.order) {
            return Ok(());
        }
        let slots: Vec<Slot> =
            self.world.layer().graph.slots().take(self.world.slots.len()).collect();
        for slot in slots {
            let first = self.world.slots.thread(slot);
            let deadlocked = waits_for_ever(first, |thread| self.world.waits_for(thread), ended);
            if deadlocked {
                let failure = Failure::new(ViolationKind::Deadlock, "deadlock");
                return self.violation(slot, failure, &[]);
            }
        }
        self.check_waiting_calls()
    }

    /// Looks for a function of a library that waits for ever.
    fn check_waiting_calls(&mut self) -> Result<(), End> {
        let Some(slot) = self.world.scene().find_waiting_call(&self.world.order) else {
            return Ok(());
        };
        self.violation(slot, Failure::new(ViolationKind::Deadlock, "deadlock"), &[])
    }

    /// A thread is about to wait for the end of another one.
    pub(super) fn check_join(&mut self, slot: Slot, thread: ThreadId) -> Result<(), End> {
        if self.world.thread_state(thread).is_some() {
            return Ok(());
        }
        let message = "join of a thread that was never created";
        self.violation(slot, Failure::new(ViolationKind::ThreadMisuse, message), &[])
    }

    /// A thread has been joined.
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

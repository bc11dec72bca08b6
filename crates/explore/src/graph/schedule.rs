//! Whose event comes next.
//!
//! Any rule does that depends on the graph alone; this one finishes groups and else takes the first
//! thread that can run.

use super::world::World;
use execution::{EventId, ReadKind, Slot};
use interp::{Operation, Request};
use models::Model;

/// What comes next.
pub(super) struct Next {
    pub(super) slot: Option<Slot>,
    /// Whether a group is in the middle.
    pub(super) is_in_group: bool,
    /// Whether a thread has done something wrong.
    pub(super) has_failures: bool,
}

impl<M: Model> World<'_, M> {
    /// The thread whose event is next: one in the middle of a group, else the first in the order
    /// that can run. A revisit may leave two groups unfinished, that of the write and that of the
    /// read, which depends on it; the one with the newer event goes first.
    pub(super) fn next_thread(&self) -> Next {
        let layer = self.layer();
        let mut first = None;
        let mut unfinished: Option<(u32, Slot)> = None;
        let mut has_failures = false;
        for &slot in &self.order {
            let Some(state) = layer.current[slot.index()] else { continue };
            match self.states.get(state).request() {
                Request::Visible { operation, grouped: true } => {
                    let last = layer.graph.last_of(slot).expect("a group has begun");
                    if self.can_happen_at_once(last, *operation) {
                        let newest = (layer.graph.event(last).stamp, slot);
                        unfinished = unfinished.max(Some(newest));
                    }
                }
                Request::Visible { operation, .. }
                    if first.is_none() && self.is_enabled(*operation) =>
                {
                    first = Some(slot);
                }
                Request::Failed(_) => has_failures = true,
                _ => {}
            }
        }
        let slot = unfinished.map(|(_, slot)| slot).or(first);
        Next { slot, is_in_group: unfinished.is_some(), has_failures }
    }

    pub(super) fn is_enabled(&self, operation: Operation) -> bool {
        match operation {
            Operation::Join { thread } => self
                .thread_state(thread)
                .is_some_and(|state| matches!(state.request(), Request::Finished(_))),
            Operation::Read { kind: ReadKind::Lock, .. } => !self.waits(operation),
            _ => true,
        }
    }

    /// Whether an operation can happen at once with an event. A thread cannot be joined if anything
    /// it did comes after the event.
    pub(super) fn can_happen_at_once(&self, event: EventId, operation: Operation) -> bool {
        let Operation::Join { thread } = operation else { return true };
        let slot = self.slots.find(thread);
        let end = slot.and_then(|slot| self.layer().graph.last_of(slot));
        let is_later = end.is_some_and(|end| self.happens_before(event, end));
        self.is_enabled(operation) && !is_later
    }
}

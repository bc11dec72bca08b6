//! What only shows where nothing can run any more: memory that is left behind, and threads that
//! wait for each other. What else they wait for says [`crate::rest`].

use crate::scene::Scene;
use base::{ObjectId, ThreadId};
use execution::{Label, Slot};
use interp::{ObjectState, Thread};
use program::AllocationKind;

/// S7 ([`safety::rules`]): whether a thread waits for ever, following who waits for whom: that ends
/// in a cycle, or in a thread that has ended.
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
    pub(crate) fn state(&self, slot: Slot) -> Option<&Thread> {
        self.current[slot.index()].map(|state| self.states.get(state))
    }

    /// S10: an allocation that the execution leaves behind: the thread that made it, and its size.
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
}

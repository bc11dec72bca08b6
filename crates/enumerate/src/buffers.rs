//! What waits in a buffer, and when it may be done.

use base::{Ordering, Tags};
use execution::{Label, WriteKind};
use interp::Operation;

/// The buffers between a thread and the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffers {
    /// None: SC.
    None,
    /// One for each thread: TSO.
    PerThread,
    /// One for each thread and location, with store barriers: PSO.
    PerLocation,
}

impl Buffers {
    /// Whether an operation waits until its thread's buffers are empty, and is then done at once.
    pub fn drains(self, operation: &Operation) -> bool {
        match operation {
            _ if self == Buffers::None => true,
            Operation::Read { kind, tags, .. } => {
                kind.may_update() || tags.contains(Tags::ATOMIC_BLOCK)
            }
            Operation::Write { kind, ordering, tags, .. } => {
                *kind != WriteKind::Store
                    || *ordering == Ordering::SeqCst
                    || tags.contains(Tags::ATOMIC_BLOCK)
            }
            Operation::Fence { ordering, tags } => {
                *ordering == Ordering::SeqCst || tags.contains(Tags::ATOMIC_BLOCK)
            }
            Operation::Spawn { .. } | Operation::Join { .. } => true,
            Operation::Free { .. } | Operation::Choose { .. } => false,
        }
    }

    /// Whether an event goes through the buffer.
    pub fn hold(self, label: &Label) -> bool {
        match label {
            Label::Write { .. } | Label::Free { .. } => true,
            Label::Fence { ordering, .. } => {
                self == Buffers::PerLocation
                    && matches!(ordering, Ordering::Release | Ordering::AcquireRelease)
            }
            _ => false,
        }
    }

    /// Whether what entered a thread's buffer first has to leave it first.
    pub fn are_in_order(self, first: &Label, second: &Label) -> bool {
        match (self, first, second) {
            (
                Buffers::PerLocation,
                Label::Write { location, .. },
                Label::Write { location: other, ordering, .. },
            ) => {
                location == other
                    || matches!(ordering, Ordering::Release | Ordering::AcquireRelease)
            }
            (Buffers::PerLocation, Label::Free { .. }, Label::Write { ordering, .. }) => {
                matches!(ordering, Ordering::Release | Ordering::AcquireRelease)
            }
            _ => true,
        }
    }
}

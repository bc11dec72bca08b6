//! Models in which one order of everything explains an execution: SC, TSO and PSO.
//!
//! ```text
//! let fr = rf^-1; co
//! acyclic ppo | rfe | co | fr          (over groups: the events of a group happen at once)
//! acyclic po-loc | rf | co | fr        (coherence)
//! ```
//!
//! The order is that in which reads are done and writes reach the memory. The models differ in
//! *ppo*, what they preserve of program order; with less of it, writes wait in a buffer while the
//! thread goes on. A thread reads its own writes early, so rf inside of a thread (rfi) orders
//! nothing. (`genmc` App. A.1 and A.2, in the form of Alglave et al. for SC, TSO and PSO;
//! `chronological-traces` §2 has the buffers.)
//!
//! Atomicity of read-modify-writes needs no axiom of its own: a write between the read part's
//! source and the write part would be after the read part and before the write part, which is a
//! cycle through their group. Creation and joining of threads are part of ppo.

pub mod axioms;
mod incremental;

pub use incremental::Global;

use base::{Ordering, Tags};
use execution::{Label, ReadKind, WriteKind};

/// What a model preserves of program order.
pub trait Preserved: Clone + Default + std::fmt::Debug {
    /// The name of the model on the command line.
    const NAME: &'static str;

    /// Whether the model orders two events that po orders like this, whatever is between them.
    fn keeps(first: &Label, second: &Label) -> bool;

    /// Whether whatever precedes `first` in po and is ordered before `second` is ordered before
    /// `first` too, which is itself ordered before `second`.
    fn settles(first: &Label, second: &Label) -> bool;

    /// Whether everything in other threads of which an event like this is a cause comes after the
    /// writes before it in po.
    fn publishes(label: &Label) -> bool;
}

/// What an event is for a machine with store buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Is done at once. Also what orders nothing by itself.
    Read,
    /// Waits in the buffer.
    Write,
    /// Keeps the writes before it from being overtaken by those after it.
    StoreBarrier,
    /// Leaves the buffer empty: a full fence, every locked instruction (successful or not), every
    /// operation on mutexes but their initialisation and their end, and on threads, a seq_cst
    /// store, and whatever is in an atomic block.
    Drain,
}

impl Class {
    /// The class of an event. How C11's orders map to it is what a compiler for x86 does, with a
    /// store barrier where that compiler needs to do nothing.
    pub fn of(label: &Label) -> Class {
        match label {
            Label::Read { tags, .. } | Label::Write { tags, .. } | Label::Fence { tags, .. }
                if tags.contains(Tags::ATOMIC_BLOCK) =>
            {
                Class::Drain
            }
            Label::Read {
                kind: ReadKind::Load | ReadKind::Initialise | ReadKind::Destroy, ..
            }
            | Label::Choose { .. } => Class::Read,
            Label::Write { kind: WriteKind::Store, ordering: Ordering::SeqCst, .. }
            | Label::Fence { ordering: Ordering::SeqCst, .. } => Class::Drain,
            Label::Write { kind: WriteKind::Store, .. } | Label::Free { .. } => Class::Write,
            Label::Fence { ordering: Ordering::Release | Ordering::AcquireRelease, .. } => {
                Class::StoreBarrier
            }
            Label::Fence { .. } => Class::Read,
            Label::Read { .. } | Label::Write { .. } | Label::Spawn { .. } | Label::Join { .. } => {
                Class::Drain
            }
        }
    }
}

//! The machines: how what threads store reaches the memory.
//!
//! SC has no buffers, TSO one for each thread (`chronological-traces` App. A.2), PSO one for each
//! thread and location (App. C.1). Beyond the paper, C11's orders act as a compiler for these
//! machines maps them: a seq_cst store, a locked instruction and every operation on mutexes and
//! threads wait for empty buffers and are then done at once; on PSO a release store waits for the
//! thread's older stores, and a release fence keeps younger stores behind older ones. The end of an
//! object's life goes through the buffers like a release store.

use super::actor::Buffer;
use super::configuration::Entry;
use base::{Ordering, Tags};
use execution::{Graph, LocationId, WriteKind};
use interp::Operation;
use models::global::axioms::happens_before;
use models::pso::PartialStoreOrder;
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use relation::Relation;

/// How stores reach the memory.
pub trait Buffering {
    /// The name of the memory model.
    const NAME: &'static str;
    /// Whether stores wait in a buffer.
    const IS_BUFFERED: bool;
    /// Whether each location has a buffer of its own.
    const IS_PER_LOCATION: bool;
    /// Whether the memory orders the stores that reach it, and not only what reads find.
    const ORDERS_WRITES: bool = true;

    /// Which events come before which in every order of an execution, by the axioms of the model
    /// and not by the machine.
    fn order(graph: &Graph) -> Relation;
}

/// Sequential consistency: no buffers.
#[derive(Clone, Copy, Debug)]
pub struct Sc;

/// Sequential consistency, without an order of stores that nobody reads (`super::unordered`).
#[derive(Clone, Copy, Debug)]
pub struct Observers;

/// Total store order: one buffer for each thread.
#[derive(Clone, Copy, Debug)]
pub struct Tso;

/// Partial store order: one buffer for each thread and location.
#[derive(Clone, Copy, Debug)]
pub struct Pso;

impl Buffering for Sc {
    const NAME: &'static str = "sc";
    const IS_BUFFERED: bool = false;
    const IS_PER_LOCATION: bool = false;

    fn order(graph: &Graph) -> Relation {
        happens_before::<ProgramOrder>(graph)
    }
}

impl Buffering for Observers {
    const NAME: &'static str = "sc";
    const IS_BUFFERED: bool = false;
    const IS_PER_LOCATION: bool = false;
    const ORDERS_WRITES: bool = false;

    fn order(graph: &Graph) -> Relation {
        Sc::order(graph)
    }
}

impl Buffering for Tso {
    const NAME: &'static str = "tso";
    const IS_BUFFERED: bool = true;
    const IS_PER_LOCATION: bool = false;

    fn order(graph: &Graph) -> Relation {
        happens_before::<TotalStoreOrder>(graph)
    }
}

impl Buffering for Pso {
    const NAME: &'static str = "pso";
    const IS_BUFFERED: bool = true;
    const IS_PER_LOCATION: bool = true;

    fn order(graph: &Graph) -> Relation {
        happens_before::<PartialStoreOrder>(graph)
    }
}

/// Whether an operation waits until its thread's buffers are empty, and then acts on the memory at
/// once.
pub(super) fn drains<B: Buffering>(operation: &Operation) -> bool {
    !B::IS_BUFFERED || is_locked(operation)
}

/// Into which buffer something goes: a store to a location, or the end of an object's life.
pub(super) fn buffer<B: Buffering>(location: Option<LocationId>) -> Buffer {
    match location {
        _ if !B::IS_PER_LOCATION => Buffer::Whole,
        Some(location) => Buffer::Location(location),
        None => Buffer::Ends,
    }
}

/// Whether the hardware leaves the buffers empty for an operation.
fn is_locked(operation: &Operation) -> bool {
    match operation {
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

/// Whether the older of two entries of a thread's buffers has to leave them first. `share_location`
/// says whether they write a common location.
pub(super) fn are_in_order<B: Buffering>(
    older: &Entry,
    newer: &Entry,
    share_location: impl FnOnce() -> bool,
) -> bool {
    !B::IS_PER_LOCATION || newer.waits_for_all || older.epoch < newer.epoch || share_location()
}

//! PSO: each thread has a buffer for each location, so that its writes to different locations
//! overtake each other.
//!
//! ```text
//! let ppo = [R]; po | [W]; po-loc; [W]
//!         | [W]; po; [Release | StoreBarrier] | [StoreBarrier]; po; [W | StoreBarrier]
//!         | po; [Drain] | [Drain]; po
//! ```
//!
//! A release store waits for the thread's earlier writes, and a release fence is a store barrier:
//! that is what a compiler emits for them. Reads are never overtaken by what follows them, so
//! acquire needs nothing. The end of an object's life is ordered like a release store.

use crate::global::{Class, Global, Preserved};
use base::Ordering;
use execution::Label;

/// PSO, following a graph.
pub type Pso = Global<PartialStoreOrder>;

/// Program order without that from writes to later reads and to later writes to other locations.
#[derive(Clone, Copy, Default, Debug)]
pub struct PartialStoreOrder;

/// Whether a write waits for all earlier ones.
fn is_release(label: &Label) -> bool {
    match label {
        Label::Write { ordering, .. } => {
            matches!(ordering, Ordering::Release | Ordering::AcquireRelease | Ordering::SeqCst)
        }
        _ => true,
    }
}

impl Preserved for PartialStoreOrder {
    const NAME: &'static str = "pso";

    fn keeps(first: &Label, second: &Label) -> bool {
        match (Class::of(first), Class::of(second)) {
            (Class::Drain, _) | (_, Class::Drain) | (Class::Read, _) => true,
            (Class::Write | Class::StoreBarrier, Class::Read) => false,
            (Class::Write, Class::Write) => {
                is_release(second) || first.location() == second.location()
            }
            (Class::StoreBarrier, Class::Write)
            | (Class::Write | Class::StoreBarrier, Class::StoreBarrier) => true,
        }
    }

    fn settles(first: &Label, second: &Label) -> bool {
        match (Class::of(first), Class::of(second)) {
            (Class::Drain, _) | (Class::Read, Class::Read) => true,
            (Class::StoreBarrier, Class::Write | Class::StoreBarrier) => true,
            (Class::Write, Class::Write) => {
                !is_release(second) && first.location() == second.location()
            }
            _ => false,
        }
    }

    fn publishes(label: &Label) -> bool {
        Class::of(label) == Class::Drain
    }
}

//! TSO: each thread has a buffer, from which its writes reach the memory one after the other.
//!
//! ```text
//! let ppo = po \ (W * R) | po; [Drain] | [Drain]; po
//! ```
//!
//! (x86-TSO; `genmc` App. A.2.) What drains the buffer is listed at [`Class::Drain`].

use crate::global::{Class, Global, Preserved};
use execution::Label;

/// TSO, following a graph.
pub type Tso = Global<TotalStoreOrder>;

/// Program order without that from writes to later reads.
#[derive(Clone, Copy, Default, Debug)]
pub struct TotalStoreOrder;

/// On TSO, writes are in order without a barrier.
fn class(label: &Label) -> Class {
    match Class::of(label) {
        Class::StoreBarrier => Class::Read,
        class => class,
    }
}

impl Preserved for TotalStoreOrder {
    const NAME: &'static str = "tso";

    fn keeps(first: &Label, second: &Label) -> bool {
        (class(first), class(second)) != (Class::Write, Class::Read)
    }

    fn settles(first: &Label, second: &Label) -> bool {
        match (class(first), class(second)) {
            (Class::Drain, _) => true,
            // Reads and writes before a write are before it.
            (Class::Write, second) => second != Class::Read,
            (_, second) => second == Class::Read,
        }
    }

    fn publishes(_label: &Label) -> bool {
        // Others learn of an event from a later write, which waits for the earlier ones.
        true
    }
}

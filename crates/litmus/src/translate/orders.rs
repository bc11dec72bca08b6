//! Which of C11's orders has an access or a fence, and under which models is that all it says?
//!
//! The accesses and fences of C11 have their own. An access of a machine, or of the kernel, is
//! relaxed: SC and machines with store buffers ask no access for an order. A fence that orders
//! everything is seq_cst, one that orders stores is a release fence, which is a store barrier to
//! those machines, and any other is an acquire fence, which is nothing to them.

use crate::tree::{Architecture, Test};
use base::{Ordering, TagSet, Tags, tags};

/// The order of an access with these tags.
pub(super) fn of_access(tags: Tags) -> Ordering {
    let otherwise = if tags.contains(tags!["NA"]) { Ordering::Plain } else { Ordering::Relaxed };
    of_c11(tags).unwrap_or(otherwise)
}

/// The order of a fence with these tags.
pub(super) fn of_fence(tags: Tags) -> Ordering {
    let all = tags.iter().fold(TagSet::NONE, TagSet::and);
    let otherwise = if all.has_any(TagSet::FULL_FENCES) {
        Ordering::SeqCst
    } else if tags.contains(tags!["SFENCE"]) {
        Ordering::Release
    } else {
        Ordering::Acquire
    };
    of_c11(tags).unwrap_or(otherwise)
}

fn of_c11(tags: Tags) -> Option<Ordering> {
    let orders = [
        (tags!["RLX"], Ordering::Relaxed),
        (tags!["ACQ"], Ordering::Acquire),
        (tags!["REL"], Ordering::Release),
        (tags!["ACQ_REL"], Ordering::AcquireRelease),
        (tags!["SC"], Ordering::SeqCst),
    ];
    orders.into_iter().find(|(tag, _)| tags.contains(*tag)).map(|(_, order)| order)
}

/// Under which models a program means what its test does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Under those of C11, SC, and machines with store buffers.
    C11,
    /// Under SC and machines with store buffers.
    StoreBuffers,
    /// Under SC, to which nothing matters that a program does not say.
    OnlySc,
}

impl Meaning {
    pub fn of(test: &Test) -> Meaning {
        match test.architecture {
            Architecture::C if test.is_kernel() => Meaning::OnlySc,
            Architecture::C => Meaning::C11,
            Architecture::X86 | Architecture::X86_64 => Meaning::StoreBuffers,
            Architecture::Power
            | Architecture::Arm
            | Architecture::AArch64
            | Architecture::RiscV => Meaning::OnlySc,
        }
    }
}

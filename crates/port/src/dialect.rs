//! A shape as a litmus test, in one of a few languages: x86, Power, AArch64, C11 and the C of the
//! Linux kernel. Which fences and orders there are to try depends on what both models name: a test
//! with others would have no certain answer.
//!
//! In C11, all reads of a test have one order, and all writes: tests with mixtures are not made.
//! The same holds for acquires and releases of AArch64, which are not combined with dependencies.

mod assembly;
mod c;

use crate::Model;
use crate::cycle::{Access, Order};
use crate::shape::{Shape, Thread};
use base::{TagSet, Tags, tags};
use litmus::tree::Architecture;

/// The language of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    X86,
    Power,
    AArch64,
    C11,
    Kernel,
}

/// A fence, as the dialect spells it and as names of tests have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fence {
    pub(crate) instruction: &'static str,
    pub(crate) name: &'static str,
    tag: Tags,
}

const fn fence(instruction: &'static str, name: &'static str, tag: Tags) -> Fence {
    Fence { instruction, name, tag }
}

const FENCES_OF_X86: &[Fence] = &[fence("MFENCE", "mfence", tags!["MFENCE"])];
const FENCES_OF_POWER: &[Fence] =
    &[fence("lwsync", "lwsync", tags!["LWSYNC"]), fence("sync", "sync", tags!["SYNC"])];
const FENCES_OF_AARCH64: &[Fence] = &[
    fence("DMB LD", "dmb.ld", tags!["DMB.LD"]),
    fence("DMB ST", "dmb.st", tags!["DMB.ST"]),
    fence("DMB SY", "dmb.sy", tags!["DMB.SY"]),
];
const FENCES_OF_C11: &[Fence] = &[
    fence("atomic_thread_fence(memory_order_acq_rel);", "fence.acq_rel", tags!["ACQ_REL"]),
    fence("atomic_thread_fence(memory_order_seq_cst);", "fence.sc", tags!["SC"]),
];
const FENCES_OF_THE_KERNEL: &[Fence] = &[
    fence("smp_rmb();", "rmb", tags!["Rmb"]),
    fence("smp_wmb();", "wmb", tags!["Wmb"]),
    fence("smp_mb();", "mb", tags!["Mb"]),
];

/// How the reads and the writes of a test are ordered by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Annotation {
    pub(crate) read: &'static str,
    pub(crate) write: &'static str,
}

/// How an order is spelled, and the tag that it gives.
type Spelled = (&'static str, Tags);

const PLAIN: Annotation = Annotation { read: "", write: "" };

impl Dialect {
    /// The language in which two models can be told apart.
    pub(crate) fn of(source: &Model, target: &Model) -> Dialect {
        let tags = [source, target].map(|model| model.primitives.tags());
        let one_names = |wanted: Tags| tags.iter().any(|own| own.has_any(wanted.into()));
        if one_names(tags!["Once", "Plain"]) {
            Dialect::Kernel
        } else if one_names(tags!["RLX", "ACQ"]) {
            Dialect::C11
        } else if one_names(tags!["L", "Q"]) {
            Dialect::AArch64
        } else if one_names(tags!["MFENCE"]) && !one_names(tags!["SYNC"]) {
            Dialect::X86
        } else {
            Dialect::Power
        }
    }

    fn fences(self) -> &'static [Fence] {
        match self {
            Dialect::X86 => FENCES_OF_X86,
            Dialect::Power => FENCES_OF_POWER,
            Dialect::AArch64 => FENCES_OF_AARCH64,
            Dialect::C11 => FENCES_OF_C11,
            Dialect::Kernel => FENCES_OF_THE_KERNEL,
        }
    }

    pub(crate) fn fence(self, place: usize) -> Fence {
        self.fences()[place]
    }

    /// The language of an architecture, if tests can be made in it.
    pub(crate) fn of_architecture(architecture: Architecture) -> Option<Dialect> {
        match architecture {
            Architecture::X86 | Architecture::X86_64 => Some(Dialect::X86),
            Architecture::Power => Some(Dialect::Power),
            Architecture::AArch64 => Some(Dialect::AArch64),
            Architecture::C => Some(Dialect::C11),
            Architecture::Arm | Architecture::RiscV => None,
        }
    }

    /// What can be between two accesses, of fences that are known.
    pub(crate) fn orders(self, is_known: &dyn Fn(TagSet) -> bool) -> Vec<Order> {
        let mut orders = vec![Order::Po, Order::PoLoc];
        match self {
            Dialect::X86 | Dialect::C11 | Dialect::Kernel => {}
            Dialect::Power | Dialect::AArch64 => {
                orders.extend([Order::Addr, Order::Data, Order::Ctrl]);
            }
        }
        let fences = self.fences().iter().enumerate();
        let known = fences.filter(|(_, fence)| is_known(fence.tag.into()));
        orders.extend(known.map(|(place, _)| Order::Fence(place)));
        orders
    }

    /// How reads and writes can be ordered by themselves, in ways that are known.
    pub(crate) fn annotations(self, is_known: &dyn Fn(TagSet) -> bool) -> Vec<Annotation> {
        let (reads, writes): (&[Spelled], &[Spelled]) = match self {
            Dialect::X86 | Dialect::Power => return vec![PLAIN],
            Dialect::AArch64 => (&[("A", tags!["A"])], &[("L", tags!["L"])]),
            Dialect::C11 => (
                &[("acquire", tags!["ACQ"]), ("seq_cst", tags!["SC"])],
                &[("release", tags!["REL"]), ("seq_cst", tags!["SC"])],
            ),
            Dialect::Kernel => (&[("acquire", tags!["Acquire"])], &[("release", tags!["Release"])]),
        };
        let plain = if self == Dialect::C11 { "relaxed" } else { "" };
        let known = |all: &[Spelled]| -> Vec<&'static str> {
            let named = all.iter().filter(|(_, tag)| is_known((*tag).into()));
            std::iter::once(plain).chain(named.map(|(name, _)| *name)).collect()
        };
        let (reads, writes) = (known(reads), known(writes));
        let with = |read: &&'static str| {
            let read = *read;
            writes.iter().map(move |write| Annotation { read, write })
        };
        reads.iter().flat_map(with).collect()
    }

    /// The text of a test; none if the language cannot say it.
    pub(crate) fn text(self, name: &str, shape: &Shape, annotation: Annotation) -> Option<String> {
        let is_dependent = |thread: &Thread| {
            let order = thread.second.map(|(order, _)| order);
            matches!(order, Some(Order::Addr | Order::Data | Order::Ctrl))
        };
        if annotation != PLAIN && self == Dialect::AArch64 && shape.threads.iter().any(is_dependent)
        {
            return None;
        }
        Some(match self {
            Dialect::X86 | Dialect::Power | Dialect::AArch64 => {
                assembly::text(self, name, shape, annotation)
            }
            Dialect::C11 | Dialect::Kernel => c::text(self, name, shape, annotation),
        })
    }
}

/// Whether both models name a tag, or are about all executions alike.
pub(crate) fn both_name(source: &Model, target: &Model, tag: TagSet) -> bool {
    [source, target].iter().all(|model| {
        let named = model.primitives.tags();
        named.has_any(tag) || named.is_empty()
    })
}

/// The names of locations.
pub(crate) fn location(place: usize) -> &'static str {
    ["x", "y", "z", "w", "v", "u", "t", "s"][place]
}

/// The condition: each read by its register, and the last writes.
fn condition(
    shape: &Shape,
    register: impl Fn(usize, usize) -> String,
    memory: [&str; 2],
) -> String {
    let mut parts = Vec::new();
    for (number, thread) in shape.threads.iter().enumerate() {
        let second = thread.second.map(|(_, place)| place);
        for (index, place) in [thread.first].into_iter().chain(second).enumerate() {
            if place.access == Access::Read {
                parts.push(format!("{number}:{}={}", register(number, index), place.value));
            }
        }
    }
    for (place, value) in &shape.last {
        parts.push(format!("{}{}{}={value}", memory[0], location(*place), memory[1]));
    }
    format!("exists ({})\n", parts.join(" /\\ "))
}

//! The names that a model of machines or of C finds: what every execution has, and the tags of all architectures and languages. What an execution does not have is
//! empty. The models that come with Heddle use these, and whoever judges executions with them gives them a meaning.

use crate::compile::Vocabulary;

const X86: [&str; 4] = ["MFENCE", "SFENCE", "LFENCE", "X"];
const POWER: [&str; 4] = ["SYNC", "LWSYNC", "EIEIO", "ISYNC"];
const ARM: [&str; 5] = ["DMB", "DSB", "DMB.ST", "DSB.ST", "ISB"];
const AARCH64: [&str; 26] = [
    "A",
    "L",
    "Q",
    "NoRet",
    "DMB.SY",
    "DMB.LD",
    "DMB.OSH",
    "DMB.OSHLD",
    "DMB.OSHST",
    "DMB.ISH",
    "DMB.ISHLD",
    "DMB.ISHST",
    "DMB.NSH",
    "DMB.NSHLD",
    "DMB.NSHST",
    "DSB.SY",
    "DSB.LD",
    "DSB.OSH",
    "DSB.OSHLD",
    "DSB.OSHST",
    "DSB.ISH",
    "DSB.ISHLD",
    "DSB.ISHST",
    "DSB.NSH",
    "DSB.NSHLD",
    "DSB.NSHST",
];
const RISCV: [&str; 16] = [
    "EX",
    "Sc",
    "Acq",
    "Rel",
    "AcqRel",
    "Fence.rw.rw",
    "Fence.rw.r",
    "Fence.rw.w",
    "Fence.r.rw",
    "Fence.r.r",
    "Fence.r.w",
    "Fence.w.rw",
    "Fence.w.r",
    "Fence.w.w",
    "Fence.tso",
    "Fence.i",
];
const C11: [&str; 7] = ["NA", "RLX", "ACQ", "REL", "ACQ_REL", "SC", "CON"];
const KERNEL: [&str; 23] = [
    "Once",
    "Plain",
    "Acquire",
    "Release",
    "Noreturn",
    "Mb",
    "Rmb",
    "Wmb",
    "Barrier",
    "Before-atomic",
    "After-atomic",
    "After-spinlock",
    "After-unlock-lock",
    "Rcu-lock",
    "Rcu-unlock",
    "Sync-rcu",
    "Srcu-lock",
    "Srcu-unlock",
    "Sync-srcu",
    "LKR",
    "LKW",
    "UL",
    "LF",
];

/// The vocabulary for compiling models of machines and of C.
pub fn machine_names() -> Vocabulary {
    let tags = [&X86[..], &POWER, &ARM, &AARCH64, &RISCV, &C11, &KERNEL].concat();
    Vocabulary::basic().sets(tags).relations(["same-value", "pick-addr", "pick-data", "pick-ctrl"])
}

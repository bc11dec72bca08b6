//! The instructions that mappings are written in, and what each is to a model.

use super::recipe::{Shape, Word};
use base::{Tags, tags};

type Words = &'static [(&'static str, Word)];

/// A read and a write with one instruction.
const fn one(read: Tags, write: Tags) -> Word {
    Word::Update { read, write, failed: read, shape: Shape::One { picks: false } }
}

const fn compare_and_swap(read: Tags, write: Tags) -> Word {
    Word::Update { read, write, failed: read, shape: Shape::One { picks: true } }
}

const fn single(tags: Tags) -> Word {
    Word::Update { read: tags, write: tags, failed: tags, shape: Shape::Single }
}

const fn conditional(tags: Tags) -> Word {
    Word::Conditional { tags, carries: false }
}

pub(super) const X86: Words = &[
    ("mov load", Word::Load(Tags::NONE)),
    ("mov store", Word::Store(Tags::NONE)),
    ("xchg", Word::Store(tags!["X"])),
    ("mfence", Word::Fence(tags!["MFENCE"])),
    ("lock op", one(tags!["X"], tags!["X"])),
    ("lock cmpxchg", one(tags!["X"], tags!["X"])),
];

pub(super) const POWER: Words = &[
    ("ld", Word::Load(Tags::NONE)),
    ("st", Word::Store(Tags::NONE)),
    ("larx", Word::Reserve(tags!["X"])),
    ("stcx.", conditional(tags!["X"])),
    ("cmp", Word::Silent),
    ("bc", Word::Branch),
    ("sync", Word::Fence(tags!["SYNC"])),
    ("lwsync", Word::Fence(tags!["LWSYNC"])),
    ("isync", Word::Fence(tags!["ISYNC"])),
];

pub(super) const ARMV7: Words = &[
    ("ldr", Word::Load(Tags::NONE)),
    ("str", Word::Store(Tags::NONE)),
    ("ldrex", Word::Reserve(tags!["X"])),
    ("strex", conditional(tags!["X"])),
    ("teq", Word::Silent),
    ("bne", Word::Branch),
    ("dmb", Word::Fence(tags!["DMB"])),
    ("isb", Word::Fence(tags!["ISB"])),
];

pub(super) const AARCH64: Words = &[
    ("ldr", Word::Load(Tags::NONE)),
    ("ldar", Word::Load(tags!["A"])),
    ("ldapr", Word::Load(tags!["Q"])),
    ("str", Word::Store(Tags::NONE)),
    ("stlr", Word::Store(tags!["L"])),
    ("ldxr", Word::Reserve(tags!["X"])),
    ("ldaxr", Word::Reserve(tags!["X", "A"])),
    ("stxr", conditional(tags!["X"])),
    ("stlxr", conditional(tags!["X", "L"])),
    ("cmp", Word::Silent),
    ("b.ne", Word::Branch),
    ("cbnz", Word::Branch),
    ("ldop", one(tags!["X"], tags!["X"])),
    ("ldopa", one(tags!["X", "A"], tags!["X"])),
    ("ldopl", one(tags!["X"], tags!["X", "L"])),
    ("ldopal", one(tags!["X", "A"], tags!["X", "L"])),
    ("cas", compare_and_swap(tags!["X"], tags!["X"])),
    ("casa", compare_and_swap(tags!["X", "A"], tags!["X"])),
    ("casl", compare_and_swap(tags!["X"], tags!["X", "L"])),
    ("casal", compare_and_swap(tags!["X", "A"], tags!["X", "L"])),
    ("dmb ish", Word::Fence(tags!["DMB.ISH"])),
    ("dmb ishld", Word::Fence(tags!["DMB.ISHLD"])),
];

pub(super) const RISCV: Words = &[
    ("l", Word::Load(Tags::NONE)),
    ("s", Word::Store(Tags::NONE)),
    ("amo", single(tags!["X"])),
    ("amo.aq", single(tags!["X", "Acq"])),
    ("amo.rl", single(tags!["X", "Rel"])),
    ("amo.aqrl", single(tags!["X", "AcqRel"])),
    ("lr", Word::Reserve(tags!["X", "EX"])),
    ("lr.aq", Word::Reserve(tags!["X", "EX", "Acq"])),
    ("lr.aqrl", Word::Reserve(tags!["X", "EX", "AcqRel"])),
    ("sc", Word::Conditional { tags: tags!["X", "EX"], carries: true }),
    ("sc.rl", Word::Conditional { tags: tags!["X", "EX", "Rel"], carries: true }),
    ("bne", Word::Branch),
    ("bnez", Word::Branch),
    ("fence r,rw", Word::Fence(tags!["Fence.r.rw"])),
    ("fence rw,w", Word::Fence(tags!["Fence.rw.w"])),
    ("fence.tso", Word::Fence(tags!["Fence.tso"])),
    ("fence rw,rw", Word::Fence(tags!["Fence.rw.rw"])),
];

/// SPARC's `membar`, by what it orders, as RISC-V names that.
pub(super) const SPARC: Words = &[
    ("ld", Word::Load(Tags::NONE)),
    ("st", Word::Store(Tags::NONE)),
    ("swap", one(tags!["X"], tags!["X"])),
    ("cas", one(tags!["X"], tags!["X"])),
    ("stbar", Word::Fence(tags!["Fence.w.w"])),
    ("membar #LoadLoad,#LoadStore", Word::Fence(tags!["Fence.r.rw"])),
    ("membar #LoadStore,#StoreStore", Word::Fence(tags!["Fence.rw.w"])),
    ("membar #LoadLoad,#LoadStore,#StoreStore", Word::Fence(tags!["Fence.tso"])),
    ("membar #Sync", Word::Fence(tags!["Fence.rw.rw"])),
];

/// Alpha's `mb`, by what it orders.
pub(super) const ALPHA: Words = &[
    ("ldl", Word::Load(Tags::NONE)),
    ("stl", Word::Store(Tags::NONE)),
    ("ldl_l", Word::Reserve(tags!["X"])),
    ("stl_c", conditional(tags!["X"])),
    ("cmpeq", Word::Silent),
    ("beq", Word::Branch),
    ("mb", Word::Fence(tags!["Fence.rw.rw"])),
];

/// A comparison of the kernel that fails is an update to the fences that are about those.
const fn of_kernel(read: Tags, write: Tags) -> Word {
    let failed = tags!["Once", "RMW"];
    Word::Update { read, write, failed, shape: Shape::One { picks: false } }
}

pub(super) const KERNEL: Words = &[
    ("read", Word::Load(tags!["Plain"])),
    ("write", Word::Store(tags!["Plain"])),
    ("READ_ONCE", Word::Load(tags!["Once"])),
    ("WRITE_ONCE", Word::Store(tags!["Once"])),
    ("smp_load_acquire", Word::Load(tags!["Acquire"])),
    ("smp_store_release", Word::Store(tags!["Release"])),
    // Whether the update returns something is not known here (`atomic_add` does not), and a read
    // barrier orders only those that do: so it orders none.
    ("op_relaxed", of_kernel(tags!["Once", "Noreturn"], tags!["Once"])),
    ("op_acquire", of_kernel(tags!["Acquire"], tags!["Once"])),
    ("op_release", of_kernel(tags!["Once"], tags!["Release"])),
    ("smp_mb", Word::Fence(tags!["Mb"])),
    ("smp_rmb", Word::Fence(tags!["Rmb"])),
    ("smp_wmb", Word::Fence(tags!["Wmb"])),
];

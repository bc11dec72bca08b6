//! The mappings that come with Heddle. `docs/mappings.md` shows them; a test keeps it so.

use super::words::{AARCH64, ALPHA, ARMV7, KERNEL, POWER, RISCV, SPARC, X86};
use super::{Line, Mapping, Operation};
use base::Ordering::{self, Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst};

const CAMBRIDGE: &str =
    "P. Sewell, J. Ševčík, C/C++11 mappings to processors, University of Cambridge";
const THESIS: &str = "dat3m-thesis, Table 2.1, with the updates of LLVM";
const SPARC_MANUAL: &str = "The SPARC Architecture Manual, Version 9, 1994, appendix D: for each \
                            order the weakest `membar` that gives it";
const PSABI: &str = "RISC-V ELF psABI, chapter RISC-V Atomics ABI Specification";

const fn load(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::Load], orderings, code }
}

const fn store(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::Store], orderings, code }
}

/// Every update but a compare-exchange.
const fn update(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::Update, Operation::OtherUpdate], orderings, code }
}

/// Updates that there is an instruction for.
const fn instruction(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::Update], orderings, code }
}

const fn exchange(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::CompareExchange], orderings, code }
}

const fn fence(code: &'static str, orderings: &'static [Ordering]) -> Line {
    Line { operations: &[Operation::Fence], orderings, code }
}

/// Every order of an update.
const ALL: &[Ordering] = &[Relaxed, Acquire, Release, AcquireRelease, SeqCst];

const X86_LINES: &[Line] = &[
    update("lock op", ALL),
    exchange("lock cmpxchg", ALL),
    fence("", &[Acquire, Release, AcquireRelease]),
    fence("mfence", &[SeqCst]),
];

/// What LLVM writes: a fence before it for release, and one after it for acquire.
const POWER_UPDATES: &[Line] = &[
    update("larx; stcx.; bc", &[Relaxed]),
    update("larx; stcx.; bc; lwsync", &[Acquire]),
    update("lwsync; larx; stcx.; bc", &[Release]),
    update("lwsync; larx; stcx.; bc; lwsync", &[AcquireRelease]),
    exchange("larx; cmp; bc; stcx.; bc", &[Relaxed]),
    exchange("larx; cmp; bc; stcx.; bc; lwsync", &[Acquire]),
    exchange("lwsync; larx; cmp; bc; stcx.; bc", &[Release]),
    exchange("lwsync; larx; cmp; bc; stcx.; bc; lwsync", &[AcquireRelease]),
    fence("lwsync", &[Acquire, Release, AcquireRelease]),
    fence("sync", &[SeqCst]),
];

const POWER_SEQ_CST_UPDATES: &[Line] = &[
    update("sync; larx; stcx.; bc; lwsync", &[SeqCst]),
    exchange("sync; larx; cmp; bc; stcx.; bc; lwsync", &[SeqCst]),
];

/// Under PSO and TSO an update waits until the store buffer is empty.
const SPARC_IN_ORDER: &[Line] = &[update("swap", ALL), exchange("cas", ALL)];

const SPARC_RMO: &[Line] = &[
    load("ld", &[Plain, Relaxed]),
    load("ld; membar #LoadLoad,#LoadStore", &[Acquire, SeqCst]),
    store("st", &[Plain, Relaxed]),
    store("membar #LoadStore,#StoreStore; st", &[Release]),
    store("membar #LoadStore,#StoreStore; st; membar #Sync", &[SeqCst]),
    update("swap", &[Relaxed]),
    update("swap; membar #LoadLoad,#LoadStore", &[Acquire]),
    update("membar #LoadStore,#StoreStore; swap", &[Release]),
    update("membar #LoadStore,#StoreStore; swap; membar #LoadLoad,#LoadStore", &[AcquireRelease]),
    update("membar #Sync; swap; membar #Sync", &[SeqCst]),
    exchange("cas", &[Relaxed]),
    exchange("cas; membar #LoadLoad,#LoadStore", &[Acquire]),
    exchange("membar #LoadStore,#StoreStore; cas", &[Release]),
    exchange("membar #LoadStore,#StoreStore; cas; membar #LoadLoad,#LoadStore", &[AcquireRelease]),
    exchange("membar #Sync; cas; membar #Sync", &[SeqCst]),
    fence("membar #LoadLoad,#LoadStore", &[Acquire]),
    fence("membar #LoadStore,#StoreStore", &[Release]),
    fence("membar #LoadLoad,#LoadStore,#StoreStore", &[AcquireRelease]),
    fence("membar #Sync", &[SeqCst]),
];

const ALPHA_LINES: &[Line] = &[
    load("ldl", &[Plain, Relaxed]),
    load("ldl; mb", &[Acquire, SeqCst]),
    store("stl", &[Plain, Relaxed]),
    store("mb; stl", &[Release]),
    store("mb; stl; mb", &[SeqCst]),
    update("ldl_l; stl_c; beq", &[Relaxed]),
    update("ldl_l; stl_c; beq; mb", &[Acquire]),
    update("mb; ldl_l; stl_c; beq", &[Release]),
    update("mb; ldl_l; stl_c; beq; mb", &[AcquireRelease, SeqCst]),
    exchange("ldl_l; cmpeq; beq; stl_c; beq", &[Relaxed]),
    exchange("ldl_l; cmpeq; beq; stl_c; beq; mb", &[Acquire]),
    exchange("mb; ldl_l; cmpeq; beq; stl_c; beq", &[Release]),
    exchange("mb; ldl_l; cmpeq; beq; stl_c; beq; mb", &[AcquireRelease, SeqCst]),
    fence("mb", &[Acquire, Release, AcquireRelease, SeqCst]),
];

const ARMV7_UPDATES: &[Line] = &[
    update("ldrex; strex; bne", &[Relaxed]),
    update("ldrex; strex; bne; dmb", &[Acquire]),
    update("dmb; ldrex; strex; bne", &[Release]),
    update("dmb; ldrex; strex; bne; dmb", &[AcquireRelease, SeqCst]),
    exchange("ldrex; teq; bne; strex; bne", &[Relaxed]),
    exchange("ldrex; teq; bne; strex; bne; dmb", &[Acquire]),
    exchange("dmb; ldrex; teq; bne; strex; bne", &[Release]),
    exchange("dmb; ldrex; teq; bne; strex; bne; dmb", &[AcquireRelease, SeqCst]),
    fence("dmb", &[Acquire, Release, AcquireRelease, SeqCst]),
];

const AARCH64_ACCESSES: &[Line] = &[
    load("ldr", &[Plain, Relaxed]),
    store("str", &[Plain, Relaxed]),
    store("stlr", &[Release, SeqCst]),
    fence("dmb ishld", &[Acquire]),
    fence("dmb ish", &[Release, AcquireRelease, SeqCst]),
];

const AARCH64_EXCLUSIVES: &[Line] = &[
    update("ldxr; stxr; cbnz", &[Relaxed]),
    update("ldaxr; stxr; cbnz", &[Acquire]),
    update("ldxr; stlxr; cbnz", &[Release]),
    update("ldaxr; stlxr; cbnz", &[AcquireRelease, SeqCst]),
    exchange("ldxr; cmp; b.ne; stxr; cbnz", &[Relaxed]),
    exchange("ldaxr; cmp; b.ne; stxr; cbnz", &[Acquire]),
    exchange("ldxr; cmp; b.ne; stlxr; cbnz", &[Release]),
    exchange("ldaxr; cmp; b.ne; stlxr; cbnz", &[AcquireRelease, SeqCst]),
];

const AARCH64_LSE: &[Line] = &[
    instruction("ldop", &[Relaxed]),
    instruction("ldopa", &[Acquire]),
    instruction("ldopl", &[Release]),
    instruction("ldopal", &[AcquireRelease, SeqCst]),
    exchange("cas", &[Relaxed]),
    exchange("casa", &[Acquire]),
    exchange("casl", &[Release]),
    exchange("casal", &[AcquireRelease, SeqCst]),
];

const RISCV_LINES: &[Line] = &[
    load("l", &[Plain, Relaxed]),
    load("l; fence r,rw", &[Acquire]),
    load("fence rw,rw; l; fence r,rw", &[SeqCst]),
    store("s", &[Plain, Relaxed]),
    store("fence rw,w; s", &[Release]),
    instruction("amo", &[Relaxed]),
    instruction("amo.aq", &[Acquire]),
    instruction("amo.rl", &[Release]),
    instruction("amo.aqrl", &[AcquireRelease, SeqCst]),
    Line { operations: OTHER, orderings: &[Relaxed], code: "lr; sc; bnez" },
    Line { operations: OTHER, orderings: &[Acquire], code: "lr.aq; sc; bnez" },
    Line { operations: OTHER, orderings: &[Release], code: "lr; sc.rl; bnez" },
    Line { operations: OTHER, orderings: &[AcquireRelease], code: "lr.aq; sc.rl; bnez" },
    Line { operations: OTHER, orderings: &[SeqCst], code: "lr.aqrl; sc.rl; bnez" },
    exchange("lr; bne; sc; bnez", &[Relaxed]),
    exchange("lr.aq; bne; sc; bnez", &[Acquire]),
    exchange("lr; bne; sc.rl; bnez", &[Release]),
    exchange("lr.aq; bne; sc.rl; bnez", &[AcquireRelease]),
    exchange("lr.aqrl; bne; sc.rl; bnez", &[SeqCst]),
    fence("fence r,rw", &[Acquire]),
    fence("fence rw,w", &[Release]),
    fence("fence.tso", &[AcquireRelease]),
    fence("fence rw,rw", &[SeqCst]),
];

const OTHER: &[Operation] = &[Operation::OtherUpdate];

const KERNEL_LINES: &[Line] = &[
    load("read", &[Plain]),
    load("READ_ONCE", &[Relaxed]),
    load("smp_load_acquire", &[Acquire]),
    store("write", &[Plain]),
    store("WRITE_ONCE", &[Relaxed]),
    store("smp_store_release", &[Release]),
    update("op_relaxed", &[Relaxed]),
    update("op_acquire", &[Acquire]),
    update("op_release", &[Release]),
    update("smp_mb; op_relaxed; smp_mb", &[AcquireRelease, SeqCst]),
    exchange("op_relaxed", &[Relaxed]),
    exchange("op_acquire", &[Acquire]),
    exchange("op_release", &[Release]),
    exchange("[smp_mb]; op_relaxed; [smp_mb]", &[AcquireRelease, SeqCst]),
    fence("smp_mb", &[SeqCst]),
];

/// All mappings; of those for one model, the usual one is the first.
pub const MAPPINGS: &[Mapping] = &[
    Mapping {
        name: "x86",
        model: "x86-tso",
        source: CAMBRIDGE,
        lines: &[
            &[
                load("mov load", &[Plain, Relaxed, Acquire, SeqCst]),
                store("mov store", &[Plain, Relaxed, Release]),
                store("xchg", &[SeqCst]),
            ],
            X86_LINES,
        ],
        words: X86,
    },
    Mapping {
        name: "x86-mfence",
        model: "x86-tso",
        source: THESIS,
        lines: &[
            &[
                load("mov load", &[Plain, Relaxed, Acquire, SeqCst]),
                store("mov store", &[Plain, Relaxed, Release]),
                store("mov store; mfence", &[SeqCst]),
            ],
            X86_LINES,
        ],
        words: X86,
    },
    Mapping {
        name: "power",
        model: "power",
        source: "loads, stores and fences with the full fence in front: Sewell and Ševčík, as \
                 above; updates: LLVM, PPCTargetLowering",
        lines: &[
            &[
                load("ld", &[Plain, Relaxed]),
                load("ld; cmp; bc; isync", &[Acquire]),
                load("sync; ld; cmp; bc; isync", &[SeqCst]),
                store("st", &[Plain, Relaxed]),
                store("lwsync; st", &[Release]),
                store("sync; st", &[SeqCst]),
            ],
            POWER_UPDATES,
            POWER_SEQ_CST_UPDATES,
        ],
        words: POWER,
    },
    Mapping {
        name: "power-lwsync",
        model: "power",
        source: THESIS,
        lines: &[
            &[
                load("ld", &[Plain, Relaxed]),
                load("ld; lwsync", &[Acquire]),
                load("sync; ld; lwsync", &[SeqCst]),
                store("st", &[Plain, Relaxed]),
                store("lwsync; st", &[Release]),
                store("sync; st", &[SeqCst]),
            ],
            POWER_UPDATES,
            POWER_SEQ_CST_UPDATES,
        ],
        words: POWER,
    },
    Mapping {
        name: "power-trailing-sync",
        model: "power",
        source: "M. Batty, K. Memarian, S. Owens, S. Sarkar, P. Sewell, Clarifying and Compiling \
                 C/C++ Concurrency, POPL 2012; Y. Manerkar, C. Trippel, D. Lustig, M. Pellauer, \
                 M. Martonosi, Counterexamples and Proof Loophole for the C/C++ to POWER and \
                 ARMv7 Trailing-Sync Compiler Mappings, 2016, say what is wrong with it",
        lines: &[
            &[
                load("ld", &[Plain, Relaxed]),
                load("ld; cmp; bc; isync", &[Acquire]),
                load("ld; sync", &[SeqCst]),
                store("st", &[Plain, Relaxed]),
                store("lwsync; st", &[Release]),
                store("lwsync; st; sync", &[SeqCst]),
                update("lwsync; larx; stcx.; bc; sync", &[SeqCst]),
                exchange("lwsync; larx; cmp; bc; stcx.; bc; sync", &[SeqCst]),
            ],
            POWER_UPDATES,
        ],
        words: POWER,
    },
    Mapping {
        name: "armv7",
        model: "armv7",
        source: THESIS,
        lines: &[
            &[
                load("ldr", &[Plain, Relaxed]),
                load("ldr; dmb", &[Acquire, SeqCst]),
                store("str", &[Plain, Relaxed]),
                store("dmb; str", &[Release]),
                store("dmb; str; dmb", &[SeqCst]),
            ],
            ARMV7_UPDATES,
        ],
        words: ARMV7,
    },
    Mapping {
        name: "armv7-isb",
        model: "armv7",
        source: CAMBRIDGE,
        lines: &[
            &[
                load("ldr", &[Plain, Relaxed]),
                load("ldr; teq; bne; isb", &[Acquire]),
                load("ldr; dmb", &[SeqCst]),
                store("str", &[Plain, Relaxed]),
                store("dmb; str", &[Release]),
                store("dmb; str; dmb", &[SeqCst]),
            ],
            ARMV7_UPDATES,
        ],
        words: ARMV7,
    },
    Mapping {
        name: "aarch64",
        model: "aarch64",
        source: CAMBRIDGE,
        lines: &[&[load("ldar", &[Acquire, SeqCst])], AARCH64_ACCESSES, AARCH64_EXCLUSIVES],
        words: AARCH64,
    },
    Mapping {
        name: "aarch64-lse",
        model: "aarch64",
        source: "the same, with the atomic instructions of Armv8.1 (FEAT_LSE), as LLVM and GCC \
                 use them",
        lines: &[&[load("ldar", &[Acquire, SeqCst])], AARCH64_ACCESSES, AARCH64_LSE],
        words: AARCH64,
    },
    Mapping {
        name: "aarch64-rcpc",
        model: "aarch64",
        source: "the same, with the acquire loads of Armv8.3 (FEAT_LRCPC), as LLVM and GCC use \
                 them",
        lines: &[
            &[load("ldapr", &[Acquire]), load("ldar", &[SeqCst])],
            AARCH64_ACCESSES,
            AARCH64_LSE,
        ],
        words: AARCH64,
    },
    Mapping {
        name: "riscv",
        model: "riscv",
        source: PSABI,
        lines: &[&[store("fence rw,w; s; fence rw,rw", &[SeqCst])], RISCV_LINES],
        words: RISCV,
    },
    Mapping {
        name: "riscv-a6",
        model: "riscv",
        source: "The RISC-V Instruction Set Manual, volume I, 2019, Table A.6",
        lines: &[&[store("fence rw,w; s", &[SeqCst])], RISCV_LINES],
        words: RISCV,
    },
    Mapping {
        name: "sparc-pso",
        model: "pso",
        source: SPARC_MANUAL,
        lines: &[
            &[
                load("ld", &[Plain, Relaxed, Acquire, SeqCst]),
                store("st", &[Plain, Relaxed]),
                store("stbar; st", &[Release]),
                store("stbar; st; membar #Sync", &[SeqCst]),
                fence("", &[Acquire]),
                fence("stbar", &[Release, AcquireRelease]),
                fence("membar #Sync", &[SeqCst]),
            ],
            SPARC_IN_ORDER,
        ],
        words: SPARC,
    },
    Mapping {
        name: "sparc-rmo",
        model: "rmo",
        source: SPARC_MANUAL,
        lines: &[SPARC_RMO],
        words: SPARC,
    },
    Mapping {
        name: "alpha",
        model: "alpha",
        source: "Alpha Architecture Reference Manual, 3rd edition, 1998, §5.6: `mb` for every order",
        lines: &[ALPHA_LINES],
        words: ALPHA,
    },
    Mapping {
        name: "kernel",
        model: "lkmm",
        source: "<lkmm.h> backwards: what of C11 has a counterpart in the Linux kernel",
        lines: &[KERNEL_LINES],
        words: KERNEL,
    },
];

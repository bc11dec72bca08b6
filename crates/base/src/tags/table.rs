//! Which tags are there? This is the one table: a new fence or annotation is a new line here, and
//! whoever gives it to events ([`tags!`](crate::tags!)), looks for it in a model or reads it in a
//! text finds it.
//!
//! The names are those that published cat models use for sets of events, since tests and models
//! meet in them. Where two architectures have the same name, it is one line and one tag: a model
//! is about one of them. The order matters in one way: sets of tags are shown in it, so what
//! qualifies an access (`X`) comes before what orders it (`A`).

use super::Kind::{self, Access, Fence, FullFence, Hidden, Order};

/// The name of each tag, where it can be, and what it says.
pub(super) const TABLE: &[(&str, Kind, &str)] = &[
    // Marks of several architectures.
    ("X", Access, "part of an atomic, locked or exclusive instruction"),
    // x86
    ("MFENCE", FullFence, "x86: orders all accesses"),
    ("SFENCE", Fence, "x86: orders stores"),
    ("LFENCE", Fence, "x86: orders loads"),
    // Power
    ("SYNC", FullFence, "Power: the heavyweight fence, `sync`"),
    ("LWSYNC", Fence, "Power: the lightweight fence, which lets later loads pass earlier stores"),
    ("EIEIO", Fence, "Power: orders stores to memory"),
    ("ISYNC", Fence, "Power: later instructions start anew; with a branch, orders loads"),
    // Armv7, and AArch64 where it has the same names.
    ("DMB", FullFence, "Armv7: orders all accesses"),
    ("DSB", FullFence, "Armv7: orders all accesses, and waits until they are done"),
    ("DMB.ST", Fence, "Arm: orders stores"),
    ("DSB.ST", Fence, "Arm: orders stores, and waits until they are done"),
    ("ISB", Fence, "Arm: later instructions start anew; with a branch, orders loads"),
    // C11
    ("NA", Access, "C: not atomic"),
    ("RLX", Order, "C: memory_order_relaxed"),
    ("ACQ", Order, "C: memory_order_acquire, and memory_order_consume"),
    ("REL", Order, "C: memory_order_release"),
    ("ACQ_REL", Order, "C: memory_order_acq_rel"),
    ("SC", Order, "C: memory_order_seq_cst"),
    ("CON", Order, "C: memory_order_consume"),
    // AArch64
    ("NoRet", Access, "AArch64: of an atomic instruction whose result is not kept"),
    ("A", Order, "AArch64: a load with acquire; C: atomic"),
    ("L", Access, "AArch64: a store with release"),
    ("Q", Access, "AArch64: a load with acquire of the RCpc kind"),
    ("DMB.SY", FullFence, "AArch64: orders all accesses of the system"),
    ("DMB.LD", Fence, "AArch64: orders loads of the system with all later accesses"),
    ("DMB.OSH", Fence, "AArch64: as DMB.SY, in the outer shareable domain"),
    ("DMB.OSHLD", Fence, "AArch64: as DMB.LD, in the outer shareable domain"),
    ("DMB.OSHST", Fence, "AArch64: as DMB.ST, in the outer shareable domain"),
    ("DMB.ISH", Fence, "AArch64: as DMB.SY, in the inner shareable domain"),
    ("DMB.ISHLD", Fence, "AArch64: as DMB.LD, in the inner shareable domain"),
    ("DMB.ISHST", Fence, "AArch64: as DMB.ST, in the inner shareable domain"),
    ("DMB.NSH", Fence, "AArch64: as DMB.SY, not shareable"),
    ("DMB.NSHLD", Fence, "AArch64: as DMB.LD, not shareable"),
    ("DMB.NSHST", Fence, "AArch64: as DMB.ST, not shareable"),
    ("DSB.SY", FullFence, "AArch64: as DMB.SY, and waits until accesses are done"),
    ("DSB.LD", Fence, "AArch64: as DMB.LD, and waits until loads are done"),
    ("DSB.OSH", Fence, "AArch64: as DSB.SY, in the outer shareable domain"),
    ("DSB.OSHLD", Fence, "AArch64: as DSB.LD, in the outer shareable domain"),
    ("DSB.OSHST", Fence, "AArch64: as DSB.ST, in the outer shareable domain"),
    ("DSB.ISH", Fence, "AArch64: as DSB.SY, in the inner shareable domain"),
    ("DSB.ISHLD", Fence, "AArch64: as DSB.LD, in the inner shareable domain"),
    ("DSB.ISHST", Fence, "AArch64: as DSB.ST, in the inner shareable domain"),
    ("DSB.NSH", Fence, "AArch64: as DSB.SY, not shareable"),
    ("DSB.NSHLD", Fence, "AArch64: as DSB.LD, not shareable"),
    ("DSB.NSHST", Fence, "AArch64: as DSB.ST, not shareable"),
    // RISC-V
    ("EX", Access, "RISC-V: `lr` or `sc`"),
    ("Sc", Access, "RISC-V: sequentially consistent, in models that have it"),
    ("Acq", Access, "RISC-V: `.aq`"),
    ("Rel", Access, "RISC-V: `.rl`"),
    ("AcqRel", Access, "RISC-V: `.aqrl`"),
    ("Fence.rw.rw", FullFence, "RISC-V: orders all accesses"),
    ("Fence.rw.r", Fence, "RISC-V: orders all accesses with later loads"),
    ("Fence.rw.w", Fence, "RISC-V: orders all accesses with later stores"),
    ("Fence.r.rw", Fence, "RISC-V: orders loads with all later accesses"),
    ("Fence.r.r", Fence, "RISC-V: orders loads with later loads"),
    ("Fence.r.w", Fence, "RISC-V: orders loads with later stores"),
    ("Fence.w.rw", Fence, "RISC-V: orders stores with all later accesses"),
    ("Fence.w.r", Fence, "RISC-V: orders stores with later loads"),
    ("Fence.w.w", Fence, "RISC-V: orders stores with later stores"),
    ("Fence.tso", Fence, "RISC-V: orders all but stores with later loads"),
    ("Fence.i", Fence, "RISC-V: orders stores with the fetching of instructions"),
    // The Linux kernel
    ("LKR", Access, "the kernel: the read of a lock"),
    ("LKW", Access, "the kernel: the write of a lock"),
    ("UL", Access, "the kernel: an unlock"),
    ("LF", Access, "the kernel: a read that finds a lock held, or asks whether it is"),
    ("Noreturn", Access, "the kernel: of an update that returns nothing"),
    ("Once", Access, "the kernel: READ_ONCE, WRITE_ONCE, and updates without an order"),
    ("Plain", Access, "the kernel: an access that is not marked"),
    ("Acquire", Access, "the kernel: smp_load_acquire, and updates with `_acquire`"),
    ("Release", Access, "the kernel: smp_store_release, and updates with `_release`"),
    ("Mb", FullFence, "the kernel: smp_mb"),
    ("Rmb", Fence, "the kernel: smp_rmb"),
    ("Wmb", Fence, "the kernel: smp_wmb"),
    ("Barrier", Fence, "the kernel: barrier, for the compiler"),
    ("Before-atomic", Fence, "the kernel: smp_mb__before_atomic"),
    ("After-atomic", Fence, "the kernel: smp_mb__after_atomic"),
    ("After-spinlock", Fence, "the kernel: smp_mb__after_spinlock"),
    ("After-unlock-lock", Fence, "the kernel: smp_mb__after_unlock_lock"),
    ("After-srcu-read-unlock", Fence, "the kernel: smp_mb__after_srcu_read_unlock"),
    ("Rcu-lock", Fence, "the kernel: rcu_read_lock"),
    ("Rcu-unlock", Fence, "the kernel: rcu_read_unlock"),
    ("Sync-rcu", Fence, "the kernel: synchronize_rcu"),
    ("Srcu-lock", Access, "the kernel: srcu_read_lock, a read of the domain"),
    ("Srcu-unlock", Access, "the kernel: srcu_read_unlock, a write to the domain"),
    ("Sync-srcu", Fence, "the kernel: synchronize_srcu, a fence about the domain"),
    // What models do not find under this name.
    ("RMW", Hidden, "the kernel: a comparison that failed, which the set `RMW` has as well"),
    ("volatile", Hidden, "C: volatile, in programs"),
    ("nontemporal", Hidden, "x86: a store past the caches, in programs"),
    ("atomic_block", Hidden, "an access in an atomic block of a program"),
];

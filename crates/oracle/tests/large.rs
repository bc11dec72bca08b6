//! Some random programs of each family that are too large for brute force, on every run of the
//! tests: the engines agree with each other.

mod support;

use oracle::generate::{Family, Size};
use oracle::large::{Effort, compare};

fn check(family: Family) {
    let programs = 100;
    let compare = |case: &_, seed| compare(case, Effort::of_seed(seed));
    let (agreed, _) = support::check_sized(family, Size::Large, programs, compare);
    assert!(agreed > 8, "{family:?}: only {agreed} programs had few enough executions");
}

support::test_families! {
    plain: Plain,
    atomics: Atomics,
    mixed_sizes: MixedSize,
    mutexes: Mutexes,
    atomic_blocks: AtomicBlocks,
    lifetimes: Lifetimes,
    everything: Everything,
    locks: Locks,
    locked_variable: LockedVariable,
    try_locks: TryLocks,
    updates: Updates,
    threads: Threads,
    waiting: Waiting,
    weak_cas: WeakCas,
    polling: Polling,
}

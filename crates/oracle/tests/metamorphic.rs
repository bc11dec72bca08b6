//! What cannot matter does not, on some random programs of each family: names, the order of
//! threads, what nobody uses, who does the work.

mod support;

use oracle::generate::{Family, Size};
use oracle::metamorphic::compare;

fn check(family: Family) {
    let (agreed, _) = support::check_sized(family, Size::Small, 12, compare);
    assert!(agreed > 6, "{family:?}: only {agreed} programs were compared");
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
    try_locks: TryLocks,
    updates: Updates,
    threads: Threads,
    waiting: Waiting,
}

//! Some small random programs of the families with few kinds of statement, on every run of the
//! tests: the engines agree with brute force.

mod support;

use oracle::compare::compare;
use oracle::generate::Family;

fn check(family: Family) {
    let (agreed, _) = support::check(family, 25, compare);
    assert!(agreed > 10, "{family:?}: only {agreed} programs were small enough");
}

support::test_families! {
    locks: Locks,
    locked_variable: LockedVariable,
    try_locks: TryLocks,
    updates: Updates,
    threads: Threads,
    waiting: Waiting,
    weak_cas: WeakCas,
    polling: Polling,
}

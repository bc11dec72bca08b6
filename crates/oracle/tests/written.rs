//! Random programs under cat files and under the native models: the same executions.

mod support;

use oracle::generate::Family;
use oracle::written::{Files, compare};

/// More executions than that are left out.
const MOST: u64 = 60;

fn check(family: Family) {
    let files = Files::default();
    let (_, compared) = support::check(family, 150, |case| compare(case, &files, MOST));
    assert!(compared > 40, "{family:?}: only {compared} comparisons were possible");
}

support::test_families! {
    plain: Plain,
    atomics: Atomics,
    mutexes: Mutexes,
    loops: Loops,
    lifetimes: Lifetimes,
}

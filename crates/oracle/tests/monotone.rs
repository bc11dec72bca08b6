//! Some random programs of the families that have something to strengthen, on every run of the
//! tests.

mod support;

use oracle::generate::Family;
use oracle::monotone::compare;

fn check(family: Family) {
    let (agreed, _) = support::check(family, 200, compare);
    assert!(agreed > 180, "{family:?}: only {agreed} programs were small enough");
}

support::test_families! {
    plain: Plain,
    atomics: Atomics,
    mutexes: Mutexes,
    loops: Loops,
}

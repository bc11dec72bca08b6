//! Chronological traces by their definition are what the engine `dpor` tells executions apart by,
//! on random programs.

mod support;

use oracle::generate::Family;
use oracle::traces::compare;

fn check(family: Family) {
    let (agreed, models) = support::check(family, 300, compare);
    assert!(agreed > 200 && models > 600, "{family:?}: only {agreed} programs, {models} models");
}

support::test_families!();

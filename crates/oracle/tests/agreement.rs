//! Some random programs of each family, on every run of the tests. The binary of this crate does
//! many more.

mod support;

use oracle::compare::compare;
use oracle::generate::Family;

fn check(family: Family) {
    let (agreed, _) = support::check(family, 120, compare);
    assert!(agreed > 100, "{family:?}: only {agreed} programs were small enough");
}

support::test_families!();

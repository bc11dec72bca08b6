//! Some random programs of each family, on every run of the tests. The binary of this crate does many more.

mod support;

use oracle::compare::compare;
use oracle::generate::Family;

fn check(family: Family) {
    let (agreed, _) = support::check(family, 120, compare);
    assert!(agreed > 100, "{family:?}: only {agreed} programs were small enough");
}

#[test]
fn plain() {
    check(Family::Plain);
}

#[test]
fn atomics() {
    check(Family::Atomics);
}

#[test]
fn mixed_sizes() {
    check(Family::MixedSize);
}

#[test]
fn mutexes() {
    check(Family::Mutexes);
}

#[test]
fn atomic_blocks() {
    check(Family::AtomicBlocks);
}

#[test]
fn loops() {
    check(Family::Loops);
}

#[test]
fn lifetimes() {
    check(Family::Lifetimes);
}

#[test]
fn libraries() {
    check(Family::Libraries);
}

#[test]
fn everything() {
    check(Family::Everything);
}

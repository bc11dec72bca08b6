//! Chronological traces by their definition are what the engine `dpor` tells executions apart by, on random programs.

mod support;

use oracle::generate::Family;
use oracle::traces::compare;

fn check(family: Family) {
    let (agreed, models) = support::check(family, 300, compare);
    assert!(agreed > 200 && models > 600, "{family:?}: only {agreed} programs, {models} models");
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

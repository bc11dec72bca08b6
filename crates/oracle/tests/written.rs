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

#[test]
fn plain() {
    check(Family::Plain);
}

#[test]
fn atomics() {
    check(Family::Atomics);
}

#[test]
fn mutexes() {
    check(Family::Mutexes);
}

#[test]
fn loops() {
    check(Family::Loops);
}

#[test]
fn lifetimes() {
    check(Family::Lifetimes);
}

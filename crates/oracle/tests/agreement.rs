//! A few hundred random programs of each family, on every run of the tests. The binary of this crate does many more.

use oracle::compare::{Outcome, compare};
use oracle::generate::{Family, case};
use oracle::shrink::shrink;

fn check(family: Family) {
    let mut agreed = 0;
    for seed in 0..250 {
        let random = case(family, seed);
        match compare(&random) {
            Outcome::Agreement { .. } => agreed += 1,
            Outcome::Skipped => {}
            Outcome::Difference(what) => {
                let fails = |case: &_| matches!(compare(case), Outcome::Difference(_));
                let small = shrink(&random, &fails);
                panic!("{family:?}, seed {seed}: {what}\nsmallest: {small:#?}");
            }
        }
    }
    assert!(agreed > 200, "{family:?}: only {agreed} programs were small enough");
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

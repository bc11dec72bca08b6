//! Some random programs of the families that have something to strengthen, on every run of the tests.

use oracle::compare::Outcome;
use oracle::generate::{Family, case};
use oracle::monotone::compare;
use oracle::shrink::shrink;

fn check(family: Family) {
    let mut agreed = 0;
    for seed in 0..200 {
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
    assert!(agreed > 180, "{family:?}: only {agreed} programs were small enough");
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

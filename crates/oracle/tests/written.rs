//! Random programs under cat files and under the native models: the same executions.

use oracle::compare::Outcome;
use oracle::generate::{Family, case};
use oracle::shrink::shrink;
use oracle::written::{Files, compare};

/// More executions than that are left out.
const MOST: u64 = 60;
const PROGRAMS: u64 = 150;

fn check(family: Family) {
    let files = Files::default();
    let mut compared = 0;
    for seed in 0..PROGRAMS {
        let random = case(family, seed);
        match compare(&random, &files, MOST) {
            Outcome::Agreement { models, .. } => compared += models,
            Outcome::Skipped => {}
            Outcome::Difference(what) => {
                let fails =
                    |case: &_| matches!(compare(case, &files, MOST), Outcome::Difference(_));
                let small = shrink(&random, &fails);
                panic!("{family:?}, seed {seed}: {what}\nsmallest: {small:#?}");
            }
        }
    }
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

//! A comparison on the first random programs of a family; what fails is made small.

use oracle::case::Case;
use oracle::compare::Outcome;
use oracle::generate::{Family, case};
use oracle::shrink::shrink;

/// A test for each of these families, which calls `check`; for all of them if none is named.
macro_rules! test_families {
    () => {
        support::test_families! {
            plain: Plain,
            atomics: Atomics,
            mixed_sizes: MixedSize,
            mutexes: Mutexes,
            atomic_blocks: AtomicBlocks,
            loops: Loops,
            lifetimes: Lifetimes,
            libraries: Libraries,
            everything: Everything,
        }
    };
    ($($name:ident: $family:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            check(oracle::generate::Family::$family);
        }
    )+};
}
pub(crate) use test_families;

/// Compares so many programs, and returns the agreements: how many, and under how many models in all.
pub(crate) fn check(
    family: Family,
    programs: u64,
    compare: impl Fn(&Case) -> Outcome,
) -> (usize, usize) {
    let (mut agreed, mut compared) = (0, 0);
    for seed in 0..programs {
        let random = case(family, seed);
        match compare(&random) {
            Outcome::Agreement { models, .. } => {
                agreed += 1;
                compared += models;
            }
            Outcome::Skipped => {}
            Outcome::Difference(what) => {
                let fails = |case: &Case| matches!(compare(case), Outcome::Difference(_));
                let small = shrink(&random, &fails);
                panic!("{family:?}, seed {seed}: {what}\nsmallest: {small:#?}");
            }
        }
    }
    (agreed, compared)
}

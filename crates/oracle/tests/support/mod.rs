//! A comparison on the first random programs of a family; what fails is made small.

use oracle::case::Case;
use oracle::compare::Outcome;
use oracle::generate::{Family, Size, case};
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

/// Compares so many programs, and returns the agreements: how many, and under how many models in
/// all.
#[allow(dead_code, reason = "each file of tests uses one of the two")]
pub(crate) fn check(
    family: Family,
    programs: u64,
    compare: impl Fn(&Case) -> Outcome,
) -> (usize, usize) {
    check_sized(family, Size::Small, programs, |case, _| compare(case))
}

/// The same for programs of a size, and for a comparison that depends on the seed.
pub(crate) fn check_sized(
    family: Family,
    size: Size,
    programs: u64,
    compare: impl Fn(&Case, u64) -> Outcome,
) -> (usize, usize) {
    let (mut agreed, mut compared) = (0, 0);
    for seed in 0..programs {
        let random = case(family, size, seed);
        match compare(&random, seed) {
            Outcome::Agreement { models, .. } => {
                agreed += 1;
                compared += models;
            }
            Outcome::Skipped => {}
            Outcome::Difference(what) => {
                let fails = |case: &Case| matches!(compare(case, seed), Outcome::Difference(_));
                let small = shrink(&random, &fails);
                panic!("{family:?}, seed {seed}: {what}\nsmallest: {small:#?}");
            }
        }
    }
    (agreed, compared)
}

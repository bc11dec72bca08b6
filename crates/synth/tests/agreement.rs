//! The search and brute force say the same of labels that random models gave to tests; the first
//! seeds of `examples/agreement.rs`, which has more.

mod support;

use support::agreement::{Tally, compare};

#[test]
fn random_models() {
    let mut tally = Tally::default();
    for seed in 0..5 {
        compare(seed, &mut tally).unwrap_or_else(|difference| panic!("{difference}"));
    }
    let Tally { found, none, with_two_axioms, with_large_parts, with_exceptions, .. } = tally;
    let least = [found / 50, none / 20, with_two_axioms, with_large_parts, with_exceptions / 20];
    assert!(!least.contains(&0), "{tally:?}");
}

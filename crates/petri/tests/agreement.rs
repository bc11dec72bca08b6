//! The methods against brute force, on the first seeds; `cargo run --release -p petri --example
//! net_agreement` compares as many as one likes.

use petri::compare::{Tally, compare};

#[test]
fn the_methods_and_brute_force_agree() {
    let mut tally = Tally::default();
    for seed in 0..3000 {
        compare(seed, &mut tally).unwrap_or_else(|difference| panic!("{difference}"));
    }
    // Both answers are well represented, and brute force knew nearly all of them.
    assert!(tally.safe > 800 && tally.unsafe_ > 800, "{tally:?}");
    assert!(tally.confirmed > 2000 && tally.half_spaces > 300, "{tally:?}");
}

//! Compares the methods with brute force on random nets: `net_agreement [FIRST [COUNT]]`.

use petri::compare::{Tally, compare};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |otherwise: u64| match words.next() {
        Some(word) => word.parse().expect("a number"),
        None => otherwise,
    };
    let (first, count) = (number(0), number(20_000));
    let mut tally = Tally::default();
    let mut differences = 0;
    for seed in first..first + count {
        if let Err(difference) = compare(seed, &mut tally) {
            differences += 1;
            println!("{difference}");
        }
    }
    println!("{differences} differences in {count} nets: {tally:?}");
    std::process::exit(i32::from(differences > 0));
}

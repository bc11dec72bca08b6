//! Compares the methods with brute force on random nets of some seeds: `net_agreement FIRST COUNT`.
//! Ends with how often each answer was given, and status 1 if there is a difference.

use petri::compare::{Tally, compare};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let [first, count] = words[..] else { panic!("net_agreement FIRST COUNT") };
    let mut tally = Tally::default();
    let compared = (first..first + count).map(|seed| compare(seed, &mut tally));
    let differences: Vec<String> = compared.filter_map(Result::err).collect();
    differences.iter().for_each(|difference| println!("{difference}"));
    println!("{} differences in {count} nets: {tally:?}", differences.len());
    ExitCode::from(u8::from(!differences.is_empty()))
}

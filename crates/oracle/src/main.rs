//! Runs a comparison for a number of seeds: `oracle [monotone] FIRST COUNT [FAMILY…]`. It is with brute force, or with `monotone` of
//! programs with stronger ones.

use oracle::case::Case;
use oracle::compare::{self, Outcome};
use oracle::generate::{Family, case};
use oracle::lower::lower;
use oracle::monotone;
use oracle::shrink::shrink;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_first = |name: &str| arguments.first().is_some_and(|first| first == name);
    let comparison: fn(&Case) -> Outcome = match is_first("monotone") {
        true => {
            arguments.remove(0);
            monotone::compare
        }
        false => compare::compare,
    };
    let compare = |case: &Case| {
        let compared = std::panic::catch_unwind(|| comparison(case));
        compared.unwrap_or_else(|_| Outcome::Difference("a panic".to_owned()))
    };
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number(0, 0), number(1, 1000));
    let wanted = |family: &Family| {
        let name = format!("{family:?}").to_lowercase();
        arguments.len() < 3 || arguments[2..].iter().any(|wanted| wanted.to_lowercase() == name)
    };
    let mut failed = false;
    std::panic::set_hook(Box::new(|_| {}));
    for family in Family::ALL.into_iter().filter(wanted) {
        let (mut agreed, mut skipped, mut violated, mut most, mut compared) = (0, 0, 0, 0, 0);
        for seed in first..first + count {
            let random = case(family, seed);
            match compare(&random) {
                Outcome::Agreement { models, executions, violated: is_violated } => {
                    agreed += 1;
                    compared += models;
                    violated += u64::from(is_violated);
                    most = most.max(executions);
                }
                Outcome::Skipped => skipped += 1,
                Outcome::Difference(what) => {
                    let fails = |case: &_| matches!(compare(case), Outcome::Difference(_));
                    let small = shrink(&random, &fails);
                    println!("{family:?} seed {seed}: {what}\n{small:?}\n{:?}", compare(&small));
                    println!("{}", program::text::print(&lower(&small)));
                    failed = true;
                    break;
                }
            }
        }
        println!(
            "{family:?}: {agreed} agree under {compared} models in all ({violated} violated, at most {most} executions), {skipped} skipped"
        );
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

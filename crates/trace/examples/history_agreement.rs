//! Random histories of some seeds under all models: procedures against brute force.
//!
//! `history_agreement FIRST COUNT`; ends with how often each model said what, and how often each
//! procedure was asked. A difference ends it, with the history. Histories that would take brute
//! force minutes are left out, and counted.

use std::collections::BTreeMap;
use testing::Random;
use trace::encode::{self, Found};
use trace::generate::{history, shape};
use trace::{Model, Verdict, decide, plain, print, verify};

/// More executions with orders of writes than this are not tried.
const MOST_EFFORT: u64 = 100_000;

fn main() {
    let words: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().unwrap()).collect();
    let [first, count] = words[..] else { panic!("history_agreement FIRST COUNT") };
    let mut counts: BTreeMap<Model, [u64; 2]> = BTreeMap::new();
    let mut by: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    let mut left_out = 0;
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let most = if seed % 4 == 0 { 10 } else { 8 };
        let shape = shape(&mut random, most);
        let recording = history(&mut random, shape);
        if plain::effort(&recording) > MOST_EFFORT {
            left_out += 1;
            continue;
        }
        let mut allowed = Vec::new();
        for model in Model::ALL {
            let told = || format!("seed {seed}, {}:\n{}", model.name(), print::print(&recording));
            let expected = plain::is_consistent(&recording, model);
            counts.entry(model).or_default()[usize::from(expected)] += 1;
            match encode::search(&recording, model, &|| true) {
                Found::Witness(witness) => {
                    let verified = verify(&recording, model, &witness);
                    assert!(expected && verified.is_ok(), "SAT, {verified:?}, {}", told());
                }
                Found::Nothing => assert!(!expected, "SAT, {}", told()),
                Found::Stopped => panic!("nobody said so"),
            }
            let answer = decide(&recording, model, &|| true);
            let says = matches!(answer.verdict, Verdict::Consistent(_));
            assert_eq!(says, expected, "{:?}, {}", answer.procedure, told());
            by.entry(answer.procedure.name()).or_default()[usize::from(says)] += 1;
            if expected {
                allowed.push(model);
            }
        }
        for model in &allowed {
            let lost = model.all_weaker().into_iter().find(|weaker| !allowed.contains(weaker));
            assert!(lost.is_none(), "seed {seed}: {model:?} allows it, {lost:?} does not");
        }
    }
    for (model, [no, yes]) in counts {
        println!("| {} | {yes} | {no} |", model.name());
    }
    for (procedure, [no, yes]) in by {
        println!("| {procedure} | {yes} | {no} |");
    }
    println!("{left_out} were left out");
}

//! Random formulas of three literals a clause as histories, under every model of the range of each
//! reduction: do they say what trying all assignments says, and how long do they take?
//!
//! `reductions NAME VARIABLES CLAUSES FIRST COUNT [MODEL…]`, with NAME `sc-slow`, `sc-gwo`, `sc-cc`
//! or `sc-pso`. Ends with a line of a table for each model; a difference ends it at once.

use std::time::Instant;
use testing::Random;
use trace::reductions::{Cnf, REDUCTIONS};
use trace::{Model, Verdict, decide};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let number = |place: usize| word(place).parse::<usize>().expect("a number");
    let reduction = REDUCTIONS.into_iter().find(|known| known.name == word(0)).expect("a name");
    let (variables, clauses, first, count) = (number(1), number(2), number(3), number(4));
    let models: Vec<Model> = match words.get(5..) {
        None | Some([]) => reduction.range(),
        Some(names) => names.iter().map(|name| Model::of_name(name).expect("a model")).collect(),
    };
    for model in models {
        let (mut satisfiable, mut operations, mut slowest) = (0, 0, 0.0_f64);
        let begun = Instant::now();
        for seed in first..first + count {
            let cnf = Cnf::random(&mut Random::new(seed as u64), variables, clauses);
            let expected = cnf.is_satisfiable();
            satisfiable += usize::from(expected);
            let recording = (reduction.history)(&cnf);
            operations = operations.max(recording.operations().len());
            let start = Instant::now();
            let answer = decide(&recording, model, &|| true);
            slowest = slowest.max(start.elapsed().as_secs_f64());
            let says = matches!(answer.verdict, Verdict::Consistent(_));
            assert_eq!(says, expected, "{} under {}: {cnf:?}", reduction.name, model.name());
        }
        println!(
            "| {} | {} | {variables} | {clauses} | {operations} | {satisfiable} | {} | {:.2} | {slowest:.2} |",
            reduction.name,
            model.name(),
            count - satisfiable,
            begun.elapsed().as_secs_f64() / count as f64,
        );
    }
}

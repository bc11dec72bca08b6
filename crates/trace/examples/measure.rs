//! Times of decisions about histories of simulated stores, as lines of a table.
//!
//! `measure MODEL STORE OPERATIONS THREADS LOCATIONS VALUES [SECONDS [untimed]]`, with values
//! `distinct` or a number; for instance `measure causal causal 10000 8 16 distinct`. With
//! `untimed`, the history does not say when operations took place.

use std::time::Instant;
use testing::Random;
use trace::simulate::{Load, Store, run};
use trace::{Model, Verdict, decide, print, text};

fn without_times(source: &str) -> String {
    let lines = source.lines().map(|line| line.split(" @").next().unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let number = |place: usize| word(place).parse::<usize>().expect("a number");
    let model = Model::of_name(word(0)).expect("a model");
    let store = match word(1) {
        "sequential" => Store::Sequential,
        "buffered" => Store::Buffered,
        "causal" => Store::Causal,
        "pipelined" => Store::Pipelined,
        "slow" => Store::Slow,
        other => panic!("`{other}` is no store"),
    };
    let (operations, threads, locations) = (number(2), number(3), number(4));
    let values = word(5).parse().ok();
    let seconds: f64 = word(6).parse().unwrap_or(60.0);
    let load = Load { threads, operations, locations, values };
    let recording = run(&mut Random::new(1), store, load);
    let source = print::print(&recording);
    let source = match word(7) {
        "untimed" => without_times(&source),
        _ => source,
    };
    let start = Instant::now();
    let recording = text::parse(&source).expect("what is printed is read");
    let parsed = start.elapsed();
    let start = Instant::now();
    let answer = decide(&recording, model, &|| start.elapsed().as_secs_f64() < seconds);
    let verdict = match answer.verdict {
        Verdict::Consistent(_) => "possible",
        Verdict::Inconsistent => "impossible",
        Verdict::Unknown(_) => "unknown",
    };
    println!(
        "| {} | {} | {operations} | {threads} | {locations} | {} | {verdict} | {} | {:.2} | {:.2} |",
        model.name(),
        word(1),
        word(5),
        answer.procedure.name(),
        parsed.as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
}

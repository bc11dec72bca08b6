//! Times of decisions about histories of simulated stores, as lines of a table.
//!
//! `measure MODEL STORE OPERATIONS THREADS LOCATIONS VALUES [SECONDS [untimed]]`, with values
//! `distinct` or a number; for instance `measure causal causal 10000 8 16 distinct`. With
//! `untimed`, the history does not say when operations took place. `measure MODEL FILE [SECONDS]`
//! is about a file, by its form.

use std::time::Instant;
use testing::Random;
use trace::formats::{Format, parse};
use trace::simulate::{Load, Store, run};
use trace::{Model, Recording, Verdict, decide, print, text};

fn without_times(source: &str) -> String {
    let lines = source.lines().map(|line| line.split(" @").next().unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// What a decision came to, and how long it took.
fn decided(recording: &Recording, model: Model, seconds: f64) -> String {
    let start = Instant::now();
    let answer = decide(recording, model, &|| start.elapsed().as_secs_f64() < seconds);
    let verdict = match answer.verdict {
        Verdict::Consistent(_) => "possible",
        Verdict::Inconsistent => "impossible",
        Verdict::Unknown(_) => "unknown",
    };
    let elapsed = start.elapsed().as_secs_f64();
    format!("{verdict} | {} | {elapsed:.4}", answer.procedure.name())
}

fn of_file(path: &str, model: Model, seconds: f64) {
    let source = std::fs::read_to_string(path).expect("the file can be read");
    let extension = path.rsplit('.').next().unwrap_or_default();
    let recording = parse(Format::of_extension(extension), &source).expect("it is a history");
    let (operations, threads) = (recording.operations().len(), recording.threads().count());
    let answer = decided(&recording, model, seconds);
    println!("| {} | {path} | {operations} | {threads} | {answer} |", model.name());
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let number = |place: usize| word(place).parse::<usize>().expect("a number");
    let model = Model::of_name(word(0)).expect("a model");
    if std::path::Path::new(word(1)).is_file() {
        of_file(word(1), model, word(2).parse().unwrap_or(60.0));
        return;
    }
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
    let answer = decided(&recording, model, seconds);
    println!(
        "| {} | {} | {operations} | {threads} | {locations} | {} | {answer} | {:.2} to parse |",
        model.name(),
        word(1),
        word(5),
        parsed.as_secs_f64(),
    );
}

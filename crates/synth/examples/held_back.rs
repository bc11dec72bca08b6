//! Learns known models from some tests, and asks what was learnt about the others:
//! `held_back MODEL EDGES AXIOMS SIZE [--sketch FILE] [--seed N] [--draws N] [COUNT…]`.
//!
//! The tests are those of cycles of up to EDGES edges, labelled by the model. For each COUNT, so
//! many are drawn at random, a model is found that explains them and what they do under sc, and it
//! is said of how many of all others it has the same states. A draw is a function of the seed,
//! COUNT and its number.

#[path = "../tests/support/mod.rs"]
mod support;

use candidates::{Model, run};
use cat::{File, LibraryOnly};
use std::time::{Duration, Instant};
use support::{bundled, cycles, effort, model};
use synth::{Answer, Effort, Frame, Label, Observed, Question, Stage, Watcher, offer, synthesise};
use testing::Random;

/// A search for longer is given up.
const PATIENCE: Duration = Duration::from_secs(120);

struct Until(Instant);

impl Watcher for Until {
    fn go_on(&self) -> bool {
        Instant::now() < self.0
    }

    fn stage(&self, _: &Stage) {}
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        let value = words.remove(place + 1);
        words.remove(place);
        Some(value)
    };
    let sketch = option("--sketch");
    let number = |text: Option<String>, otherwise: u64| {
        text.map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let (seed, draws) = (number(option("--seed"), 1), number(option("--draws"), 5));
    let print = option("--print").is_some();
    let count = |word: &String| word.parse::<usize>().expect("a number");
    let (name, edges, axioms, size) =
        (words[0].as_str(), count(&words[1]), count(&words[2]), count(&words[3]));
    let frame = match sketch {
        None => Frame::nothing_known(),
        Some(path) => {
            let text = std::fs::read_to_string(&path).expect("the sketch can be read");
            Frame::sketch(File { path, text }).expect("it is cat")
        }
    };
    let known = bundled(name);
    let tests = cycles(name, edges);
    let allowed = tests.iter().filter(|own| own.claims[0].label == Label::Allowed).count();
    println!("{name}: {} tests, {allowed} allowed", tests.len());
    for count in words[4..].iter().map(count) {
        for draw in 0..draws {
            let mut random = Random::new(seed.wrapping_mul(1_000_003) + 1000 * count as u64 + draw);
            let mut order: Vec<usize> = (0..tests.len()).collect();
            for place in 0..order.len() {
                let other = place + random.index(order.len() - place);
                order.swap(place, other);
            }
            let (learnt, rest) = order.split_at(count.min(order.len()));
            let learnt: Vec<Observed> = learnt.iter().map(|own| tests[*own].clone()).collect();
            let rest: Vec<&Observed> = rest.iter().map(|own| &tests[*own]).collect();
            let effort = Effort { total: 40, ..effort(axioms, size) };
            println!(
                "{count} draw {draw}: {}",
                learn(&frame, &known, &learnt, &rest, effort, print)
            );
        }
    }
}

/// What came out, and on how many tests that were held back it is right.
fn learn(
    frame: &Frame,
    known: &Model,
    learnt: &[Observed],
    rest: &[&Observed],
    effort: Effort,
    print: bool,
) -> String {
    let start = Instant::now();
    let question = Question {
        observed: learnt,
        frame,
        base: &offer(learnt, frame, &LibraryOnly),
        effort,
        others: 0,
        probes: &[],
        loader: &LibraryOnly,
    };
    let synthesis = synthesise(&question, &Until(start + PATIENCE)).expect("nothing is refused");
    let seconds = start.elapsed().as_secs_f64();
    match synthesis.answer {
        Answer::Found(found) => {
            let own = model(&found.text);
            let states = |model: &Model, test: &Observed| {
                run(&test.test, &test.lowered, model, &|| true).expect("it is answered").states
            };
            let is_right = |test: &&&Observed| states(&own, test) == states(known, test);
            let right = rest.iter().filter(is_right).count();
            let wrong = rest.iter().filter(|test| !is_right(test));
            let wrong: Vec<&str> = wrong.take(4).map(|own| own.test.name.as_str()).collect();
            let (axioms, size) = (found.axioms, found.size);
            let text = if print { &found.text } else { "" };
            format!(
                "{right} of {}, {axioms} axioms of size {size}, {seconds:.2} s {wrong:?}\n{text}",
                rest.len()
            )
        }
        Answer::Contradiction(core) => format!("contradiction {core:?}"),
        Answer::None(core) => format!("none, {seconds:.2} s: {core:?}"),
        Answer::Stopped { size, .. } => format!("stopped after size {size}"),
    }
}

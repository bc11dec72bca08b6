//! Random programs of two threads, and an engine as a judge of them.

use answer::Unlimited;
use base::{SourcePosition, Verdict};
use engines::{GRAPH, Model};
use explore::Config;
use program::{Program, text};
use repair::{Guarantee, Guarantees, Judge, Judgement, Meaningful};
use std::fmt::Write;

const NONE: Guarantees = Guarantees::NONE;
const FULL: Guarantees = Guarantees::just(&[Guarantee::SeqCst]);
const STORE: Guarantees = Guarantees::just(&[Guarantee::Release, Guarantee::SeqCst]);
const TELLING: Guarantees = Guarantees::just(&[Guarantee::Acquire, Guarantee::Release]);

/// Models, with what means something to them.
pub(crate) const MODELS: [(Model, Meaningful); 4] = [
    (Model::Tso, Meaningful { loads: NONE, stores: FULL, updates: NONE, fences: FULL }),
    (Model::Pso, Meaningful { loads: NONE, stores: STORE, updates: NONE, fences: STORE }),
    (Model::Ra, Meaningful { loads: TELLING, stores: TELLING, updates: TELLING, fences: TELLING }),
    (Model::Rc11, Meaningful::EVERYTHING),
];

/// Numbers that are the same for the same seed.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }
}

/// The engine `graph` under a model.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) model: Model,
}

impl Judge for Engine {
    fn judge(&mut self, program: &Program) -> Judgement {
        let config = Config { races: self.model.has_races(), ..Config::default() };
        let answer = GRAPH.explore(program, &self.model, &config, &Unlimited, None).answer;
        match answer.verdict() {
            Verdict::Holds => Judgement::Holds { within_bound: false },
            Verdict::HoldsWithinBound => Judgement::Holds { within_bound: true },
            Verdict::Unknown => Judgement::Unknown(format!("{:?}", answer.gap())),
            Verdict::Violated => {
                let steps = answer.violations()[0].witness.steps.iter();
                let executed =
                    steps.filter_map(|step| step.position).collect::<Vec<SourcePosition>>();
                Judgement::Violated { executed: executed.into_iter().collect() }
            }
        }
    }
}

/// A program of which some execution goes wrong under the model and none under SC, if there is one
/// with these threads; else one of which this is not known.
pub(crate) fn random_program(random: &mut Random, model: &Model) -> Program {
    let (threads, loads) = random_threads(random);
    let ways = 3usize.pow(loads);
    let first = random.below(ways);
    let candidates = (0..ways).map(|way| with_wrong_end(&threads, loads, (first + way) % ways));
    let is_violated = |program: &Program, model: &Model| {
        let judged = Engine { model: model.clone() }.judge(program);
        matches!(judged, Judgement::Violated { .. })
    };
    let mut candidates = candidates
        .filter(|program| is_violated(program, model) && !is_violated(program, &Model::Sc));
    candidates.next().unwrap_or_else(|| with_wrong_end(&threads, loads, first))
}

/// Two threads with two or three statements each, as text, and how many loads they have.
fn random_threads(random: &mut Random) -> (String, u32) {
    let mut out =
        String::from("source \"random.c\"\nglobal @x : 4\nglobal @y : 4\nglobal @r : 64\n");
    let (mut loads, mut line) = (0, 0);
    for thread in 0..2 {
        let _ = writeln!(out, "function @t{thread}(%a) {{");
        for index in 0..2 + random.below(8) / 7 {
            line += 1;
            // Now and then, two instructions are at one place.
            let at = if random.below(8) == 0 && line > 1 { line - 1 } else { line };
            // The other thread comes the other way round, as in the classic shapes.
            let place = if (index + thread) % 2 == 0 { "@x" } else { "@y" };
            statement(&mut out, random, (at, place), &mut loads);
        }
        out.push_str("  return 0\n}\n");
    }
    (out, loads)
}

/// It is wrong that all loads have read the values that a number has as its digits.
fn with_wrong_end(threads: &str, loads: u32, mut values: usize) -> Program {
    let mut out = threads.to_owned();
    out.push_str("function @main() {\n  %a = spawn @t0, 0\n  %b = spawn @t1, 0\n");
    out.push_str("  %c = join %a\n  %d = join %b\n  %bad = 1\n");
    for load in 0..loads {
        let value = values % 3;
        values /= 3;
        let _ = writeln!(out, "  %v{load} = load.4 @r+{}", 4 * load);
        let _ = writeln!(out, "  %e{load} = eq.32 %v{load}, {value}");
        let _ = writeln!(out, "  %bad = and.1 %bad, %e{load}");
    }
    out.push_str("  branch %bad, wrong, right\nwrong:\n  fail assertion, 0\n  unreachable\n");
    out.push_str("right:\n  return 0\n}\n");
    text::parse(&out).unwrap_or_else(|problem| panic!("{problem:?}: {out}"))
}

fn statement(out: &mut String, random: &mut Random, (line, place): (u32, &str), loads: &mut u32) {
    let value = 1 + random.below(2);
    match random.below(12) {
        0..5 => {
            let order = random.one_of(&["relaxed", "relaxed", "relaxed", "release"]);
            let _ = writeln!(out, "  store.4 {order} {place}, {value} !0:{line}:1");
        }
        5..10 => {
            let order = random.one_of(&["relaxed", "relaxed", "relaxed", "acquire"]);
            let _ = writeln!(out, "  %l{loads} = load.4 {order} {place} !0:{line}:1");
            let _ = writeln!(out, "  store.4 @r+{}, %l{loads}", 4 * *loads);
            *loads += 1;
        }
        10 => {
            let order = random.one_of(&["relaxed", "acq_rel"]);
            let _ = writeln!(out, "  %l{loads} = rmw.4 xchg {order} {place}, {value} !0:{line}:1");
            let _ = writeln!(out, "  store.4 @r+{}, %l{loads}", 4 * *loads);
            *loads += 1;
        }
        _ => {
            let order = random.one_of(&["acquire", "release", "seq_cst"]);
            let _ = writeln!(out, "  fence {order} !0:{line}:1");
        }
    }
}

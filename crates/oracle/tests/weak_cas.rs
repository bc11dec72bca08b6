//! Random loops around weak compare-exchanges: leaving out failures in vain loses no outcome, and
//! no data race.
//!
//! The reference is brute force, with every failure for no reason and without the pass that stops
//! loops that wait; a bound on turns ends them. What it sees, every engine must see when it leaves
//! out what `interp::spurious` says. (It may see more, by longer runs, and all that it sees
//! happens.) An outcome is what the threads return, and what main finds in the variables in the
//! end. More programs:
//!
//! ```text
//! HEDDLE_SEEDS=1000..3000 ./test -p oracle --test weak_cas
//! ```

use answer::{Answer, Unlimited};
use base::ViolationKind;
use engines::{DPOR, DPOR_OBSERVERS, DPOR_SOURCE, EngineRef, GRAPH, Model, RF, RF_SCHEDULES};
use enumerate::axiomatic::Axioms;
use enumerate::{Buffers, Enumeration, NO_QUESTIONS, TooLarge};
use execution::canonical::Action;
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer, WeakCas};
use models::hb::{self, Synchronisation};
use models::ra::ReleaseAcquire;
use models::rc11::C11;
use program::passes::{self, PassConfig};
use program::{GlobalId, Program};
use std::collections::BTreeSet;
use std::fmt::Write;
use testing::Random;

/// The variables that threads use, and those for what main finds.
const VARIABLES: [&str; 4] = ["x", "y", "c", "f"];
const RESULTS: u32 = 7;
/// How many steps brute force may take on a machine; a twentieth of them with axioms.
const LIMIT: u64 = 100_000;

/// Writes the text of a program.
struct Writer {
    random: Random,
    text: String,
    labels: u32,
    /// Whether there are accesses that are not atomic.
    is_racy: bool,
}

/// A program of two or three threads, of which the first retries.
fn program(random: Random) -> String {
    let mut writer = Writer { random, text: String::new(), labels: 0, is_racy: false };
    writer.is_racy = writer.random.chance(15);
    let threads = 2 + u64::from(writer.random.chance(10));
    for name in VARIABLES {
        writer.line(&format!("global @{name} : 4"));
    }
    for result in 0..RESULTS {
        writer.line(&format!("global @r{result} : 4"));
    }
    writer.line("function @main() {\nentry:");
    for thread in 0..threads {
        writer.line(&format!("%t{thread} = spawn @f{thread}, 0"));
    }
    for thread in 0..threads {
        writer.line(&format!("%j{thread} = join %t{thread}"));
    }
    for thread in 0..threads {
        writer.line(&format!("store.4 relaxed @r{thread}, %j{thread}"));
    }
    for (place, result) in VARIABLES.iter().zip(3..) {
        writer.line(&format!("%v = load.4 relaxed @{place}\nstore.4 relaxed @r{result}, %v"));
    }
    writer.line("return\n}");
    for thread in 0..threads {
        writer.line(&format!("function @f{thread}(%a) {{\nentry:\n%s = 0\n%e = 0\n%n = 0"));
        if thread == 0 || writer.random.chance(20) {
            writer.retry();
            match writer.random.below(4) {
                0 => {}
                1 => writer.statement(),
                _ => {
                    let order = writer.store_order();
                    writer.line(&format!("store.4 {order} @f, 1"));
                }
            }
        } else if writer.random.chance(30) {
            writer.witness();
        } else {
            for _ in 0..1 + writer.random.below(3) {
                writer.statement();
            }
        }
        writer.line("return %s\n}");
    }
    writer.text
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn load_order(&mut self) -> &'static str {
        self.random.pick(&["relaxed", "relaxed", "acquire", "seq_cst"])
    }

    fn store_order(&mut self) -> &'static str {
        if self.is_racy && self.random.chance(50) {
            return "plain";
        }
        self.random.pick(&["relaxed", "relaxed", "release", "seq_cst"])
    }

    fn retry(&mut self) {
        let order = self.load_order();
        if self.random.chance(50) {
            self.line(&format!("%e = load.4 {order} @c"));
        }
        if self.random.chance(20) {
            self.statement();
        }
        let (head, out, again) = (self.label(), self.label(), self.label());
        self.line(&format!("jump {head}\n{head}:"));
        if self.random.chance(30) {
            self.line(&format!("%e = load.4 {order} @c"));
        }
        for _ in 0..self.random.below(3) {
            let value = self.random.pick(&["1", "%e", "2"]);
            let place = self.random.pick(&["x", "x", "y"]);
            let stored = self.store_order();
            match self.random.below(5) {
                0 => self.line(&format!("%s = load.4 {order} @y")),
                _ => self.line(&format!("store.4 {stored} @{place}, {value}")),
            }
        }
        let orders = self.random.pick(&["seq_cst seq_cst", "relaxed relaxed", "acq_rel relaxed"]);
        let desired = self.random.pick(&["1", "2", "3"]);
        self.line(&format!("%o, %k = cas.4 weak {orders} @c, %e, {desired}"));
        self.line(&format!("branch %k, {out}, {again}\n{again}:"));
        let stored = self.store_order();
        match self.random.below(8) {
            0 | 1 => self.line("%e = %o"),
            2 => self.line(&format!("store.4 {stored} @x, %o")),
            3 => self.line("%s = %o"),
            4 if self.random.chance(30) => self.line("%s = add.32 %s, 1"),
            // A failure for a reason ends the loop.
            5 | 6 => {
                let left = self.label();
                let (gone, other) = (self.label(), self.random.chance(50));
                self.line(&format!("%g = eq.32 %o, %e\nbranch %g, {gone}, {left}\n{left}:"));
                if other {
                    self.line(&format!("store.4 {stored} @f, 1"));
                }
                self.line(&format!("jump {out}\n{gone}:"));
            }
            _ => self.line("%n = 0"),
        }
        self.line(&format!("jump {head}\n{out}:"));
    }

    /// Writes what the loop writes, having seen it, and that the loop has ended.
    fn witness(&mut self) {
        let disturbs = self.random.chance(30);
        if disturbs {
            let order = self.store_order();
            self.line(&format!("store.4 {order} @c, 3"));
        }
        for place in ["x", "f"] {
            let order = self.load_order();
            self.line(&format!("%l = load.4 {order} @{place}\n%w = eq.32 %l, 1\nassume %w"));
        }
        let order = self.store_order();
        self.line(&format!("store.4 {order} @x, 2"));
    }

    fn statement(&mut self) {
        let place = self.random.pick(&["x", "x", "y", "c", "f"]);
        let (load, store) = (self.load_order(), self.store_order());
        let value = self.random.pick(&["0", "1", "2"]);
        match self.random.below(6) {
            0 | 1 => self.line(&format!("store.4 {store} @{place}, {value}")),
            2 => {
                let place = if self.is_racy { "x" } else { place };
                let load = if self.is_racy { "plain" } else { load };
                self.line(&format!("%l = load.4 {load} @{place}"));
                self.line("%s = mul.32 %s, 4\n%s = add.32 %s, %l");
            }
            3 => self.line(&format!("%l, %k = cas.4 {load} {load} @{place}, {value}, 2\n%s = %l")),
            // Goes on only if it has seen something.
            4 => self.line(&format!("%l = load.4 {load} @{place}\n%w = eq.32 %l, 1\nassume %w")),
            _ => self.line(&format!("store.4 {store} @f, 1")),
        }
    }
}

/// What main has written to the variables for results.
type Outcome = Vec<(u32, u64)>;

fn outcome(execution: &Canonical) -> Outcome {
    let first = GlobalId(VARIABLES.len() as u32).address().object().map_or(0, |(it, _)| it.index);
    let (_, main) = &execution.threads[0];
    let result = |(action, _): &(Action, bool)| match action {
        Action::Write { cell, value, .. } => {
            let (object, _) = cell.address.object()?;
            (object.index >= first).then_some((object.index, value.bits))
        }
        _ => None,
    };
    main.iter().filter_map(result).collect()
}

#[derive(Default)]
struct Outcomes(BTreeSet<Outcome>);

impl Observer for Outcomes {
    fn restarted(&mut self) {
        self.0.clear();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.0.insert(outcome(&Canonical::new(graph, slots, cells)));
    }
}

fn config() -> Config {
    let weak_cas = WeakCas { leaves_out: true, most: Some(2) };
    Config { keep_going: true, weak_cas, ..Config::default() }
}

/// What an engine finds, unless it cannot do something.
type Found = Option<BTreeSet<Outcome>>;

fn explored(program: &Program, engine: EngineRef, model: &Model) -> Found {
    let mut outcomes = Outcomes::default();
    let observer: Option<&mut dyn Observer> = Some(&mut outcomes);
    let answer = engine.explore(program, model, &config(), &Unlimited, observer).answer;
    answer.gap().is_none().then_some(outcomes.0)
}

fn has_race(answer: &Answer) -> bool {
    answer.violations().iter().any(|violation| violation.kind == ViolationKind::DataRace)
}

/// A program, as brute force and as engines get it.
struct Comparison {
    seed: u64,
    text: String,
    plain: Program,
    prepared: Program,
    /// Under how many models brute force has an answer.
    models: usize,
}

impl Comparison {
    fn new(seed: u64) -> Comparison {
        let text = program(Random::new(seed));
        let parsed =
            program::text::parse(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        let prepare = |spin, bound| {
            let mut program = parsed.clone();
            passes::standard(&mut program, PassConfig { spin, bound: Some(bound) });
            program
        };
        let (plain, prepared) = (prepare(false, 2), prepare(true, 2));
        Comparison { seed, text, plain, prepared, models: 0 }
    }

    fn compare(&self, engine: EngineRef, model: &Model, expected: &BTreeSet<Outcome>) {
        let Some(found) = explored(&self.prepared, engine, model) else { return };
        if let Some(lost) = expected.difference(&found).next() {
            let (seed, engine, model) = (self.seed, engine.name(), model.name());
            panic!("seed {seed}, {engine} {model}: lost {lost:?}\n{}", self.text);
        }
    }

    fn on_machine(&mut self, model: &Model, buffers: Buffers, dpor: &[EngineRef]) {
        let found = enumerate::interleavings(&self.plain, buffers, LIMIT, NO_QUESTIONS);
        let Some((expected, _)) = outcomes(found) else { return };
        self.models += 1;
        for engine in [GRAPH, RF, RF_SCHEDULES].iter().chain(dpor) {
            self.compare(*engine, model, &expected);
        }
    }

    fn with_axioms<S: Synchronisation>(&mut self, model: &Model) {
        let axioms = Axioms {
            is_consistent: &hb::axioms::is_consistent::<S>,
            has_race: &hb::axioms::has_race::<S>,
            happens_before: &hb::axioms::happens_before::<S>,
            has_dependencies: false,
        };
        let found = enumerate::axiomatic::executions(&self.plain, axioms, LIMIT / 20, NO_QUESTIONS);
        let Some((expected, is_racy)) = outcomes(found) else { return };
        self.models += 1;
        for engine in [GRAPH, RF] {
            self.compare(engine, model, &expected);
            let config = Config { races: true, ..config() };
            let answer = || engine.explore(&self.prepared, model, &config, &Unlimited, None).answer;
            assert!(
                !is_racy || has_race(&answer()),
                "seed {}, {} {}: a race is lost\n{}",
                self.seed,
                engine.name(),
                model.name(),
                self.text
            );
        }
    }
}

/// What brute force finds, and whether there is a race, unless the program is too large for it.
fn outcomes(found: Result<Enumeration, TooLarge>) -> Option<(BTreeSet<Outcome>, bool)> {
    let found = found.ok()?;
    Some((found.executions.iter().map(outcome).collect(), found.has_race))
}

fn check(seed: u64) -> usize {
    let mut comparison = Comparison::new(seed);
    comparison.on_machine(&Model::Sc, Buffers::None, &[DPOR, DPOR_OBSERVERS]);
    comparison.on_machine(&Model::Tso, Buffers::PerThread, &[DPOR_SOURCE]);
    comparison.on_machine(&Model::Pso, Buffers::PerLocation, &[DPOR]);
    comparison.with_axioms::<ReleaseAcquire>(&Model::Ra);
    comparison.with_axioms::<C11>(&Model::Rc11);
    comparison.models
}

#[test]
fn no_outcome_is_lost() {
    let seeds: std::ops::Range<u64> = match std::env::var("HEDDLE_SEEDS").ok() {
        Some(text) => {
            let (first, end) = text.split_once("..").expect("FIRST..END");
            first.parse().expect("a number")..end.parse().expect("a number")
        }
        None => 0..15,
    };
    let programs = seeds.end - seeds.start;
    let models: usize = seeds.map(check).sum();
    println!("{programs} programs, under {models} models in all");
    assert!(models as u64 > 3 * programs, "only {models} of {} are compared", 5 * programs);
}

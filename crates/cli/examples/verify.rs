//! How long does it take to find out whether (X, rf) is consistent? A table as Figures 8 and 9 of
//! `rf-tso-pso` are plots.
//!
//! The instances are harvested: executions of the benchmarks under TSO and PSO, and the same with
//! another source for one read. Each is given to VerifyTSO or VerifyPSO alone, to these after the
//! closure and a guess (`history::check`), and to the naive enumeration of all states of the
//! machine, as far as that comes within a number of states. All must agree.
//!
//! ```text
//! cargo run --release -p cli --example verify
//! ```

use answer::{Monitor, Statistics, Stop};
use cli::load::{Request, load};
use cli::watch::Watch;
use execution::{Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use history::{History, Model, Order, check, memory_writes, naive, verify_pso};
use models::global::Preserved;
use models::pso::PartialStoreOrder;
use models::rf::TotalReadsFrom;
use models::tso::TotalStoreOrder;
use oracle::harvest;
use program::Program;
use report::Limits;
use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};
use testing::Random;

/// The benchmarks, with sizes from small to large.
const PROGRAMS: [(&str, &str); 14] = [
    ("fib_bench", "-DN=2"),
    ("fib_bench", "-DN=3"),
    ("fib_bench", "-DN=5"),
    ("sigma", "-DN=3"),
    ("sigma", "-DN=5"),
    ("sigma", "-DN=7"),
    ("nw1r", "-DN=3"),
    ("nw1r", "-DN=5"),
    ("readers", "-DN=3"),
    ("readers", "-DN=6"),
    ("casrot", "-DN=4"),
    ("lastzero", "-DN=3"),
    ("circular_buffer", "-DN=2"),
    ("peterson", ""),
];
/// How many instances of a program.
const INSTANCES: usize = 200;
/// After how many states the naive enumeration gives up.
const STATES: usize = 50_000;

/// Collects histories.
struct Harvest {
    random: Random,
    histories: Vec<History>,
}

impl Observer for Harvest {
    fn restarted(&mut self) {
        self.histories.clear();
    }

    fn execution(&mut self, graph: &Graph, _slots: &Slots, _cells: &Cells) {
        if self.histories.len() < INSTANCES
            && let Some(history) = harvest::history(graph)
        {
            self.histories.extend(harvest::with_another_source(&history, &mut self.random));
            self.histories.push(history);
        }
    }
}

/// Enough is enough.
struct Enough;

impl Monitor for Enough {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        (statistics.executions as usize >= INSTANCES).then_some(Stop::Interrupt)
    }
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}

fn measure<P: Preserved>(name: &str, flags: &str, program: &Program, model: Model) {
    let mut harvest = Harvest { random: Random::new(1), histories: Vec::new() };
    let config = Config { keep_going: true, patience: 16, ..Config::default() };
    Revisits::<TotalReadsFrom<P>>::new(()).check(program, &config, &Enough, Some(&mut harvest));
    let histories = harvest.histories;
    let events: usize = histories.iter().map(|history| history.ids().count()).sum();
    let (mut alone, mut closed, mut naively) = Default::default();
    let (mut consistent, mut given_up) = (0, 0);
    for history in &histories {
        let verified = timed(&mut alone, || {
            Order::of(history, model).and_then(|order| match model {
                Model::Sc | Model::Tso => memory_writes::search(&order),
                Model::Pso => verify_pso::search(&order),
            })
        });
        let checked = timed(&mut closed, || check(history, model, &[]));
        assert_eq!(verified.is_ok(), checked.is_ok(), "{history:?}");
        consistent += usize::from(checked.is_ok());
        match timed(&mut naively, || naive::search_within(history, model, STATES)) {
            Some(answer) => assert_eq!(answer.is_ok(), checked.is_ok(), "{history:?}"),
            None => given_up += 1,
        }
    }
    let micros = |total: Duration| total.as_secs_f64() * 1e6 / histories.len().max(1) as f64;
    println!(
        "| {name} {flags} | {model:?} | {} | {} | {consistent} | {:.1} | {:.1} | {:.1} | {given_up} |",
        histories.len(),
        events / histories.len().max(1),
        micros(alone),
        micros(closed),
        micros(naively),
    );
}

fn main() {
    println!(
        "| program | model | instances | events each | consistent | Verify, µs | closure first, µs | naive, µs | naive gives up |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    for (name, flags) in PROGRAMS {
        let files = [bench.join(name).with_extension("c")];
        let words = flags.split_whitespace().chain(["-DMO=memory_order_relaxed"]);
        let words: Vec<OsString> = words.map(OsString::from).collect();
        let request = Request {
            files: &files,
            compiler_flags: &words,
            inputs: llvm::Inputs::default(),
            libraries: &[],
        };
        let limits = Limits { seconds: None, memory_bytes: None };
        let program =
            load(&request, &Watch::quiet(limits)).expect("the benchmarks compile").program;
        measure::<TotalStoreOrder>(name, flags, &program, Model::Tso);
        measure::<PartialStoreOrder>(name, flags, &program, Model::Pso);
    }
}

//! On the benchmarks: the classes that `rf` and `rf-schedules` find are those of `graph` without co, under each model, and none comes twice; and those that `dpor` finds are those of `graph`, by Optimal-DPOR
//! without anything in vain.
//!
//! Each program has the size that it has if nothing is said, and, where it can choose its memory order, also relaxed accesses with and without fences. Those with
//! too many executions are left out.

use answer::{Answer, Unlimited};
use cli::load::{Request, load};
use cli::watch::Watch;
use execution::{Canonical, Cells, Graph, Slots};
use explore::dpor::{self, Buffering, Strategy};
use explore::{Config, Observer, Search};
use models::Model;
use models::global::{Global, Preserved};
use models::hb::{Causal, Synchronisation};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::C11;
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use program::Program;
use report::Limits;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// More executions than this take too long to compare.
const MOST: usize = 3000;

/// The classes that an engine finds, up to a number.
struct Classes {
    found: HashSet<Canonical>,
    is_repeated: bool,
    /// What tells executions apart.
    class: fn(Canonical) -> Canonical,
    /// Whether the engine has the same classes.
    is_once: bool,
}

impl Classes {
    fn new(class: fn(Canonical) -> Canonical, is_once: bool) -> Classes {
        Classes { found: HashSet::new(), is_repeated: false, class, is_once }
    }
}

impl Observer for Classes {
    fn restarted(&mut self) {
        self.found.clear();
        self.is_repeated = false;
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let is_new = self.found.insert((self.class)(Canonical::new(graph, slots, cells)));
        self.is_repeated |= !is_new && self.is_once;
    }
}

/// Stops an exploration that is too large.
struct AtMost;

impl answer::Monitor for AtMost {
    fn poll(&self, _worker: usize, statistics: &answer::Statistics) -> Option<answer::Stop> {
        let size = statistics.executions + statistics.blocked;
        (size > MOST as u64).then_some(answer::Stop::Interrupt)
    }
}

/// The classes of a program under a model, and whether it is violated; `None` if there are too many.
fn classes<M: Model<Definition = ()>>(
    program: &Program,
    search: Search,
) -> Option<(HashSet<Canonical>, bool)> {
    let config = Config { keep_going: true, search, patience: 64, ..Config::default() };
    let mut classes = Classes::new(Canonical::without_co, !M::HAS_CO);
    let answer = match M::HAS_CO {
        true => explore::check::<M>(&(), program, &config, &AtMost, Some(&mut classes)),
        false => explore::check::<M>(&(), program, &config, &Unlimited, Some(&mut classes)),
    };
    if answer.gap().is_some() {
        return None;
    }
    assert!(!classes.is_repeated, "a class was explored twice");
    Some((classes.found, !answer.violations().is_empty()))
}

/// Compares `dpor` with `graph`. Returns whether that was possible.
fn compare_schedules<G: Model<Definition = ()>, B: Buffering>(
    program: &Program,
    title: &str,
) -> bool {
    let config = Config { keep_going: true, patience: 64, ..Config::default() };
    let mut expected = Classes::new(|execution| execution, true);
    let graph = explore::check::<G>(&(), program, &config, &AtMost, Some(&mut expected));
    if graph.gap().is_some() {
        return false;
    }
    let title = format!("{title} {}", B::NAME);
    let in_vain = compare_strategy::<B, dpor::Optimal>(program, &title, &expected, &graph);
    assert_eq!(in_vain, 0, "{title}: explorations in vain");
    compare_strategy::<B, dpor::Source>(program, &title, &expected, &graph);
    if B::NAME == dpor::Observers::NAME {
        let class = Canonical::without_unread_order;
        let found = expected.found.into_iter().map(class).collect();
        let expected = Classes { found, ..Classes::new(class, true) };
        let title = format!("{title} with observers");
        compare_strategy::<dpor::Observers, dpor::Source>(program, &title, &expected, &graph);
    }
    true
}

/// Compares a strategy with `graph`. Returns how often it explored in vain.
fn compare_strategy<B: Buffering, S: Strategy>(
    program: &Program,
    title: &str,
    expected: &Classes,
    graph: &Answer,
) -> u64 {
    let config = Config { keep_going: true, ..Config::default() };
    let mut classes = Classes::new(expected.class, true);
    let answer = dpor::check::<B, S>(program, &config, &Unlimited, Some(&mut classes));
    let title = format!("{title} {}", S::NAME);
    assert_eq!(answer.gap(), None, "{title}");
    assert!(!classes.is_repeated, "{title}: a class was explored twice");
    assert!(classes.found == expected.found, "{title}: other classes");
    let violations = |answer: &Answer| -> HashSet<_> {
        answer.violations().iter().map(|violation| (violation.kind, violation.position)).collect()
    };
    assert_eq!(violations(&answer), violations(graph), "{title}: violations");
    answer.statistics().sleep_set_blocked
}

/// Compares the engines under two models that differ in co only. Returns whether that was possible.
fn compare<G: Model<Definition = ()>, R: Model<Definition = ()>>(
    program: &Program,
    title: &str,
) -> bool {
    let Some(expected) = classes::<G>(program, Search::Revisits) else { return false };
    let model = G::NAME;
    [Search::Revisits, Search::Schedules].into_iter().all(|search| {
        let Some(found) = classes::<R>(program, search) else { return false };
        assert_eq!(found.1, expected.1, "{title} {model} {search:?}: whether it is violated");
        let (more, less) = (found.0.difference(&expected.0), expected.0.difference(&found.0));
        let (more, less) = (more.count(), less.count());
        let title = format!("{title} {model} {search:?}");
        assert!(more == 0 && less == 0, "{title}: {more} too many, {less} are missing");
        true
    })
}

fn compare_total<P: Preserved>(program: &Program, title: &str) -> bool {
    compare::<Global<P>, TotalReadsFrom<P>>(program, title)
}

fn compare_causal<S: Synchronisation>(program: &Program, title: &str) -> bool {
    compare::<Causal<S>, CausalReadsFrom<S>>(program, title)
}

fn compile(file: &Path, flags: &[&str]) -> Program {
    let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
    let files = [file.to_owned()];
    let request = Request { files: &files, compiler_flags: &flags, libraries: &[] };
    let limits = Limits { seconds: None, memory_bytes: None };
    load(&request, &Watch::new(limits)).expect("the benchmarks compile").program
}

/// Compares under every model, and counts under how many it was possible.
fn compare_all(file: &Path, flags: &[&str]) -> usize {
    let program = compile(file, flags);
    let title = format!("{} {}", file.display(), flags.join(" "));
    let compared = [
        compare_total::<ProgramOrder>(&program, &title),
        compare_total::<TotalStoreOrder>(&program, &title),
        compare_total::<PartialStoreOrder>(&program, &title),
        compare_causal::<ReleaseAcquire>(&program, &title),
        compare_causal::<C11>(&program, &title),
    ];
    compared.into_iter().filter(|compared| *compared).count()
}

fn benchmarks() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    let entries = std::fs::read_dir(folder).expect("the benchmarks are there");
    let files = entries.map(|entry| entry.expect("a readable folder").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

/// Compares on all benchmarks, and counts how often it was possible.
fn compare_benchmarks(compare_all: fn(&Path, &[&str]) -> usize) -> usize {
    let mut compared = 0;
    for file in benchmarks() {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        compared += compare_all(&file, &[]);
        if text.contains("ifndef MO") {
            compared += compare_all(&file, &["-DMO=memory_order_relaxed"]);
            if text.contains("ifdef FENCE") {
                compared += compare_all(&file, &["-DMO=memory_order_relaxed", "-DFENCE"]);
            }
        }
    }
    compared
}

#[test]
fn classes_without_co_are_those_of_graph() {
    let compared = compare_benchmarks(compare_all);
    assert!(compared > 300, "only {compared} comparisons were small enough");
}

#[test]
fn traces_are_the_classes_of_graph() {
    let compared = compare_benchmarks(|file, flags| {
        let program = compile(file, flags);
        let title = format!("{} {}", file.display(), flags.join(" "));
        let compared = [
            compare_schedules::<Global<ProgramOrder>, dpor::Sc>(&program, &title),
            compare_schedules::<Global<TotalStoreOrder>, dpor::Tso>(&program, &title),
            compare_schedules::<Global<PartialStoreOrder>, dpor::Pso>(&program, &title),
        ];
        compared.into_iter().filter(|compared| *compared).count()
    });
    assert!(compared > 200, "only {compared} comparisons were small enough");
}

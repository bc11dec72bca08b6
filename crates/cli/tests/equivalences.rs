//! On the benchmarks: the classes that `rf` and `rf-schedules` find are those of `graph` without
//! co, under each model, and none comes twice; and those that `dpor` finds are those of `graph`, by
//! Optimal-DPOR without anything in vain.
//!
//! Each program has the size that it has if nothing is said, and, where it can choose its memory
//! order, also relaxed accesses with and without fences. Those with too many executions are left
//! out.

use answer::{Answer, Monitor, Statistics, Stop, Unlimited};
use cli::load::{Request, load};
use cli::watch::Watch;
use engines::{
    DPOR, DPOR_OBSERVERS, DPOR_SOURCE, EngineRef, GRAPH, Model, Question, RF, RF_SCHEDULES,
};
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer};
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

impl Monitor for AtMost {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        let size = statistics.executions + statistics.blocked;
        (size > MOST as u64).then_some(Stop::SeenEnough)
    }
}

/// The classes of a program without co, and whether it is violated; `None` if there are too many.
fn classes(
    program: &Program,
    engine: EngineRef,
    model: &Model,
) -> Option<(HashSet<Canonical>, bool)> {
    let config = Config { keep_going: true, patience: 64, ..Config::default() };
    let has_co = engine.classes() == engines::Classes::Executions;
    let mut classes = Classes::new(Canonical::without_co, !has_co);
    let monitor: &dyn Monitor = if has_co { &AtMost } else { &Unlimited };
    let answer = engine.explore(program, model, &config, monitor, Some(&mut classes)).answer;
    if answer.gap().is_some() {
        return None;
    }
    assert!(!classes.is_repeated, "a class was explored twice");
    Some((classes.found, !answer.violations().is_empty()))
}

/// Compares `dpor` with `graph`. Returns whether that was possible.
fn compare_schedules(program: &Program, model: &Model, title: &str) -> bool {
    let config = Config { keep_going: true, patience: 64, ..Config::default() };
    let mut expected = Classes::new(|execution| execution, true);
    let graph = GRAPH.explore(program, model, &config, &AtMost, Some(&mut expected)).answer;
    if graph.gap().is_some() {
        return false;
    }
    let title = format!("{title} {}", model.name());
    let in_vain = compare_strategy(program, (DPOR, model), &title, &expected, &graph);
    assert_eq!(in_vain, 0, "{title}: explorations in vain");
    compare_strategy(program, (DPOR_SOURCE, model), &title, &expected, &graph);
    if DPOR_OBSERVERS.objection(Question::Errors, model).is_none() {
        let class = Canonical::without_unread_order;
        let found = expected.found.into_iter().map(class).collect();
        let expected = Classes { found, ..Classes::new(class, true) };
        compare_strategy(program, (DPOR_OBSERVERS, model), &title, &expected, &graph);
    }
    true
}

/// Compares a strategy with `graph`. Returns how often it explored in vain.
fn compare_strategy(
    program: &Program,
    (engine, model): (EngineRef, &Model),
    title: &str,
    expected: &Classes,
    graph: &Answer,
) -> u64 {
    let config = Config { keep_going: true, ..Config::default() };
    let mut classes = Classes::new(expected.class, true);
    let answer = engine.explore(program, model, &config, &Unlimited, Some(&mut classes)).answer;
    let title = format!("{title} {}", engine.name());
    assert_eq!(answer.gap(), None, "{title}");
    assert!(!classes.is_repeated, "{title}: a class was explored twice");
    assert!(classes.found == expected.found, "{title}: other classes");
    let violations = |answer: &Answer| -> HashSet<_> {
        answer.violations().iter().map(|violation| (violation.kind, violation.position)).collect()
    };
    assert_eq!(violations(&answer), violations(graph), "{title}: violations");
    answer.statistics().sleep_set_blocked
}

/// Compares the engines without co with `graph`. Returns whether that was possible.
fn compare_reads_from(program: &Program, model: &Model, title: &str) -> bool {
    let Some(expected) = classes(program, GRAPH, model) else { return false };
    [RF, RF_SCHEDULES].into_iter().all(|engine| {
        let Some(found) = classes(program, engine, model) else { return false };
        let title = format!("{title} {} {}", model.name(), engine.name());
        assert_eq!(found.1, expected.1, "{title}: whether it is violated");
        let (more, less) = (found.0.difference(&expected.0), expected.0.difference(&found.0));
        let (more, less) = (more.count(), less.count());
        assert!(more == 0 && less == 0, "{title}: {more} too many, {less} are missing");
        true
    })
}

fn compile(file: &Path, flags: &[&str]) -> Program {
    let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
    let files = [file.to_owned()];
    let request = Request {
        files: &files,
        compiler_flags: &flags,
        inputs: llvm::Inputs::default(),
        libraries: &[],
    };
    let limits = Limits { seconds: None, memory_bytes: None };
    load(&request, &Watch::quiet(limits)).expect("the benchmarks compile").program
}

/// Compares under some models, and counts under how many it was possible.
fn compare_all(
    (file, flags): (&Path, &[&str]),
    models: &[Model],
    compare: fn(&Program, &Model, &str) -> bool,
) -> usize {
    let program = compile(file, flags);
    let title = format!("{} {}", file.display(), flags.join(" "));
    models.iter().filter(|model| compare(&program, model, &title)).count()
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
fn compare_benchmarks(models: &[Model], compare: fn(&Program, &Model, &str) -> bool) -> usize {
    let mut compared = 0;
    for file in benchmarks() {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        compared += compare_all((&file, &[]), models, compare);
        if text.contains("ifndef MO") {
            compared += compare_all((&file, &["-DMO=memory_order_relaxed"]), models, compare);
            if text.contains("ifdef FENCE") {
                let fenced = ["-DMO=memory_order_relaxed", "-DFENCE"];
                compared += compare_all((&file, &fenced), models, compare);
            }
        }
    }
    compared
}

#[test]
fn classes_without_co_are_those_of_graph() {
    let models = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11];
    let compared = compare_benchmarks(&models, compare_reads_from);
    assert!(compared > 300, "only {compared} comparisons were small enough");
}

#[test]
fn traces_are_the_classes_of_graph() {
    let models = [Model::Sc, Model::Tso, Model::Pso];
    let compared = compare_benchmarks(&models, compare_schedules);
    assert!(compared > 200, "only {compared} comparisons were small enough");
}

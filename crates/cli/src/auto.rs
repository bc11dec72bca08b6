//! Which engine suits a program? A sample says: `graph` explores it until the end, which it often reaches, or until there are some hundreds of executions. If
//! fewer than half of those differ in what their reads read, `rf` has less to do.

use crate::engine::{Engine, Model, explore, explore_watched};
use execution::{Canonical, Cells, Graph, Slots};
use explore::result::Gap;
use explore::{Config, Monitor, Observer, Report, Statistics, Stop};
use program::Program;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

/// After so many executions, complete or not, the sample is large enough.
const SAMPLE: u64 = 1000;
/// After how many steps to look whether it is.
const PATIENCE: u32 = 256;

/// Explores with the engine that suits a program, and says which it was.
pub(crate) fn explore_suitably(
    program: &Program,
    model: &Model,
    config: &Config,
    monitor: &dyn Monitor,
) -> (Report, Engine) {
    let graph = (Engine::Graph, model);
    if Engine::Rf.objection(model, config).is_some() {
        return (explore(program, graph, config, monitor), Engine::Graph);
    }
    let sampling = Sampling { monitor, is_enough: AtomicBool::new(false) };
    let mut sample = Sample::default();
    let small = Config { workers: 1, patience: PATIENCE, ..config.clone() };
    let report = explore_watched(program, graph, &small, &sampling, Some(&mut sample));
    if !sampling.is_enough.into_inner() || !report.violations.is_empty() && !config.keep_going {
        return (report, Engine::Graph);
    }
    if sample.prefers_rf() {
        let report = explore(program, (Engine::Rf, model), config, monitor);
        if !matches!(report.gap, Some(Gap::Unsupported { .. })) {
            return (report, Engine::Rf);
        }
    }
    (explore(program, graph, config, monitor), Engine::Graph)
}

/// Stops when the sample is large enough.
struct Sampling<'a> {
    monitor: &'a dyn Monitor,
    is_enough: AtomicBool,
}

impl Monitor for Sampling<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        let stop = self.monitor.poll(worker, statistics);
        if stop.is_none() && statistics.executions + statistics.blocked >= SAMPLE {
            self.is_enough.store(true, Ordering::Relaxed);
            return Some(Stop::Interrupt);
        }
        stop
    }
}

/// The executions of the sample.
#[derive(Default)]
struct Sample {
    executions: usize,
    /// What their reads read, hashed: for a guess that is good enough.
    classes: HashSet<u64>,
}

impl Sample {
    fn prefers_rf(&self) -> bool {
        2 * self.classes.len() < self.executions
    }
}

impl Observer for Sample {
    fn restarted(&mut self) {
        *self = Sample::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let mut class = Canonical::new(graph, slots, cells);
        class.co.clear();
        let mut hasher = DefaultHasher::new();
        class.hash(&mut hasher);
        self.executions += 1;
        self.classes.insert(hasher.finish());
    }
}

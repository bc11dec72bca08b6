//! Which engine suits a program? A sample says: `graph` explores it until the end, which it often reaches, or until there are some hundreds of executions. If
//! fewer than half of those differ in what their reads read, `rf` has less to do.

use crate::abilities;
use crate::engine::{Engine, Model, explore, explore_watched};
use answer::{Answer, Gap, Monitor, Statistics, Stop};
use base::Whereabouts;
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer};
use program::Program;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

/// After so many executions, complete or not, the sample is large enough.
const SAMPLE: u64 = 1000;
/// After how many steps to look whether it is.
const PATIENCE: u32 = 256;

/// Explores with the engine that suits a program, and says which it was.
pub fn explore_suitably(
    program: &Program,
    model: &Model,
    config: &Config,
    monitor: &dyn Monitor,
) -> (Answer, Engine) {
    let graph = (Engine::Graph, model);
    let sampling = Sampling {
        monitor,
        can_use_rf: abilities::suitable(model, config).any(|engine| engine == Engine::Rf),
        goes_on: config.workers == 1,
        sample: Mutex::default(),
        decision: OnceLock::new(),
    };
    let small = Config { workers: 1, patience: PATIENCE, ..config.clone() };
    let mut observer = Watching(&sampling);
    let answer = explore_watched(program, graph, &small, &sampling, Some(&mut observer));
    match sampling.decision.into_inner() {
        None => return (answer, Engine::Graph),
        Some(_) if !answer.violations().is_empty() && !config.keep_going => {
            return (answer, Engine::Graph);
        }
        Some(Engine::Rf) => {
            let answer = explore(program, (Engine::Rf, model), config, monitor);
            if !matches!(answer.gap(), Some(Gap::Unsupported { .. })) {
                return (answer, Engine::Rf);
            }
        }
        Some(_) if config.workers == 1 => return (answer, Engine::Graph),
        Some(_) => {}
    }
    (explore(program, graph, config, monitor), Engine::Graph)
}

/// Looks at the sample when it is large enough, and stops the exploration if that should go on in another way.
struct Sampling<'a> {
    monitor: &'a dyn Monitor,
    can_use_rf: bool,
    /// Whether the exploration goes on if it is by the right engine.
    goes_on: bool,
    sample: Mutex<Sample>,
    decision: OnceLock<Engine>,
}

impl Monitor for Sampling<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        let stop = self.monitor.poll(worker, statistics);
        let size = statistics.executions + statistics.blocked;
        if stop.is_some() || size < SAMPLE || self.decision.get().is_some() {
            return stop;
        }
        let sample = self.sample.lock().unwrap_or_else(PoisonError::into_inner);
        let prefers_rf = self.can_use_rf && sample.prefers_rf();
        let engine = if prefers_rf { Engine::Rf } else { Engine::Graph };
        let decision = self.decision.get_or_init(|| engine);
        (*decision == Engine::Rf || !self.goes_on).then_some(Stop::SeenEnough)
    }

    fn stopped(&self, whereabouts: Whereabouts) {
        // What was stopped to go on in another way says nothing.
        if self.decision.get().is_none() || self.goes_on {
            self.monitor.stopped(whereabouts);
        }
    }
}

/// Takes executions down until the sample is large enough.
struct Watching<'a, 'b>(&'a Sampling<'b>);

impl Observer for Watching<'_, '_> {
    fn restarted(&mut self) {
        *self.0.sample.lock().unwrap_or_else(PoisonError::into_inner) = Sample::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        if self.0.decision.get().is_none() {
            let mut sample = self.0.sample.lock().unwrap_or_else(PoisonError::into_inner);
            sample.add(graph, slots, cells);
        }
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

    fn add(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let class = Canonical::new(graph, slots, cells).without_co();
        let mut hasher = DefaultHasher::new();
        class.hash(&mut hasher);
        self.executions += 1;
        self.classes.insert(hasher.finish());
    }
}

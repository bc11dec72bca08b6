//! `auto`: which engine suits a program? A sample says: `graph` explores it until the end, which it
//! often reaches, or until there are some hundreds of executions. If fewer than half of those
//! differ in what their reads read, `rf` has less to do.

use crate::engine::{Engine, EngineRef, Explored, inability};
use crate::{Classes, GRAPH, Model, Objection, Question, RF};
use answer::{Answer, Gap, Monitor, Statistics, Stop};
use base::Whereabouts;
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer, Path};
use program::Program;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

/// After so many executions, complete or not, the sample is large enough.
const SAMPLE: u64 = 1000;
/// After how many steps to look whether it is.
const PATIENCE: u32 = 256;

pub static AUTO: EngineRef = &Auto;

/// Chooses between engines that answer everything that is asked.
#[derive(Debug)]
struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn summary(&self) -> &'static str {
        "graph, or rf if fewer than half of the first 1000 executions differ in what reads read"
    }

    fn objection(&self, question: Question, model: &Model) -> Option<Objection> {
        GRAPH.objection(question, model)
    }

    fn candidates(&self, model: &Model, config: &Config) -> Vec<EngineRef> {
        let can = |engine: &EngineRef| inability(*engine, model, config).is_none();
        [GRAPH, RF].into_iter().filter(can).collect()
    }

    fn classes(&self) -> Classes {
        Classes::Executions
    }

    fn workers(&self, most: usize) -> usize {
        most
    }

    /// An observer sees what `graph` explores: which executions there are must not depend on a
    /// sample.
    fn explore(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        observer: Option<&mut dyn Observer>,
    ) -> Explored {
        match observer {
            Some(_) => GRAPH.explore(program, model, config, monitor, observer),
            None => explore_suitably(program, model, config, monitor),
        }
    }

    fn replay(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        path: &Path,
    ) -> Option<Answer> {
        GRAPH.replay(program, model, config, monitor, path)
    }
}

/// Explores with the engine that suits a program.
fn explore_suitably(
    program: &Program,
    model: &Model,
    config: &Config,
    monitor: &dyn Monitor,
) -> Explored {
    let sampling = Sampling {
        monitor,
        can_use_rf: AUTO.candidates(model, config).contains(&RF),
        goes_on: config.workers == 1,
        sample: Mutex::default(),
        decision: OnceLock::new(),
    };
    let small = Config { workers: 1, patience: PATIENCE, ..config.clone() };
    let mut observer = Watching(&sampling);
    let explored = GRAPH.explore(program, model, &small, &sampling, Some(&mut observer));
    let decision = sampling.decision.into_inner();
    let is_decided = !explored.answer.violations().is_empty() && !config.keep_going;
    match decision {
        None => return explored,
        Some(_) if is_decided => return explored,
        Some(engine) if engine == RF => {
            let explored = RF.explore(program, model, config, monitor, None);
            if !matches!(explored.answer.gap(), Some(Gap::Unsupported { .. })) {
                return explored;
            }
        }
        Some(_) if config.workers == 1 => return explored,
        Some(_) => {}
    }
    GRAPH.explore(program, model, config, monitor, None)
}

/// Looks at the sample when it is large enough, and stops the exploration if that should go on in
/// another way.
struct Sampling<'a> {
    monitor: &'a dyn Monitor,
    can_use_rf: bool,
    /// Whether the exploration goes on if it is by the right engine.
    goes_on: bool,
    sample: Mutex<Sample>,
    decision: OnceLock<EngineRef>,
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
        let engine = if prefers_rf { RF } else { GRAPH };
        let decision = self.decision.get_or_init(|| engine);
        (*decision == RF || !self.goes_on).then_some(Stop::SeenEnough)
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
    classes: FxHashSet<u64>,
}

impl Sample {
    fn prefers_rf(&self) -> bool {
        2 * self.classes.len() < self.executions
    }

    fn add(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let class = Canonical::new(graph, slots, cells).without_co();
        let mut hasher = FxHasher::default();
        class.hash(&mut hasher);
        self.executions += 1;
        self.classes.insert(hasher.finish());
    }
}

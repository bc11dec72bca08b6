//! Every engine under every model, as the command line names them, on programs that need not be
//! small: what it finds, up to a number of executions.

use crate::fingerprint::Fingerprint;
use answer::{Answer, Gap, Monitor, Statistics, Stop};
use base::ViolationKind;
use engines::{AUTO, Classes, ENGINES, EngineRef, Explored, GRAPH, Model};
use execution::{Cells, Graph, Slots};
use explore::{Config, Observer};
use program::Program;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// The models that are part of Heddle, the larger ones later. RA and RC11 with C++20's release
/// sequences allow what RC11 does, each in its own way.
pub const MODELS: [Model; 6] =
    [Model::Sc, Model::Tso, Model::Pso, Model::Rc11, Model::Rc11Of20, Model::Ra];

/// The engines that do the work themselves, but for `graph`, with which they are compared.
pub fn others() -> impl Iterator<Item = EngineRef> {
    ENGINES.into_iter().filter(|engine| ![GRAPH, AUTO].contains(engine))
}

/// How large an exploration may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Most {
    /// Executions, complete or not.
    pub executions: u64,
}

/// An execution with more events than this has no end.
const LONGEST: u64 = 500;
/// How many executions in vain there may be for each one that is allowed, and how many if none is.
const IN_VAIN: u64 = 5;
const AT_LEAST: u64 = 20;

/// Stops an exploration that is too large. For one worker.
#[derive(Debug)]
pub struct Watch {
    most: Most,
    /// How many executions had ended when it last looked, and how many events there were then.
    ended: AtomicU64,
    events: AtomicU64,
}

impl Watch {
    pub fn new(most: Most) -> Watch {
        Watch { most, ended: AtomicU64::new(0), events: AtomicU64::new(0) }
    }
}

impl Monitor for Watch {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        let Statistics { executions, blocked, erroneous, sleep_set_blocked, .. } = *statistics;
        let ended = executions + blocked + erroneous + sleep_set_blocked;
        if self.ended.swap(ended, Ordering::Relaxed) != ended {
            self.events.store(statistics.events, Ordering::Relaxed);
        }
        let last = statistics.events.saturating_sub(self.events.load(Ordering::Relaxed));
        let is_over = executions > self.most.executions
            || ended > IN_VAIN * (self.most.executions + AT_LEAST)
            || last > LONGEST
            || statistics.largest > LONGEST;
        is_over.then_some(Stop::SeenEnough)
    }
}

/// What an engine found.
#[derive(Debug)]
pub struct Found {
    pub answer: Answer,
    pub executions: FxHashSet<u64>,
    pub without_co: FxHashSet<u64>,
    /// Whether an execution came twice.
    pub is_repeated: bool,
}

/// Why there is nothing to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// The engine refuses, or meets something that it cannot do.
    Unsupported,
    TooLarge,
}

/// Runs an engine, taking down the executions.
pub fn run(
    program: &Program,
    which: (EngineRef, &Model),
    config: &Config,
    most: Most,
) -> Result<Found, Absent> {
    let (engine, model) = which;
    if engines::inability(engine, model, config).is_some() {
        return Err(Absent::Unsupported);
    }
    let mut seen = Seen::new(engine.classes());
    let watch = Watch::new(most);
    let Explored { answer, .. } = engine.explore(program, model, config, &watch, Some(&mut seen));
    match answer.gap() {
        None => {}
        Some(Gap::Stopped(_)) => return Err(Absent::TooLarge),
        Some(_) => return Err(Absent::Unsupported),
    }
    let Seen { executions, without_co, is_repeated, .. } = seen;
    Ok(Found { answer, executions, without_co, is_repeated })
}

/// The fingerprints of executions.
struct Seen {
    /// Which executions are different for the engine.
    classes: Classes,
    executions: FxHashSet<u64>,
    without_co: FxHashSet<u64>,
    is_repeated: bool,
}

impl Seen {
    fn new(classes: Classes) -> Seen {
        let (executions, without_co) = (FxHashSet::default(), FxHashSet::default());
        Seen { classes, executions, without_co, is_repeated: false }
    }
}

impl Observer for Seen {
    fn restarted(&mut self) {
        *self = Seen::new(self.classes);
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let Fingerprint { with_co, without_co } = Fingerprint::new(graph, slots, cells);
        let is_new_class = self.without_co.insert(without_co);
        let is_new = self.executions.insert(with_co);
        self.is_repeated |= match self.classes {
            Classes::Executions | Classes::ObservedOrder => !is_new,
            Classes::ReadsFrom => !is_new_class,
        };
    }
}

/// What kinds of violation there are, each as often as it has places.
pub fn kinds(answer: &Answer) -> Vec<ViolationKind> {
    let mut kinds: Vec<ViolationKind> = answer.violations().iter().map(|it| it.kind).collect();
    kinds.sort();
    kinds
}

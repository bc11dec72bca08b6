//! Chronological traces: what a machine with store buffers did, without the order that does not
//! matter.
//!
//! `chronological-traces` §3 and App. A.4: the vertices are the steps of threads and of the
//! updaters that empty their buffers, the edges are po, su, uu, src-ct, cf-ct and uf. The trace of
//! an execution is acyclic, and two executions have the same one exactly if their (po, rf, co) are
//! the same (Theorem 1). App. C: under PSO each location has an updater of its own.
//!
//! A trace is made of the *sequence* of steps, by the definition, in `edges`; no happens-before
//! that an engine keeps goes into it. Without buffers the Shasha–Snir trace takes its place, which
//! is one without updates; [`ChronologicalTrace::shasha_snir`] also makes it of steps with buffers.
//!
//! Beyond the paper, for what its programs do not have:
//! 1. A step is everything that happens at once. One that waits for empty buffers and then acts on
//!    the memory (a locked instruction, a seq_cst store, an operation on a mutex or on a thread) is
//!    a fence, and where it writes also an update: uf leads to it, and uu, src and cf treat it as
//!    the update of its own stores.
//! 2. *create* leads from the creation of a thread to its first step, *join* from the last step of
//!    a thread and of each of its updaters to its join.
//! 3. Under PSO *rel* leads from updates to those of later stores of the same thread that a release
//!    keeps behind them.
//! 4. *end* is between the end of an object's life and the steps of other threads that touch the
//!    object.

mod edges;

use crate::canonical::EventName;
use crate::cells::Cell;
use base::{ObjectId, ThreadId};
use std::fmt;

/// Which buffer an updater empties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Buffer {
    /// The only one of its thread.
    Whole,
    /// That of a location; for a store of several cells, the first of them.
    Location(Cell),
    /// That of the ends of objects' lives.
    Ends,
}

/// Who takes a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Agent {
    Thread(ThreadId),
    /// upd(p), or upd(p, x)
    Updater(ThreadId, Buffer),
}

impl Agent {
    /// The thread that acts, or whose stores reach the memory.
    pub fn thread(self) -> ThreadId {
        match self {
            Agent::Thread(thread) | Agent::Updater(thread, _) => thread,
        }
    }
}

/// A part of what a step does, without values: those follow from the edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Operation {
    Load(Cell),
    Store(Cell),
    Fence,
    End(ObjectId),
    Create(ThreadId),
    Join(ThreadId),
    Choose(i64),
}

/// A step, as the machine took it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineStep {
    pub agent: Agent,
    /// What it does, in order; for an update, what its store does.
    pub operations: Vec<Operation>,
    /// The events of the execution that it is.
    pub events: Vec<EventName>,
    pub kind: StepKind,
}

/// How a step reaches the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// It acts on the memory, after all updates of its thread.
    Direct,
    /// What it stores waits in a buffer. `waits_for_all`: behind all older stores of the thread;
    /// `epoch`: and behind those with a smaller one.
    Buffered { waits_for_all: bool, epoch: u32 },
    /// What the step at this place stored reaches the memory.
    Update { store: usize },
}

/// Why one vertex comes before another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// Next of the same agent.
    Po,
    /// From a store to its update.
    Su,
    /// From an update to the next one of the same location.
    Uu,
    /// The same of stores, in Shasha–Snir traces.
    St,
    /// From an update to a load of another thread that reads it; in Shasha–Snir traces, from any
    /// store.
    Src,
    /// From a load to the update, or store, that overwrites what it reads.
    Cf,
    /// From the last update of an updater to a fence of its thread.
    Uf,
    Create,
    Join,
    Release,
    End,
}

impl Relation {
    /// The paper's name, where it has one.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Po => "po",
            Relation::Su => "su",
            Relation::Uu => "uu",
            Relation::St => "st",
            Relation::Src => "src",
            Relation::Cf => "cf",
            Relation::Uf => "uf",
            Relation::Create => "create",
            Relation::Join => "join",
            Relation::Release => "rel",
            Relation::End => "end",
        }
    }
}

/// A vertex: the `index`-th step of an agent, from 1.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    pub agent: Agent,
    pub index: u32,
    pub operations: Vec<Operation>,
    pub events: Vec<EventName>,
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?}, {})", self.agent, self.operations, self.index)
    }
}

/// An edge between vertices, by their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub relation: Relation,
}

/// The trace of an execution. Equal traces are of executions with the same (po, rf, co).
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ChronologicalTrace {
    /// Sorted: threads, then updaters, each with its steps in order.
    pub vertices: Vec<Vertex>,
    /// Sorted, each once.
    pub edges: Vec<Edge>,
}

impl ChronologicalTrace {
    /// The trace of a sequence of steps of a machine with buffers.
    pub fn new(steps: &[MachineStep]) -> ChronologicalTrace {
        ChronologicalTrace::with_edges(steps, edges::chronological(steps))
    }

    /// The Shasha–Snir trace of a sequence of steps: a vertex for each step of a thread, and none
    /// for updates. It may have a cycle. (App. A.5.)
    pub fn shasha_snir(steps: &[MachineStep]) -> ChronologicalTrace {
        ChronologicalTrace::with_edges(steps, edges::shasha_snir(steps))
    }

    fn with_edges(
        steps: &[MachineStep],
        (kept, edges): (Vec<usize>, Vec<(usize, usize, Relation)>),
    ) -> ChronologicalTrace {
        let mut order = kept;
        order.sort_by_key(|step| (steps[*step].agent, *step));
        let mut vertices: Vec<Vertex> = Vec::new();
        let mut places = vec![usize::MAX; steps.len()];
        for step in order {
            let MachineStep { agent, operations, events, .. } = steps[step].clone();
            let before = vertices.last().filter(|vertex| vertex.agent == agent);
            let index = before.map_or(0, |vertex| vertex.index) + 1;
            places[step] = vertices.len();
            vertices.push(Vertex { agent, index, operations, events });
        }
        let mut edges: Vec<Edge> = edges
            .into_iter()
            .map(|(from, to, relation)| Edge { from: places[from], to: places[to], relation })
            .collect();
        edges.sort_unstable();
        edges.dedup();
        ChronologicalTrace { vertices, edges }
    }

    /// The place of the vertex that is a step of an agent, from 1.
    pub fn find(&self, agent: Agent, index: u32) -> Option<usize> {
        self.vertices.iter().position(|vertex| vertex.agent == agent && vertex.index == index)
    }

    /// For each vertex, whether each one comes before it: the transitive closure of the edges.
    pub fn closure(&self) -> Vec<Vec<bool>> {
        let count = self.vertices.len();
        let mut before = vec![vec![false; count]; count];
        for edge in &self.edges {
            before[edge.to][edge.from] = true;
        }
        for middle in 0..count {
            let row = before[middle].clone();
            for later in &mut before {
                if later[middle] {
                    later.iter_mut().zip(&row).for_each(|(cell, earlier)| *cell |= earlier);
                }
            }
        }
        before
    }

    pub fn has_cycle(&self) -> bool {
        self.closure().iter().enumerate().any(|(vertex, before)| before[vertex])
    }
}

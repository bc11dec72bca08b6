//! The edges of traces, as `chronological-traces` App. A.4, A.5 and C.2 define them over the order
//! of the steps.
//!
//! The names are the paper's: `upd_st` is the update of a store, `upd_ld` the update of the
//! thread's own latest store before a load, from which the load would be forwarded. Positions in
//! the sequence stand for events; e⁰, before everything, is `None` of `Option<usize>`, and e^∞ is
//! `usize::MAX`.

use super::{Agent, Buffer, MachineStep, Operation, Relation, StepKind};
use crate::cells::Cell;
use base::{ObjectId, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// An update that has not happened.
const NEVER: usize = usize::MAX;

type Edges = Vec<(usize, usize, Relation)>;

/// The vertices, by their places in the sequence, and the edges of a chronological trace.
pub(super) fn chronological(steps: &[MachineStep]) -> (Vec<usize>, Edges) {
    let sequence = Sequence::new(steps);
    let mut edges = sequence.lives();
    edges.extend(sequence.program_order(|_| true));
    for (place, step) in steps.iter().enumerate() {
        match step.kind {
            StepKind::Update { store } => {
                edges.push((store, place, Relation::Su));
                edges.extend(sequence.releases(place, store));
            }
            StepKind::Direct => {
                let updates = sequence.last_updates(step.agent.thread(), place);
                edges.extend(updates.map(|update| (update, place, Relation::Uf)));
            }
            StepKind::Buffered { .. } => {}
        }
    }
    for writes in sequence.writes.values() {
        edges.extend(writes.windows(2).map(|pair| (pair[0], pair[1], Relation::Uu)));
    }
    for load in sequence.loads() {
        edges.extend(load.source().map(|write| (write, load.place, Relation::Src)));
        edges.extend(load.conflict().map(|write| (load.place, write, Relation::Cf)));
    }
    ((0..steps.len()).collect(), edges)
}

/// The vertices and edges of a Shasha–Snir trace.
pub(super) fn shasha_snir(steps: &[MachineStep]) -> (Vec<usize>, Edges) {
    let sequence = Sequence::new(steps);
    let is_update = |place: usize| matches!(steps[place].kind, StepKind::Update { .. });
    // A write to the memory stands for the step that stored it.
    let stored = |place: usize| match steps[place].kind {
        StepKind::Update { store } => store,
        StepKind::Direct | StepKind::Buffered { .. } => place,
    };
    let mut edges: Edges = sequence.program_order(|place| !is_update(place)).collect();
    let lives = sequence.lives().into_iter();
    edges.extend(lives.map(|(from, to, relation)| (stored(from), stored(to), relation)));
    for writes in sequence.writes.values() {
        edges
            .extend(writes.windows(2).map(|pair| (stored(pair[0]), stored(pair[1]), Relation::St)));
    }
    for load in sequence.loads() {
        let source = load.source().map(stored).or(load.own_store);
        edges.extend(source.map(|store| (store, load.place, Relation::Src)));
        edges.extend(load.conflict().map(|write| (load.place, stored(write), Relation::Cf)));
    }
    // What happens at once is one vertex.
    edges.retain(|(from, to, _)| from != to);
    ((0..steps.len()).filter(|place| !is_update(*place)).collect(), edges)
}

/// A sequence of steps, with the writes to each location of the memory in order.
struct Sequence<'a> {
    steps: &'a [MachineStep],
    /// upd_st: for each step that was buffered, its update.
    updates: Vec<usize>,
    writes: BTreeMap<Cell, Vec<usize>>,
}

/// A load of a cell.
struct Load<'a> {
    place: usize,
    /// The thread's own latest store before it.
    own_store: Option<usize>,
    /// upd_ld
    own_update: Option<usize>,
    /// Whether its own step writes the cell after it, and so overwrites what it reads.
    is_overwritten: bool,
    /// The writes to its cell.
    writes: &'a [usize],
}

impl Load<'_> {
    /// src-ct: the last write before the load, if that is after upd_ld.
    fn source(&self) -> Option<usize> {
        let last = self.writes.iter().copied().rfind(|write| *write < self.place);
        last.filter(|write| self.own_update.is_none_or(|own| own < *write))
    }

    /// cf-ct: the first write after the load and after upd_ld.
    fn conflict(&self) -> Option<usize> {
        if self.is_overwritten {
            return None;
        }
        let is_later =
            |write: &usize| *write > self.place && self.own_update.is_none_or(|own| own < *write);
        self.writes.iter().copied().find(is_later)
    }
}

impl<'a> Sequence<'a> {
    fn new(steps: &'a [MachineStep]) -> Sequence<'a> {
        let mut updates = vec![NEVER; steps.len()];
        let mut writes: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (place, step) in steps.iter().enumerate() {
            match step.kind {
                StepKind::Buffered { .. } => continue,
                StepKind::Update { store } => updates[store] = place,
                StepKind::Direct => updates[place] = place,
            }
            for cell in stores(step) {
                let written = writes.entry(cell).or_default();
                if written.last() != Some(&place) {
                    written.push(place);
                }
            }
        }
        Sequence { steps, updates, writes }
    }

    /// Consecutive steps of the same agent.
    fn program_order(
        &self,
        is_vertex: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = (usize, usize, Relation)> {
        let mut last: BTreeMap<Agent, usize> = BTreeMap::new();
        (0..self.steps.len()).filter(move |place| is_vertex(*place)).filter_map(move |place| {
            let before = last.insert(self.steps[place].agent, place);
            Some((before?, place, Relation::Po))
        })
    }

    /// All loads of threads' steps, with what App. A.3 says about each.
    fn loads(&self) -> Vec<Load<'_>> {
        let mut own: BTreeMap<(ThreadId, Cell), usize> = BTreeMap::new();
        let mut loads = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            let Agent::Thread(thread) = step.agent else { continue };
            for (index, operation) in step.operations.iter().enumerate() {
                match *operation {
                    Operation::Load(cell) => {
                        let own_store = own.get(&(thread, cell)).copied();
                        let is_own = |later: &Operation| *later == Operation::Store(cell);
                        loads.push(Load {
                            place,
                            own_store,
                            own_update: own_store.map(|store| self.updates[store]),
                            is_overwritten: step.operations[index..].iter().any(is_own),
                            writes: self.writes.get(&cell).map_or(&[], Vec::as_slice),
                        });
                    }
                    Operation::Store(cell) => {
                        own.insert((thread, cell), place);
                    }
                    Operation::Fence
                    | Operation::End(_)
                    | Operation::Create(_)
                    | Operation::Join(_)
                    | Operation::Choose(_) => {}
                }
            }
        }
        loads
    }

    /// The latest update of each updater of a thread before a place.
    fn last_updates(&self, thread: ThreadId, place: usize) -> impl Iterator<Item = usize> {
        let mut latest: BTreeMap<Buffer, usize> = BTreeMap::new();
        for (place, step) in self.steps[..place].iter().enumerate() {
            if let Agent::Updater(owner, buffer) = step.agent
                && owner == thread
            {
                latest.insert(buffer, place);
            }
        }
        latest.into_values()
    }

    /// The updates by other updaters of the thread that a release keeps before an update.
    fn releases(&self, update: usize, store: usize) -> Edges {
        let agent = self.steps[update].agent;
        let mut latest: BTreeMap<Agent, usize> = BTreeMap::new();
        for (place, step) in self.steps[..update].iter().enumerate() {
            let StepKind::Update { store: other } = step.kind else { continue };
            let is_sibling = step.agent.thread() == agent.thread() && step.agent != agent;
            if is_sibling && self.is_released(other, store) {
                latest.insert(step.agent, place);
            }
        }
        latest.into_values().map(|place| (place, update, Relation::Release)).collect()
    }

    fn is_released(&self, older: usize, newer: usize) -> bool {
        let (
            StepKind::Buffered { epoch: old, .. },
            StepKind::Buffered { epoch: new, waits_for_all },
        ) = (self.steps[older].kind, self.steps[newer].kind)
        else {
            return false;
        };
        waits_for_all && older < newer || old < new
    }

    /// Creation, joining, and the ends of objects' lives.
    fn lives(&self) -> Edges {
        let mut edges = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            let is_update = matches!(step.agent, Agent::Updater(..));
            for operation in &step.operations {
                match *operation {
                    Operation::Create(child) => {
                        let is_first = |step: &MachineStep| step.agent == Agent::Thread(child);
                        let first = self.steps.iter().position(is_first);
                        edges.extend(first.map(|first| (place, first, Relation::Create)));
                    }
                    Operation::Join(child) => {
                        let last = self.last_of(child, place).into_iter();
                        let last = last.chain(self.last_updates(child, place));
                        edges.extend(last.map(|last| (last, place, Relation::Join)));
                    }
                    Operation::End(object) if is_update || step.kind == StepKind::Direct => {
                        edges.extend(self.around_end(object, place));
                    }
                    Operation::End(_)
                    | Operation::Load(_)
                    | Operation::Store(_)
                    | Operation::Fence
                    | Operation::Choose(_) => {}
                }
            }
        }
        edges
    }

    /// The last step of a thread, or the one that created it.
    fn last_of(&self, thread: ThreadId, before: usize) -> Option<usize> {
        let steps = &self.steps[..before];
        let own = steps.iter().rposition(|step| step.agent == Agent::Thread(thread));
        let is_creation = |step: &MachineStep| step.operations.contains(&Operation::Create(thread));
        own.or_else(|| steps.iter().position(is_creation))
    }

    /// The last step of each agent of another thread that touches an object before the end of its
    /// life, and the first one after it.
    fn around_end(&self, object: ObjectId, end: usize) -> Edges {
        let thread = self.steps[end].agent.thread();
        let mut last: BTreeMap<Agent, usize> = BTreeMap::new();
        let mut seen: BTreeSet<Agent> = BTreeSet::new();
        let mut edges = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            if step.agent.thread() == thread || !touches(step, object) {
                continue;
            }
            if place < end {
                last.insert(step.agent, place);
            } else if seen.insert(step.agent) {
                edges.push((end, place, Relation::End));
            }
        }
        edges.extend(last.into_values().map(|place| (place, end, Relation::End)));
        edges
    }
}

fn stores(step: &MachineStep) -> impl Iterator<Item = Cell> {
    step.operations.iter().filter_map(|operation| match operation {
        Operation::Store(cell) => Some(*cell),
        _ => None,
    })
}

/// Whether a step reads or writes an object; what it puts into a buffer does not count.
fn touches(step: &MachineStep, object: ObjectId) -> bool {
    let is_in = |cell: Cell| cell.address.object().is_some_and(|(touched, _)| touched == object);
    let is_buffered = matches!(step.kind, StepKind::Buffered { .. });
    step.operations.iter().any(|operation| match *operation {
        Operation::Load(cell) => is_in(cell),
        Operation::Store(cell) => !is_buffered && is_in(cell),
        Operation::End(ended) => !is_buffered && ended == object,
        Operation::Fence | Operation::Create(_) | Operation::Join(_) | Operation::Choose(_) => {
            false
        }
    })
}

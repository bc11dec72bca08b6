//! TSO and PSO as graphs without cycles, by their axioms.
//!
//! ```text
//! acyclic (po ∩ loc) | rf | co | fr          for each location
//! acyclic ppo | rfe | co | fr                for everything
//! ```
//!
//! ppo is program order without what buffers undo: from a write to a later read, and under PSO to
//! a later write to another location, unless a fence or an update comes between them or is one of
//! them. These are `models::tso` and `models::pso`, for reads, writes, updates and full fences. co
//! is the same in both graphs.

use super::coherence::Coherence;
use super::execution::Execution;
use super::formula::Formula;
use super::orders::chain;
use super::views::{Graph, order_writes, read_before, read_from};
use crate::operation::{Action, ThreadId};
use rustc_hash::FxHashMap;

pub(super) fn encode(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    machine: history::Model,
) {
    let recording = execution.recording;
    let mut coherence = Coherence::new(recording, None);
    let (mut locally, mut globally) = (Graph::new(), Graph::new());
    for thread in recording.threads() {
        let mut at = vec![Vec::new(); recording.locations().count()];
        for id in recording.of_thread(thread) {
            if let Some(location) = recording.operation(id).location() {
                at[location.0 as usize].push(id);
            }
        }
        for operations in at {
            chain(formula, &mut locally, operations.into_iter());
        }
        preserved(formula, execution, &mut globally, thread, machine);
    }
    for location in recording.locations() {
        order_writes(formula, &mut coherence, &mut locally, location);
        order_writes(formula, &mut coherence, &mut globally, location);
    }
    for id in recording.ids().filter(|id| recording.operation(*id).read().is_some()) {
        let thread = recording.thread_of(id);
        let is_external = |source| recording.thread_of(source) != thread;
        read_from(formula, execution, &mut locally, id, |_| true);
        read_from(formula, execution, &mut globally, id, is_external);
        read_before(formula, execution, &mut coherence, &mut locally, id);
        read_before(formula, execution, &mut coherence, &mut globally, id);
    }
}

/// ppo of a thread.
fn preserved(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    graph: &mut Graph,
    thread: ThreadId,
    machine: history::Model,
) {
    let recording = execution.recording;
    // The last operation that everything later waits for: a read, an update or a fence.
    let mut last_ordering: Option<usize> = None;
    // The last write to each location since the buffers were empty.
    let mut buffered: FxHashMap<_, usize> = FxHashMap::default();
    for id in recording.of_thread(thread) {
        let node = graph.node(formula, id);
        let mut before: Vec<usize> = last_ordering.into_iter().collect();
        match recording.operation(id).action {
            Action::Read { .. } => last_ordering = Some(node),
            Action::Write { location, .. } => {
                // Under TSO there is one buffer, which is in order.
                let buffer = match machine {
                    history::Model::Pso => Some(location),
                    history::Model::Tso | history::Model::Sc => None,
                };
                before.extend(buffered.insert(buffer, node));
            }
            Action::Update { .. } | Action::Fence => {
                before.extend(buffered.drain().map(|(_, write)| write));
                last_ordering = Some(node);
            }
        }
        before.sort_unstable();
        for earlier in before {
            graph.fixed(formula, earlier, node);
        }
    }
}

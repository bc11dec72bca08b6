//! The orders that views respect, as edges: a walk along each thread, with helper nodes that stand
//! for "what came so far", so that their number is linear in the history.
//!
//! | order | helper | edges |
//! |---|---|---|
//! | wo | what was read so far | from each source into it, from it to each write that follows |
//! | ao | what was written so far | from each write into it, from it to what overwrites a later read |
//! | rwb | the writes before w' | from the write before w' into it, from it to the reads of w' |
//! | rrb | the reads that w' overwrites | from them into it, from it to the write after w' |
//! | times | a point in time | from what ended by then into it, from it to what began later |
//!
//! Between the writes of one thread ppo is a chain, so the one before or after is enough for rwb
//! and rrb. Semi-causality goes through reads of all threads, so these have nodes as well, but
//! only as places that paths lead through: as reads they count in the views they are members of.

use super::coherence::Coherence;
use super::execution::Execution;
use super::formula::Formula;
use super::views::Graph;
use crate::operation::{OperationId, Source, ThreadId};
use crate::recording::Recording;
use crate::views::{Respects, Wanted};
use rustc_hash::FxHashMap;

/// The edges of what a view respects.
pub(super) fn encode(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
    wanted: Wanted,
) {
    let recording = execution.recording;
    let po = |formula: &mut Formula<'_>, graph: &mut Graph, threads: Vec<ThreadId>| {
        for thread in threads {
            let is_member = |id: &OperationId| wanted.scope.has(recording, *id);
            chain(formula, graph, recording.of_thread(thread).filter(is_member));
        }
    };
    let all: Vec<ThreadId> = recording.threads().collect();
    let own: Vec<ThreadId> = wanted.scope.thread().into_iter().collect();
    match wanted.respects {
        Respects::Po => po(formula, graph, all),
        Respects::PoAndTimes => {
            po(formula, graph, all);
            times(formula, recording, graph);
        }
        Respects::OwnPo => po(formula, graph, own),
        Respects::OwnPoAndWo => {
            po(formula, graph, own);
            wo(formula, execution, graph);
        }
        Respects::PoAndWo => {
            po(formula, graph, all);
            wo(formula, execution, graph);
        }
        Respects::OwnPoAndAo => {
            po(formula, graph, own);
            ao(formula, execution, coherence, graph);
        }
        Respects::SemiCausality => {
            ppo(formula, recording, graph);
            remote(formula, execution, coherence, graph);
        }
    }
}

/// Each before the next.
pub(super) fn chain(
    formula: &mut Formula<'_>,
    graph: &mut Graph,
    operations: impl Iterator<Item = OperationId>,
) {
    let mut last = None;
    for id in operations {
        let node = graph.node(formula, id);
        if let Some(last) = last.replace(node) {
            graph.fixed(formula, last, node);
        }
    }
}

fn wo(formula: &mut Formula<'_>, execution: &Execution<'_>, graph: &mut Graph) {
    let recording = execution.recording;
    for thread in recording.threads() {
        let mut read_so_far: Option<usize> = None;
        for id in recording.of_thread(thread) {
            if recording.operation(id).written().is_some()
                && let Some(helper) = read_so_far
            {
                let node = graph.node(formula, id);
                graph.fixed(formula, helper, node);
            }
            if recording.operation(id).read().is_some() {
                let helper = graph.helper(formula);
                if let Some(before) = read_so_far.replace(helper) {
                    graph.fixed(formula, before, helper);
                }
                for (source, literal) in execution.choices(id) {
                    if let Source::Operation(source) = source {
                        let from = graph.node(formula, *source);
                        graph.edge(formula, *literal, from, helper);
                    }
                }
            }
        }
    }
}

fn ao(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
) {
    let recording = execution.recording;
    for thread in recording.threads() {
        let mut written_so_far: Option<usize> = None;
        for id in recording.of_thread(thread) {
            if let Some((location, _)) = recording.operation(id).read()
                && let Some(helper) = written_so_far
            {
                for write in coherence.writes(location).into_iter().filter(|write| *write != id) {
                    let literal = coherence.overwrites(formula, execution, id, write);
                    let to = graph.node(formula, write);
                    graph.edge(formula, literal, helper, to);
                }
            }
            if recording.operation(id).written().is_some() {
                let helper = graph.helper(formula);
                if let Some(before) = written_so_far.replace(helper) {
                    graph.fixed(formula, before, helper);
                }
                let node = graph.node(formula, id);
                graph.fixed(formula, node, helper);
            }
        }
    }
}

fn ppo(formula: &mut Formula<'_>, recording: &Recording, graph: &mut Graph) {
    for thread in recording.threads() {
        let (mut last_read, mut last_write) = (None, None);
        let mut last_at = FxHashMap::default();
        for id in recording.of_thread(thread) {
            let operation = recording.operation(id);
            let Some(location) = operation.location() else { continue };
            let node = graph.node(formula, id);
            let (reads, writes) = (operation.read().is_some(), operation.written().is_some());
            let write = last_write.filter(|_| writes);
            let before = [last_read, write, last_at.insert(location, node)];
            for before in before.into_iter().flatten() {
                graph.fixed(formula, before, node);
            }
            last_read = if reads { Some(node) } else { last_read };
            last_write = if writes { Some(node) } else { last_write };
        }
    }
}

/// rwb and rrb.
fn remote(
    formula: &mut Formula<'_>,
    execution: &Execution<'_>,
    coherence: &mut Coherence<'_>,
    graph: &mut Graph,
) {
    let recording = execution.recording;
    let mut writes_before: FxHashMap<OperationId, usize> = FxHashMap::default();
    let mut overwritten_reads: FxHashMap<OperationId, usize> = FxHashMap::default();
    for thread in recording.threads() {
        let is_write = |id: &OperationId| recording.operation(*id).written().is_some();
        let writes: Vec<OperationId> = recording.of_thread(thread).filter(is_write).collect();
        for pair in writes.windows(2) {
            let (first, second) = (graph.node(formula, pair[0]), graph.node(formula, pair[1]));
            let helper = graph.helper(formula);
            graph.fixed(formula, first, helper);
            writes_before.insert(pair[1], helper);
            let helper = graph.helper(formula);
            graph.fixed(formula, helper, second);
            overwritten_reads.insert(pair[0], helper);
        }
    }
    for id in recording.ids() {
        let Some((location, _)) = recording.operation(id).read() else { continue };
        let node = graph.node(formula, id);
        for (source, literal) in execution.choices(id) {
            if let Source::Operation(source) = source
                && let Some(helper) = writes_before.get(source)
            {
                graph.edge(formula, *literal, *helper, node);
            }
        }
        for write in coherence.writes(location).into_iter().filter(|write| *write != id) {
            if let Some(helper) = overwritten_reads.get(&write).copied() {
                let literal = coherence.overwrites(formula, execution, id, write);
                graph.edge(formula, literal, node, helper);
            }
        }
    }
}

fn times(formula: &mut Formula<'_>, recording: &Recording, graph: &mut Graph) {
    let accesses = || recording.ids().filter(|id| recording.operation(*id).location().is_some());
    let interval = |id: OperationId| recording.operation(id).interval;
    let mut ends: Vec<u64> =
        accesses().filter_map(|id| interval(id).and_then(|interval| interval.end)).collect();
    ends.sort_unstable();
    ends.dedup();
    let points: Vec<usize> = ends.iter().map(|_| graph.helper(formula)).collect();
    for pair in points.windows(2) {
        graph.fixed(formula, pair[0], pair[1]);
    }
    for id in accesses() {
        let Some(interval) = interval(id) else { continue };
        let node = graph.node(formula, id);
        if let Some(end) = interval.end {
            let place = ends.binary_search(&end).expect("it is one of the ends");
            graph.fixed(formula, node, points[place]);
        }
        let ended = ends.partition_point(|end| *end < interval.begin);
        if let Some(last) = ended.checked_sub(1) {
            graph.fixed(formula, points[last], node);
        }
    }
}

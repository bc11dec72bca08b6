//! Is there a co that psc accepts?
//!
//! Writes-before leaves some chains of a location unordered, and psc may need one order of them or
//! the other. An edge of co from one chain to another adds to psc what leads from the seq_cst
//! events that come before the first one, or its readers, to those that come after the second one.

use super::search::{Chain, Ends, WitnessSearch};
use super::writes_before::{Position, WritesBefore, source};
use crate::hb::Synchronisation;
use crate::hb::axioms::PartialSc;
use execution::{EventId, Graph, LocationId, Source};
use relation::{Node, Order, Relation};

/// The search for a co of a graph, started with what is certain; `None` if that is already a
/// contradiction. Chains are called as in writes-before.
pub(super) fn search<S: Synchronisation>(
    graph: &Graph,
    hb: &Relation,
    writes: &WritesBefore,
) -> Option<WitnessSearch<Option<Node>>> {
    let parts = PartialSc::new::<S>(graph, hb);
    let mut psc = Order::default();
    let nodes: Vec<Option<Node>> = graph
        .events()
        .map(|(_, event)| S::mode(&event.label).is_sequential.then(|| psc.add()))
        .collect();
    let mut search = WitnessSearch::new(psc);
    // The newest sources of an event first: most edges from others follow from theirs.
    for (to, node) in nodes.iter().enumerate() {
        let Some(node) = *node else { continue };
        for (from, before) in nodes.iter().enumerate().rev() {
            if let Some(before) = *before
                && parts.fixed.contains(from, to)
            {
                search.connect(before, node)?;
            }
        }
    }
    let (before, after) = ends(graph, &nodes, &parts);
    for location in graph.locations() {
        let mut members: Vec<EventId> = graph.writes_backwards(location).collect();
        let position = |write: &EventId| {
            let Position { chain, place } = writes.position(Source::Write(*write));
            (chain, place)
        };
        members.sort_by_key(position);
        let mut chain = Chain::new(location, None);
        chain.before = initial_ends(graph, location, &nodes, &parts);
        for write in members {
            let (key, _) = position(&write);
            if key != chain.key {
                search.add_chain(std::mem::replace(&mut chain, Chain::new(location, key)));
            }
            let after = &after[write.index()];
            let edges: Vec<_> = chain.before.edges(after).collect();
            search.connect_all(&edges)?;
            chain.before.extend(&before[write.index()]);
            chain.after.extend(after);
        }
        search.add_chain(chain);
    }
    search.put_known(|first, second| writes.is_chain_before(first, second))?;
    Some(search)
}

/// What comes before the readers of the initial contents.
fn initial_ends(
    graph: &Graph,
    location: LocationId,
    nodes: &[Option<Node>],
    parts: &PartialSc,
) -> Ends {
    let mut ends = Ends::default();
    for reader in graph.readers(location, Source::Initial) {
        ends.extend(&before_event(reader, nodes, parts));
    }
    ends
}

/// For each write, what comes before it or its readers, and what comes after it.
fn ends(graph: &Graph, nodes: &[Option<Node>], parts: &PartialSc) -> (Vec<Ends>, Vec<Ends>) {
    let mut before = vec![Ends::default(); graph.len()];
    let mut after = vec![Ends::default(); graph.len()];
    for (id, event) in graph.events() {
        match source(id, event) {
            Some(Source::Write(write)) => {
                before[write.index()].extend(&before_event(id, nodes, parts));
            }
            _ => continue,
        }
        if event.is_write() {
            let all = |relation: &Relation| {
                relation.successors(id.index()).filter_map(|to| nodes[to]).collect()
            };
            after[id.index()] = Ends { events: all(&parts.after), fences: all(&parts.fence_after) };
        }
    }
    (before, after)
}

/// The seq_cst events that come before an access.
fn before_event(id: EventId, nodes: &[Option<Node>], parts: &PartialSc) -> Ends {
    let all = |relation: &Relation| {
        (0..nodes.len())
            .filter(|from| relation.contains(*from, id.index()))
            .filter_map(|from| nodes[from])
            .collect()
    };
    Ends { events: all(&parts.before), fences: all(&parts.fence_before) }
}

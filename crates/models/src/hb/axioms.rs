//! The readable check: builds the relations of a whole graph.

use super::{ReleaseSequences, Synchronisation};
use crate::global::axioms::groups_are_coherent;
use execution::{EventId, Graph, Label, LocationId, Source};
use relation::Relation;

/// Whether a graph is consistent.
pub fn is_consistent<S: Synchronisation>(graph: &Graph) -> bool {
    let hb = happens_before::<S>(graph);
    hb.is_irreflexive()
        && hb.then(&extended_coherence(graph).reflexive()).is_irreflexive()
        && is_atomic(graph)
        && groups_are_coherent(graph)
        && PartialSc::new::<S>(graph, &hb)
            .with(&coherence_order(graph), &from_reads(graph))
            .find_cycle()
            .is_none()
}

/// The graph's events by number.
fn events(graph: &Graph) -> Vec<EventId> {
    graph.events().map(|(id, _)| id).collect()
}

fn label(graph: &Graph, event: EventId) -> &Label {
    &graph.event(event).label
}

fn location(graph: &Graph, event: EventId) -> Option<LocationId> {
    label(graph, event).location()
}

/// Program order.
fn program_order(graph: &Graph) -> Relation {
    let mut po = Relation::new(graph.len());
    for slot in graph.slots() {
        let events = &graph.thread(slot).events;
        for (index, second) in events.iter().enumerate() {
            events[..index].iter().for_each(|first| po.insert(first.index(), second.index()));
        }
    }
    po
}

fn reads_from(graph: &Graph) -> Relation {
    let mut rf = Relation::new(graph.len());
    for (id, event) in graph.events().filter(|(_, event)| event.is_read()) {
        if let Source::Write(write) = event.rf {
            rf.insert(write.index(), id.index());
        }
    }
    rf
}

fn coherence_order(graph: &Graph) -> Relation {
    let mut co = Relation::new(graph.len());
    for (id, event) in graph.events().filter(|(_, event)| event.is_write()) {
        let location = event.label.location().expect("a write has a location");
        graph
            .writes_after(location, Source::Write(id))
            .for_each(|later| co.insert(id.index(), later.index()));
    }
    co
}

/// `rf^-1; co`
fn from_reads(graph: &Graph) -> Relation {
    let mut fr = Relation::new(graph.len());
    for (id, event) in graph.events().filter(|(_, event)| event.is_read()) {
        let location = event.label.location().expect("a read has a location");
        graph
            .writes_after(location, event.rf)
            .for_each(|later| fr.insert(id.index(), later.index()));
    }
    fr
}

/// From the read part of an update to its write part.
fn updates(graph: &Graph) -> Relation {
    program_order(graph).filter(|read, write| {
        let ids = events(graph);
        let (read, write) = (graph.event(ids[read]), graph.event(ids[write]));
        read.is_read()
            && write.is_write()
            && read.group == write.group
            && read.label.location() == write.label.location()
    })
}

/// Whether two accesses to a location by different threads, one of them a write and one of them not
/// atomic, are in no order.
pub fn has_race<S: Synchronisation>(graph: &Graph) -> bool {
    let hb = happens_before::<S>(graph);
    let is_plain = |id: EventId| !S::mode(label(graph, id)).is_atomic;
    let accesses = || graph.events().filter(|(_, event)| event.label.location().is_some());
    accesses().any(|(first, one)| {
        accesses().any(|(second, other)| {
            one.thread != other.thread
                && one.label.location() == other.label.location()
                && (one.is_write() || other.is_write())
                && (is_plain(first) || is_plain(second))
                && !hb.contains(first.index(), second.index())
                && !hb.contains(second.index(), first.index())
        })
    })
}

/// The creation and joining of threads.
fn insert_threads(graph: &Graph, order: &mut Relation) {
    for slot in graph.slots() {
        let thread = graph.thread(slot);
        if let Some(spawn) = thread.spawn {
            thread.events.iter().for_each(|event| order.insert(spawn.index(), event.index()));
        }
    }
    for (id, event) in graph.events() {
        if let Label::Join { slot, .. } = event.label {
            let thread = graph.thread(slot);
            thread.events.iter().chain(&thread.spawn).for_each(|end| {
                order.insert(end.index(), id.index());
            });
        }
    }
}

/// `(po | sw)+`, with the creation and joining of threads.
pub fn happens_before<S: Synchronisation>(graph: &Graph) -> Relation {
    let ids = events(graph);
    let mode = |index: usize| S::mode(label(graph, ids[index]));
    let is_write = |index: usize| graph.event(ids[index]).is_write();
    let is_fence = |index: usize| matches!(label(graph, ids[index]), Label::Fence { .. });
    let po = program_order(graph);
    let rf = reads_from(graph);
    // rs
    let same_location = |a: usize, b: usize| location(graph, ids[a]) == location(graph, ids[b]);
    let mut rs = match S::SEQUENCES {
        ReleaseSequences::WithStores => {
            po.filter(|a, b| is_write(a) && is_write(b) && mode(b).is_atomic && same_location(a, b))
        }
        ReleaseSequences::OfUpdates => Relation::new(graph.len()),
    };
    (0..graph.len()).filter(|index| is_write(*index) && mode(*index).is_atomic).for_each(|index| {
        rs.insert(index, index);
    });
    let chain = rf.then(&updates(graph)).transitive_closure().reflexive();
    let rs = rs.then(&chain);
    // sw
    let fence_before = po.filter(|fence, _| is_fence(fence)).reflexive();
    let fence_after = po.filter(|_, fence| is_fence(fence)).reflexive();
    let rf_atomic = rf.filter(|_, read| mode(read).is_atomic);
    let sw = fence_before
        .then(&rs)
        .then(&rf_atomic)
        .then(&fence_after)
        .filter(|from, to| mode(from).releases && mode(to).acquires);
    let mut hb = po;
    for from in 0..graph.len() {
        // Who learns of a part of an access learns of all of it.
        let end = graph.group_end(ids[from]).index();
        sw.successors(from).for_each(|to| {
            hb.insert(from, to);
            if ids[end].index() != to && graph.event(ids[end]).thread != graph.event(ids[to]).thread
            {
                hb.insert(end, to);
            }
        });
    }
    insert_threads(graph, &mut hb);
    hb.transitive_closure()
}

/// `(rf | co | fr)+`
fn extended_coherence(graph: &Graph) -> Relation {
    reads_from(graph).or(&coherence_order(graph)).or(&from_reads(graph)).transitive_closure()
}

/// `empty rmw & (fr; co)`
fn is_atomic(graph: &Graph) -> bool {
    let between = from_reads(graph).then(&coherence_order(graph));
    let follows = from_reads(graph);
    let mut atomic = true;
    updates(graph).filter(|read, write| {
        atomic &= !between.contains(read, write) && follows.contains(read, write);
        true
    });
    atomic
}

/// psc, the partial order of what is sequentially consistent.
///
/// ```text
/// let scb = sb | sb-diff-loc; hb; sb-diff-loc | hb & loc | co | fr
/// let psc = ([SC] | [F & SC]; hb?); scb; ([SC] | hb?; [F & SC])
///         | [F & SC]; (hb | hb; eco; hb); [F & SC]
/// ```
///
/// sb is po with the creation and joining of threads. What co adds is kept apart, by
/// `eco = rf | (co | fr); rf?`:
///
/// ```text
/// let psc = fixed | before; (co | fr); after | fence-before; (co | fr); fence-after
/// ```
pub(crate) struct PartialSc {
    pub(crate) fixed: Relation,
    pub(crate) before: Relation,
    pub(crate) after: Relation,
    pub(crate) fence_before: Relation,
    pub(crate) fence_after: Relation,
}

impl PartialSc {
    pub(crate) fn new<S: Synchronisation>(graph: &Graph, hb: &Relation) -> PartialSc {
        let ids = events(graph);
        let is_sc = |index: usize| S::mode(label(graph, ids[index])).is_sequential;
        let is_fence = |index: usize| matches!(label(graph, ids[index]), Label::Fence { .. });
        let is_sc_fence = |index: usize| is_sc(index) && is_fence(index);
        let differ = |a: usize, b: usize| {
            let (a, b) = (location(graph, ids[a]), location(graph, ids[b]));
            a.is_none() || a != b
        };
        let mut sb = program_order(graph);
        insert_threads(graph, &mut sb);
        let sb = sb.transitive_closure();
        let apart = sb.filter(differ);
        let known = sb.or(&apart.then(hb).then(&apart)).or(&hb.filter(|a, b| !differ(a, b)));
        let sequential = Relation::new(graph.len()).reflexive().filter(|a, _| is_sc(a));
        let fence_before = hb.filter(|a, _| is_sc_fence(a));
        let into_fence = hb.filter(|_, b| is_sc_fence(b));
        let before = sequential.clone().or(&fence_before);
        let after = sequential.or(&into_fence);
        let rf = reads_from(graph);
        let fence_after = into_fence.clone().or(&rf.then(&into_fence));
        let between_fences = fence_before.then(&rf).then(&into_fence);
        let fixed = before
            .then(&known)
            .then(&after)
            .or(&fence_before.filter(|_, b| is_sc_fence(b)))
            .or(&between_fences);
        PartialSc { fixed, before, after, fence_before, fence_after }
    }

    fn with(&self, co: &Relation, fr: &Relation) -> Relation {
        let later = co.clone().or(fr);
        let PartialSc { fixed, before, after, fence_before, fence_after } = self;
        before.then(&later).then(after).or(&fence_before.then(&later).then(fence_after)).or(fixed)
    }
}

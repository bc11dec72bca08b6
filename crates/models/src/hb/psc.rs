//! The fast check of psc: its closure, kept event by event.
//!
//! Nodes are the seq_cst accesses and fences. What an event adds to psc, `axioms::PartialSc` says
//! with relations; here it is found by looking at hb clocks, and at co near the event. Of several
//! nodes of a thread only the last one matters, or the first: psc contains po between them. Other
//! events matter only where there are seq_cst fences: they carry psc from the fences before them to
//! those after them.

mod access;
mod fence;
mod members;
mod view;

use super::{Clocks, Synchronisation};
use execution::{EventId, Graph, Label, Slot, Source};
use members::Members;
use relation::{Node, Order};
use view::{Successors, View};

/// psc of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Psc {
    order: Order,
    /// For each event, its node.
    nodes: Vec<Option<Node>>,
    members: Members,
    scratch: Scratch,
}

/// Memory for short use.
#[derive(Clone, Default, Debug)]
pub(super) struct Scratch {
    successors: Successors,
    /// The last fence of each thread that happens before an event.
    fences: Vec<Node>,
    before: Vec<Node>,
    clocks: Vec<u32>,
}

/// An event that is in the graph, or about to be.
#[derive(Clone, Copy)]
pub(super) struct ConsideredEvent<'a> {
    pub(super) thread: Slot,
    /// How many events of its thread are before it.
    pub(super) index: usize,
    pub(super) label: &'a Label,
    /// What it reads, or the write before it in co.
    pub(super) source: Source,
    /// What happens before it.
    pub(super) clock: &'a [u32],
}

impl Psc {
    pub(super) fn new(threads: usize) -> Psc {
        Psc {
            order: Order::default(),
            nodes: Vec::new(),
            members: Members::new(threads),
            scratch: Scratch::default(),
        }
    }

    /// Whether an event can be ignored because psc has nothing to say about it.
    pub(super) fn is_indifferent<S: Synchronisation>(&self, label: &Label) -> bool {
        self.members.is_empty() || !self.members.has_fences() && !S::mode(label).is_sequential
    }

    /// Whether psc stays acyclic with a new read or write that is followed by a write in co or fr.
    pub(super) fn allows<S: Synchronisation>(
        &self,
        graph: &Graph,
        clocks: &Clocks<S>,
        place: &ConsideredEvent<'_>,
        next: EventId,
        scratch: &mut Scratch,
    ) -> bool {
        let view = View { psc: self, graph, clocks };
        let is_sequential = S::mode(place.label).is_sequential;
        let Scratch { successors, fences, clocks: memory, .. } = scratch;
        fences.clear();
        view.fences_in(place.clock, &mut |fence| fences.push(fence));
        if fences.is_empty() && !is_sequential {
            return true;
        }
        view.find_successors(next, successors);
        let is_before = |nodes: &[Node], other: Node| {
            nodes.iter().any(|node| self.order.is_at_or_before(*node, other))
        };
        if fences.iter().any(|fence| is_before(&successors.of_fences, *fence)) {
            return false;
        }
        let mut cyclic = false;
        if is_sequential && !successors.of_it.is_empty() {
            view.predecessors(place, memory, &mut |node| {
                cyclic |= is_before(&successors.of_it, node);
            });
        }
        !cyclic
    }

    pub(super) fn push<S: Synchronisation>(
        &mut self,
        graph: &Graph,
        clocks: &Clocks<S>,
        id: EventId,
    ) {
        self.order.begin();
        self.nodes.push(None);
        let is_sequential = S::mode(&graph.event(id).label).is_sequential;
        let next = match self.members.has_fences() || is_sequential {
            true => next_write(graph, id),
            false => None,
        };
        if is_sequential || next.is_some() {
            let mut scratch = std::mem::take(&mut self.scratch);
            self.add_edges(graph, clocks, id, is_sequential, next, &mut scratch);
            self.scratch = scratch;
        }
        self.members.push(graph, id, self.nodes[id.index()]);
    }

    /// Adds what an event brings to psc; `next` is the write that comes after it in co or fr.
    fn add_edges<S: Synchronisation>(
        &mut self,
        graph: &Graph,
        clocks: &Clocks<S>,
        id: EventId,
        is_sequential: bool,
        next: Option<EventId>,
        scratch: &mut Scratch,
    ) {
        let place = ConsideredEvent::of(graph, clocks, id);
        let view = View { psc: self, graph, clocks };
        let Scratch { successors, fences, before, clocks: memory } = scratch;
        fences.clear();
        if next.is_some() {
            view.fences_in(place.clock, &mut |fence| fences.push(fence));
        }
        let next = next.filter(|_| is_sequential || !fences.is_empty());
        if let Some(next) = next {
            view.find_successors(next, successors);
        }
        if is_sequential {
            before.clear();
            view.predecessors(&place, memory, &mut |node| before.push(node));
            let node = self.order.add();
            before.iter().for_each(|before| self.order.append(*before, node));
            self.nodes[id.index()] = Some(node);
            if next.is_some() {
                successors.of_it.iter().for_each(|after| self.order.connect(node, *after));
            }
        }
        if next.is_some() {
            for fence in fences {
                successors.of_fences.iter().for_each(|after| self.order.connect(*fence, *after));
            }
        }
    }

    pub(super) fn pop(&mut self, graph: &Graph) {
        self.order.undo();
        let node = self.nodes.pop().expect("the event was pushed");
        let (last, _) = graph.events().next_back().expect("there is an event to forget");
        self.members.pop(graph, last, node.is_some());
    }

    pub(super) fn restrict_from<S: Synchronisation>(
        &mut self,
        other: &Psc,
        clocks: &Clocks<S>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.nodes.clear();
        let kept = other.nodes.iter().zip(renamed).filter(|(_, new)| new.is_some());
        self.nodes.extend(kept.map(|(node, _)| *node));
        let is_exact = self.order.keep_from(&other.order, self.nodes.iter().flatten().copied());
        self.members.restrict_from(&other.members, restricted, &self.nodes);
        if !is_exact || self.members.has_fences() && carried(graph, renamed) {
            self.rebuild(restricted, clocks);
        }
    }

    /// psc of a graph in which nothing but co is different from that of another one; `None` if it
    /// has a cycle. There are no steps to undo.
    pub(super) fn with_other_co<S: Synchronisation>(
        &self,
        graph: &Graph,
        clocks: &Clocks<S>,
    ) -> Option<Psc> {
        let mut psc = self.clone();
        psc.order.clear();
        let mut memory = std::mem::take(&mut psc.scratch.clocks);
        let mut edges = Vec::new();
        let view = View { psc: &psc, graph, clocks };
        for (id, _) in graph.events() {
            let Some(node) = psc.nodes[id.index()] else { continue };
            let place = ConsideredEvent::of(graph, clocks, id);
            view.predecessors(&place, &mut memory, &mut |before| edges.push((before, node)));
        }
        edges.retain(|(before, node)| before != node);
        let is_acyclic = edges.into_iter().all(|(from, to)| psc.order.try_connect(from, to));
        psc.scratch.clocks = memory;
        is_acyclic.then_some(psc)
    }

    /// Whether there are any seq_cst events.
    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Computes psc anew; there is not more of it than before.
    fn rebuild<S: Synchronisation>(&mut self, graph: &Graph, clocks: &Clocks<S>) {
        let mut order = std::mem::take(&mut self.order);
        let mut memory = std::mem::take(&mut self.scratch.clocks);
        let view = View { psc: self, graph, clocks };
        order.rebuild(|node, insert| {
            let mut events = graph.events().filter(|(id, _)| self.nodes[id.index()] == Some(node));
            let (id, _) = events.next().expect("every node is an event");
            let place = ConsideredEvent::of(graph, clocks, id);
            view.predecessors(&place, &mut memory, &mut |before| insert(before));
        });
        self.order = order;
        self.scratch.clocks = memory;
    }
}

impl<'a> ConsideredEvent<'a> {
    fn of<S: Synchronisation>(
        graph: &'a Graph,
        clocks: &'a Clocks<S>,
        id: EventId,
    ) -> ConsideredEvent<'a> {
        let event = graph.event(id);
        ConsideredEvent {
            thread: event.thread,
            index: event.index as usize,
            label: &event.label,
            source: if event.is_write() { event.co_before } else { event.rf },
            clock: clocks.happens_before(id),
        }
    }
}

/// Whether a removed access came in co or fr before a write that is kept: then it may have carried
/// psc from fences before it to fences after that write.
fn carried(graph: &Graph, renamed: &[Option<EventId>]) -> bool {
    graph.events().zip(renamed).filter(|(_, new)| new.is_none()).any(|((id, _), _)| {
        let writes = std::iter::successors(next_write(graph, id), |id| graph.event(*id).co_after);
        writes.into_iter().any(|write| renamed[write.index()].is_some())
    })
}

/// The write that comes after an event in co or fr.
fn next_write(graph: &Graph, id: EventId) -> Option<EventId> {
    let event = graph.event(id);
    match event.label {
        Label::Read { location, .. } => graph.co_next(location, event.rf),
        Label::Write { .. } => event.co_after,
        _ => None,
    }
}

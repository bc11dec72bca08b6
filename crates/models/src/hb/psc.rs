//! The fast check of psc: its closure, kept event by event.
//!
//! Nodes are the seq_cst accesses and fences. What an event adds to psc, `axioms::PartialSc` says with relations; here it is
//! found by looking at hb clocks, and at co near the event. Of several nodes of a thread only the last one matters, or the first: psc contains po
//! between them. Other events matter only where there are seq_cst fences: they carry psc from the fences before them to
//! those after them.

mod edges;

use super::{Clocks, Synchronisation};
use edges::View;
use execution::{EventId, Graph, Label, Slot, Source};
use relation::{Node, Order};

/// psc of a graph.
#[derive(Clone, Default, Debug)]
pub(super) struct Psc {
    order: Order,
    /// For each event, its node.
    nodes: Vec<Option<Node>>,
    count: usize,
    /// Those of them that are fences.
    fences: Vec<(EventId, Node)>,
}

/// An event that is in the graph, or about to be.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
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
    /// Whether an event can be ignored because psc has nothing to say about it.
    pub(super) fn is_indifferent<S: Synchronisation>(&self, label: &Label) -> bool {
        self.count == 0 || self.fences.is_empty() && !S::mode(label).is_sequential
    }

    /// Whether psc stays acyclic with a new read or write.
    pub(super) fn allows<S: Synchronisation>(
        &self,
        graph: &Graph,
        clocks: &Clocks<S>,
        place: &Place<'_>,
    ) -> bool {
        let location = place.label.location().expect("an access has a location");
        let Some(next) = graph.co_next(location, place.source) else {
            // Nothing comes after it.
            return true;
        };
        let view = View { psc: self, graph, clocks };
        let is_sequential = S::mode(place.label).is_sequential;
        let (after_it, after_fences) = view.successors(next);
        let is_before = |nodes: &[Node], other: Node| {
            nodes.iter().any(|node| self.order.is_at_or_before(*node, other))
        };
        if is_sequential {
            let mut cyclic = false;
            view.predecessors(place, &mut |node| cyclic |= is_before(&after_it, node));
            if cyclic {
                return false;
            }
        }
        let mut cyclic = false;
        view.fences_in(place.clock, &mut |node| cyclic |= is_before(&after_fences, node));
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
        let event = graph.event(id);
        let place = Place::of(graph, clocks, id);
        let is_sequential = S::mode(&event.label).is_sequential;
        let is_fence = matches!(event.label, Label::Fence { .. });
        if !is_sequential && (self.fences.is_empty() || event.label.location().is_none()) {
            return;
        }
        let view = View { psc: self, graph, clocks };
        let (after_it, after_fences) = match next_write(graph, id) {
            Some(next) => view.successors(next),
            None => Default::default(),
        };
        let mut fences = Vec::new();
        if !after_fences.is_empty() {
            view.fences_in(place.clock, &mut |fence| fences.push(fence));
        }
        let mut before = Vec::new();
        if is_sequential {
            view.predecessors(&place, &mut |node| before.push(node));
            let node = self.order.add();
            before.into_iter().for_each(|before| self.order.append(before, node));
            after_it.into_iter().for_each(|after| self.order.connect(node, after));
            self.nodes[id.index()] = Some(node);
            self.count += 1;
            if is_fence {
                self.fences.push((id, node));
            }
        }
        for fence in fences {
            for after in &after_fences {
                self.order.connect(fence, *after);
            }
        }
    }

    pub(super) fn pop(&mut self, graph: &Graph) {
        self.order.undo();
        if self.nodes.pop().flatten().is_some() {
            self.count -= 1;
            self.fences.pop_if(|(fence, _)| fence.index() + 1 == graph.len());
        }
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
        let nodes = || self.nodes.iter().flatten().copied();
        let is_exact = self.order.keep_from(&other.order, nodes());
        self.count = nodes().count();
        self.fences.clear();
        let kept = other
            .fences
            .iter()
            .filter_map(|(fence, node)| renamed[fence.index()].map(|fence| (fence, *node)));
        self.fences.extend(kept);
        if !is_exact || !self.fences.is_empty() && carried(graph, renamed) {
            self.rebuild(restricted, clocks);
        }
    }

    fn rebuild<S: Synchronisation>(&mut self, graph: &Graph, clocks: &Clocks<S>) {
        let mut before: Vec<(Node, Vec<Node>)> = Vec::new();
        let view = View { psc: self, graph, clocks };
        for (id, _) in graph.events() {
            let Some(node) = self.nodes[id.index()] else { continue };
            let mut nodes = Vec::new();
            view.predecessors(&Place::of(graph, clocks, id), &mut |other| nodes.push(other));
            before.push((node, nodes));
        }
        self.order.rebuild(|node, insert| {
            let found = before.iter().find(|(other, _)| *other == node);
            let (_, nodes) = found.expect("every node has its predecessors");
            nodes.iter().for_each(|before| insert(*before));
        });
    }
}

impl<'a> Place<'a> {
    fn of<S: Synchronisation>(graph: &'a Graph, clocks: &'a Clocks<S>, id: EventId) -> Place<'a> {
        let event = graph.event(id);
        Place {
            thread: event.thread,
            index: event.index as usize,
            label: &event.label,
            source: if event.is_write() { event.co_before } else { event.rf },
            clock: clocks.happens_before(id),
        }
    }
}

/// Whether a removed access came in co or fr before a write that is kept: then it may have carried psc from fences before it
/// to fences after that write.
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
        Label::Read { .. } if event.is_waiting() => None,
        Label::Read { location, .. } => graph.co_next(location, event.rf),
        Label::Write { .. } => event.co_after,
        _ => None,
    }
}

//! The fast check of psc: its closure, kept event by event.
//!
//! Nodes are the seq_cst accesses and fences. What an event adds to psc, `axioms::partial_sc` says with relations; here it is
//! found by looking at hb clocks, and at co near the event. Of several nodes of a thread only the last one matters, or the first: psc contains po
//! between them. Other events matter only where there are seq_cst fences: they carry psc from the fences before them to
//! those after them.

use super::{Clocks, Synchronisation};
use execution::{EventId, Graph, Label, LocationId, Slot, Source};
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

/// Questions about psc of a graph.
struct View<'a, S> {
    psc: &'a Psc,
    graph: &'a Graph,
    clocks: &'a Clocks<S>,
}

impl<S: Synchronisation> View<'_, S> {
    fn node(&self, event: EventId) -> Option<Node> {
        self.psc.nodes[event.index()]
    }

    fn location(&self, event: EventId) -> Option<LocationId> {
        self.graph.event(event).label.location()
    }

    /// The events of a thread that a clock covers.
    fn covered(&self, thread: Slot, clock: &[u32]) -> &[EventId] {
        let events = &self.graph.thread(thread).events;
        let groups = clock[thread.index()];
        let length = events.partition_point(|id| self.graph.event(*id).group < groups);
        &events[..length]
    }

    fn last_node(&self, events: &[EventId]) -> Option<Node> {
        events.iter().rev().find_map(|id| self.node(*id))
    }

    fn others(&self, thread: Slot) -> impl Iterator<Item = Slot> + use<'_, S> {
        self.graph
            .slots()
            .filter(move |slot| *slot != thread && !self.graph.thread(*slot).events.is_empty())
    }

    /// Visits the seq_cst fences that a clock covers.
    fn fences_in(&self, clock: &[u32], visit: &mut dyn FnMut(Node)) {
        let fences = self.psc.fences.iter();
        fences
            .filter(|(id, _)| self.graph.is_in_clock(*id, clock))
            .for_each(|(_, node)| visit(*node));
    }

    /// What comes directly after an event, and what comes after the fences before it, if `next` is the next write in
    /// co or fr.
    fn successors(&self, next: EventId) -> (Vec<Node>, Vec<Node>) {
        let writes = || std::iter::successors(Some(next), |id| self.graph.event(*id).co_after);
        let mut after_it: Vec<Node> =
            writes().find_map(|write| self.node(write)).into_iter().collect();
        let mut after_fences = after_it.clone();
        if self.psc.fences.is_empty() {
            return (after_it, after_fences);
        }
        let location = self.location(next).expect("a write has a location");
        for (fence, node) in &self.psc.fences {
            let knows = |id: EventId| self.clocks.is_before(self.graph, id, *fence);
            if writes().any(knows) {
                after_it.push(*node);
                after_fences.push(*node);
            } else if writes()
                .any(|write| self.graph.readers(location, Source::Write(write)).any(knows))
            {
                after_fences.push(*node);
            }
        }
        (after_it, after_fences)
    }

    /// Visits what comes directly before a node in psc, as far as the rest is not implied.
    fn predecessors(&self, place: &Place<'_>, visit: &mut dyn FnMut(Node)) {
        let own = &self.graph.thread(place.thread).events[..place.index];
        self.last_node(own).into_iter().for_each(&mut *visit);
        match place.label.location() {
            Some(location) => self.access_predecessors(place, own, location, visit),
            None => self.fence_predecessors(place, visit),
        }
    }

    fn access_predecessors(
        &self,
        place: &Place<'_>,
        own: &[EventId],
        location: LocationId,
        visit: &mut dyn FnMut(Node),
    ) {
        // sb-diff-loc; hb; sb-diff-loc
        let apart = own.iter().rev().find(|id| self.location(**id) != Some(location)).copied();
        if let Some(apart) = apart.or(self.graph.thread(place.thread).spawn) {
            let clock = self.clocks.happens_before(apart);
            for slot in self.others(place.thread) {
                self.last_node(self.followed(slot, clock)).into_iter().for_each(&mut *visit);
            }
        }
        // hb & loc
        for slot in self.others(place.thread) {
            let covered = self.covered(slot, place.clock).iter().rev();
            let mut same = covered.filter(|id| self.location(**id) == Some(location));
            same.find_map(|id| self.node(*id)).into_iter().for_each(&mut *visit);
        }
        // co, fr
        let is_write = matches!(place.label, Label::Write { .. });
        if is_write {
            let mut before = place.source;
            loop {
                let readers = self.graph.readers(location, before);
                readers.filter_map(|read| self.node(read)).for_each(&mut *visit);
                let Source::Write(write) = before else { break };
                if let Some(node) = self.node(write) {
                    visit(node);
                    break;
                }
                before = self.graph.event(write).co_before;
            }
        }
        if !self.psc.fences.is_empty() {
            self.fences_before_access(place, own, location, visit);
        }
    }

    /// The fences that happen before something that is scb-before an access.
    fn fences_before_access(
        &self,
        place: &Place<'_>,
        own: &[EventId],
        location: LocationId,
        visit: &mut dyn FnMut(Node),
    ) {
        let mut clock = vec![0; place.clock.len()];
        let last = own.last().copied().or(self.graph.thread(place.thread).spawn);
        last.into_iter().for_each(|last| join(&mut clock, self.clocks.happens_before(last)));
        for slot in self.others(place.thread) {
            let mut covered = self.covered(slot, place.clock).iter().rev();
            if let Some(same) = covered.find(|id| self.location(**id) == Some(location)) {
                join(&mut clock, self.clocks.happens_before(*same));
            }
        }
        if matches!(place.label, Label::Write { .. }) {
            let mut before = place.source;
            loop {
                for read in self.graph.readers(location, before) {
                    join(&mut clock, self.clocks.happens_before(read));
                }
                let Source::Write(write) = before else { break };
                join(&mut clock, self.clocks.happens_before(write));
                before = self.graph.event(write).co_before;
            }
        }
        self.fences_in(&clock, visit);
    }

    /// The events of a thread, among those that a clock covers, that are followed by one that has another location or by the
    /// end of the thread.
    fn followed(&self, thread: Slot, clock: &[u32]) -> &[EventId] {
        let covered = self.covered(thread, clock);
        let is_joined = || {
            self.graph.events().any(|(id, event)| {
                matches!(event.label, Label::Join { slot, .. } if slot == thread)
                    && self.graph.is_in_clock(id, clock)
            })
        };
        let Some(location) = covered.last().and_then(|last| self.location(*last)) else {
            // A fence and its like differs from everything but itself.
            return match covered.split_last() {
                Some((_, rest)) if !is_joined() => rest,
                _ => covered,
            };
        };
        let run = covered.iter().rev().take_while(|id| self.location(**id) == Some(location));
        let length = covered.len() - run.count();
        if length < covered.len() && is_joined() { covered } else { &covered[..length] }
    }

    fn fence_predecessors(&self, place: &Place<'_>, visit: &mut dyn FnMut(Node)) {
        let mut clock = place.clock.to_vec();
        for slot in self.others(place.thread) {
            let covered = self.covered(slot, place.clock);
            let Some((last, rest)) = covered.split_last() else { continue };
            self.last_node(rest).into_iter().for_each(&mut *visit);
            if let Some(node) = self.node(*last)
                && self.is_followed_before(*last, place.clock)
            {
                visit(node);
            }
        }
        let mut writes = Vec::new();
        for location in self.graph.locations() {
            self.before_what_is_known(location, place.clock, &mut writes, &mut clock, visit);
        }
        self.fences_in(&clock, visit);
    }

    /// Whether an event is followed in sb, or in hb at the same location, by one that a clock covers.
    fn is_followed_before(&self, event: EventId, clock: &[u32]) -> bool {
        let location = self.location(event);
        self.graph.events().any(|(id, other)| {
            let joins = matches!(other.label, Label::Join { slot, .. } if slot == self.graph.event(event).thread);
            let is_same = location.is_some() && other.label.location() == location;
            id != event
                && (joins || is_same)
                && self.graph.is_in_clock(id, clock)
                && self.clocks.is_before(self.graph, event, id)
        })
    }

    /// For a fence that knows what a clock covers: visits the accesses to a location that come in co or fr before a write that
    /// it knows, and joins into `past` what happens before what comes in eco before an access that it knows.
    fn before_what_is_known(
        &self,
        location: LocationId,
        known: &[u32],
        writes: &mut Vec<EventId>,
        past: &mut [u32],
        visit: &mut dyn FnMut(Node),
    ) {
        let graph = self.graph;
        writes.clear();
        writes.extend(graph.writes_backwards(location));
        // Places in co, counted from its end.
        let place = |source: Source| match source {
            Source::Write(write) => {
                writes.iter().position(|other| *other == write).expect("a write is in co")
            }
            Source::Initial => writes.len(),
        };
        let is_known = |id: &EventId| graph.is_in_clock(*id, known);
        let known_write = writes.iter().position(is_known).unwrap_or(writes.len());
        let known_reads = graph.reads(location).filter(is_known);
        let read_last = known_reads.map(|read| place(graph.event(read).rf)).min();
        let last = read_last.map_or(known_write, |read| read.min(known_write));
        let mut learn = |id: EventId| {
            if !graph.is_in_clock(id, past) {
                join(past, self.clocks.happens_before(id));
            }
        };
        writes[last..].iter().for_each(|write| learn(*write));
        writes.iter().skip(known_write + 1).filter_map(|id| self.node(*id)).for_each(&mut *visit);
        for read in graph.reads(location) {
            let source = place(graph.event(read).rf);
            if source > last {
                learn(read);
            }
            if source > known_write {
                self.node(read).into_iter().for_each(&mut *visit);
            }
        }
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}

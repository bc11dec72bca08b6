//! Which edges does an event bring to psc?

use super::super::{Clocks, Synchronisation};
use super::{Place, Psc};
use execution::{EventId, Graph, Label, LocationId, Slot, Source};
use relation::Node;

/// Questions about psc of a graph.
pub(super) struct View<'a, S> {
    pub(super) psc: &'a Psc,
    pub(super) graph: &'a Graph,
    pub(super) clocks: &'a Clocks<S>,
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
    pub(super) fn fences_in(&self, clock: &[u32], visit: &mut dyn FnMut(Node)) {
        let fences = self.psc.fences.iter();
        fences
            .filter(|(id, _)| self.graph.is_in_clock(*id, clock))
            .for_each(|(_, node)| visit(*node));
    }

    /// What comes directly after an event, and what comes after the fences before it, if `next` is the next write in
    /// co or fr.
    pub(super) fn successors(&self, next: EventId) -> (Vec<Node>, Vec<Node>) {
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
    pub(super) fn predecessors(&self, place: &Place<'_>, visit: &mut dyn FnMut(Node)) {
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
        let known_write = writes.iter().position(&is_known).unwrap_or(writes.len());
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

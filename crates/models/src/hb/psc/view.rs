//! What is known about psc of a graph?

use super::super::clocks::join;
use super::super::{Clocks, Synchronisation};
use super::members::{covered, first_knowing};
use super::{ConsideredEvent, Psc};
use execution::{EventId, Graph, LocationId, Slot, Source};
use relation::Node;

/// Questions about psc of a graph.
pub(super) struct View<'a, S> {
    pub(super) psc: &'a Psc,
    pub(super) graph: &'a Graph,
    pub(super) clocks: &'a Clocks<S>,
}

/// What comes after an access because of the writes that follow it in co or fr, in each thread the
/// first only.
#[derive(Clone, Default, Debug)]
pub(super) struct Successors {
    /// After the access itself.
    pub(super) of_it: Vec<Node>,
    /// After the fences before it.
    pub(super) of_fences: Vec<Node>,
    /// For each thread, the number of its first group that has one of these writes.
    writes: Vec<u32>,
    /// The same for the writes and those that read from them.
    accesses: Vec<u32>,
}

impl<S: Synchronisation> View<'_, S> {
    pub(super) fn node(&self, event: EventId) -> Option<Node> {
        self.psc.nodes[event.index()]
    }

    pub(super) fn location(&self, event: EventId) -> Option<LocationId> {
        self.graph.event(event).label.location()
    }

    /// The events of a thread in its first `groups` groups.
    pub(super) fn covered(&self, thread: Slot, groups: u32) -> &[EventId] {
        let thread = self.graph.thread(thread);
        if groups >= thread.groups {
            return &thread.events;
        }
        let length = thread.events.partition_point(|id| self.graph.event(*id).group < groups);
        &thread.events[..length]
    }

    /// The threads that have nodes, but for one.
    pub(super) fn others(&self, thread: Slot) -> impl Iterator<Item = Slot> + use<'_, S> {
        let has_nodes =
            move |slot: &Slot| *slot != thread && !self.psc.members.of(*slot).is_empty();
        self.graph.slots().filter(has_nodes)
    }

    /// Visits, in each thread, the last of the seq_cst fences that a clock covers.
    pub(super) fn fences_in(&self, clock: &[u32], visit: &mut impl FnMut(Node)) {
        for (fences, groups) in self.psc.members.fences().zip(clock) {
            covered(fences, *groups).last().into_iter().for_each(|fence| visit(fence.node));
        }
    }

    /// Finds what comes after an access, if `next` is the next write in co or fr.
    pub(super) fn find_successors(&self, next: EventId, successors: &mut Successors) {
        let Successors { of_it, of_fences, writes, accesses } = successors;
        of_it.clear();
        of_fences.clear();
        let following = || std::iter::successors(Some(next), |id| self.graph.event(*id).co_after);
        if self.psc.members.has_accesses() {
            of_it.extend(following().find_map(|write| self.node(write)));
            of_fences.extend_from_slice(of_it);
        }
        if !self.psc.members.has_fences() {
            return;
        }
        let location = self.location(next).expect("a write has a location");
        let take_note = |groups: &mut [u32], id: EventId| {
            let event = self.graph.event(id);
            let group = &mut groups[event.thread.index()];
            *group = event.group.min(*group);
        };
        for groups in [&mut *writes, &mut *accesses] {
            groups.clear();
            groups.resize(self.graph.capacity(), u32::MAX);
        }
        for write in following() {
            take_note(writes, write);
            take_note(accesses, write);
            for read in self.graph.readers(location, Source::Write(write)) {
                take_note(accesses, read);
            }
        }
        let knows = |fence: EventId, groups: &[u32]| {
            let clock = self.clocks.happens_before(fence).iter();
            clock.zip(groups).any(|(known, group)| known > group)
        };
        for fences in self.psc.members.fences() {
            let Some(first) = first_knowing(fences, |fence| knows(fence.event, accesses)) else {
                continue;
            };
            of_fences.push(first.node);
            let first = first_knowing(fences, |fence| knows(fence.event, writes));
            of_it.extend(first.map(|fence| fence.node));
        }
    }

    /// Visits what comes directly before a node in psc, as far as the rest is not implied. `memory`
    /// is for short use.
    pub(super) fn predecessors(
        &self,
        place: &ConsideredEvent<'_>,
        memory: &mut Vec<u32>,
        visit: &mut impl FnMut(Node),
    ) {
        let own = self.psc.members.of(place.thread).iter().rev();
        let mut own = own.filter(|own| self.graph.event(own.event).index < place.index as u32);
        own.next().into_iter().for_each(|own| visit(own.node));
        match place.label.location() {
            Some(location) => self.access_predecessors(place, location, memory, visit),
            None => self.fence_predecessors(place, memory, visit),
        }
    }

    /// Joins what happens before an event into a clock, if it is not in there.
    pub(super) fn learn(&self, clock: &mut [u32], id: EventId) {
        if !self.graph.is_in_clock(id, clock) {
            join(clock, self.clocks.happens_before(id));
        }
    }
}

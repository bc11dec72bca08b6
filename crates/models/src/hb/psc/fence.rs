//! What comes directly before a seq_cst fence in psc?
//!
//! ```text
//! [SC]; scb; hb?; [F & SC] | [F & SC]; (hb | hb; eco; hb); [F & SC]
//! ```
//!
//! What another fence knows that happens before it has been looked at for that one, which is before
//! it in psc. What remains is what it has learned since.

use super::super::Synchronisation;
use super::super::clocks::join;
use super::ConsideredEvent;
use super::members::covered;
use super::view::View;
use execution::{Event, EventId, Source};
use relation::Node;

impl<S: Synchronisation> View<'_, S> {
    pub(super) fn fence_predecessors(
        &self,
        place: &ConsideredEvent<'_>,
        memory: &mut Vec<u32>,
        visit: &mut impl FnMut(Node),
    ) {
        let width = place.clock.len();
        memory.clear();
        memory.resize(width, 0);
        memory.extend_from_slice(place.clock);
        let (told, past) = memory.split_at_mut(width);
        self.start_told(place, told);
        if self.psc.members.has_accesses() {
            self.accesses_that_are_followed(place, visit);
        }
        for slot in self.graph.slots() {
            let mut events = self.covered(slot, place.clock[slot.index()]);
            if slot == place.thread {
                events = &events[..place.index];
            }
            let learned = events.iter().rev().map(|id| (*id, self.graph.event(*id)));
            for (id, event) in learned.take_while(|(_, event)| event.group >= told[slot.index()]) {
                self.before_what_is_known(id, event, place.clock, past, visit);
            }
        }
        self.fences_in(past, visit);
    }

    /// Sets a clock to what the fences know that happen before a fence.
    fn start_told(&self, place: &ConsideredEvent<'_>, told: &mut [u32]) {
        for (slot, fences) in self.graph.slots().zip(self.psc.members.fences()) {
            // A fence is a group of its own.
            let groups = place.clock[slot.index()] - u32::from(slot == place.thread);
            if let Some(fence) = covered(fences, groups).last() {
                join(told, self.clocks.happens_before(fence.event));
            }
        }
    }

    /// Visits the seq_cst accesses that are followed in sb, or in hb at their location, by
    /// something that happens before a fence.
    fn accesses_that_are_followed(
        &self,
        place: &ConsideredEvent<'_>,
        visit: &mut impl FnMut(Node),
    ) {
        for slot in self.others(place.thread) {
            let groups = place.clock[slot.index()];
            let Some(last) = self.covered(slot, groups).last() else { continue };
            let members = covered(self.psc.members.of(slot), groups);
            let Some((end, rest)) = members.split_last() else { continue };
            if end.event != *last || self.is_followed_before(end.event, place.clock) {
                visit(end.node);
            } else {
                rest.last().into_iter().for_each(|member| visit(member.node));
            }
        }
    }

    /// Whether the last event that a clock covers of a thread is followed in sb, or in hb at the
    /// same location, by one that it covers.
    fn is_followed_before(&self, event: EventId, clock: &[u32]) -> bool {
        let thread = self.graph.event(event).thread;
        let is_same = |id: EventId| {
            id != event
                && self.graph.is_in_clock(id, clock)
                && self.clocks.is_before(self.graph, event, id)
        };
        self.psc.members.is_joined(self.graph, thread, clock)
            || self.location(event).is_some_and(|location| {
                self.graph.writes_backwards(location).any(is_same)
                    || self.graph.reads(location).any(is_same)
            })
    }

    /// For an access that happens before a fence: joins into `past` what happens before what comes
    /// before it in eco, and visits the seq_cst accesses that come before it in co or fr. `known`
    /// is what happens before the fence.
    fn before_what_is_known(
        &self,
        id: EventId,
        event: &Event,
        known: &[u32],
        past: &mut [u32],
        visit: &mut impl FnMut(Node),
    ) {
        let Some(location) = event.label.location() else { return };
        let is_write = event.is_write();
        // What comes before a write that is known itself is found when that is looked at.
        let mut write = match event.rf {
            _ if is_write => id,
            Source::Write(write) if !self.graph.is_in_clock(write, known) => {
                self.learn(past, write);
                write
            }
            _ => return,
        };
        loop {
            let source = self.graph.event(write).co_before;
            for read in self.graph.readers(location, source) {
                self.learn(past, read);
                self.node(read).filter(|_| is_write).into_iter().for_each(&mut *visit);
            }
            let Source::Write(before) = source else { break };
            self.node(before).filter(|_| is_write).into_iter().for_each(&mut *visit);
            if self.graph.is_in_clock(before, known) {
                break;
            }
            self.learn(past, before);
            write = before;
        }
    }
}

//! What comes directly before a seq_cst access in psc?
//!
//! ```text
//! ([SC] | [F & SC]; hb?); (sb | sb-diff-loc; hb; sb-diff-loc | hb & loc | co | fr); [SC]
//! ```

use super::super::Synchronisation;
use super::ConsideredEvent;
use super::members::{Member, covered};
use super::view::View;
use execution::{EventId, Label, LocationId, Slot, Source};
use relation::Node;

impl<S: Synchronisation> View<'_, S> {
    pub(super) fn access_predecessors(
        &self,
        place: &ConsideredEvent<'_>,
        location: LocationId,
        memory: &mut Vec<u32>,
        visit: &mut impl FnMut(Node),
    ) {
        let thread = self.graph.thread(place.thread);
        let own = &thread.events[..place.index];
        let mut differing = own.iter().rev().filter(|id| self.location(**id) != Some(location));
        let apart = differing.next().copied().or(thread.spawn);
        for slot in self.others(place.thread) {
            // sb-diff-loc; hb; sb-diff-loc
            let followed = match apart {
                Some(apart) => self.followed(slot, self.clocks.happens_before(apart)),
                None => &[],
            };
            followed.last().into_iter().for_each(|member| visit(member.node));
            // hb & loc; what comes before the node just visited is implied.
            let members = covered(self.psc.members.of(slot), place.clock[slot.index()]);
            let rest = members.get(followed.len()..).unwrap_or_default();
            let mut same =
                rest.iter().rev().filter(|member| self.location(member.event) == Some(location));
            same.next().into_iter().for_each(|member| visit(member.node));
        }
        let has_fences = self.psc.members.has_fences();
        if has_fences {
            self.start_past(place, own.last().copied().or(thread.spawn), location, memory);
        }
        // co, fr
        let mut before = match place.label {
            Label::Write { .. } => Some(place.source),
            _ => None,
        };
        while let Some(source) = before {
            for read in self.graph.readers(location, source) {
                self.node(read).into_iter().for_each(&mut *visit);
                if has_fences {
                    self.learn(memory, read);
                }
            }
            let Source::Write(write) = source else { break };
            if let Some(node) = self.node(write) {
                // What comes before a seq_cst write in co or fr comes before that in psc, and so do
                // fences that happen before it.
                visit(node);
                break;
            }
            if has_fences {
                self.learn(memory, write);
            }
            before = Some(self.graph.event(write).co_before);
        }
        if has_fences {
            self.fences_in(memory, visit);
        }
    }

    /// Sets a clock to what happens before what comes before an access in sb or in hb at its
    /// location.
    fn start_past(
        &self,
        place: &ConsideredEvent<'_>,
        last: Option<EventId>,
        location: LocationId,
        past: &mut Vec<u32>,
    ) {
        past.clear();
        past.resize(self.graph.capacity(), 0);
        last.into_iter().for_each(|last| self.learn(past, last));
        for slot in self.graph.slots().filter(|slot| *slot != place.thread) {
            let groups = place.clock[slot.index()];
            if groups <= past[slot.index()] {
                continue;
            }
            let mut covered = self.covered(slot, groups).iter().rev();
            let same = covered.find(|id| self.location(**id) == Some(location));
            same.into_iter().for_each(|same| self.learn(past, *same));
        }
    }

    /// The nodes of a thread, among those that a clock covers, that are followed by an event that
    /// has another location and is covered, or by the end of the thread.
    fn followed(&self, thread: Slot, clock: &[u32]) -> &[Member] {
        let groups = clock[thread.index()];
        let members = covered(self.psc.members.of(thread), groups);
        let events = self.covered(thread, groups);
        let (Some(end), Some(last)) = (members.last(), events.last()) else { return members };
        let location = self.location(*last);
        // A fence and its like differs from everything but itself.
        let is_followed = |id: EventId| match location {
            Some(_) => {
                let index = self.graph.event(id).index as usize;
                events[index..].iter().any(|id| self.location(*id) != location)
            }
            None => id != *last,
        };
        if is_followed(end.event) || self.psc.members.is_joined(self.graph, thread, clock) {
            return members;
        }
        let length = members.partition_point(|member| is_followed(member.event));
        &members[..length]
    }
}

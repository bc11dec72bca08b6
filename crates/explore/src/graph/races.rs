//! Data races: two accesses to a location by different threads, one of them a write and one of them not atomic, that
//! no synchronisation orders.
//!
//! What happens before an event is determined by its causes, so it is enough to compare each new event with those that
//! are in the graph.

use super::explorer::{Explorer, Walk};
use base::{Ordering, Tags, ViolationKind};
use execution::{EventId, Label};
use interp::Failure;
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Looks for a race between an event and others.
    pub(super) fn check_races(&mut self, id: EventId) -> Walk<()> {
        let graph = &self.layer().graph;
        let Some(location) = graph.event(id).label.location() else { return Ok(()) };
        let reads = graph.reads(location);
        let writes = graph.writes_backwards(location);
        let Some(other) = writes.chain(reads).find(|other| self.is_race(*other, id)) else {
            return Ok(());
        };
        let slot = graph.event(id).thread;
        let failure = Failure::new(ViolationKind::DataRace, "data race");
        self.violation(slot, failure, &[other, id])
    }

    /// Looks for races of the last groups of all threads, which were not looked at while they were unfinished.
    pub(super) fn check_races_of_groups(&mut self) -> Walk<()> {
        for index in 0..self.order.len() {
            let slot = self.order[index];
            let graph = &self.layer().graph;
            let Some(last) = graph.last_of(slot) else { continue };
            let offset = graph.event(last).offset as usize;
            let members: Vec<EventId> =
                graph.thread(slot).events.iter().rev().take(offset + 1).copied().collect();
            members.into_iter().try_for_each(|member| self.check_races(member))?;
        }
        Ok(())
    }

    fn is_race(&self, first: EventId, second: EventId) -> bool {
        let layer = self.layer();
        let (one, other) = (layer.graph.event(first), layer.graph.event(second));
        one.thread != other.thread
            && (one.is_write() || other.is_write())
            && (is_plain(&one.label) || is_plain(&other.label))
            && !layer.model.are_synchronised(&layer.graph, first, second)
            && !layer.model.are_synchronised(&layer.graph, second, first)
    }
}

/// Whether an access is not atomic.
fn is_plain(label: &Label) -> bool {
    match label {
        Label::Read { ordering, tags, .. } | Label::Write { ordering, tags, .. } => {
            *ordering == Ordering::Plain && !tags.contains(Tags::ATOMIC_BLOCK)
        }
        _ => false,
    }
}

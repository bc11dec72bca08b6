//! Can the exploration rely on the model?
//!
//! That nothing is missed rests on this: whatever a thread does next, there is a canonical way to
//! add it to a consistent graph (`genmc` §3, MM3; see [`super::canonical`]). A read can read the
//! last write in co, a write can come last in co, the write of an update directly after what it
//! reads, if that is the last one, and what has no choice can happen. Models that come with Heddle
//! are known to allow that. Of others it was proved before they were taken, and it is looked at
//! again here, at every event that is added: where it does not hold, the proof was wrong, and the
//! answer is not complete.
//!
//! Watching alone would not be enough. The argument that nothing is missed also rests on events
//! that are added in another order than that of the exploration, and a choice that is not canonical
//! may be forbidden with good reason or for want of a way to go on.

use super::explorer::Explorer;
use super::tree::Choice;
use answer::Gap;
use base::SourcePosition;
use execution::{EventId, LocationId, Slot, Source};
use models::Model;
use models::watching::Watching;

impl<M: Model> Explorer<'_, M> {
    /// Watches what was offered for a pending read.
    pub(super) fn watch_sources(&mut self, slot: Slot, location: LocationId, sources: &[Source]) {
        let last = self.world.layer().graph.co_last(location);
        if M::Watching::IS_WATCHED && sources.first() != Some(&last) {
            self.note_dead_end(slot);
        }
    }

    /// Watches the places that were offered for a pending write, from a number of choices on.
    pub(super) fn watch_places(
        &mut self,
        slot: Slot,
        grouped: bool,
        location: LocationId,
        first: usize,
    ) {
        if !M::Watching::IS_WATCHED {
            return;
        }
        let graph = &self.world.layer().graph;
        let last = graph.co_last(location);
        let update = if grouped { graph.pending_update(slot, location) } else { None };
        let is_late = update.is_some_and(|source| source != last);
        if !is_late && self.tree.choices.get(first) != Some(&Choice::WriteAfter(last)) {
            self.note_dead_end(slot);
        }
    }

    /// Whether the graph is consistent after something that had no choice.
    pub(super) fn goes_on(&mut self, event: EventId) -> bool {
        if !M::Watching::IS_WATCHED {
            return true;
        }
        let layer = self.world.layer();
        let slot = layer.graph.event(event).thread;
        let goes_on = M::Watching::goes_on(&layer.model, &layer.graph);
        if !goes_on {
            self.note_dead_end(slot);
        }
        goes_on
    }

    /// Takes down what the model remarks on a graph at its end.
    pub(super) fn note_remark(&mut self) {
        let layer = self.world.layer();
        if let Some(what) = layer.model.remark(&layer.graph) {
            self.tally.gap.get_or_insert(Gap::Unsupported { what, position: None });
        }
    }

    fn note_dead_end(&mut self, slot: Slot) {
        let position: Option<SourcePosition> =
            self.world.slot_state(slot).position(self.world.context.program);
        let what = format!(
            "an execution that the memory model {} allows and with which it cannot go on",
            M::NAME
        );
        self.tally.gap.get_or_insert(Gap::Unsupported { what, position });
    }
}

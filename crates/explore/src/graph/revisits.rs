//! Backward revisits: a read that is in the graph reads from a write that is new.

use super::canonical::Revisit;
use super::explorer::{Choice, Explorer, Revisited, Walk};
use execution::{EventId, Label, Slot, Source};
use interp::{Operation, Request};
use models::{Model, Pending};

impl<M: Model> Explorer<'_, M> {
    /// Makes the layer above the restricted copy in which a read is about to be revisited by the pending
    /// write of `slot`, and opens the node for the write's places in co.
    pub(super) fn open_revisit(&mut self, slot: Slot, read: EventId) -> Walk<()> {
        let event = *self.layer().graph.event(read);
        let graph = &self.layers[self.depth].graph;
        let before = graph.last_of(slot).or(graph.thread(slot).spawn);
        let before = before.expect("a write that revisits has causes");
        self.causes.clear();
        self.causes.extend_from_slice(graph.causes(before));
        self.restrict(read)?;
        let Request::Visible {
            operation: Operation::Write { cell, value, kind, ordering, tags },
            grouped,
        } = *self.slot_state(slot).request()
        else {
            unreachable!("only writes revisit");
        };
        let location = self.location(cell)?;
        let label = Label::Write { location, kind, ordering, tags, value };
        let first = self.choices.len();
        self.offer_places(&Pending { thread: slot, grouped, label });
        self.watch_places(slot, grouped, location, first);
        let revisited = Revisited { slot: event.thread, stamp: event.stamp };
        self.open_frame(slot, Some(revisited), first);
        Ok(())
    }

    /// Makes the layer above the copy from which a read is removed, together with what was added after it and is
    /// not among [`Explorer::causes`].
    pub(super) fn restrict(&mut self, read: EventId) -> Walk<()> {
        self.tally.statistics.revisits += u64::from(!self.is_replaying());
        let graph = &self.layers[self.depth].graph;
        let stamp = graph.event(read).stamp;
        let revisit = Revisit { causes: &self.causes };
        self.kept.clear();
        for slot in graph.slots() {
            let is_kept =
                |id: &&EventId| **id != read && !revisit.deletes(graph.event(**id), stamp);
            let events = &graph.thread(slot).events;
            self.kept.push(events.iter().take_while(is_kept).count() as u32);
        }
        self.restrict_to_kept();
        Ok(())
    }

    /// Makes the layer above the copy that keeps of each thread the first [`Explorer::kept`] events.
    pub(super) fn restrict_to_kept(&mut self) {
        if self.layers.len() == self.depth + 1 {
            self.layers.push(self.new_layer());
        }
        let (lower, upper) = self.layers.split_at_mut(self.depth + 1);
        upper[0].restrict_from(&lower[self.depth], &self.kept, &mut self.renamed);
        self.depth += 1;
    }

    /// Adds the pending write and the read that reads from it. Returns whether that is consistent.
    pub(super) fn apply_revisit(
        &mut self,
        slot: Slot,
        place: Source,
        revisited: Revisited,
    ) -> Walk<bool> {
        if !self.apply(slot, Choice::WriteAfter(place))? {
            return Ok(false);
        }
        let write = self.layer().graph.last_of(slot).expect("the write was just added");
        let Request::Visible { operation, grouped } = *self.slot_state(revisited.slot).request()
        else {
            unreachable!("only visible operations are revisited");
        };
        let Operation::Read { cell, .. } = operation else {
            unreachable!("only reads are revisited");
        };
        let location = self.location(cell)?;
        let mut sources = std::mem::take(&mut self.sources);
        self.find_sources(revisited.slot, operation, grouped, location, &mut sources);
        self.watch_sources(revisited.slot, location, &sources);
        let is_offered = sources.contains(&Source::Write(write));
        sources.clear();
        self.sources = sources;
        if !is_offered {
            return Ok(false);
        }
        self.was_in_group = true;
        let choice = Choice::ReadFrom(Source::Write(write));
        self.apply_with_stamp(revisited.slot, choice, Some(revisited.stamp))
    }
}

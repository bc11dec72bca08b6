//! Backward revisits: a read that is in the graph reads from a write that is new.

use super::canonical::Revisit;
use super::explorer::{Explorer, Walk};
use super::tree::{Choice, Revisited};
use execution::{EventId, Label, Slot, Source};
use interp::{Operation, Request};
use models::{Model, Pending};

impl<M: Model> Explorer<'_, M> {
    /// Makes the layer above the restricted copy in which a read is about to be revisited by the
    /// pending write of `slot`, and opens the node for the write's places in co.
    pub(super) fn open_revisit(&mut self, slot: Slot, read: EventId) -> Walk<()> {
        let event = *self.world.layer().graph.event(read);
        let graph = &self.world.layers[self.world.depth].graph;
        let before = graph.before_next(slot);
        let before = before.expect("a write that revisits has causes");
        self.scratch.causes.clear();
        self.scratch.causes.extend_from_slice(graph.causes(before));
        self.restrict(read)?;
        let Request::Visible {
            operation: Operation::Write { cell, value, kind, ordering, tags },
            grouped,
        } = *self.world.slot_state(slot).request()
        else {
            unreachable!("only writes revisit");
        };
        let location = self.world.location(cell)?;
        let label = Label::Write { location, kind, ordering, tags, value };
        let first = self.tree.choices.len();
        self.offer_places(&Pending { thread: slot, grouped, label });
        self.watch_places(slot, grouped, location, first);
        let revisited = Revisited { slot: event.thread, stamp: event.stamp };
        self.open_frame(slot, Some(revisited), first);
        Ok(())
    }

    /// Makes the layer above the copy from which a read is removed, together with what was added
    /// after it and is not among [`Scratch::causes`](super::explorer::Scratch::causes).
    pub(super) fn restrict(&mut self, read: EventId) -> Walk<()> {
        self.tally.statistics.revisits += u64::from(!self.tree.is_replaying());
        let graph = &self.world.layers[self.world.depth].graph;
        let stamp = graph.event(read).stamp;
        let revisit = Revisit { causes: &self.scratch.causes };
        self.scratch.kept.clear();
        for slot in graph.slots() {
            let is_kept =
                |id: &&EventId| **id != read && !revisit.deletes(graph.event(**id), stamp);
            let events = &graph.thread(slot).events;
            self.scratch.kept.push(events.iter().take_while(is_kept).count() as u32);
        }
        self.world.restrict(&self.scratch.kept, &mut self.scratch.renamed);
        Ok(())
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
        let write = self.world.layer().graph.last_of(slot).expect("the write was just added");
        let Request::Visible { operation, grouped } =
            *self.world.slot_state(revisited.slot).request()
        else {
            unreachable!("only visible operations are revisited");
        };
        let Operation::Read { cell, .. } = operation else {
            unreachable!("only reads are revisited");
        };
        let location = self.world.location(cell)?;
        let mut sources = std::mem::take(&mut self.scratch.sources);
        self.world.find_sources(revisited.slot, operation, grouped, location, &mut sources);
        self.watch_sources(revisited.slot, location, &sources);
        let is_offered = sources.contains(&Source::Write(write));
        sources.clear();
        self.scratch.sources = sources;
        if !is_offered {
            return Ok(false);
        }
        self.was_in_group = true;
        let choice = Choice::ReadFrom(Source::Write(write));
        self.apply_with_stamp(revisited.slot, choice, Some(revisited.stamp))
    }
}

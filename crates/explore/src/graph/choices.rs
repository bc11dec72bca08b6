//! The nodes of the tree: which choices there are for the next event, and going from one to the
//! next.

use super::canonical::{Deletion, Revisit};
use super::explorer::{Explorer, Walk};
use super::layer::Layer;
use super::tree::{Choice, Revisited};
use super::world::World;
use crate::observer::Observer;
use answer::Ending;
use base::Value;
use execution::{Acquisition, Label, LocationId, ReadKind, Slot, Source};
use interp::{Block, Operation, Request};
use models::{Equivalence, Model, Pending};

impl<M: Model> Explorer<'_, M> {
    /// Opens the node for the next event of a thread.
    pub(super) fn open_node(&mut self, slot: Slot) -> Walk<()> {
        let first = self.tree.choices.len();
        self.offer_choices(slot)?;
        let (operation, grouped) = self.world.pending_operation(slot);
        match operation {
            Operation::Read { cell, kind: ReadKind::Lock, .. } if self.world.is_regular(cell) => {
                self.offer_overtaking(slot, cell);
            }
            Operation::Write { cell, .. } => {
                let location = self.world.location(cell)?;
                self.watch_places(slot, grouped, location, first);
                let is_unplaceable = self.tree.choices.len() == first;
                self.offer_revisits(slot, location);
                if is_unplaceable && grouped && self.world.has_late_read(slot) {
                    self.tree.choices.push(Choice::Wait);
                }
            }
            Operation::Read { .. }
            | Operation::Choose { .. }
            | Operation::Fence { .. }
            | Operation::Free { .. }
            | Operation::Spawn { .. }
            | Operation::Join { .. } => {}
        }
        self.open_frame(slot, None, first);
        Ok(())
    }

    /// The ways in which the next event of a thread can be added to the graph as it is.
    pub(super) fn offer_choices(&mut self, slot: Slot) -> Walk<()> {
        let (operation, grouped) = self.world.pending_operation(slot);
        match operation {
            Operation::Read { cell, kind: ReadKind::Lock, .. } if self.world.is_regular(cell) => {
                let location = self.world.location(cell)?;
                self.world.check_regular_lock(slot, operation, location)?;
                self.tree.choices.push(Choice::Acquire(Acquisition::InTurn));
            }
            Operation::Read { cell, kind, .. } => {
                let location = self.world.location(cell)?;
                self.world.check_regular_read(slot, cell, kind, location)?;
                let mut sources = std::mem::take(&mut self.scratch.sources);
                self.world.find_sources(slot, operation, grouped, location, &mut sources);
                self.watch_sources(slot, location, &sources);
                self.tree.choices.extend(sources.drain(..).map(Choice::ReadFrom));
                self.scratch.sources = sources;
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                let location = self.world.location(cell)?;
                self.world.check_regular_write(slot, cell, kind, location)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                self.offer_places(&Pending { thread: slot, grouped, label });
            }
            Operation::Choose { low, high } => {
                self.tree.choices.extend((low..=high).map(Choice::Value));
            }
            Operation::Fence { .. }
            | Operation::Free { .. }
            | Operation::Spawn { .. }
            | Operation::Join { .. } => self.tree.choices.push(Choice::Only),
        }
        Ok(())
    }

    pub(super) fn offer_places(&mut self, pending: &Pending) {
        let mut places = std::mem::take(&mut self.scratch.sources);
        let layer = self.world.layer();
        layer.model.places(&layer.graph, pending, &mut places);
        self.tree.choices.extend(places.drain(..).map(Choice::WriteAfter));
        self.scratch.sources = places;
    }

    /// The revisits of the pending write, the newest read first.
    pub(super) fn offer_revisits(&mut self, slot: Slot, location: LocationId) {
        let layer = &self.world.layers[self.world.depth];
        let graph = &layer.graph;
        let Some(before) = graph.before_next(slot) else {
            return;
        };
        let revisit = Revisit { causes: graph.causes(before) };
        let reads = &mut self.scratch.reads;
        reads.clear();
        reads.extend(graph.reads_beyond(location, revisit.causes));
        reads.sort_unstable_by_key(|read| std::cmp::Reverse(graph.event(*read).stamp));
        let mut deletion = Deletion::new(graph);
        for read in reads {
            let stamp = graph.event(*read).stamp;
            if !deletion.is_canonical_from(stamp, &revisit, layer, &mut self.scratch.canonical) {
                break;
            }
            self.tree.choices.push(Choice::Revisit(*read));
        }
    }

    /// Opens the node of a graph in which nothing can run: it is at its end, or a lock that waits
    /// comes before the one that it waits for.
    pub(super) fn open_end(&mut self) {
        let first = self.tree.choices.len();
        self.tree.choices.push(Choice::End);
        self.offer_overtaking_at_end();
        self.open_frame(Slot(0), None, first);
    }

    pub(super) fn open_frame(&mut self, slot: Slot, revisited: Option<Revisited>, first: usize) {
        let states = self.world.states.top();
        self.tree.open(slot, revisited, first, states);
    }

    /// Goes to the next choice of the last node that has one. Returns whether there was one.
    pub(super) fn next_choice(&mut self, observer: &mut Option<&mut dyn Observer>) -> Walk<bool> {
        while let Some(frame) = self.tree.frames.last().copied() {
            self.take_back();
            let top = self.tree.frames.last_mut().expect("the frame just seen");
            if frame.next >= frame.limit {
                self.tree.choices.truncate(frame.first as usize);
                self.tree.frames.pop();
                if frame.starts_layer {
                    self.world.depth -= 1;
                }
                continue;
            }
            top.next += 1;
            let choice = self.tree.choices[(frame.first + frame.next) as usize];
            match (choice, frame.revisited) {
                (Choice::Revisit(read), _) => self.open_revisit(frame.slot, read)?,
                (Choice::Overtake { slot, lock }, _) => self.open_overtaking(slot, lock)?,
                (Choice::End, _) => self.leaf(observer)?,
                (Choice::WriteAfter(place), Some(revisited)) => {
                    if self.apply_revisit(frame.slot, place, revisited)? {
                        return Ok(true);
                    }
                }
                (Choice::Wait, _) => {
                    self.wait(frame.slot);
                    return Ok(true);
                }
                (choice, _) => {
                    if self.apply(frame.slot, choice)? {
                        if !self.waits_in_vain(frame.slot, choice, frame.next == 0) {
                            return Ok(true);
                        }
                        self.tally.statistics.begin();
                        self.tally.statistics.end(Ending::Redundant);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Takes back the current choice of the last node.
    pub(super) fn take_back(&mut self) {
        let frame = *self.tree.frames.last().expect("there is a node");
        let frames = self.tree.frames.len();
        self.world.layer_mut().release(frames);
        for _ in 0..frame.pushed {
            let slots = &self.world.slots;
            self.world.layers[self.world.depth].pop(slots);
        }
        if let Some(state) = frame.waits {
            self.world.layer_mut().current[frame.slot.index()] = Some(state);
        }
        self.world.states.truncate(frame.states);
        let top = self.tree.frames.last_mut().expect("the frame just seen");
        top.pushed = 0;
        top.waits = None;
    }

    /// Whether a thread has stopped because of what it has just read, in a way that leads to
    /// nothing.
    ///
    /// If the read will never be canonical, it is neither revisited nor deleted by a revisit, and
    /// the thread never goes on: no complete execution follows, unless a thread ends the program.
    /// What the other threads can do wrong they can do as well where this read has read something
    /// else. There are three exceptions: that the execution is not sequentially consistent may be
    /// because of this read; a loop that spins for ever is looked for, or another thread is held
    /// for ever because this one spins; and a call that waits for ever is a deadlock.
    pub(super) fn waits_in_vain(&self, slot: Slot, choice: Choice, is_first: bool) -> bool {
        if !matches!(choice, Choice::ReadFrom(_)) || self.may_exit || self.config.robustness {
            return false;
        }
        let Request::Blocked(block) = self.world.slot_state(slot).request() else { return false };
        let Layer { graph, model, .. } = self.world.layer();
        let read = graph.last_of(slot).expect("the read was just added");
        let may_be_last = || M::Equivalence::may_be_last(model, graph, read);
        match block {
            Block::Spin if self.asks_for_rest() && may_be_last() => false,
            Block::Library { .. } if may_be_last() => false,
            Block::Assume | Block::Spin | Block::Library { .. } => {
                !M::Equivalence::may_become_canonical(model, graph, read, is_first)
            }
            _ => false,
        }
    }

    /// Lets a thread wait in front of a write that can go nowhere.
    pub(super) fn wait(&mut self, slot: Slot) {
        let snapshot =
            self.world.layer().current[slot.index()].expect("the thread is in the graph");
        let mut state = self.world.states.copy(snapshot);
        state.block(Block::Unplaceable);
        let state = self.world.states.push(state);
        self.world.layer_mut().current[slot.index()] = Some(state);
        self.tree.frames.last_mut().expect("waiting is a choice at a node").waits = Some(snapshot);
    }
}

impl<M: Model> World<'_, M> {
    /// What a thread that is scheduled asks for, and whether that happens at once with its last
    /// event.
    pub(super) fn pending_operation(&self, slot: Slot) -> (Operation, bool) {
        let Request::Visible { operation, grouped } = *self.slot_state(slot).request() else {
            unreachable!("only visible operations are scheduled")
        };
        (operation, grouped)
    }

    /// Whether the unfinished group of a thread has read something after its first event. If it has
    /// only read with its first event, whatever could revisit that read revisits it in other
    /// graphs. But a write of the group that comes before the read may have been read by others
    /// already, which is what the pending write has to change.
    pub(super) fn has_late_read(&self, slot: Slot) -> bool {
        let graph = &self.layer().graph;
        let last = graph.event(graph.last_of(slot).expect("an unplaceable write is in a group"));
        let late = graph.thread(slot).events.iter().rev().take(last.offset as usize);
        late.copied().any(|id| graph.event(id).is_read())
    }

    /// What a pending read may read, the first choice first.
    pub(super) fn find_sources(
        &self,
        slot: Slot,
        operation: Operation,
        grouped: bool,
        location: LocationId,
        sources: &mut Vec<Source>,
    ) {
        let Operation::Read { cell, kind, ordering, tags, otherwise } = operation else {
            unreachable!("only reads have sources")
        };
        let layer = self.layer();
        let find = |ordering, sources: &mut Vec<Source>| {
            let label = Label::Read { location, kind, ordering, tags, value: Value::ZERO };
            let pending = Pending { thread: slot, grouped, label };
            layer.model.sources(&layer.graph, &pending, sources);
        };
        find(ordering, sources);
        let Some(otherwise) = otherwise.filter(|otherwise| otherwise.ordering != ordering) else {
            return;
        };
        // The order depends on what is read.
        let mut unexpected = Vec::new();
        find(otherwise.ordering, &mut unexpected);
        let is_unexpected = |source: &Source| {
            let value = self.objects().value(&self.context, &layer.graph, cell, *source);
            !otherwise.expected.is(value.bits)
        };
        let expected = std::mem::take(sources);
        let all = layer.graph.writes_backwards(location).map(Source::Write);
        sources.extend(all.chain([Source::Initial]).filter(|source| {
            if is_unexpected(source) {
                unexpected.contains(source)
            } else {
                expected.contains(source)
            }
        }));
    }
}

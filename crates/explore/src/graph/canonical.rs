//! Which backward revisits are taken.
//!
//! A new write `a` may be read by a read `r` that is in the graph and not causally before `a`. The
//! revisit deletes `D`, the events added after `r` that are not causally before `a`. Many graphs
//! lead to the same result by such a deletion; the revisit is taken only from the one in which
//! every event `e` of `D` and `r` itself is *canonical*: what the exploration chooses first in the
//! graph of `P(e)`, the events that were added before `e` or are causally before `a`.
//! (`maximally_added` of TruSt.)
//!
//! A pending lock may acquire its mutex before one that has acquired it already ([`super::locks`]);
//! that deletes the other lock and what was added after it, with the same rule. A lock of such a
//! mutex ([`Graph::push_lock`]) is canonical unless it has itself come before another one in that
//! way.
//!
//! With co, the choice that comes first is the last write in co that is consistent. For the first
//! event of a group that is the last one in `P(e)`, which is a few comparisons. A later event of a
//! group is bound by the events before it in the group, so the last write may be inconsistent; then
//! the model is asked, on a copy of the graph.
//!
//! Without co, a write chooses nothing, and which source of a read is canonical the model says. The
//! argument stays the same, since all it needs of the canonical choice is that it is consistent and
//! a function of the graph:
//!
//! - *Nothing is missed.* From a graph in which `r` reads `a` by a revisit, take `a` and what
//!   depends on it away, let `r` read canonically, and go on canonically until `a` is next. Every
//!   choice on the way is consistent, so the exploration makes it, and what it adds is what the
//!   revisit deletes.
//! - *Nothing comes twice.* That way is the only one on which every deleted event is canonical,
//!   since what is canonical for `e` depends on `P(e)` alone, and `P(e)` is the graph that `e` was
//!   added to on that way.

use super::layer::Layer;
use execution::{Acquisition, Event, EventId, Graph, Label, LocationId, Source};
use models::{Equivalence, Model, Pending};

/// The new write: its causes, as a clock.
pub(crate) struct Revisit<'a> {
    pub(crate) causes: &'a [u32],
}

impl Revisit<'_> {
    /// Whether the revisit deletes this event, if the revisited read has this stamp.
    pub(crate) fn deletes(&self, event: &Event, stamp: u32) -> bool {
        event.stamp > stamp && self.causes[event.thread.index()] <= event.group
    }

    fn is_canonical<M: Model>(
        &self,
        layer: &Layer<M>,
        id: EventId,
        event: &Event,
        scratch: &mut Scratch<M>,
    ) -> bool {
        let graph = &layer.graph;
        match event.label {
            Label::Read { .. } if event.acquisition.is_some() => {
                event.acquisition == Some(Acquisition::InTurn)
            }
            Label::Read { .. } => {
                self.contains(graph, event.stamp, event.rf)
                    && self.reads_canonically(layer, id, event, scratch)
            }
            Label::Write { location, .. } => {
                let own = Source::Write(id);
                let is_read_by_older = graph
                    .readers(location, own)
                    .any(|reader| graph.event(reader).stamp < event.stamp);
                !is_read_by_older
                    && (!M::Equivalence::HAS_CO
                        || self.is_last(graph, location, event.stamp, own)
                        || event.offset > 0 && self.is_first_place(layer, id, event, scratch))
            }
            Label::Choose { low, value } => value == low,
            Label::Fence { .. } | Label::Free { .. } | Label::Spawn { .. } | Label::Join { .. } => {
                true
            }
        }
    }

    /// Whether a write is in `P` of the event with this stamp.
    fn contains(&self, graph: &Graph, stamp: u32, source: Source) -> bool {
        match source {
            Source::Initial => true,
            Source::Write(write) => {
                let write = graph.event(write);
                write.stamp <= stamp || self.causes[write.thread.index()] > write.group
            }
        }
    }

    /// Whether a write is the last in co of those in `P` of the event with this stamp.
    fn is_last(&self, graph: &Graph, location: LocationId, stamp: u32, source: Source) -> bool {
        !graph
            .writes_after(location, source)
            .any(|later| self.contains(graph, stamp, Source::Write(later)))
    }

    /// Whether a read has the canonical source in the graph of `P`.
    fn reads_canonically<M: Model>(
        &self,
        layer: &Layer<M>,
        id: EventId,
        event: &Event,
        scratch: &mut Scratch<M>,
    ) -> bool {
        let graph = &layer.graph;
        let is_in_part = |other| self.contains(graph, event.stamp, Source::Write(other));
        if let Some(canonical) = M::Equivalence::canonical_in(&layer.model, graph, id, is_in_part) {
            return canonical == event.rf;
        }
        if !self.restrict(layer, id, event, scratch) {
            return false;
        }
        let restricted = scratch.layer.as_mut().expect("a copy was made");
        let grouped = event.offset > 0;
        let pending = Pending { thread: event.thread, grouped, label: event.label };
        let Layer { graph, model, .. } = restricted;
        let canonical = M::Equivalence::canonical(model, graph, &pending);
        canonical.is_some() && renamed(event.rf, &scratch.renamed) == canonical
    }

    /// Whether a write of a group is at the first place that the model offers in the graph of `P`.
    fn is_first_place<M: Model>(
        &self,
        layer: &Layer<M>,
        id: EventId,
        event: &Event,
        scratch: &mut Scratch<M>,
    ) -> bool {
        if !self.restrict(layer, id, event, scratch) {
            return false;
        }
        let restricted = scratch.layer.as_ref().expect("a copy was made");
        let mut places = Vec::new();
        let pending = Pending { thread: event.thread, grouped: true, label: event.label };
        restricted.model.places(&restricted.graph, &pending, &mut places);
        // The nearest write before it that is kept.
        let mut before = event.co_before;
        while let Source::Write(write) = before
            && scratch.renamed[write.index()].is_none()
        {
            before = layer.graph.event(write).co_before;
        }
        let own = renamed(before, &scratch.renamed);
        own.is_some() && places.first().copied() == own
    }

    /// Makes the copy of the graph that has `P` without the event itself. Returns whether that is a
    /// graph: where something in `P` depends on what is not, the revisit is not taken anyway.
    fn restrict<M: Model>(
        &self,
        layer: &Layer<M>,
        id: EventId,
        event: &Event,
        scratch: &mut Scratch<M>,
    ) -> bool {
        let graph = &layer.graph;
        let is_kept =
            |other: EventId| other != id && self.contains(graph, event.stamp, Source::Write(other));
        scratch.kept.clear();
        for slot in graph.slots() {
            let events = &graph.thread(slot).events;
            let kept = events.iter().take_while(|id| is_kept(**id)).count();
            if events[kept..].iter().any(|id| is_kept(*id)) {
                return false;
            }
            scratch.kept.push(kept as u32);
        }
        // Where a kept read reads from a write that is not, that write is not canonical.
        let is_closed = graph.events().all(|(id, event)| match event.rf {
            Source::Write(write) if is_kept(id) => is_kept(write),
            _ => true,
        });
        if !is_closed || scratch.kept[event.thread.index()] != event.index {
            return false;
        }
        let restricted = scratch.layer.get_or_insert_with(|| layer.clone());
        restricted.restrict_from(layer, &scratch.kept, &mut scratch.renamed);
        true
    }
}

/// What revisits of the same write, or the overtaking of locks by the same lock, delete. The
/// further back they go, the more that is, and whether an event of it is canonical does not depend
/// on how far, so it is looked at once.
pub(crate) struct Deletion {
    /// The events from this number on have been looked at.
    cursor: usize,
    /// The newest of them that would be deleted and is not canonical.
    obstacle: Option<u32>,
}

impl Deletion {
    pub(crate) fn new(graph: &Graph) -> Deletion {
        Deletion { cursor: graph.len(), obstacle: None }
    }

    /// Whether everything is canonical that is not older than a stamp, and no cause of the new
    /// event.
    pub(crate) fn is_canonical_from<M: Model>(
        &mut self,
        stamp: u32,
        revisit: &Revisit<'_>,
        layer: &Layer<M>,
        scratch: &mut Scratch<M>,
    ) -> bool {
        let unseen = layer.graph.events().rev().skip(layer.graph.len() - self.cursor);
        for (id, event) in unseen {
            if event.newest < stamp || self.obstacle.is_some_and(|obstacle| obstacle >= stamp) {
                break;
            }
            self.cursor = id.index();
            if self.obstacle.is_none_or(|obstacle| obstacle < event.stamp)
                && revisit.causes[event.thread.index()] <= event.group
                && !revisit.is_canonical(layer, id, event, scratch)
            {
                self.obstacle = Some(event.stamp);
            }
        }
        self.obstacle.is_none_or(|obstacle| obstacle < stamp)
    }
}

/// A source in a restricted graph, if it is there.
fn renamed(source: Source, renamed: &[Option<EventId>]) -> Option<Source> {
    match source {
        Source::Initial => Some(Source::Initial),
        Source::Write(write) => renamed[write.index()].map(Source::Write),
    }
}

/// Memory for the slow path.
pub(crate) struct Scratch<M: Model> {
    kept: Vec<u32>,
    renamed: Vec<Option<EventId>>,
    layer: Option<Layer<M>>,
}

impl<M: Model> Default for Scratch<M> {
    fn default() -> Scratch<M> {
        Scratch { kept: Vec::new(), renamed: Vec::new(), layer: None }
    }
}

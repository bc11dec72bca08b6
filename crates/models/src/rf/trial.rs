//! Trying a source of a read, and what else both families do alike.

use super::reader::name;
use crate::equivalence::ReadsFrom;
use crate::model::Pending;
use base::Ordering;
use execution::{EventId, Graph, Label, NewEvent, Source, WriteKind};

/// The first source that is consistent for a pending read: one that is tried first, then all others
/// by their names.
pub(super) fn first_suitable<M: ReadsFrom>(
    model: &mut M,
    graph: &mut Graph,
    pending: &Pending,
    first: Source,
) -> Source {
    let mut sources = Vec::new();
    model.sources(graph, pending, &mut sources);
    sources.sort_by_key(|source| (*source != first, name(graph, *source)));
    let found = sources.into_iter().find(|source| suits(model, graph, pending, *source));
    found.expect("a read can read the last write of a consistent co")
}

/// Adds a pending access to a graph.
pub(super) fn push_pending(graph: &mut Graph, pending: &Pending, source: Source) -> EventId {
    let Pending { thread, grouped, label } = *pending;
    let new = NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
    match label {
        Label::Read { .. } => graph.push_read(new, source),
        _ => graph.push_write(new, source),
    }
}

/// Whether a source is consistent for a pending read, also if that is the first part of an update.
/// The graph is the same afterwards.
fn suits<M: ReadsFrom>(
    model: &mut M,
    graph: &mut Graph,
    pending: &Pending,
    source: Source,
) -> bool {
    let Pending { thread, grouped, mut label } = *pending;
    let Label::Read { location, kind, ref mut ordering, tags, value } = label else {
        unreachable!("only reads have sources")
    };
    // The order of an update may depend on what it reads. What is consistent for a seq_cst update
    // is so for one with a weaker order.
    let may_update = kind.may_update();
    if may_update {
        *ordering = Ordering::SeqCst;
    }
    if !model.prepare(graph, &Pending { thread, grouped, label }, source) {
        return false;
    }
    let read = push_pending(graph, &Pending { thread, grouped, label }, source);
    model.push(graph, read);
    let (kind, ordering) = (WriteKind::Exclusive, Ordering::SeqCst);
    let label = Label::Write { location, kind, ordering, tags, value };
    let write = Pending { thread, grouped: true, label };
    let suits = !may_update || can_write(model, graph, &write);
    model.pop(graph);
    graph.pop();
    model.restore(graph);
    suits
}

/// Whether there is a place for a pending write.
fn can_write<M: ReadsFrom>(model: &mut M, graph: &mut Graph, pending: &Pending) -> bool {
    let mut places = Vec::new();
    model.places(graph, pending, &mut places);
    let can_write = places.first().is_some_and(|place| model.prepare(graph, pending, *place));
    if can_write {
        model.restore(graph);
    }
    can_write
}

/// The place of a pending write: directly after what it updates, or last.
pub(super) fn place(graph: &Graph, pending: &Pending) -> Option<Source> {
    let location = pending.label.location().expect("a write has a location");
    let update = match pending.grouped {
        true => graph.pending_update(pending.thread, location),
        false => None,
    };
    match update {
        None => Some(graph.co_last(location)),
        Some(source) => (!is_updated(graph, location, source)).then_some(source),
    }
}

/// Whether an update follows on a write. No two do on the same one.
fn is_updated(graph: &Graph, location: execution::LocationId, source: Source) -> bool {
    graph.writes_backwards(location).any(|write| graph.updated(write) == Some(source))
}

/// Whether a write can be the last of its location, updates considered.
pub(super) fn is_end(graph: &Graph, write: EventId) -> bool {
    let location = graph.event(write).label.location().expect("a write has a location");
    !is_updated(graph, location, Source::Write(write))
}

/// Whether a write is the last of its location.
pub(super) fn is_last(graph: &Graph, write: EventId) -> bool {
    let location = graph.event(write).label.location().expect("a write has a location");
    graph.co_last(location) == Source::Write(write)
}

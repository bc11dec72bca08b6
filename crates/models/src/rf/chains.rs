//! The chains of writes of a location: a write, and the updates that follow directly on each other
//! after it.

use execution::{EventId, Graph, LocationId, Source};

/// The first write of the chain that a write is in, `None` if that is the initial contents, and how
/// many are before it.
pub(super) fn position(graph: &Graph, write: Source) -> (Option<EventId>, u32) {
    let mut place = 0;
    let mut current = write;
    loop {
        let Source::Write(write) = current else { return (None, place) };
        match graph.updated(write) {
            None => return (Some(write), place),
            Some(source) => current = source,
        }
        place += 1;
    }
}

/// The last write of a chain among those for which a condition holds.
pub(super) fn end(
    graph: &Graph,
    location: LocationId,
    write: Source,
    is_in_part: impl Fn(EventId) -> bool,
) -> Source {
    let mut current = write;
    loop {
        let mut writes = graph.writes_backwards(location).filter(|write| is_in_part(*write));
        match writes.find(|write| graph.updated(*write) == Some(current)) {
            Some(next) => current = Source::Write(next),
            None => return current,
        }
    }
}

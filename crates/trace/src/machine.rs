//! A recording with sources as a `history::History`, for the procedures of that crate.
//!
//! Reads, writes, updates and full fences have the same names there. Threads, and the places of
//! operations in them, are the same, so that its events are operations and back.

use crate::operation::{Action, OperationId, Source, ThreadId};
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use history::{Event, EventId, Fence, History, Location, Thread};

/// The history of an execution.
pub fn history(recording: &Recording, reads_from: &ReadsFrom) -> History {
    let source = |id: OperationId| match reads_from[id.0 as usize] {
        Some(Source::Operation(write)) => history::Source::Event(event(recording, write)),
        Some(Source::Initial) => history::Source::Initial,
        None => unreachable!("an execution has a source for each read"),
    };
    let convert = |id: OperationId| match recording.operation(id).action {
        Action::Read { location, .. } => {
            Event::Read { location: Location(location.0), source: source(id) }
        }
        Action::Write { location, .. } => {
            Event::Write { location: Location(location.0), release: false }
        }
        Action::Update { location, .. } => {
            Event::Update { location: Location(location.0), source: source(id) }
        }
        Action::Fence => Event::Fence(Fence::Full),
    };
    let threads = recording.threads().map(|p| recording.of_thread(p).map(convert).collect());
    History::new(threads.collect()).expect("sources write to the locations that are read")
}

/// The event of an operation.
pub fn event(recording: &Recording, id: OperationId) -> EventId {
    EventId { thread: Thread(recording.thread_of(id).0), index: recording.index_of(id) }
}

/// The operation of an event.
pub fn operation(recording: &Recording, id: EventId) -> OperationId {
    recording.at(ThreadId(id.thread.0), id.index)
}

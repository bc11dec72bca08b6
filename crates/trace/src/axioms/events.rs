//! The events of a recording as axioms see them, with the relations of one execution.
//!
//! Initial writes come first, one for each location that something accesses; then operations,
//! thread after thread. An update is two events.

use crate::operation::{Action, LocationId, OperationId, Source};
use crate::orders::{Coherence, ReadsFrom};
use crate::recording::Recording;
use base::TagSet;
use events::{Event, EventStructure, Kind, Location};
use relation::Relation;

/// What an event stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// None for an initial write.
    pub operation: Option<OperationId>,
    pub kind: Kind,
    pub location: Option<LocationId>,
}

/// The events of a recording, numbered.
#[derive(Clone, Debug)]
pub(super) struct Events {
    pub origins: Vec<Origin>,
    /// By location: its initial write, if it is accessed.
    initial: Vec<Option<usize>>,
    /// By operation: the events that read and write.
    reads: Vec<Option<usize>>,
    writes: Vec<Option<usize>>,
}

impl Events {
    pub(super) fn of(recording: &Recording) -> Events {
        let count = recording.operations().len();
        let mut own = Events {
            origins: Vec::new(),
            initial: vec![None; recording.locations().count()],
            reads: vec![None; count],
            writes: vec![None; count],
        };
        let mut accessed: Vec<LocationId> =
            recording.operations().iter().filter_map(|operation| operation.location()).collect();
        accessed.sort();
        accessed.dedup();
        for location in accessed {
            own.initial[location.0 as usize] = Some(own.origins.len());
            let location = Some(location);
            own.origins.push(Origin { operation: None, kind: Kind::Write, location });
        }
        for id in recording.ids() {
            let operation = recording.operation(id);
            let location = operation.location();
            let mut push = |kind| {
                own.origins.push(Origin { operation: Some(id), kind, location });
                Some(own.origins.len() - 1)
            };
            if operation.action == Action::Fence {
                push(Kind::Fence);
            }
            if operation.read().is_some() {
                own.reads[id.0 as usize] = push(Kind::Read);
            }
            if operation.written().is_some() {
                own.writes[id.0 as usize] = push(Kind::Write);
            }
        }
        own
    }

    /// The event that writes for an operation.
    pub(super) fn write(&self, id: OperationId) -> usize {
        self.writes[id.0 as usize].expect("it writes")
    }

    /// The event that reads for an operation, if it does.
    pub(super) fn read(&self, id: OperationId) -> Option<usize> {
        self.reads[id.0 as usize]
    }

    /// The event that a source of a read at a location is.
    pub(super) fn source(&self, location: LocationId, source: Source) -> usize {
        match source {
            Source::Initial => self.initial[location.0 as usize].expect("it is accessed"),
            Source::Operation(id) => self.write(id),
        }
    }

    /// The tags of an event, by what an operation does.
    pub(super) fn tags(recording: &Recording, origin: Origin) -> TagSet {
        let action = origin.operation.map(|id| recording.operation(id).action);
        match action {
            Some(Action::Fence) => TagSet::FULL_FENCES,
            Some(Action::Update { .. }) => base::tags!["X"].into(),
            Some(Action::Read { .. } | Action::Write { .. }) | None => TagSet::NONE,
        }
    }

    /// The read and the write of each update.
    pub(super) fn updates(&self) -> impl Iterator<Item = (usize, usize)> {
        self.reads.iter().zip(&self.writes).filter_map(|(read, write)| read.zip(*write))
    }

    /// Events with program order and updates, and nothing chosen.
    pub(super) fn structure(&self, recording: &Recording) -> EventStructure {
        let event = |(own, origin): (usize, &Origin)| Event {
            thread: origin.operation.map(|id| recording.thread_of(id).0 as usize),
            kind: origin.kind,
            tags: Events::tags(recording, *origin),
            location: origin.location.map(|location| Location(location.0.into())),
            access: own,
            read: None,
            written: None,
        };
        let events: Vec<Event> = self.origins.iter().enumerate().map(event).collect();
        let mut structure = EventStructure::new(events);
        for own in 0..structure.size() {
            for before in (0..own).rev() {
                let [first, second] = [before, own].map(|number| structure.events[number].thread);
                if first.is_none() || first != second {
                    break;
                }
                structure.po.insert(before, own);
            }
        }
        for (read, write) in self.updates() {
            structure.rmw.insert(read, write);
            structure.amo.insert(read, write);
        }
        structure
    }

    /// Reads-from of an execution.
    pub(super) fn rf(&self, recording: &Recording, reads_from: &ReadsFrom) -> Relation {
        let mut rf = Relation::new(self.origins.len());
        for (id, source) in recording.ids().zip(reads_from) {
            if let (Some(read), Some(source)) = (self.read(id), source) {
                let location = recording.operation(id).location().expect("it reads somewhere");
                rf.insert(self.source(location, *source), read);
            }
        }
        rf
    }

    /// Coherence of an execution, in which initial writes come first.
    pub(super) fn co(&self, coherence: &Coherence) -> Relation {
        let mut co = Relation::new(self.origins.len());
        for (initial, writes) in self.initial.iter().zip(coherence) {
            let writes = writes.iter().map(|id| self.write(*id));
            let order: Vec<usize> = initial.iter().copied().chain(writes).collect();
            for (place, first) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|second| co.insert(*first, *second));
            }
        }
        co
    }

    /// The operations that write to each location, in the order of a relation; none if that is not
    /// an order of the writes to each location, with the initial one first.
    pub(super) fn coherence(&self, co: &Relation) -> Option<Coherence> {
        let mut coherence: Coherence = vec![Vec::new(); self.initial.len()];
        for origin in &self.origins {
            if let (Some(id), Some(location), Kind::Write) =
                (origin.operation, origin.location, origin.kind)
            {
                coherence[location.0 as usize].push(id);
            }
        }
        for writes in &mut coherence {
            writes.sort_by_key(|id| co.inverse().successors(self.write(*id)).count());
        }
        (self.co(&coherence) == *co).then_some(coherence)
    }
}

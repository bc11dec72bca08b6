//! From a graph to an event structure: the graph's events and one initial write for each location,
//! with the graph's co.
//!
//! Events keep their numbers; initial writes follow. A program is C, and its events are called as
//! `events::c11` says.
//!
//! Creation and joining are fences in `F` without an order, and `po` goes through them: from the
//! creating thread into the created one, and from a thread that has ended to what follows its
//! joining. `int` is only about threads. What else happens (the end of an object's life, a choice)
//! is in `po` and in no set. `rmw` relates the events of an atomic block as well.
//!
//! `addr`, `data` and `ctrl` are those of the graph, if it has any; only threads that are told to
//! follow them do. Accesses in parts are refused elsewhere: each event is an access by itself.

use base::{TagSet, Tags};
use events::{Dependencies, Event, EventStructure, Kind, Location, c11};
use execution::{Graph, Label, LocationId, Source, WriteKind};
use relation::Relation;

/// The structure of a graph.
pub fn of_graph(graph: &Graph) -> EventStructure {
    // Not the locations that the graph keeps lists for: it has none for a mutex that was never
    // unlocked.
    let accessed = graph.events().filter_map(|(_, event)| event.label.location());
    let mut initial: Vec<LocationId> = accessed.collect();
    initial.sort_unstable();
    initial.dedup();
    let numbers = Numbers { graph, initial: &initial };
    let of_threads = graph.events().map(|(id, event)| numbered(id.index(), event));
    let initial_writes = initial.iter().map(|location| {
        Event::initial(numbers.of(*location, Source::Initial), name(*location), None)
    });
    let events: Vec<Event> = of_threads.chain(initial_writes).collect();
    let size = events.len();
    let rmw = updates(graph, size);
    EventStructure {
        events,
        po: program_order(graph, size),
        dependencies: dependencies(graph, size),
        picked: None,
        amo: rmw.clone(),
        // Here `rmw` relates the events of a block.
        atomic_blocks: None,
        rmw,
        rf: numbers.reads_from(),
        co: Some(numbers.coherence()),
        others: Vec::new(),
    }
}

/// What numbers events have in the structure.
struct Numbers<'g> {
    graph: &'g Graph,
    /// The locations with an initial write, in ascending order.
    initial: &'g [LocationId],
}

impl Numbers<'_> {
    fn of(&self, location: LocationId, source: Source) -> usize {
        match source {
            Source::Initial => {
                let found = self.initial.binary_search(&location);
                self.graph.len() + found.expect("a location that is accessed has an initial write")
            }
            Source::Write(write) => write.index(),
        }
    }

    fn nothing(&self) -> Relation {
        Relation::new(self.graph.len() + self.initial.len())
    }

    fn reads_from(&self) -> Relation {
        let mut rf = self.nothing();
        for (id, event) in self.graph.events() {
            if let Label::Read { location, .. } = event.label {
                rf.insert(self.of(location, event.rf), id.index());
            }
        }
        rf
    }

    /// Coherence, initial writes first.
    fn coherence(&self) -> Relation {
        let mut co = self.nothing();
        for location in self.initial {
            let writes = self.graph.writes_backwards(*location).map(Source::Write);
            for write in writes.chain([Source::Initial]) {
                let own = self.of(*location, write);
                let later = self.graph.writes_after(*location, write);
                later.for_each(|later| co.insert(own, later.index()));
            }
        }
        co
    }
}

fn numbered(own: usize, event: &execution::Event) -> Event {
    let kind = match event.label {
        Label::Read { .. } => Kind::Read,
        Label::Write { .. } => Kind::Write,
        Label::Fence { .. } | Label::Spawn { .. } | Label::Join { .. } => Kind::Fence,
        Label::Free { .. } | Label::Choose { .. } => Kind::Other,
    };
    Event {
        thread: Some(event.thread.index()),
        kind,
        tags: tags_of(&event.label),
        location: event.label.location().map(name),
        access: own,
        // No model that programs are explored under looks at values.
        read: None,
        written: None,
    }
}

fn name(location: LocationId) -> Location {
    Location(i64::from(location.0))
}

fn program_order(graph: &Graph, size: usize) -> Relation {
    let mut po = Relation::new(size);
    let mut has_threads = false;
    for slot in graph.slots() {
        let thread = graph.thread(slot);
        for (index, second) in thread.events.iter().enumerate() {
            thread.events[..index]
                .iter()
                .chain(&thread.spawn)
                .for_each(|first| po.insert(first.index(), second.index()));
        }
        has_threads |= thread.spawn.is_some();
    }
    for (id, event) in graph.events() {
        if let Label::Join { slot, .. } = event.label {
            let thread = graph.thread(slot);
            thread.events.iter().chain(&thread.spawn).for_each(|end| {
                po.insert(end.index(), id.index());
            });
            has_threads = true;
        }
    }
    if has_threads { po.transitive_closure() } else { po }
}

/// From reads to the events of their threads that depend on them.
fn dependencies(graph: &Graph, size: usize) -> Dependencies {
    let mut found = Dependencies::none(size);
    for (id, event) in graph.events() {
        let Some(own) = graph.dependencies(id) else { break };
        let thread = &graph.thread(event.thread).events;
        let relations = [&mut found.addr, &mut found.data, &mut found.ctrl];
        for (relation, reads) in relations.into_iter().zip([&own.addr, &own.data, &own.ctrl]) {
            for read in reads.iter() {
                relation.insert(thread[read as usize].index(), id.index());
            }
        }
    }
    found
}

/// From the read of an update to its write, and between all events of an atomic block.
fn updates(graph: &Graph, size: usize) -> Relation {
    let mut rmw = Relation::new(size);
    for (id, event) in graph.events() {
        let before = graph.thread(event.thread).events[..event.index as usize].iter().rev();
        let group = || before.clone().take(event.offset as usize);
        if is_in_block(&event.label) {
            group().for_each(|own| rmw.insert(own.index(), id.index()));
        } else if event.is_write() {
            let location = event.label.location();
            let mut same = group().filter(|own| graph.event(**own).label.location() == location);
            if let Some(read) = same.next().filter(|own| graph.event(**own).is_read()) {
                rmw.insert(read.index(), id.index());
            }
        }
    }
    rmw
}

/// What models call an event.
fn tags_of(label: &Label) -> TagSet {
    match label {
        Label::Read { kind, ordering, tags, .. } => c11::read(*ordering, *tags, kind.may_update()),
        Label::Write { kind, ordering, tags, .. } => {
            c11::write(*ordering, *tags, *kind != WriteKind::Store)
        }
        Label::Fence { ordering, tags } => c11::fence(*ordering, *tags),
        Label::Spawn { .. } | Label::Join { .. } => c11::THREADS,
        Label::Free { .. } | Label::Choose { .. } => TagSet::NONE,
    }
}

fn is_in_block(label: &Label) -> bool {
    let (Label::Read { tags, .. } | Label::Write { tags, .. } | Label::Fence { tags, .. }) = label
    else {
        return false;
    };
    tags.contains(Tags::ATOMIC_BLOCK)
}

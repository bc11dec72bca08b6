//! What is a cat model told of a graph? The sets and relations that it finds by name, over the graph's events and one initial write for each
//! location.
//!
//! Events keep their numbers; initial writes follow. A program is C, so events carry C11's orders (`NA`, `RLX`, `ACQ`, `REL`, `ACQ_REL`, `SC`). So that models of
//! machines understand it too, some carry what a compiler makes of them:
//!
//! | event | further names |
//! |---|---|
//! | both parts of an update, a failed compare-exchange, all that is done to a mutex | `X` |
//! | a seq_cst store | `X` (on x86 it is an exchange) |
//! | a seq_cst fence, the creation and the joining of a thread | every full fence, as `MFENCE` |
//! | a release fence, also with acquire | `SFENCE` |
//!
//! Creation and joining are fences in `F` without an order, and `po` goes through them: from the creating thread into the created one, and from a thread that has
//! ended to what follows its joining. `int` is only about threads. What else happens (the end of an object's life, a
//! choice) is in `po` and in no set. `rmw` relates the events of an atomic block as well. Dependencies are not known: `addr`, `data` and `ctrl` are empty here, and models that use them are refused elsewhere.

use ::cat::program::{Input, Kind, Meaning};
use ::cat::{Concrete, Datum, DatumOf, Given};
use base::{Ordering, Tag, TagSet, Tags, tags};
use execution::{Event, Graph, Label, LocationId, ReadKind, Source, WriteKind};
use relation::{Relation, Set};

/// A graph as a cat model sees it.
#[derive(Debug)]
pub struct Told<'g> {
    graph: &'g Graph,
    /// The locations with an initial write, in the order of their numbers.
    initial: Vec<LocationId>,
    size: usize,
}

impl<'g> Told<'g> {
    pub fn new(graph: &'g Graph) -> Told<'g> {
        // Not those that the graph keeps lists for: it has none for a mutex that was never unlocked.
        let accessed = graph.events().filter_map(|(_, event)| event.label.location());
        let mut initial: Vec<LocationId> = accessed.collect();
        initial.sort_unstable();
        initial.dedup();
        let size = graph.len() + initial.len();
        Told { graph, initial, size }
    }

    /// How many events there are, with initial writes.
    pub fn world(&self) -> Concrete {
        Concrete { events: self.size }
    }

    fn set(&self, is_in: impl Fn(&Event) -> bool) -> Set {
        let found = self.graph.events().filter(|(_, event)| is_in(event));
        Set::from_numbers(self.size, found.map(|(id, _)| id.index()))
    }

    fn initial_writes(&self) -> Set {
        Set::from_numbers(self.size, self.graph.len()..self.size)
    }

    fn initial_write(&self, location: LocationId) -> usize {
        let found = self.initial.iter().position(|own| *own == location);
        self.graph.len() + found.expect("a location that is accessed has an initial write")
    }

    fn number(&self, location: LocationId, source: Source) -> usize {
        match source {
            Source::Initial => self.initial_write(location),
            Source::Write(write) => write.index(),
        }
    }

    fn named_set(&self, name: &str) -> Set {
        let reads = || self.set(|event| event.is_read());
        let writes = || self.set(|event| event.is_write()).union(&self.initial_writes());
        match name {
            "R" => reads(),
            "W" => writes(),
            "M" => reads().union(&writes()),
            "F" => self.set(|event| is_fence(&event.label)),
            "IW" => self.initial_writes(),
            "RMW" => {
                let rmw = self.updates();
                rmw.domain().union(&rmw.range())
            }
            // Branches are no events here, and final writes are not known beforehand.
            "B" | "FW" => Set::new(self.size),
            tag => {
                let tag = Tag::named(tag).expect("names of sets are tags of the table");
                self.tagged(TagSet::NONE.and(tag))
            }
        }
    }

    /// The events with one of these tags.
    fn tagged(&self, wanted: TagSet) -> Set {
        self.set(|event| tags_of(&event.label).has_any(wanted))
    }

    fn named_relation(&self, name: &str) -> Relation {
        match name {
            "po" => self.program_order(),
            "rf" => self.reads_from(),
            "rmw" | "amo" => self.updates(),
            "loc" => self.same_location(),
            // Accesses in parts are refused, so each event is an access by itself.
            "si" | "sm" => {
                let identity = Relation::new(self.size).reflexive();
                let accesses = self.named_set("M");
                identity.and(&Relation::product(&accesses, &accesses))
            }
            "int" => self.same_thread(),
            "ext" => {
                let all = Set::all(self.size);
                Relation::product(&all, &all).without(&self.same_thread())
            }
            // Nothing is known of the others.
            _ => Relation::new(self.size),
        }
    }

    fn program_order(&self) -> Relation {
        let mut po = Relation::new(self.size);
        let mut has_threads = false;
        for slot in self.graph.slots() {
            let thread = self.graph.thread(slot);
            for (index, second) in thread.events.iter().enumerate() {
                thread.events[..index]
                    .iter()
                    .chain(&thread.spawn)
                    .for_each(|first| po.insert(first.index(), second.index()));
            }
            has_threads |= thread.spawn.is_some();
        }
        for (id, event) in self.graph.events() {
            if let Label::Join { slot, .. } = event.label {
                let thread = self.graph.thread(slot);
                thread.events.iter().chain(&thread.spawn).for_each(|end| {
                    po.insert(end.index(), id.index());
                });
                has_threads = true;
            }
        }
        if has_threads { po.transitive_closure() } else { po }
    }

    fn reads_from(&self) -> Relation {
        let mut rf = Relation::new(self.size);
        for (id, event) in self.graph.events() {
            if let Label::Read { location, .. } = event.label {
                rf.insert(self.number(location, event.rf), id.index());
            }
        }
        rf
    }

    /// Coherence, initial writes first.
    fn coherence(&self) -> Relation {
        let mut co = Relation::new(self.size);
        for location in &self.initial {
            let writes = self.graph.writes_backwards(*location).map(Source::Write);
            for write in writes.chain([Source::Initial]) {
                let own = self.number(*location, write);
                let later = self.graph.writes_after(*location, write);
                later.for_each(|later| co.insert(own, later.index()));
            }
        }
        co
    }

    /// From the read of an update to its write, and between all events of an atomic block.
    fn updates(&self) -> Relation {
        let mut rmw = Relation::new(self.size);
        for (id, event) in self.graph.events() {
            let before =
                self.graph.thread(event.thread).events[..event.index as usize].iter().rev();
            let group = || before.clone().take(event.offset as usize);
            if is_in_block(&event.label) {
                group().for_each(|own| rmw.insert(own.index(), id.index()));
            } else if event.is_write() {
                let location = event.label.location();
                let mut same =
                    group().filter(|own| self.graph.event(**own).label.location() == location);
                if let Some(read) = same.next().filter(|own| self.graph.event(**own).is_read()) {
                    rmw.insert(read.index(), id.index());
                }
            }
        }
        rmw
    }

    fn same_location(&self) -> Relation {
        let mut loc = Relation::new(self.size);
        for location in &self.initial {
            let events = self.graph.events();
            let own = events.filter(|(_, event)| event.label.location() == Some(*location));
            let own = own.map(|(id, _)| id.index()).chain([self.initial_write(*location)]);
            let own: Vec<usize> = own.collect();
            for first in &own {
                own.iter().for_each(|second| loc.insert(*first, *second));
            }
        }
        loc
    }

    fn same_thread(&self) -> Relation {
        let mut int = Relation::new(self.size);
        for slot in self.graph.slots() {
            let own = &self.graph.thread(slot).events;
            for first in own {
                own.iter().for_each(|second| int.insert(first.index(), second.index()));
            }
        }
        int
    }
}

impl Given<Concrete> for Told<'_> {
    fn input(&self, _: &mut Concrete, _: usize, input: &Input) -> DatumOf<Concrete> {
        match (&input.meaning, input.kind) {
            (Meaning::Named(name), Kind::Set) => Datum::Set(self.named_set(name)),
            (Meaning::Named(name), Kind::Relation) => Datum::Relation(self.named_relation(name)),
            (Meaning::Tagged(tag), _) => Datum::Set(self.tagged(TagSet::spelled(tag))),
            (Meaning::Scope(_), _) => Datum::Relation(Relation::new(self.size)),
        }
    }

    fn choice(&self, _: &mut Concrete, _: usize) -> Relation {
        self.coherence()
    }
}

/// What models call an event: its order, what a compiler makes of it, and what the program says.
fn tags_of(label: &Label) -> TagSet {
    match label {
        Label::Read { ordering, tags, .. } | Label::Write { ordering, tags, .. } => {
            let made = if is_locked(label) { tags!["X"] } else { Tags::NONE };
            TagSet::from(*tags).with(ordering.tags().with(made).into())
        }
        Label::Fence { ordering, tags } => {
            let made = match ordering {
                Ordering::SeqCst => TagSet::FULL_FENCES,
                Ordering::Release | Ordering::AcquireRelease => tags!["SFENCE"].into(),
                Ordering::Plain | Ordering::Relaxed | Ordering::Acquire => TagSet::NONE,
            };
            TagSet::from(*tags).with(ordering.tags().into()).with(made)
        }
        Label::Spawn { .. } | Label::Join { .. } => TagSet::FULL_FENCES,
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

fn is_fence(label: &Label) -> bool {
    matches!(label, Label::Fence { .. } | Label::Spawn { .. } | Label::Join { .. })
}

/// Whether an access waits until the store buffer is empty, or empties it.
fn is_locked(label: &Label) -> bool {
    match label {
        Label::Read { kind, .. } => *kind != ReadKind::Load,
        Label::Write { kind, ordering, .. } => {
            *kind != WriteKind::Store || *ordering == Ordering::SeqCst
        }
        _ => false,
    }
}

//! The execution graph, as a stack: events are added and removed at the end.
//!
//! po is the threads' lists, rf a link from each read, co a doubly linked list for each location.
//! The causal order (porf: po, rf, creation of threads, joins; a group is before an event as a
//! whole or not at all) is kept as a vector clock for each event. It is a function of the event's
//! own past and does not change while the event is in the graph, but for one case: a read that was
//! revisited by a write in the middle of its group learns of the rest of that group as it is added.
//! Everything is flat, so that copying a graph without some of its events
//! ([`Graph::restrict_into`]) is a few short loops.

use crate::LocationId;
use crate::dependencies::DependencyTable;
use crate::event::{Event, EventId, Source};
use crate::label::Label;
use base::ThreadId;

/// A thread's place in the graph's tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(pub u32);

impl Slot {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A thread's events.
#[derive(Clone, Default, Debug)]
pub struct ThreadEvents {
    /// In program order.
    pub events: Vec<EventId>,
    /// How many groups they form.
    pub groups: u32,
    /// The event that created the thread; `None` for main and for threads not in the graph.
    pub spawn: Option<EventId>,
}

/// A location's events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocationEvents {
    /// The first write in co.
    pub(crate) first: Option<EventId>,
    /// The last write in co.
    pub(crate) last: Source,
    pub(crate) reads: Option<EventId>,
    /// How many reads there are.
    pub(crate) count: u32,
    /// The newest read of the initial contents.
    pub(crate) reader: Option<EventId>,
}

impl Default for LocationEvents {
    fn default() -> LocationEvents {
        LocationEvents { first: None, last: Source::Initial, reads: None, count: 0, reader: None }
    }
}

/// An execution graph for at most a fixed number of threads.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) events: Vec<Event>,
    pub(crate) threads: Vec<ThreadEvents>,
    pub(crate) locations: Vec<LocationEvents>,
    /// The causal clocks, one entry for each thread, event after event: how many groups of that
    /// thread are porf-before the event or contain it.
    pub(crate) causes: Vec<u32>,
    pub(crate) next_stamp: u32,
    /// How many objects' lives have ended.
    pub(crate) ends: u32,
    /// What events depend on, if whoever builds the graph says so.
    pub(crate) dependencies: Option<Box<DependencyTable>>,
}

impl Graph {
    /// An empty graph for `threads` threads.
    pub fn new(threads: usize) -> Graph {
        Graph {
            events: Vec::new(),
            threads: vec![ThreadEvents::default(); threads],
            locations: Vec::new(),
            causes: Vec::new(),
            next_stamp: 0,
            ends: 0,
            dependencies: None,
        }
    }

    /// Whether any object's life has ended.
    pub fn has_ends(&self) -> bool {
        self.ends > 0
    }

    /// How many threads the graph has room for.
    pub fn capacity(&self) -> usize {
        self.threads.len()
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// All events, in the order in which they were added to this copy of the graph.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = (EventId, &Event)> + ExactSizeIterator {
        self.events.iter().enumerate().map(|(index, event)| (EventId::new(index), event))
    }

    pub fn thread(&self, slot: Slot) -> &ThreadEvents {
        &self.threads[slot.index()]
    }

    pub fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.threads.len() as u32).map(Slot)
    }

    /// The locations that events have been at.
    pub fn locations(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len() as u32).map(LocationId)
    }

    /// The last event of a thread.
    pub fn last_of(&self, slot: Slot) -> Option<EventId> {
        self.threads[slot.index()].events.last().copied()
    }

    /// What the next event of a thread follows: its last one, or what created it, with all that
    /// happened at once with that.
    pub fn before_next(&self, slot: Slot) -> Option<EventId> {
        let created = || self.thread(slot).spawn.map(|spawn| self.group_end(spawn));
        self.last_of(slot).or_else(created)
    }

    /// The last write to a location in co.
    pub fn co_last(&self, location: LocationId) -> Source {
        self.locations.get(location.index()).map_or(Source::Initial, |events| events.last)
    }

    /// The writes to a location, against co: the last one first.
    pub fn writes_backwards(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let step = |source: Source| match source {
            Source::Initial => None,
            Source::Write(write) => Some(write),
        };
        std::iter::successors(step(self.co_last(location)), move |write| {
            step(self.event(*write).co_before)
        })
    }

    /// The writes that follow in co.
    pub fn writes_after(
        &self,
        location: LocationId,
        source: Source,
    ) -> impl Iterator<Item = EventId> {
        let first = self.co_next(location, source);
        std::iter::successors(first, |write| self.event(*write).co_after)
    }

    /// The write that follows directly in co.
    pub fn co_next(&self, location: LocationId, source: Source) -> Option<EventId> {
        match source {
            Source::Write(write) => self.event(write).co_after,
            Source::Initial => self.locations.get(location.index()).and_then(|events| events.first),
        }
    }

    /// The reads of a location, in no particular order. Locks with an acquisition are not among
    /// them: nothing but their own write comes after what they read, and no write revisits them.
    pub fn reads(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let first = self.locations.get(location.index()).and_then(|events| events.reads);
        std::iter::successors(first, |read| self.event(*read).next_read)
    }

    /// The reads of a location that a causal clock does not cover, in no particular order.
    pub fn reads_beyond(
        &self,
        location: LocationId,
        clock: &[u32],
    ) -> impl Iterator<Item = EventId> {
        // These are among the ends of threads, and among all reads, whichever are fewer. Finding
        // the ends has a price for each thread, which is not worth it for a few reads.
        let ends = self.threads.iter().zip(clock).map(|(thread, known)| {
            let end = thread.events.partition_point(|id| self.event(*id).group < *known);
            &thread.events[end..]
        });
        let count = self.locations.get(location.index()).map_or(0, |events| events.count as usize);
        let is_short =
            count > self.threads.len() && ends.clone().map(<[EventId]>::len).sum::<usize>() < count;
        let is_read = move |id: &EventId| {
            let event = self.event(*id);
            let is_listed = event.is_read() && event.acquisition.is_none();
            is_listed && event.label.location() == Some(location)
        };
        let in_ends = is_short.then(|| ends.flatten().copied().filter(is_read));
        let among_all = (!is_short)
            .then(|| self.reads(location).filter(|read| !self.is_in_clock(*read, clock)));
        in_ends.into_iter().flatten().chain(among_all.into_iter().flatten())
    }

    /// The reads that read from a source, the newest one first. As in [`Graph::reads`], locks with
    /// an acquisition are not among them.
    pub fn readers(&self, location: LocationId, source: Source) -> impl Iterator<Item = EventId> {
        let newest = match source {
            Source::Write(write) => self.event(write).reader,
            Source::Initial => {
                self.locations.get(location.index()).and_then(|events| events.reader)
            }
        };
        std::iter::successors(newest, |read| self.event(*read).next_reader)
    }

    /// The causal clock of an event.
    pub fn causes(&self, id: EventId) -> &[u32] {
        let width = self.threads.len();
        &self.causes[id.index() * width..][..width]
    }

    /// Whether `first` is porf-before `second` or equal to it.
    pub fn is_cause(&self, first: EventId, second: EventId) -> bool {
        self.is_in_clock(first, self.causes(second))
    }

    /// Whether a causal clock covers an event.
    pub fn is_in_clock(&self, id: EventId, clock: &[u32]) -> bool {
        let event = self.event(id);
        clock[event.thread.index()] > event.group
    }

    /// The first event of an event's group.
    pub fn group_head(&self, id: EventId) -> EventId {
        let event = self.event(id);
        self.threads[event.thread.index()].events[(event.index - event.offset) as usize]
    }

    /// The last event so far of an event's group.
    pub fn group_end(&self, id: EventId) -> EventId {
        let event = self.event(id);
        let events = &self.threads[event.thread.index()].events;
        let rest = events[event.index as usize..].iter();
        *rest.take_while(|other| self.event(**other).group == event.group).last().unwrap_or(&id)
    }

    /// For the write part of an update: what its read part read.
    pub fn updated(&self, write: EventId) -> Option<Source> {
        let event = self.event(write);
        self.update_source(event.thread, event.index, event.offset, event.label.location())
    }

    /// What the read part read of an update whose write part, at this location, is the next event
    /// of a thread, if that is in the same group as the last one.
    pub fn pending_update(&self, thread: Slot, location: LocationId) -> Option<Source> {
        let last = self.event(self.last_of(thread)?);
        self.update_source(thread, last.index + 1, last.offset + 1, Some(location))
    }

    fn update_source(
        &self,
        thread: Slot,
        index: u32,
        offset: u32,
        location: Option<LocationId>,
    ) -> Option<Source> {
        let group = &self.threads[thread.index()].events[(index - offset) as usize..index as usize];
        let events = group.iter().rev().map(|id| self.event(*id));
        let mut same = events.filter(|event| event.label.location() == location);
        same.next().filter(|event| event.is_read()).map(|read| read.rf)
    }

    /// Adds a read.
    pub fn push_read(&mut self, new: NewEvent, rf: Source) -> EventId {
        let location = new.label.location().expect("a read has a location");
        let cause = match rf {
            Source::Initial => None,
            Source::Write(write) => Some(self.group_end(write)),
        };
        let id = self.push(new);
        self.compute_causes(id, cause);
        self.events[id.index()].rf = rf;
        self.link_read(location, id);
        self.finish_push(id)
    }

    /// Makes a read, whose source is known, the newest one of its location and of its source.
    pub(crate) fn link_read(&mut self, location: LocationId, id: EventId) {
        let rf = self.event(id).rf;
        let events = self.location_mut(location);
        let next_read = events.reads.replace(id);
        events.count += 1;
        let next_reader = self.reader_mut(location, rf).replace(id);
        let event = &mut self.events[id.index()];
        event.next_read = next_read;
        event.next_reader = next_reader;
    }

    /// The newest read of a source.
    fn reader_mut(&mut self, location: LocationId, source: Source) -> &mut Option<EventId> {
        match source {
            Source::Write(write) => &mut self.events[write.index()].reader,
            Source::Initial => &mut self.location_mut(location).reader,
        }
    }

    /// Adds a write directly after another one in co.
    pub fn push_write(&mut self, new: NewEvent, co_before: Source) -> EventId {
        let location = new.label.location().expect("a write has a location");
        let co_after = self.co_next(location, co_before);
        let id = self.push(new);
        self.compute_causes(id, None);
        let event = &mut self.events[id.index()];
        event.co_before = co_before;
        event.co_after = co_after;
        self.link_co(location, co_before, Some(id));
        match co_after {
            Some(after) => self.events[after.index()].co_before = Source::Write(id),
            None => self.location_mut(location).last = Source::Write(id),
        }
        self.finish_push(id)
    }

    /// Adds an event that is neither read nor write. `cause` is an event of another thread that it
    /// follows: the end of a thread that it joins.
    pub fn push_other(&mut self, new: NewEvent, cause: Option<EventId>) -> EventId {
        let id = self.push(new);
        self.compute_causes(id, cause);
        self.finish_push(id)
    }

    pub(crate) fn finish_push(&mut self, id: EventId) -> EventId {
        let Event { thread, offset, .. } = self.events[id.index()];
        if offset > 0 {
            self.update_readers_of_group(thread);
        }
        id
    }

    /// Notes that an event has created a thread.
    pub fn set_spawn(&mut self, child: Slot, spawn: EventId) {
        self.threads[child.index()].spawn = Some(spawn);
    }

    /// Removes the event that was added last. If it created a thread, that thread must be empty.
    pub fn pop(&mut self) {
        let event = self.events.pop().expect("there is an event to remove");
        self.causes.truncate(self.events.len() * self.threads.len());
        let id = EventId::new(self.events.len());
        if let Some(table) = &mut self.dependencies {
            table.pop(event.thread);
        }
        let thread = &mut self.threads[event.thread.index()];
        thread.events.pop();
        if event.offset == 0 {
            thread.groups -= 1;
        }
        if event.stamp + 1 == self.next_stamp {
            self.next_stamp -= 1;
        }
        match event.label {
            Label::Read { location, .. } => {
                if event.acquisition.is_none() {
                    *self.reader_mut(location, event.rf) = event.next_reader;
                    let events = self.location_mut(location);
                    events.reads = event.next_read;
                    events.count -= 1;
                }
            }
            Label::Write { location, .. } => {
                self.link_co(location, event.co_before, event.co_after);
                match event.co_after {
                    Some(after) => self.events[after.index()].co_before = event.co_before,
                    None => self.location_mut(location).last = event.co_before,
                }
            }
            Label::Spawn { .. } => {
                for thread in &mut self.threads {
                    if thread.spawn == Some(id) {
                        thread.spawn = None;
                    }
                }
            }
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => {}
        }
    }

    /// Makes `after` the write that follows `before` in co.
    fn link_co(&mut self, location: LocationId, before: Source, after: Option<EventId>) {
        match before {
            Source::Write(before) => self.events[before.index()].co_after = after,
            Source::Initial => self.location_mut(location).first = after,
        }
    }

    pub(crate) fn location_mut(&mut self, location: LocationId) -> &mut LocationEvents {
        if self.locations.len() <= location.index() {
            self.locations.resize(location.index() + 1, LocationEvents::default());
        }
        &mut self.locations[location.index()]
    }

    /// Adds an event without its links and its causal clock.
    pub(crate) fn push(&mut self, new: NewEvent) -> EventId {
        let id = EventId::new(self.events.len());
        let width = self.threads.len();
        let thread = &mut self.threads[new.thread.index()];
        let index = thread.events.len() as u32;
        let previous = thread.events.last().copied();
        let (group, offset) = match previous {
            Some(previous) if new.grouped => {
                let previous = &self.events[previous.index()];
                (previous.group, previous.offset + 1)
            }
            _ => {
                thread.groups += 1;
                (thread.groups - 1, 0)
            }
        };
        thread.events.push(id);
        if let Some(table) = &mut self.dependencies {
            table.push(new.thread);
        }
        let start = self.causes.len();
        self.causes.resize(start + width, 0);
        self.ends += u32::from(matches!(new.label, Label::Free { .. }));
        let stamp = new.stamp.unwrap_or(self.next_stamp);
        self.next_stamp = self.next_stamp.max(stamp + 1);
        let newest = self.events.last().map_or(stamp, |last| last.newest.max(stamp));
        self.events.push(Event {
            thread: new.thread,
            index,
            group,
            offset,
            stamp,
            newest,
            label: new.label,
            rf: Source::Initial,
            acquisition: None,
            co_before: Source::Initial,
            co_after: None,
            next_read: None,
            next_reader: None,
            reader: None,
            snapshot: new.snapshot,
        });
        id
    }

    /// Computes the causal clock of the last event of a thread. `cause` is the event of another
    /// thread that it follows.
    pub(crate) fn compute_causes(&mut self, id: EventId, cause: Option<EventId>) {
        let width = self.threads.len();
        let Event { thread, index, group, .. } = self.events[id.index()];
        let events = &self.threads[thread.index()];
        let before = match index {
            0 => events.spawn.map(|spawn| self.group_end(spawn)),
            index => Some(events.events[index as usize - 1]),
        };
        let start = id.index() * width;
        match before {
            Some(before) => {
                let clock = before.index() * width;
                self.causes.copy_within(clock..clock + width, start);
            }
            None => self.causes[start..start + width].fill(0),
        }
        if let Some(cause) = cause {
            let other = cause.index() * width;
            for offset in 0..width {
                self.causes[start + offset] =
                    self.causes[start + offset].max(self.causes[other + offset]);
            }
        }
        self.causes[start + thread.index()] = group + 1;
    }

    /// Computes the causal clocks of the reads that read from an unfinished group, which has just
    /// gained or lost an event. Nothing depends on these reads yet: the group is finished first.
    fn update_readers_of_group(&mut self, thread: Slot) {
        let Some(&last) = self.threads[thread.index()].events.last() else {
            return;
        };
        let Event { index, offset, .. } = self.events[last.index()];
        for member in index - offset..=index {
            let member = self.threads[thread.index()].events[member as usize];
            let mut read = self.events[member.index()].reader;
            while let Some(id) = read {
                let event = &self.events[id.index()];
                read = event.next_reader;
                if event.thread != thread {
                    self.compute_causes(id, Some(last));
                }
            }
        }
    }
}

/// An event to add.
#[derive(Clone, Copy, Debug)]
pub struct NewEvent {
    pub thread: Slot,
    pub label: Label,
    /// Whether it happens at once with the thread's previous event.
    pub grouped: bool,
    /// Its place in the insertion order; a fresh one, after all others, if `None`.
    pub stamp: Option<u32>,
    pub snapshot: u32,
}

/// The thread that a slot stands for, and the slot of a thread, in one run.
#[derive(Clone, Default, Debug)]
pub struct Slots {
    threads: Vec<ThreadId>,
}

impl Slots {
    /// The slot of a thread, a new one if it has none.
    pub fn slot(&mut self, thread: ThreadId) -> Slot {
        let known = self.threads.iter().position(|known| *known == thread);
        Slot(known.unwrap_or_else(|| {
            self.threads.push(thread);
            self.threads.len() - 1
        }) as u32)
    }

    /// The slot of a thread that has one.
    pub fn find(&self, thread: ThreadId) -> Option<Slot> {
        self.threads.iter().position(|known| *known == thread).map(|index| Slot(index as u32))
    }

    pub fn thread(&self, slot: Slot) -> ThreadId {
        self.threads[slot.index()]
    }

    pub fn len(&self) -> usize {
        self.threads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }
}

//! The models of [`crate::hb`] without co, following a graph.
//!
//! **The canonical source.** What happens before a read shows it writes: those that happened, and those that were read.
//! The canonical source is one of these that is before no other, or the initial contents if there are none; for a read that may be the first
//! part of an update, the end of that write's chain. Without seq_cst events it is always consistent, for the
//! read and for the write that may follow: whatever else the read learns of by acquiring is before what it reads. With seq_cst events
//! it need not be, and the canonical source is then the first that is, in a fixed order. There is one: the last write of any consistent co.

use super::sequential::Search;
use super::writes_before::{Known, Position, WritesBefore, source};
use crate::hb::{Clocks, Synchronisation, axioms};
use crate::model::{Model, Pending};
use base::{Ordering, Tags, ThreadId, Value};
use execution::{EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind};
use relation::{Node, Relation};

/// A model with happens-before and without co, following a graph.
#[derive(Clone, Debug)]
pub struct ReadsFrom<S> {
    clocks: Clocks<S>,
    writes: WritesBefore,
    /// How many seq_cst events there are.
    sequential: u32,
    /// How many of them are fences.
    fences: u32,
}

/// A read, in the graph or about to be.
struct Reader {
    location: LocationId,
    thread: Slot,
    /// How many events of its thread are before it.
    index: u32,
    /// Whether it may be the first part of an update.
    may_update: bool,
}

impl Reader {
    fn of(graph: &Graph, thread: Slot, index: u32, label: &Label) -> Reader {
        debug_assert!(index as usize <= graph.thread(thread).events.len());
        let Label::Read { location, kind, .. } = *label else {
            unreachable!("only reads have sources")
        };
        Reader { location, thread, index, may_update: kind != ReadKind::Load }
    }
}

impl<S: Synchronisation> ReadsFrom<S> {
    /// The writes that what happens before a read stands for, each once.
    fn known(&self, graph: &Graph, reader: &Reader) -> Vec<Source> {
        let thread = graph.thread(reader.thread);
        let before = reader.index.checked_sub(1).map(|index| thread.events[index as usize]);
        let Some(before) = before.or(thread.spawn) else { return Vec::new() };
        let clock = self.clocks.happens_before(before);
        let limit = Some((reader.thread, reader.index));
        let known = Known::new(graph, reader.location, clock, limit);
        let mut sources: Vec<Source> = known.sources().collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The canonical source of a read in a part of the graph, seq_cst aside. `is_before` orders the part's writes.
    fn last_known(
        &self,
        graph: &Graph,
        reader: &Reader,
        is_before: impl Fn(Source, Source) -> bool,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Source {
        let known = self.known(graph, reader);
        let is_last = |one: &&Source| !known.iter().any(|other| is_before(**one, *other));
        let last = known.iter().filter(is_last).min_by_key(|last| name(graph, **last));
        let last = last.copied().unwrap_or(Source::Initial);
        if reader.may_update { self.chain_end(graph, reader, last, is_in_part) } else { last }
    }

    /// The last write of a chain in a part of the graph.
    fn chain_end(
        &self,
        graph: &Graph,
        reader: &Reader,
        write: Source,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Source {
        let Position { chain, .. } = self.writes.position(write);
        graph
            .writes_backwards(reader.location)
            .filter(|write| is_in_part(*write))
            .map(Source::Write)
            .filter(|write| self.writes.position(*write).chain == chain)
            .max_by_key(|write| self.writes.position(*write).place)
            .unwrap_or(write)
    }

    /// The order between chains of a location that the accesses in a part of the graph force.
    fn edges_in(
        &self,
        graph: &Graph,
        location: LocationId,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Vec<(Option<Node>, Option<Node>)> {
        let accesses = graph.writes_backwards(location).chain(graph.reads(location));
        let mut edges = Vec::new();
        for id in accesses.filter(|id| is_in_part(*id)) {
            let event = graph.event(id);
            let Some(own) = source(id, event) else { continue };
            let clock = self.clocks.happens_before(id);
            let limit = Some((event.thread, event.index));
            let chain = |source| self.writes.position(source).chain;
            let known = Known::new(graph, location, clock, limit);
            edges.extend(known.sources().map(|known| (chain(known), chain(own))));
        }
        edges.retain(|(from, to)| from != to);
        edges
    }

    fn happens_before_relation(&self, graph: &Graph) -> Relation {
        let mut hb = Relation::new(graph.len());
        for (first, one) in graph.events() {
            for (second, other) in graph.events() {
                let is_before = match one.thread == other.thread {
                    true => one.index < other.index,
                    false => self.clocks.is_before(graph, first, second),
                };
                if is_before {
                    hb.insert(first.index(), second.index());
                }
            }
        }
        hb
    }

    fn search(&self, graph: &Graph) -> Option<Search> {
        Search::new::<S>(graph, &self.happens_before_relation(graph), &self.writes)
    }

    /// Whether a source is consistent for a read, also if it is the first part of an update.
    fn suits(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        let Pending { thread, grouped, mut label } = *pending;
        let Label::Read { location, kind, ref mut ordering, .. } = label else {
            unreachable!("only reads have sources")
        };
        // The order of an update may depend on what it reads, and the strongest one suits least.
        let may_update = kind != ReadKind::Load;
        if may_update {
            *ordering = Ordering::SeqCst;
        }
        let new = NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
        let read = graph.push_read(new, source);
        let mut suits = self.push(graph, read);
        if suits && may_update {
            let label = Label::Write {
                location,
                kind: WriteKind::Exclusive,
                ordering: Ordering::SeqCst,
                tags: Tags::default(),
                value: Value::ZERO,
            };
            let mut places = Vec::new();
            self.places(graph, &Pending { thread, grouped: true, label }, &mut places);
            suits = places.first().is_some_and(|place| {
                let new = NewEvent { thread, label, grouped: true, stamp: None, snapshot: 0 };
                let write = graph.push_write(new, *place);
                let suits = self.push(graph, write);
                self.pop(graph);
                graph.pop();
                suits
            });
        }
        self.pop(graph);
        graph.pop();
        suits
    }
}

/// Whether an event is seq_cst, and whether it is such a fence, as numbers.
fn sequential<S: Synchronisation>(label: &Label) -> (u32, u32) {
    let is_sequential = S::mode(label).is_sequential;
    let is_fence = is_sequential && matches!(label, Label::Fence { .. });
    (u32::from(is_sequential), u32::from(is_fence))
}

/// What a write is called in every graph that has it.
fn name(graph: &Graph, source: Source) -> (ThreadId, u32) {
    let Source::Write(write) = source else { return (ThreadId::GLOBALS, u32::MAX) };
    let event = graph.event(write);
    let spawn = graph.thread(event.thread).spawn.map(|spawn| graph.event(spawn).label);
    let thread = match spawn {
        Some(Label::Spawn { child }) => child,
        _ => ThreadId::MAIN,
    };
    (thread, event.index)
}

/// Whether edges lead from one chain to another.
fn leads(edges: &[(Option<Node>, Option<Node>)], from: Option<Node>, to: Option<Node>) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&chain) = reached.get(next) {
        next += 1;
        for (_, after) in edges.iter().filter(|(before, _)| *before == chain) {
            if *after == to {
                return true;
            }
            if !reached.contains(after) {
                reached.push(*after);
            }
        }
    }
    false
}

impl<S: Synchronisation> Model for ReadsFrom<S> {
    const NAME: &'static str = S::NAME;
    const HAS_ATOMIC_BLOCKS: bool = false;
    const HAS_CO: bool = false;

    fn new(threads: usize) -> ReadsFrom<S> {
        ReadsFrom {
            clocks: Clocks::new(threads),
            writes: WritesBefore::default(),
            sequential: 0,
            fences: 0,
        }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        let index = graph.thread(pending.thread).events.len() as u32;
        let reader = Reader::of(graph, pending.thread, index, &pending.label);
        let known = self.known(graph, &reader);
        let all = graph.writes_backwards(reader.location).map(Source::Write);
        sources
            .extend(all.chain([Source::Initial]).filter(|source| {
                !known.iter().any(|known| self.writes.is_before(*source, *known))
            }));
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        let location = pending.label.location().expect("a write has a location");
        let update = match pending.grouped {
            true => graph.pending_update(pending.thread, location),
            false => None,
        };
        // No two updates follow on the same write.
        let is_taken = update.is_some()
            && graph.writes_backwards(location).any(|write| graph.updated(write) == update);
        if !is_taken {
            places.push(graph.co_last(location));
        }
    }

    fn push(&mut self, graph: &Graph, event: EventId) -> bool {
        self.clocks.push(graph, event);
        let has_ordered = self.writes.push(graph, event, self.clocks.happens_before(event));
        let label = &graph.event(event).label;
        let (own, fence) = sequential::<S>(label);
        self.sequential += own;
        self.fences += fence;
        // Another event can come last in every order.
        let is_choice = match label {
            Label::Read { .. } => graph.event(event).queue.is_none(),
            Label::Write { .. } => graph.updated(event).is_some(),
            _ => false,
        };
        let matters = self.fences > 0 || has_ordered || own > 0;
        !(is_choice && matters && self.sequential > 1)
            || self.search(graph).is_some_and(|mut search| search.run())
    }

    fn wake(&mut self, graph: &Graph, lock: EventId) {
        self.clocks.wake(graph, lock);
        self.writes.order_known(graph, lock, self.clocks.happens_before(lock));
    }

    fn pop(&mut self, graph: &Graph) {
        let (_, event) = graph.events().next_back().expect("there is an event to remove");
        let (own, fence) = sequential::<S>(&event.label);
        self.sequential -= own;
        self.fences -= fence;
        self.writes.pop();
        self.clocks.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &ReadsFrom<S>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.clocks.restrict_from(&model.clocks, graph, restricted, renamed);
        let clocks = &self.clocks;
        let clock = |id| clocks.happens_before(id);
        self.writes.restrict_from(&model.writes, restricted, renamed, clock);
        (self.sequential, self.fences) = (0, 0);
        for (_, event) in restricted.events() {
            let (own, fence) = sequential::<S>(&event.label);
            self.sequential += own;
            self.fences += fence;
        }
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        first != second && self.clocks.is_before(graph, first, second)
    }

    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.clocks.is_before(graph, first, second)
    }

    fn canonical_in(
        &self,
        graph: &Graph,
        read: EventId,
        is_in_part: &dyn Fn(EventId) -> bool,
    ) -> Option<Source> {
        if self.sequential > 0 {
            return None;
        }
        let event = graph.event(read);
        let reader = Reader::of(graph, event.thread, event.index, &event.label);
        let is_in_part = |id: EventId| id != read && is_in_part(id);
        let edges = std::cell::OnceCell::new();
        let is_before = |first: Source, second: Source| {
            let (first, second) = (self.writes.position(first), self.writes.position(second));
            match first.chain == second.chain {
                true => first.place < second.place,
                false => {
                    let edges =
                        edges.get_or_init(|| self.edges_in(graph, reader.location, is_in_part));
                    first.chain.is_none() || leads(edges, first.chain, second.chain)
                }
            }
        };
        Some(self.last_known(graph, &reader, is_before, is_in_part))
    }

    fn canonical(&mut self, graph: &mut Graph, pending: &Pending) -> Source {
        let index = graph.thread(pending.thread).events.len() as u32;
        let reader = Reader::of(graph, pending.thread, index, &pending.label);
        let is_before = |first, second| self.writes.is_before(first, second);
        let first = self.last_known(graph, &reader, is_before, |_| true);
        if self.sequential == 0 {
            return first;
        }
        let mut sources = Vec::new();
        self.sources(graph, pending, &mut sources);
        sources.sort_by_key(|source| (*source != first, name(graph, *source)));
        let found = sources.into_iter().find(|source| self.suits(graph, pending, *source));
        found.expect("a read can read the last write of a consistent co")
    }

    fn may_become_canonical(&self, graph: &Graph, read: EventId) -> bool {
        let event = graph.event(read);
        let reader = Reader::of(graph, event.thread, event.index, &event.label);
        let known = self.known(graph, &reader);
        let chain = |source| self.writes.position(source).chain;
        let is_it = |known: Source| match reader.may_update {
            true => chain(known) == chain(event.rf),
            false => known == event.rf,
        };
        self.sequential > 0
            || known.is_empty() && is_it(Source::Initial)
            || known.into_iter().any(is_it)
    }

    fn settle(&self, graph: &mut Graph, last: &[EventId]) -> bool {
        let chain = |write: EventId| self.writes.position(Source::Write(write)).chain;
        let location = |write: EventId| graph.event(write).label.location();
        let is_end = |write: &EventId| {
            let next = |other: EventId| graph.updated(other) == Some(Source::Write(*write));
            location(*write).is_some_and(|location| !graph.writes_backwards(location).any(next))
        };
        if !last.iter().all(is_end) {
            return false;
        }
        let Some(mut search) = self.search(graph) else { return false };
        for write in last {
            let location = location(*write).expect("a write has a location");
            if search.put_last(location, chain(*write)).is_none() {
                return false;
            }
        }
        if !search.run() {
            return false;
        }
        for location in graph.locations() {
            let mut writes: Vec<EventId> = graph.writes_backwards(location).collect();
            writes.sort_by_key(|write| {
                let Position { chain, place } = self.writes.position(Source::Write(*write));
                (search.rank(location, chain), chain, place)
            });
            graph.order_writes(location, &writes);
        }
        true
    }

    fn is_consistent(graph: &Graph) -> bool {
        axioms::is_consistent::<S>(graph)
    }
}

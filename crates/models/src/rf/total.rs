//! The models of [`crate::global`] without co, following a graph.
//!
//! As in [`super::causal`], the graph's co is a witness, which is replaced when a read does not
//! agree with it: after [`super::saturation`] has found no contradiction, first by the old one with
//! the source's chain as late as it can be, then by a search. That is the road of `rf-sc` §5:
//! saturation, a guess, a decision.
//!
//! While nothing is open ([`super::open`]), all of this is the model with co.
//!
//! **The canonical source** is the first that is consistent in this order: of the writes that are
//! among the read's causes, one that is a cause of no other (for a read that may be the first part
//! of an update, the end of that one's chain); then all others by their names, so that none comes
//! after one that is always consistent. If the read has the first of these, it is consistent,
//! because the part of the graph that is asked about is closed.

use super::chains;
use super::open::Open;
use super::reader::{Reader, name};
use super::saturation::Certain;
use super::search::{Chain, WitnessSearch};
use super::trial::{first_suitable, place, push_pending};
use super::witness::{Orders, Reorderable, Witness, all_sorted, settle, sorted_writes};
use super::writes_before::Known;
use crate::equivalence::{ReadsFrom, WithoutCo};
use crate::global::{Global, Preserved, axioms};
use crate::model::{Model, Pending};
use crate::races::OfC11;
use crate::rc11::C11;
use crate::watching::Trusted;
use execution::{EventId, Graph, Label, LocationId, Source};
use relation::Relation;

/// A model with one global order and without co, following a graph.
#[derive(Clone, Debug)]
pub struct TotalReadsFrom<P: Preserved> {
    witness: Witness<Global<P>>,
    open: Open,
    /// Follows the graph while something is open.
    certain: Certain<P>,
}

impl<P: Preserved> TotalReadsFrom<P> {
    /// The source that is tried first in a part of the graph.
    fn first_source(
        &self,
        graph: &Graph,
        reader: &Reader,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Source {
        let last = match (reader.before(graph), self.open.is_any()) {
            (None, _) => Source::Initial,
            (Some(before), true) => last_known(graph, reader, before),
            // Then the causes are in the order of co.
            (Some(before), false) => graph
                .writes_backwards(reader.location)
                .find(|write| reader.knows(graph, before, *write))
                .map_or(Source::Initial, Source::Write),
        };
        match reader.may_update {
            true => chains::end(graph, reader.location, last, is_in_part),
            false => last,
        }
    }

    /// The order of writes to a location in which the chain of a write comes as late as it can.
    fn postponed(&self, graph: &Graph, location: LocationId, write: Source) -> Vec<EventId> {
        let (own, _) = chains::position(graph, write);
        let end = chains::end(graph, location, write, |_| true);
        sorted_writes(graph, location, |write| {
            match chains::position(graph, Source::Write(write)) {
                (chain, _) if chain == own => 1,
                (Some(first), _) if self.certain.is_before(end, first) => 2,
                _ => 0,
            }
        })
    }

    /// Looks for another witness with which a pending access is consistent.
    fn replace(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        if !self.is_possible(graph, pending, source) {
            return false;
        }
        let location = pending.label.location().expect("an access has a location");
        let order = self.postponed(graph, location, source);
        if self.witness.try_orders(graph, pending, source, &vec![(location, order)]) {
            return true;
        }
        let orders = self.with_pending(graph, pending, source, |model, graph, event| {
            let mut orders = model.find_orders(graph, &[], None)?;
            orders.iter_mut().for_each(|(_, order)| order.retain(|write| *write != event));
            Some(orders)
        });
        orders.is_some_and(|orders| self.witness.try_orders(graph, pending, source, &orders))
    }

    /// Whether saturation finds no contradiction with a pending access.
    fn is_possible(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        self.with_pending(graph, pending, source, |_, _, _| Some(())).is_some()
    }

    /// Works on the graph with a pending access, if saturation finds no contradiction.
    fn with_pending<T>(
        &mut self,
        graph: &mut Graph,
        pending: &Pending,
        source: Source,
        work: impl FnOnce(&TotalReadsFrom<P>, &Graph, EventId) -> Option<T>,
    ) -> Option<T> {
        let event = push_pending(graph, pending, source);
        let result = match self.certain.push(graph, event) {
            true => work(self, graph, event),
            false => None,
        };
        self.certain.pop();
        graph.pop();
        result
    }

    /// A co for the graph in which these writes are last and one event comes before another one, if
    /// there is one.
    fn find_orders(
        &self,
        graph: &Graph,
        last: &[EventId],
        ordered: Option<(EventId, EventId)>,
    ) -> Option<Orders> {
        let mut order = self.certain.order().clone();
        order.forget_steps();
        let mut search = WitnessSearch::new(order);
        if let Some((first, second)) = ordered {
            search.connect(self.certain.node(first), self.certain.node(second))?;
        }
        for location in graph.locations() {
            let mut members: Vec<EventId> = graph.writes_backwards(location).collect();
            members.sort_by_key(|write| chains::position(graph, Source::Write(*write)));
            let mut chain = Chain::new(location, None);
            let mut end = Source::Initial;
            for write in members {
                let (key, _) = chains::position(graph, Source::Write(write));
                if key != chain.key {
                    self.finish(graph, &mut chain, end);
                    search.add_chain(std::mem::replace(&mut chain, Chain::new(location, key)));
                }
                if chain.after.events.is_empty() {
                    chain.after.events.push(self.certain.node(write));
                }
                end = Source::Write(write);
            }
            self.finish(graph, &mut chain, end);
            search.add_chain(chain);
        }
        search.put_known(|first, second| match (first, second) {
            (None, _) => true,
            (_, None) => false,
            (Some(first), Some(second)) => {
                self.certain.order().is_before(self.certain.node(first), self.certain.node(second))
            }
        })?;
        for write in last {
            let location = graph.event(*write).label.location().expect("a write has a location");
            search.put_last(location, chains::position(graph, Source::Write(*write)).0)?;
        }
        search.run().then(|| {
            all_sorted(graph, |location, write| {
                let (chain, place) = chains::position(graph, Source::Write(write));
                (search.rank(location, chain), chain, place)
            })
        })
    }

    /// Gives a chain that ends with this write what is before the chains after it: the write, and
    /// who reads it.
    fn finish(&self, graph: &Graph, chain: &mut Chain<Option<EventId>>, end: Source) {
        if let Source::Write(write) = end {
            chain.before.events.push(self.certain.node(write));
        }
        let readers = graph.readers(chain.location, end);
        chain.before.events.extend(readers.map(|read| self.certain.node(read)));
    }

    /// Whether a source is consistent, with the witness as it is, for a read in a part of the
    /// graph: no later write in that part comes before the read.
    fn is_visible_in(
        &self,
        graph: &Graph,
        read: EventId,
        source: Source,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> bool {
        let event = graph.event(read);
        let location = event.label.location().expect("a read has a location");
        graph
            .writes_after(location, source)
            .filter(|write| is_in_part(*write))
            .all(|write| !self.witness.model.is_before_at(graph, write, read))
    }
}

/// Of the writes that are causes of a read, one that is a cause of no other.
fn last_known(graph: &Graph, reader: &Reader, before: EventId) -> Source {
    let limit = Some((reader.thread, reader.index));
    let all = Known::new(graph, reader.location, graph.causes(before), limit);
    let known: Vec<Source> = all.sources().collect();
    let is_last = |one: &&Source| {
        !known.iter().any(|other| match (**one, *other) {
            (Source::Initial, Source::Write(_)) => true,
            (Source::Write(one), Source::Write(other)) => {
                one != other && graph.is_cause(one, other)
            }
            _ => false,
        })
    };
    let last = known.iter().filter(is_last).min_by_key(|last| name(graph, **last));
    last.copied().unwrap_or(Source::Initial)
}

/// Whether a write is published by an event that is a cause of another one.
fn is_visible<P: Preserved>(graph: &Graph, write: EventId, other: EventId) -> bool {
    let event = graph.event(write);
    let mut rest = graph.thread(event.thread).events[event.index as usize..].iter();
    let published = rest.find(|later| P::publishes(&graph.event(**later).label));
    published.is_some_and(|published| graph.is_cause(*published, other))
}

impl<P: Preserved> Model for TotalReadsFrom<P> {
    const NAME: &'static str = P::NAME;
    const HAS_ATOMIC_BLOCKS: bool = false;
    const HAS_SPLIT_ACCESSES: bool = false;

    type Definition = ();
    type Equivalence = WithoutCo;
    type Races = OfC11;
    type Watching = Trusted;

    fn new((): &(), threads: usize) -> TotalReadsFrom<P> {
        TotalReadsFrom {
            witness: Witness::new(threads),
            open: Open::default(),
            certain: Certain::new(),
        }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        if !self.open.is_any() {
            return self.witness.model.sources(graph, pending, sources);
        }
        let location = pending.label.location().expect("a read has a location");
        let is_past = |write| self.certain.is_past(graph, pending.thread, &pending.label, write);
        let past: Vec<EventId> =
            graph.writes_backwards(location).filter(|write| is_past(*write)).collect();
        let is_overwritten = |source: Source| {
            past.iter().any(|later| {
                source != Source::Write(*later) && self.certain.is_before(source, *later)
            })
        };
        let all = graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]);
        sources.extend(all.filter(|source| !is_overwritten(*source)));
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        places.extend(place(graph, pending));
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        self.witness.model.push(graph, event);
        self.open.push(graph, event, |other| is_visible::<P>(graph, other, event));
        if self.certain.len() + 1 < graph.len() {
            if self.open.is_any() {
                self.certain.rebuild(graph);
            }
        } else if self.open.is_any() {
            let is_consistent = self.certain.push(graph, event);
            assert!(is_consistent, "what is offered is consistent");
        }
    }

    fn pop(&mut self, graph: &Graph) {
        if self.certain.len() == graph.len() {
            self.certain.pop();
        }
        self.open.pop();
        self.witness.model.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &TotalReadsFrom<P>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.witness.restrict_from(&model.witness, graph, restricted, renamed);
        self.open.restart(restricted, |other, write| is_visible::<P>(restricted, other, write));
        match self.open.is_any() {
            true => self.certain.rebuild(restricted),
            false => self.certain.clear(),
        }
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        let (earlier, later) = (graph.event(first), graph.event(second));
        if earlier.thread == later.thread {
            return earlier.index < later.index;
        }
        if !self.open.is_any() {
            return self.witness.model.happens_before(graph, first, second);
        }
        let (one, other) = (self.certain.node(first), self.certain.node(second));
        self.certain.order().is_before(one, other)
            || self.witness.model.happens_before(graph, first, second)
                && self.find_orders(graph, &[], Some((second, first))).is_none()
    }

    fn order((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<P>(graph)
    }

    fn synchronisation((): &(), graph: &Graph) -> Relation {
        crate::hb::axioms::happens_before::<C11>(graph)
    }

    fn is_consistent((): &(), graph: &Graph) -> bool {
        axioms::is_consistent::<P>(graph)
    }
}

impl<P: Preserved> ReadsFrom for TotalReadsFrom<P> {
    fn prepare(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        if !self.open.is_any() {
            let is_read = matches!(pending.label, Label::Read { .. });
            return is_read || self.witness.model.allows(graph, pending, source);
        }
        self.witness.model.allows(graph, pending, source) || self.replace(graph, pending, source)
    }

    fn restore(&mut self, graph: &mut Graph) {
        self.witness.give_back(graph);
    }

    fn canonical_in(
        &self,
        graph: &Graph,
        read: EventId,
        is_in_part: &dyn Fn(EventId) -> bool,
    ) -> Option<Source> {
        let event = graph.event(read);
        let reader = Reader::new(event.thread, event.index, &event.label);
        let is_in_part = |id: EventId| id != read && is_in_part(id);
        let first = self.first_source(graph, &reader, is_in_part);
        let updates = || {
            let next = graph.thread(event.thread).events.get(event.index as usize + 1);
            next.is_some_and(|next| graph.event(*next).group == event.group)
        };
        let is_certain = event.rf == first && (!reader.may_update || updates())
            || self.is_visible_in(graph, read, first, is_in_part);
        is_certain.then_some(first)
    }

    fn canonical(&mut self, graph: &mut Graph, pending: &Pending) -> Source {
        let index = graph.thread(pending.thread).events.len() as u32;
        let reader = Reader::new(pending.thread, index, &pending.label);
        let first = self.first_source(graph, &reader, |_| true);
        first_suitable(self, graph, pending, first)
    }

    fn may_become_canonical(&self, graph: &Graph, read: EventId) -> bool {
        let event = graph.event(read);
        let reader = Reader::new(event.thread, event.index, &event.label);
        // What was just seen stays consistent, whatever other threads do.
        let Some((_, seen)) = reader.just_seen(graph) else { return true };
        event.rf == self.first_source(graph, &reader, |_| true)
            || name(graph, event.rf) <= name(graph, seen)
    }

    fn may_be_last(&self, _graph: &Graph, _read: EventId) -> bool {
        true
    }

    fn settle(&self, graph: &mut Graph, last: &[EventId]) -> bool {
        settle(graph, last, self.open.is_any(), |graph| self.find_orders(graph, last, None))
    }
}

//! The models of [`crate::hb`] without co, following a graph.
//!
//! The graph's co is a *witness*: one with which it is consistent. As long as an event agrees with
//! the witness, everything is as with co. When a read wants a source that the witness has
//! overwritten, another witness is looked for: first the old one with the source's chain as late as
//! it can be, which is all there is to try without seq_cst events, and then by a search. Removing
//! the event brings the old witness back, so that the graph is a function of the choices that led
//! to it.
//!
//! While nothing is open ([`super::open`]), all of this is the model with co.
//!
//! **The canonical source.** What happens before a read shows it writes: those that happened, and
//! those that were read. The canonical source is one of these that is before no other, or the
//! initial contents if there are none; for a read that may be the first part of an update, the end
//! of that write's chain. Without seq_cst events it is always consistent, for the read and for the
//! write that may follow: whatever else the read learns of by acquiring is before what it reads.
//! With seq_cst events it need not be, and the canonical source is then the first that is, in a
//! fixed order. There is one: the last write of any consistent co.

use super::chains;
use super::open::Open;
use super::reader::{Reader, name};
use super::sequential;
use super::trial::{first_suitable, place, push_pending};
use super::witness::{Orders, Reorderable, Witness, all_sorted, settle, sorted_writes};
use super::writes_before::{Known, Position, WritesBefore, source};
use crate::equivalence::{ReadsFrom, WithoutCo};
use crate::hb::{Causal, Synchronisation, axioms};
use crate::model::{Model, Pending};
use crate::races::{OfModel, Synchronises};
use crate::watching::Trusted;
use execution::{EventId, Graph, Label, LocationId, Source};
use relation::{Node, Relation};

/// A model with happens-before and without co, following a graph.
#[derive(Clone, Debug)]
pub struct CausalReadsFrom<S: Synchronisation> {
    witness: Witness<Causal<S>>,
    open: Open,
    /// Follows the graph while something is open.
    writes: WritesBefore,
}

impl<S: Synchronisation> CausalReadsFrom<S> {
    /// The writes that what happens before a read stands for, each once.
    fn known(&self, graph: &Graph, reader: &Reader) -> Vec<Source> {
        let Some(before) = reader.before(graph) else { return Vec::new() };
        let clock = self.witness.model.clocks().happens_before(before);
        let limit = Some((reader.thread, reader.index));
        let known = Known::new(graph, reader.location, clock, limit);
        let mut sources: Vec<Source> = known.sources().collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The canonical source of a read in a part of the graph, seq_cst aside. `is_before` orders the
    /// part's writes.
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
        if !self.open.is_any() {
            return chains::end(graph, reader.location, write, is_in_part);
        }
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
            let clock = self.witness.model.clocks().happens_before(id);
            let limit = Some((event.thread, event.index));
            let chain = |source| self.writes.position(source).chain;
            let known = Known::new(graph, location, clock, limit);
            edges.extend(known.sources().map(|known| (chain(known), chain(own))));
        }
        edges.retain(|(from, to)| from != to);
        edges
    }

    /// The order of writes to a location in which the chain of a write comes as late as it can.
    fn postponed(&self, graph: &Graph, location: LocationId, write: Source) -> Vec<EventId> {
        let chain = |write: EventId| self.writes.position(Source::Write(write)).chain;
        let own = self.writes.position(write).chain;
        sorted_writes(graph, location, |write| match chain(write) {
            chain if chain == own => 1,
            chain if self.writes.is_chain_before(own, chain) => 2,
            _ => 0,
        })
    }

    /// Looks for another witness with which a pending access is consistent.
    fn replace(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        let location = pending.label.location().expect("an access has a location");
        if graph.locations().all(|location| self.writes.is_total(graph, location)) {
            return false;
        }
        let order = self.postponed(graph, location, source);
        self.witness.try_orders(graph, pending, source, &vec![(location, order)])
            || !self.witness.model.psc().is_empty()
                && self
                    .search_orders(graph, pending, source)
                    .is_some_and(|orders| self.witness.try_orders(graph, pending, source, &orders))
    }

    /// A witness with which a pending access is consistent, if there is one.
    fn search_orders(
        &mut self,
        graph: &mut Graph,
        pending: &Pending,
        source: Source,
    ) -> Option<Orders> {
        let event = push_pending(graph, pending, source);
        self.witness.model.clocks_mut().push(graph, event);
        self.writes.push(graph, event, self.witness.model.clocks().happens_before(event));
        let orders = self.find_orders(graph, &[]);
        self.writes.pop();
        self.witness.model.clocks_mut().pop(graph);
        graph.pop();
        orders.map(|mut orders| {
            orders.iter_mut().for_each(|(_, order)| order.retain(|write| *write != event));
            orders
        })
    }

    /// A co for the graph in which these writes are last, if there is one.
    fn find_orders(&self, graph: &Graph, last: &[EventId]) -> Option<Orders> {
        let hb = self.happens_before_relation(graph);
        let mut search = sequential::search::<S>(graph, &hb, &self.writes)?;
        for write in last {
            let location = graph.event(*write).label.location().expect("a write has a location");
            search.put_last(location, self.writes.position(Source::Write(*write)).chain)?;
        }
        search.run().then(|| {
            all_sorted(graph, |location, write| {
                let Position { chain, place } = self.writes.position(Source::Write(write));
                (search.rank(location, chain), chain, place)
            })
        })
    }

    fn happens_before_relation(&self, graph: &Graph) -> Relation {
        let mut hb = Relation::new(graph.len());
        for (first, one) in graph.events() {
            for (second, other) in graph.events() {
                let is_before = match one.thread == other.thread {
                    true => one.index < other.index,
                    false => self.witness.model.clocks().is_before(graph, first, second),
                };
                if is_before {
                    hb.insert(first.index(), second.index());
                }
            }
        }
        hb
    }

    /// A source that a read has in common with the event right before it, and that is consistent
    /// whatever else happens. If that event is seq_cst or the read is not, then every edge of psc
    /// to or from the read is one of that event, too, or comes from it.
    fn always_consistent(&self, graph: &Graph, read: EventId, reader: &Reader) -> Option<Source> {
        let is_sequential = |id: EventId| S::mode(&graph.event(id).label).is_sequential;
        let (before, seen) = reader.just_seen(graph)?;
        (is_sequential(before) || !is_sequential(read)).then_some(seen)
    }

    /// Whether the canonical source of a read in a part of the graph is certainly consistent there,
    /// whatever it reads now.
    fn is_certain(&self, graph: &Graph, read: EventId, last: Source) -> bool {
        let event = graph.event(read);
        let is_sequential = |id: EventId| S::mode(&graph.event(id).label).is_sequential;
        // A closed part of a consistent graph is consistent.
        let update = || {
            let next = graph.thread(event.thread).events.get(event.index as usize + 1);
            next.is_some_and(|next| {
                graph.event(*next).group == event.group
                    && is_sequential(read)
                    && is_sequential(*next)
            })
        };
        let may_update = !matches!(event.label, Label::Read { kind, .. } if !kind.may_update());
        self.witness.model.psc().is_empty() || event.rf == last && (!may_update || update())
    }
}

/// Whether a write is before another one in the graph's co.
fn precedes(graph: &Graph, location: LocationId, first: Source, second: Source) -> bool {
    graph.writes_after(location, first).any(|later| Source::Write(later) == second)
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

impl<S: Synchronisation> Model for CausalReadsFrom<S> {
    const NAME: &'static str = S::NAME;
    const HAS_ATOMIC_BLOCKS: bool = false;

    type Definition = ();
    type Equivalence = WithoutCo;
    type Races = OfModel;
    type Watching = Trusted;

    fn new((): &(), threads: usize) -> CausalReadsFrom<S> {
        CausalReadsFrom {
            witness: Witness::new(threads),
            open: Open::default(),
            writes: WritesBefore::default(),
        }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        if !self.open.is_any() {
            return self.witness.model.sources(graph, pending, sources);
        }
        let index = graph.thread(pending.thread).events.len() as u32;
        let reader = Reader::new(pending.thread, index, &pending.label);
        let known = self.known(graph, &reader);
        let all = graph.writes_backwards(reader.location).map(Source::Write);
        sources
            .extend(all.chain([Source::Initial]).filter(|source| {
                !known.iter().any(|known| self.writes.is_before(*source, *known))
            }));
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        places.extend(place(graph, pending));
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        self.witness.model.push(graph, event);
        let clocks = self.witness.model.clocks();
        self.open.push(graph, event, |other| clocks.is_before(graph, other, event));
        if !self.open.is_any() {
            return;
        }
        if self.writes.len() + 1 == graph.len() {
            self.writes.push(graph, event, clocks.happens_before(event));
        } else {
            self.writes.rebuild(graph, |id| clocks.happens_before(id));
        }
    }

    fn pop(&mut self, graph: &Graph) {
        if self.writes.len() == graph.len() {
            self.writes.pop();
        }
        self.open.pop();
        self.witness.model.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &CausalReadsFrom<S>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.witness.restrict_from(&model.witness, graph, restricted, renamed);
        let clocks = self.witness.model.clocks();
        self.open.restart(restricted, |other, write| clocks.is_before(restricted, other, write));
        match self.open.is_any() {
            true => {
                // Then something was open before, too.
                let clock = |id| clocks.happens_before(id);
                self.writes.restrict_from(&model.writes, restricted, renamed, clock);
            }
            false => self.writes.clear(),
        }
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.witness.model.happens_before(graph, first, second)
    }

    fn order((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<S>(graph)
    }

    fn synchronisation((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<S>(graph)
    }

    fn is_consistent((): &(), graph: &Graph) -> bool {
        axioms::is_consistent::<S>(graph)
    }
}

impl<S: Synchronisation> ReadsFrom for CausalReadsFrom<S> {
    fn prepare(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        self.witness.model.allows(graph, pending, source)
            || self.open.is_any() && self.replace(graph, pending, source)
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
        let edges = std::cell::OnceCell::new();
        let is_before = |first: Source, second: Source| {
            if !self.open.is_any() {
                return precedes(graph, reader.location, first, second);
            }
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
        let last = self.last_known(graph, &reader, is_before, is_in_part);
        self.is_certain(graph, read, last).then_some(last)
    }

    fn canonical(&mut self, graph: &mut Graph, pending: &Pending) -> Source {
        let index = graph.thread(pending.thread).events.len() as u32;
        let reader = Reader::new(pending.thread, index, &pending.label);
        let is_before = |first, second| match self.open.is_any() {
            true => self.writes.is_before(first, second),
            false => precedes(graph, reader.location, first, second),
        };
        let first = self.last_known(graph, &reader, is_before, |_| true);
        if self.witness.model.psc().is_empty() {
            return first;
        }
        first_suitable(self, graph, pending, first)
    }

    fn may_become_canonical(&self, graph: &Graph, read: EventId) -> bool {
        let event = graph.event(read);
        let reader = Reader::new(event.thread, event.index, &event.label);
        let known = self.known(graph, &reader);
        let chain = |source| chains::position(graph, source).0;
        let is_it = |known: Source| match reader.may_update {
            true => chain(known) == chain(event.rf),
            false => known == event.rf,
        };
        let is_known =
            known.is_empty() && is_it(Source::Initial) || known.iter().copied().any(is_it);
        is_known
            || !self.witness.model.psc().is_empty()
                && self
                    .always_consistent(graph, read, &reader)
                    .is_none_or(|seen| name(graph, event.rf) <= name(graph, seen))
    }

    fn may_be_last(&self, graph: &Graph, read: EventId) -> bool {
        let event = graph.event(read);
        let location = event.label.location().expect("a read has a location");
        match self.open.is_any() {
            false => event.rf == graph.co_last(location),
            true => {
                let mut writes = graph.writes_backwards(location).map(Source::Write);
                !writes.any(|later| self.writes.is_before(event.rf, later))
            }
        }
    }

    fn settle(&self, graph: &mut Graph, last: &[EventId]) -> bool {
        settle(graph, last, self.open.is_any(), |graph| self.find_orders(graph, last))
    }
}

impl<S: Synchronisation> Synchronises for CausalReadsFrom<S> {
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.witness.model.are_synchronised(graph, first, second)
    }
}

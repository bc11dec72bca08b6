//! The co that explains a graph, and its replacement by another one.

use super::trial::{is_end, is_last};
use crate::model::{Model, Pending};
use execution::{EventId, Graph, LocationId, Source};

/// Orders of the writes to some locations.
pub(super) type Orders = Vec<(LocationId, Vec<EventId>)>;

/// A model with co whose graph may get another one.
pub(crate) trait Reorderable: Model<Definition = ()> {
    /// What it takes to go back.
    type Saved: Clone + std::fmt::Debug;

    /// Whether a pending access can have a source or place.
    fn allows(&self, graph: &Graph, pending: &Pending, source: Source) -> bool;

    /// Takes note that the graph has another co; `None` if that is inconsistent.
    fn change_co(&mut self, graph: &Graph) -> Option<Self::Saved>;

    /// Takes note that the graph has its old co back.
    fn change_back(&mut self, saved: Self::Saved);
}

/// A model that follows a graph with a co that explains it.
#[derive(Clone, Debug)]
pub(super) struct Witness<M: Reorderable> {
    pub(super) model: M,
    replaced: Vec<Replaced<M::Saved>>,
}

/// A co that was replaced by another one.
#[derive(Clone, Debug)]
struct Replaced<S> {
    /// How many events there were.
    length: usize,
    orders: Orders,
    saved: S,
}

impl<M: Reorderable> Witness<M> {
    pub(super) fn new(threads: usize) -> Witness<M> {
        Witness { model: M::new(&(), threads), replaced: Vec::new() }
    }

    pub(super) fn restrict_from(
        &mut self,
        other: &Witness<M>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.model.restrict_from(&other.model, graph, restricted, renamed);
        self.replaced.clear();
    }

    /// Makes these orders part of the graph's co if a pending access is consistent with them.
    pub(super) fn try_orders(
        &mut self,
        graph: &mut Graph,
        pending: &Pending,
        source: Source,
        orders: &Orders,
    ) -> bool {
        let old = orders.iter().map(|(location, _)| {
            let mut writes: Vec<EventId> = graph.writes_backwards(*location).collect();
            writes.reverse();
            (*location, writes)
        });
        let old: Orders = old.collect();
        order_all(graph, orders);
        let Some(saved) = self.model.change_co(graph) else {
            order_all(graph, &old);
            return false;
        };
        if self.model.allows(graph, pending, source) {
            self.replaced.push(Replaced { length: graph.len(), orders: old, saved });
            return true;
        }
        self.model.change_back(saved);
        order_all(graph, &old);
        false
    }

    /// Takes back the last replacement if it was for the next event.
    pub(super) fn give_back(&mut self, graph: &mut Graph) {
        if let Some(old) = self.replaced.pop_if(|old| old.length == graph.len()) {
            order_all(graph, &old.orders);
            self.model.change_back(old.saved);
        }
    }
}

/// Gives a graph a co in which these writes are last, as [`crate::ReadsFrom::settle`] does.
/// `find_orders` looks for one where something is open.
pub(super) fn settle(
    graph: &mut Graph,
    last: &[EventId],
    is_open: bool,
    find_orders: impl FnOnce(&Graph) -> Option<Orders>,
) -> bool {
    if !is_open {
        return last.iter().all(|write| is_last(graph, *write));
    }
    let is_possible = last.iter().all(|write| is_end(graph, *write));
    let orders = is_possible.then(|| find_orders(graph)).flatten();
    orders.is_some_and(|orders| {
        order_all(graph, &orders);
        true
    })
}

/// The writes to a location in co, but for what a key says of them.
pub(super) fn sorted_writes<K: Ord>(
    graph: &Graph,
    location: LocationId,
    key: impl Fn(EventId) -> K,
) -> Vec<EventId> {
    let mut writes: Vec<EventId> = graph.writes_backwards(location).collect();
    writes.reverse();
    writes.sort_by_cached_key(|write| key(*write));
    writes
}

/// The writes to each location, in the order that a key says.
pub(super) fn all_sorted<K: Ord>(graph: &Graph, key: impl Fn(LocationId, EventId) -> K) -> Orders {
    let order = |location| (location, sorted_writes(graph, location, |write| key(location, write)));
    graph.locations().map(order).collect()
}

fn order_all(graph: &mut Graph, orders: &Orders) {
    orders.iter().for_each(|(location, writes)| graph.order_writes(*location, writes));
}

//! The co that explains a graph, and its replacement by another one.

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

pub(super) fn order_all(graph: &mut Graph, orders: &Orders) {
    orders.iter().for_each(|(location, writes)| graph.order_writes(*location, writes));
}

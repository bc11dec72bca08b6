//! A model that also knows what synchronises in the program's language, for finding data races under models of machines.

use crate::assumptions::Assumptions;
use crate::hb::Clocks;
use crate::model::{Model, Pending};
use crate::rc11::C11;
use execution::{EventId, Graph, Source};

/// A model with the clocks of C11 beside it.
#[derive(Clone, Debug)]
pub struct Synchronised<M> {
    model: M,
    clocks: Clocks<C11>,
}

impl<M: Model> Model for Synchronised<M> {
    const NAME: &'static str = M::NAME;
    const ASSUMPTIONS: Assumptions = M::ASSUMPTIONS;
    const HAS_ATOMIC_BLOCKS: bool = M::HAS_ATOMIC_BLOCKS;
    const HAS_SPLIT_ACCESSES: bool = M::HAS_SPLIT_ACCESSES;
    const HAS_CO: bool = M::HAS_CO;
    const IS_WATCHED: bool = M::IS_WATCHED;

    type Definition = M::Definition;

    fn new(definition: &M::Definition, threads: usize) -> Synchronised<M> {
        Synchronised { model: M::new(definition, threads), clocks: Clocks::new(threads) }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        self.model.sources(graph, pending, sources);
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        self.model.places(graph, pending, places);
    }

    fn prepare(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        self.model.prepare(graph, pending, source)
    }

    fn restore(&mut self, graph: &mut Graph) {
        self.model.restore(graph);
    }

    fn canonical_in(
        &self,
        graph: &Graph,
        read: EventId,
        is_in_part: &dyn Fn(EventId) -> bool,
    ) -> Option<Source> {
        self.model.canonical_in(graph, read, is_in_part)
    }

    fn canonical(&mut self, graph: &mut Graph, pending: &Pending) -> Source {
        self.model.canonical(graph, pending)
    }

    fn may_become_canonical(&self, graph: &Graph, read: EventId) -> bool {
        self.model.may_become_canonical(graph, read)
    }

    fn may_be_last(&self, graph: &Graph, read: EventId) -> bool {
        self.model.may_be_last(graph, read)
    }

    fn settle(&self, graph: &mut Graph, last: &[EventId]) -> bool {
        self.model.settle(graph, last)
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        self.model.push(graph, event);
        self.clocks.push(graph, event);
    }

    fn pop(&mut self, graph: &Graph) {
        self.clocks.pop(graph);
        self.model.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &Synchronised<M>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.model.restrict_from(&model.model, graph, restricted, renamed);
        self.clocks.restrict_from(&model.clocks, graph, renamed);
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.model.happens_before(graph, first, second)
    }

    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.clocks.is_before(graph, first, second)
    }

    fn goes_on(&self, graph: &Graph) -> bool {
        self.model.goes_on(graph)
    }

    fn remark(&self, graph: &Graph) -> Option<String> {
        self.model.remark(graph)
    }

    fn is_consistent(definition: &M::Definition, graph: &Graph) -> bool {
        M::is_consistent(definition, graph)
    }
}

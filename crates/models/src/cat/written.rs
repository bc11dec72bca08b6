//! A cat model, following a graph. Correct and slow: the axioms are evaluated on the whole graph
//! for each source and each place.
//!
//! Updates are atomic under every model, also where a file has no axiom that says so: that is what
//! the program means. happens-before, for the lives of objects and for data races, is that of C11
//! or of C++20, which the model respects ([`Definition`]).

use super::{Definition, axioms};
use crate::equivalence::WithCo;
use crate::hb::axioms::happens_before;
use crate::hb::{Clocks, ReleaseSequences};
use crate::model::{Model, Pending};
use crate::races::{OfModel, Synchronises};
use crate::rc11::{C11, Cpp20};
use crate::watching::{GoesOn, Watched};
use ::cat::Judgement;
use execution::{EventId, Graph, Label, LocationId, NewEvent, Source};
use relation::Relation;

/// A cat model, following a graph.
#[derive(Clone, Debug)]
pub struct Written {
    definition: Definition,
    clocks: Clocks<C11>,
}

impl Written {
    /// The sources or places with which the graph is consistent after a pending access, last in co
    /// first.
    fn consistent(
        &self,
        graph: &Graph,
        pending: &Pending,
        location: LocationId,
        found: &mut Vec<Source>,
    ) {
        let new = NewEvent {
            thread: pending.thread,
            label: pending.label,
            grouped: pending.grouped,
            stamp: None,
            snapshot: 0,
        };
        let mut extended = graph.clone();
        let all = graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]);
        for source in all {
            match pending.label {
                Label::Read { .. } => extended.push_read(new, source),
                _ if !is_free(graph, pending, location, source) => continue,
                _ => extended.push_write(new, source),
            };
            if self.definition.allows(&extended) {
                found.push(source);
            }
            extended.pop();
        }
    }
}

/// Whether nothing comes between what an update reads and what it writes, if a write has this
/// place.
fn is_free(graph: &Graph, pending: &Pending, location: LocationId, place: Source) -> bool {
    let update = match pending.grouped {
        true => graph.pending_update(pending.thread, location),
        false => None,
    };
    let next = graph.co_next(location, place);
    let divides = next.is_some_and(|next| graph.updated(next) == Some(place));
    !divides && update.is_none_or(|source| source == place)
}

impl Model for Written {
    const NAME: &'static str = "of the cat file";
    const HAS_ATOMIC_BLOCKS: bool = false;
    const HAS_SPLIT_ACCESSES: bool = false;

    type Definition = Definition;
    type Equivalence = WithCo;
    type Races = OfModel;
    type Watching = Watched;

    fn has_dependencies(definition: &Definition) -> bool {
        definition.has_dependencies()
    }

    fn new(definition: &Definition, threads: usize) -> Written {
        Written {
            definition: definition.clone(),
            clocks: Clocks::with(threads, definition.sequences()),
        }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        let location = pending.label.location().expect("a read has a location");
        self.consistent(graph, pending, location, sources);
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        let location = pending.label.location().expect("a write has a location");
        self.consistent(graph, pending, location, places);
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        self.clocks.push(graph, event);
    }

    fn pop(&mut self, graph: &Graph) {
        self.clocks.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &Written,
        graph: &Graph,
        _restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.clocks.restrict_from(&model.clocks, graph, renamed);
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        first != second && self.clocks.is_before(graph, first, second)
    }

    fn remark(&self, graph: &Graph) -> Option<String> {
        if !self.definition.remarks() {
            return None;
        }
        let program = self.definition.program();
        let Judgement { flags, undefined, .. } = axioms::judgement(program, graph);
        let name = |check: usize| program.checks[check].name.as_deref().unwrap_or("?").to_owned();
        let undefined = undefined.first().map(|violation| {
            format!("an execution that the model leaves undefined (`{}`)", name(violation.check))
        });
        undefined.or_else(|| {
            let flag = flags.first()?;
            Some(format!("an execution that the model flags (`{}`)", name(*flag)))
        })
    }

    fn order(definition: &Definition, graph: &Graph) -> Relation {
        match definition.sequences() {
            ReleaseSequences::WithStores => happens_before::<C11>(graph),
            ReleaseSequences::OfUpdates => happens_before::<Cpp20>(graph),
        }
    }

    fn synchronisation(definition: &Definition, graph: &Graph) -> Relation {
        Written::order(definition, graph)
    }

    fn is_consistent(definition: &Definition, graph: &Graph) -> bool {
        let are_atomic = graph
            .events()
            .filter(|(_, event)| event.is_write())
            .all(|(id, event)| graph.updated(id).is_none_or(|source| source == event.co_before));
        are_atomic && definition.allows(graph)
    }
}

impl Synchronises for Written {
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.clocks.is_before(graph, first, second)
    }
}

impl GoesOn for Written {
    fn goes_on(&self, graph: &Graph) -> bool {
        self.definition.allows(graph)
    }
}

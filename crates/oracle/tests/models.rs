//! The incremental model against its axioms: at random points of random graphs, what the fast check
//! offers is what the readable one allows.

use base::{Address, ThreadId};
use execution::{
    Cell, Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind,
};
use models::global::{self, Global, Preserved};
use models::hb::{self, Causal, Synchronisation};
use models::pso::Pso;
use models::ra::Ra;
use models::rc11::{Rc11, Rc11Of20};
use models::sc::Sc;
use models::tso::Tso;
use models::{Model, Pending};
use oracle::graphs::{THREADS, all_sources, closure, create_threads, is_joined, label};
use testing::Random;

/// A model whose `happens_before` has a definition.
trait Defined: Model<Definition = ()> {
    /// The order between events of different threads, each of the earlier ones given by the first
    /// event of its group.
    fn order(graph: &Graph) -> relation::Relation;
    /// Whether a group may access a location several times, as atomic blocks do.
    const HAS_BLOCKS: bool;
    /// The event that stands for a later one in that order.
    fn later(graph: &Graph, event: EventId) -> EventId;
}

impl<P: Preserved> Defined for Global<P> {
    const HAS_BLOCKS: bool = true;

    fn order(graph: &Graph) -> relation::Relation {
        global::axioms::order::<P>(graph).transitive_closure()
    }

    fn later(graph: &Graph, event: EventId) -> EventId {
        graph.group_head(event)
    }
}

impl<S: Synchronisation> Defined for Causal<S> {
    const HAS_BLOCKS: bool = false;

    fn order(graph: &Graph) -> relation::Relation {
        hb::axioms::happens_before::<S>(graph)
    }

    fn later(_graph: &Graph, event: EventId) -> EventId {
        event
    }
}

/// Adds a random event to a random thread, after comparing what is offered with what the axioms
/// allow.
fn step<M: Defined>(
    random: &mut Random,
    graph: &mut Graph,
    model: &mut M,
    locations: &[LocationId],
) {
    let thread = Slot(random.below(THREADS as u64) as u32);
    let other = Slot(random.below(THREADS as u64) as u32);
    if is_joined(graph, thread) {
        return;
    }
    if random.chance(5) && other != thread && !is_joined(graph, other) {
        let label = Label::Join { thread: ThreadId::MAIN, slot: other };
        let new = NewEvent { thread, label, grouped: false, stamp: None, snapshot: 0 };
        let join = graph.push_other(new, graph.last_of(other).or(graph.thread(other).spawn));
        model.push(graph, join);
        assert_order_is_exact(graph, model);
        return;
    }
    let location = random.pick(locations);
    let mut label = label(random, location);
    // Groups are of one class: updates, accesses that were split, atomic blocks.
    let last = graph.last_of(thread).map(|last| graph.event(last).label);
    let mut grouped = random.chance(40);
    match (last, &mut label) {
        (
            Some(Label::Read { kind: ReadKind::Exclusive, ordering: order, .. }),
            Label::Write { kind, ordering, .. },
        ) => {
            *kind = WriteKind::Exclusive;
            *ordering = order;
            grouped = true;
        }
        (
            Some(Label::Read { kind: last, ordering: order, .. }),
            Label::Read { kind, ordering, .. },
        ) => {
            *kind = last;
            *ordering = order;
        }
        (
            Some(Label::Write { kind: last, ordering: order, .. }),
            Label::Write { kind, ordering, .. },
        ) => {
            *kind = last;
            *ordering = order;
        }
        _ => grouped = false,
    }
    if grouped && !M::HAS_BLOCKS && repeats(graph, thread, &label) {
        return;
    }
    let new = NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
    let push = |graph: &mut Graph, source: Source| -> EventId {
        match label {
            Label::Read { .. } => graph.push_read(new, source),
            Label::Write { .. } => graph.push_write(new, source),
            _ => graph.push_other(new, None),
        }
    };
    let pending = Pending { thread, grouped, label };
    let mut offered = Vec::new();
    match label {
        Label::Read { .. } => model.sources(graph, &pending, &mut offered),
        Label::Write { .. } => model.places(graph, &pending, &mut offered),
        _ => offered.push(Source::Initial),
    }
    if label.location().is_some() {
        for source in all_sources(graph, location) {
            push(graph, source);
            let allowed = M::is_consistent(&(), graph);
            graph.pop();
            assert_eq!(allowed, offered.contains(&source), "{label:?} {source:?} in {graph:#?}");
        }
    }
    if offered.is_empty() {
        return;
    }
    let event = push(graph, random.pick(&offered));
    model.push(graph, event);
    assert_order_is_exact(graph, model);
}

/// Whether the last group of a thread has an event like this at the same location, or has been read
/// before it is finished.
fn repeats(graph: &Graph, thread: Slot, label: &Label) -> bool {
    let events = &graph.thread(thread).events;
    let offset = graph.last_of(thread).map_or(0, |last| graph.event(last).offset as usize + 1);
    events.iter().rev().take(offset).any(|id| {
        let event = graph.event(*id);
        let is_same = event.label.location() == label.location()
            && event.is_write() == matches!(label, Label::Write { .. });
        let mut reads = graph.events().filter(|(_, event)| event.is_read());
        is_same || reads.any(|(_, read)| read.rf == Source::Write(*id))
    })
}

/// `happens_before` is the transitive closure of the axioms' order between threads.
fn assert_order_is_exact<M: Defined>(graph: &Graph, model: &M) {
    let closure = <M as Defined>::order(graph);
    for (first, event) in graph.events() {
        for (second, other) in graph.events().filter(|(_, other)| other.thread != event.thread) {
            let (earlier, later) = (graph.group_head(first), M::later(graph, second));
            let expected = closure.contains(earlier.index(), later.index());
            let found = model.happens_before(graph, first, second);
            assert_eq!(found, expected, "{first:?} {second:?} {other:?} in {graph:#?}");
        }
    }
}

fn what_is_offered_is_what_the_axioms_allow<M: Defined>() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut cells = Cells::default();
        let locations: Vec<LocationId> = [64, 72, 80]
            .map(|address| cells.number(Cell { address: Address(address), size: 8 }).unwrap())
            .to_vec();
        let mut graph = Graph::new(THREADS);
        let mut model = M::new(&(), THREADS);
        let first = match random.chance(40) {
            true => THREADS - 1,
            false => 0,
        };
        if first > 0 {
            create_threads(&mut graph, &mut model);
        }
        for _ in 0..40 {
            let is_full = graph.len() >= first + 12;
            if is_full || graph.len() > first && random.chance(25) {
                model.pop(&graph);
                graph.pop();
                assert_order_is_exact(&graph, &model);
            } else {
                step(&mut random, &mut graph, &mut model, &locations);
            }
            if random.chance(10) {
                restrict(&mut random, &graph, &model, &locations);
            }
        }
    }
}

#[test]
fn sc() {
    what_is_offered_is_what_the_axioms_allow::<Sc>();
}

#[test]
fn tso() {
    what_is_offered_is_what_the_axioms_allow::<Tso>();
}

#[test]
fn pso() {
    what_is_offered_is_what_the_axioms_allow::<Pso>();
}

#[test]
fn ra() {
    what_is_offered_is_what_the_axioms_allow::<Ra>();
}

#[test]
fn rc11() {
    what_is_offered_is_what_the_axioms_allow::<Rc11>();
}

#[test]
fn rc11_of_20() {
    what_is_offered_is_what_the_axioms_allow::<Rc11Of20>();
}

/// The model of a restricted copy knows the order of that copy.
fn restrict<M: Defined>(random: &mut Random, graph: &Graph, model: &M, locations: &[LocationId]) {
    let Some((id, _)) = graph.events().nth(random.below(graph.len().max(1) as u64) as usize) else {
        return;
    };
    let kept = closure(graph, id);
    let mut restricted = Graph::new(THREADS);
    let mut renamed = Vec::new();
    graph.restrict_into(&kept, &mut restricted, &mut renamed);
    let mut copy = M::new(&(), THREADS);
    copy.restrict_from(model, graph, &restricted, &renamed);
    assert!(M::is_consistent(&(), &restricted));
    assert_order_is_exact(&restricted, &copy);
    for _ in 0..4 {
        step(random, &mut restricted, &mut copy, locations);
    }
}

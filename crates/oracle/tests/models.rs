//! The incremental model against its axioms: at random points of random graphs, what the fast check offers is what
//! the readable one allows.

use base::{Address, Ordering, Tags, Value};
use execution::{
    Cell, Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind,
};
use models::global::{Global, Preserved, axioms};
use models::pso::PartialStoreOrder;
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use models::{Model, Pending};
use oracle::random::Random;

const THREADS: usize = 3;

/// A random access, or nothing else that is ordered like one.
fn label(random: &mut Random, location: LocationId) -> Label {
    let ordering = random.pick(&Ordering::ALL);
    let (tags, value) = (Tags::NONE, Value::ZERO);
    match random.below(12) {
        0..5 => Label::Read { location, kind: ReadKind::Load, ordering, tags, value },
        5..10 => Label::Write { location, kind: WriteKind::Store, ordering, tags, value },
        10 => Label::Read { location, kind: ReadKind::Exclusive, ordering, tags, value },
        _ => Label::Fence { ordering, tags },
    }
}

/// All sources of a location: its writes and the initial value.
fn all_sources(graph: &Graph, location: LocationId) -> Vec<Source> {
    graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]).collect()
}

/// Adds a random event to a random thread, after comparing what is offered with what the axioms allow.
fn step<P: Preserved>(
    random: &mut Random,
    graph: &mut Graph,
    model: &mut Global<P>,
    locations: &[LocationId],
) {
    let thread = Slot(random.below(THREADS as u64) as u32);
    let location = random.pick(locations);
    let mut label = label(random, location);
    // Groups are of one class: updates, accesses that were split, atomic blocks.
    let last = graph.last_of(thread).map(|last| graph.event(last).label);
    let mut grouped = random.chance(40);
    match (last, &mut label) {
        (Some(Label::Read { kind: ReadKind::Exclusive, .. }), Label::Write { kind, .. }) => {
            *kind = WriteKind::Exclusive;
            grouped = true;
        }
        (Some(Label::Read { kind: last, .. }), Label::Read { kind, .. }) => *kind = last,
        (
            Some(Label::Write { kind: last, ordering: order, .. }),
            Label::Write { kind, ordering, .. },
        ) => {
            *kind = last;
            *ordering = order;
        }
        _ => grouped = false,
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
            let allowed = axioms::is_consistent::<P>(graph);
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

/// `happens_before` is the transitive closure of the axioms' order between threads.
fn assert_order_is_exact<P: Preserved>(graph: &Graph, model: &Global<P>) {
    let closure = axioms::order::<P>(graph).transitive_closure();
    for (first, event) in graph.events() {
        for (second, other) in graph.events().filter(|(_, other)| other.thread != event.thread) {
            let (head, other_head) = (graph.group_head(first), graph.group_head(second));
            let expected = closure.contains(head.index(), other_head.index());
            assert_eq!(model.happens_before(graph, first, second), expected, "{other:?}");
        }
    }
}

fn what_is_offered_is_what_the_axioms_allow<P: Preserved>() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let mut cells = Cells::default();
        let locations: Vec<LocationId> = [64, 72, 80]
            .map(|address| cells.number(Cell { address: Address(address), size: 8 }).unwrap())
            .to_vec();
        let mut graph = Graph::new(THREADS);
        let mut model = Global::<P>::new(THREADS);
        for _ in 0..40 {
            let is_full = graph.len() >= 12;
            if is_full || !graph.is_empty() && random.chance(25) {
                model.pop(&graph);
                graph.pop();
                assert_order_is_exact(&graph, &model);
            } else {
                step(&mut random, &mut graph, &mut model, &locations);
            }
            if random.chance(10) {
                restrict(&mut random, &graph, &model);
            }
        }
    }
}

#[test]
fn sc() {
    what_is_offered_is_what_the_axioms_allow::<ProgramOrder>();
}

#[test]
fn tso() {
    what_is_offered_is_what_the_axioms_allow::<TotalStoreOrder>();
}

#[test]
fn pso() {
    what_is_offered_is_what_the_axioms_allow::<PartialStoreOrder>();
}

/// How much of each thread an event depends on: whole groups, with what they read from.
fn closure(graph: &Graph, id: EventId) -> Vec<u32> {
    let mut kept = vec![0; THREADS];
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let event = graph.event(graph.group_end(id));
        let length = &mut kept[event.thread.index()];
        let events = &graph.thread(event.thread).events;
        while *length <= event.index {
            if let Source::Write(write) = graph.event(events[*length as usize]).rf {
                open.push(write);
            }
            *length += 1;
        }
    }
    kept
}

/// The model of a restricted copy knows the order of that copy.
fn restrict<P: Preserved>(random: &mut Random, graph: &Graph, model: &Global<P>) {
    let Some((id, _)) = graph.events().nth(random.below(graph.len().max(1) as u64) as usize) else {
        return;
    };
    let kept = closure(graph, id);
    let mut restricted = Graph::new(THREADS);
    let mut renamed = Vec::new();
    graph.restrict_into(&kept, &mut restricted, &mut renamed);
    let mut copy = Global::<P>::new(THREADS);
    copy.restrict_from(model, graph, &restricted, &renamed);
    assert!(axioms::is_consistent::<P>(&restricted));
    assert_order_is_exact(&restricted, &copy);
}

//! The incremental model against its axioms: at random points of random graphs, what the fast check offers is what
//! the readable one allows.

use base::{Address, Ordering, Tags, Value};
use execution::{
    Cell, Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind,
};
use models::Model;
use models::sc::{Sc, axioms};
use oracle::random::Random;

const THREADS: usize = 3;

fn read(location: LocationId) -> Label {
    let (kind, ordering, tags, value) = (ReadKind::Load, Ordering::SeqCst, Tags::NONE, Value::ZERO);
    Label::Read { location, kind, ordering, tags, value }
}

fn write(location: LocationId) -> Label {
    let (kind, ordering, tags, value) =
        (WriteKind::Store, Ordering::SeqCst, Tags::NONE, Value::ZERO);
    Label::Write { location, kind, ordering, tags, value }
}

fn is_consistent(graph: &Graph) -> bool {
    axioms::find_cycle(graph).is_none() && axioms::groups_are_coherent(graph)
}

/// All sources of a location: its writes and the initial value.
fn all_sources(graph: &Graph, location: LocationId) -> Vec<Source> {
    graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]).collect()
}

/// Adds a random event to a random thread, after comparing what is offered with what the axioms allow.
fn step(random: &mut Random, graph: &mut Graph, model: &mut Sc, locations: &[LocationId]) {
    let thread = Slot(random.below(THREADS as u64) as u32);
    let location = random.pick(locations);
    let grouped = random.chance(30) && graph.last_of(thread).is_some();
    let is_read = random.chance(55);
    let label = if is_read { read(location) } else { write(location) };
    let new = NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
    let push = |graph: &mut Graph, source: Source| -> EventId {
        if is_read { graph.push_read(new, source) } else { graph.push_write(new, source) }
    };
    let mut offered = Vec::new();
    if is_read {
        model.sources(graph, thread, grouped, location, &mut offered);
    } else {
        model.places(graph, thread, grouped, location, &mut offered);
    }
    for source in all_sources(graph, location) {
        push(graph, source);
        let allowed = is_consistent(graph);
        graph.pop();
        assert_eq!(allowed, offered.contains(&source), "{label:?} from {source:?} in {graph:#?}");
    }
    if offered.is_empty() {
        return;
    }
    let event = push(graph, random.pick(&offered));
    model.push(graph, event);
    assert_order_is_exact(graph, model);
}

/// `happens_before` is the transitive closure of the axioms' order.
fn assert_order_is_exact(graph: &Graph, model: &Sc) {
    let closure = axioms::order(graph).transitive_closure();
    for (first, _) in graph.events() {
        for (second, _) in graph.events() {
            let (head, other) = (graph.group_head(first), graph.group_head(second));
            if head != other {
                let expected = closure.contains(head.index(), other.index());
                assert_eq!(model.happens_before(graph, first, second), expected);
            }
        }
    }
}

#[test]
fn what_is_offered_is_what_the_axioms_allow() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut cells = Cells::default();
        let locations: Vec<LocationId> = [64, 72, 80]
            .map(|address| cells.number(Cell { address: Address(address), size: 8 }).unwrap())
            .to_vec();
        let mut graph = Graph::new(THREADS);
        let mut model = Sc::new(THREADS);
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
fn restrict(random: &mut Random, graph: &Graph, model: &Sc) {
    let Some((id, _)) = graph.events().nth(random.below(graph.len().max(1) as u64) as usize) else {
        return;
    };
    let kept = closure(graph, id);
    let mut restricted = Graph::new(THREADS);
    let mut renamed = Vec::new();
    graph.restrict_into(&kept, &mut restricted, &mut renamed);
    let mut copy = Sc::new(THREADS);
    copy.restrict_from(model, graph, &restricted, &renamed);
    assert!(is_consistent(&restricted));
    assert_order_is_exact(&restricted, &copy);
}

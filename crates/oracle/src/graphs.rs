//! Random graphs, event by event, for tests of models.

use base::{Ordering, Tags, ThreadId, Value};
use execution::{EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Source, WriteKind};
use models::Model;
use testing::Random;

/// How many threads the graphs have.
pub const THREADS: usize = 3;

/// A random access, or nothing else that is ordered like one.
pub fn label(random: &mut Random, location: LocationId) -> Label {
    // Between seq_cst events there is the most to get wrong.
    let ordering = match random.chance(25) {
        true => Ordering::SeqCst,
        false => random.pick(&Ordering::ALL),
    };
    let (tags, value) = (Tags::NONE, Value::ZERO);
    match random.below(13) {
        0..5 => Label::Read { location, kind: ReadKind::Load, ordering, tags, value },
        5..10 => Label::Write { location, kind: WriteKind::Store, ordering, tags, value },
        10 if ordering != Ordering::Plain => {
            Label::Read { location, kind: ReadKind::Exclusive, ordering, tags, value }
        }
        _ => Label::Fence { ordering, tags },
    }
}

/// All sources of a location: its writes and the initial value.
pub fn all_sources(graph: &Graph, location: LocationId) -> Vec<Source> {
    graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]).collect()
}

/// Whether a thread has been joined.
pub fn is_joined(graph: &Graph, thread: Slot) -> bool {
    graph
        .events()
        .any(|(_, event)| matches!(event.label, Label::Join { slot, .. } if slot == thread))
}

/// How much of each thread an event depends on: whole groups, with what they read from.
pub fn closure(graph: &Graph, id: EventId) -> Vec<u32> {
    let mut kept = vec![0; THREADS];
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let event = graph.event(graph.group_end(id));
        let length = &mut kept[event.thread.index()];
        let events = &graph.thread(event.thread).events;
        while *length <= event.index {
            let event = graph.event(events[*length as usize]);
            if let Source::Write(write) = event.rf {
                open.push(write);
            }
            if let Label::Join { slot, .. } = event.label {
                open.extend(graph.last_of(slot).or(graph.thread(slot).spawn));
            }
            open.extend(graph.thread(event.thread).spawn);
            *length += 1;
        }
    }
    kept
}

/// Lets the first thread create the others.
pub fn create_threads<M: Model>(graph: &mut Graph, model: &mut M) {
    for child in 1..THREADS as u32 {
        let label = Label::Spawn { child: ThreadId::MAIN.child(child).unwrap() };
        let new = NewEvent { thread: Slot(0), label, grouped: false, stamp: None, snapshot: 0 };
        let spawn = graph.push_other(new, None);
        model.push(graph, spawn);
        graph.set_spawn(Slot(child), spawn);
    }
}

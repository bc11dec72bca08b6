//! From traces to an event structure: one trace of each thread, its events numbered.
//!
//! Initial writes come first, one for each cell that is accessed, then threads one after the other
//! in program order. The events of one access are not ordered.

use crate::trace::{self, Events, Sources, Trace};
use base::TagSet;
use events::{Dependencies, Event, EventStructure, Location};
use std::collections::{BTreeMap, BTreeSet};

/// The structure of some traces, where memory is known at the start, and how many bytes each of its
/// events is about, which no model sees.
pub(crate) fn of_traces(
    traces: &[&Trace],
    initial: &BTreeMap<i64, i64>,
) -> (EventStructure, Vec<u8>) {
    let accessed = traces.iter().flat_map(|trace| &trace.events);
    let accessed = accessed.filter(|event| event.kind.is_access());
    let cells: BTreeSet<(i64, u8)> =
        accessed.filter_map(|event| Some((event.address?, event.size))).collect();
    let count = cells.len() + traces.iter().map(|trace| trace.events.len()).sum::<usize>();
    let (mut events, mut sizes) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for (own, (address, size)) in cells.into_iter().enumerate() {
        events.push(Event::initial(own, Location(address), Some(initial[&address])));
        sizes.push(size);
    }
    let first = events.len();
    for (thread, trace) in traces.iter().enumerate() {
        let start = events.len();
        events.extend(trace.events.iter().map(|event| numbered(event, thread, start)));
        sizes.extend(trace.events.iter().map(|event| event.size));
    }
    let mut structure = EventStructure::new(events);
    let mut start = first;
    for trace in traces {
        for (index, event) in trace.events.iter().enumerate() {
            relate(&mut structure, start, index, event);
        }
        start += trace.events.len();
    }
    (structure, sizes)
}

fn numbered(event: &trace::Event, thread: usize, start: usize) -> Event {
    Event {
        thread: Some(thread),
        kind: event.kind,
        tags: TagSet::from(event.tags),
        location: event.address.map(Location),
        access: start + event.first,
        read: event.read,
        written: event.written,
    }
}

/// Relates an event of a thread that starts at `start` to those before it.
fn relate(structure: &mut EventStructure, start: usize, index: usize, event: &trace::Event) {
    let own = start + index;
    (start..start + event.first).for_each(|before| structure.po.insert(before, own));
    let from = |events: fn(Sources) -> Events| [event.addr, event.data, event.ctrl].map(events);
    depend(&mut structure.dependencies, start, from(|sources| sources.direct), own);
    let picked = from(|sources| sources.picked);
    if picked != [0; 3] {
        let none = || Dependencies::none(structure.events.len());
        depend(structure.picked.get_or_insert_with(none), start, picked, own);
    }
    if let Some((read, is_one)) = event.rmw {
        structure.rmw.insert(start + read, own);
        if is_one {
            structure.amo.insert(start + read, own);
        }
    }
}

/// Makes an event depend on events of a thread that starts at `start`, for its address, its data
/// and that it happens at all.
fn depend(dependencies: &mut Dependencies, start: usize, from: [Events; 3], own: usize) {
    let Dependencies { addr, data, ctrl } = dependencies;
    for (relation, mut from) in [addr, data, ctrl].into_iter().zip(from) {
        while from != 0 {
            relation.insert(start + from.trailing_zeros() as usize, own);
            from &= from - 1;
        }
    }
}

/// Makes the structure of some traces that of others, which differ only in values; nothing is
/// chosen yet.
pub(crate) fn restart(structure: &mut EventStructure, traces: &[&Trace]) {
    let of_threads = structure.events.iter_mut().filter(|event| event.thread.is_some());
    let new = traces.iter().flat_map(|trace| &trace.events);
    for (event, new) in of_threads.zip(new) {
        (event.read, event.written) = (new.read, new.written);
    }
    structure.forget_choices();
}

//! One execution of an acyclic program as axioms see it: the executed events, numbered, with po,
//! dependencies, rmw and rf. What a model chooses (co first of all) is left to the caller.
//!
//! Of the initial writes, only those are there to whose cells something is accessed.

use crate::{Acyclic, Dependency, Evaluation, EventId};
use events::{Dependencies, Event, EventStructure, Location};
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// An event structure, with what its events are in the program.
#[derive(Clone, Debug)]
pub struct Executed {
    pub structure: EventStructure,
    /// The event of the program that each event of the structure is.
    pub events: Vec<EventId>,
}

impl Executed {
    /// The structure of an execution in which reads have these sources. Sources that are not
    /// executed, or are elsewhere, are a bug of the caller.
    pub fn new(
        acyclic: &Acyclic,
        evaluation: &Evaluation,
        sources: &BTreeMap<EventId, EventId>,
    ) -> Executed {
        let executed = |id: EventId| evaluation.holds(acyclic.event(id).guard);
        let address = |id: EventId| acyclic.event(id).address.map(|at| evaluation.number(at));
        let accessed: BTreeSet<u64> = acyclic
            .numbered()
            .filter(|(id, event)| event.thread.is_some() && event.kind.is_access() && executed(*id))
            .filter_map(|(id, _)| address(id))
            .collect();
        let is_there = |id: EventId| match acyclic.event(id).thread {
            None => address(id).is_some_and(|at| accessed.contains(&at)),
            Some(_) => executed(id),
        };
        let ids = acyclic.numbered().map(|(id, _)| id).filter(|id| is_there(*id));
        let events: Vec<EventId> = ids.collect();
        let numbers: BTreeMap<EventId, usize> =
            events.iter().enumerate().map(|(number, id)| (*id, number)).collect();
        let numbered = events.iter().enumerate().map(|(number, id)| {
            let event = acyclic.event(*id);
            let read = sources.get(id).filter(|_| event.kind.reads());
            let written = |id: EventId| {
                acyclic.event(id).value.map_or(0, |value| evaluation.number(value)) as i64
            };
            Event {
                thread: event.thread.map(|thread| thread.index()),
                kind: event.kind,
                tags: event.tags,
                location: address(*id).map(|at| Location(at as i64)),
                access: number - (id.0 - event.access.0) as usize,
                read: read.map(|source| written(*source)),
                written: event.kind.writes().then(|| written(*id)),
            }
        });
        let mut structure = EventStructure::new(numbered.collect());
        program_order(acyclic, &events, &numbers, &mut structure);
        for (own, id) in events.iter().enumerate() {
            let event = acyclic.event(*id);
            let kinds = [&event.addr, &event.data, &event.ctrl];
            for (kind, dependencies) in kinds.into_iter().enumerate() {
                for dependency in dependencies {
                    if let Some(on) = numbers.get(&dependency.on) {
                        depend(&mut structure, evaluation, kind, *dependency, *on, own);
                    }
                }
            }
        }
        for rmw in acyclic.rmw.iter().filter(|rmw| evaluation.holds(rmw.condition)) {
            if let (Some(read), Some(write)) = (numbers.get(&rmw.read), numbers.get(&rmw.write)) {
                structure.rmw.insert(*read, *write);
                if rmw.is_one {
                    structure.amo.insert(*read, *write);
                }
            }
        }
        structure.atomic_blocks = atomic_blocks(acyclic, &events);
        for (read, source) in sources {
            if let Some(read) = numbers.get(read) {
                structure.rf.insert(numbers[source], *read);
            }
        }
        Executed { structure, events }
    }
}

/// Which events are in one atomic block, if any are.
fn atomic_blocks(acyclic: &Acyclic, events: &[EventId]) -> Option<Relation> {
    let block = |id: &EventId| acyclic.event(*id).block;
    events.iter().any(|id| block(id).is_some()).then(|| {
        let mut same = Relation::new(events.len());
        for (first, one) in events.iter().enumerate() {
            for (second, other) in events.iter().enumerate() {
                if block(one).is_some() && block(one) == block(other) {
                    same.insert(first, second);
                }
            }
        }
        same
    })
}

/// Program order within threads, but for the parts of one access, and through creation and joining.
fn program_order(
    acyclic: &Acyclic,
    events: &[EventId],
    numbers: &BTreeMap<EventId, usize>,
    structure: &mut EventStructure,
) {
    let mut has_threads = false;
    for (own, id) in events.iter().enumerate() {
        let Some(thread) = acyclic.event(*id).thread else { continue };
        let access = acyclic.event(*id).access;
        for (before, other) in events[..own].iter().enumerate() {
            let other = acyclic.event(*other);
            if other.thread == Some(thread) && other.access != access {
                structure.po.insert(before, own);
            }
        }
        let info = &acyclic.threads[thread.index()];
        if let Some(spawn) = info.spawn.and_then(|spawn| numbers.get(&spawn)) {
            structure.po.insert(*spawn, own);
            has_threads = true;
        }
        for join in info.joins.iter().filter_map(|join| numbers.get(join)) {
            structure.po.insert(own, *join);
            has_threads = true;
        }
    }
    // A thread without events is created before it is joined, too.
    for info in &acyclic.threads {
        let Some(spawn) = info.spawn.and_then(|spawn| numbers.get(&spawn)) else { continue };
        for join in info.joins.iter().filter_map(|join| numbers.get(join)) {
            structure.po.insert(*spawn, *join);
        }
    }
    if has_threads {
        structure.po = structure.po.clone().transitive_closure();
    }
}

/// Adds a dependency of an event for its address (0), its data (1) or that it happens (2).
fn depend(
    structure: &mut EventStructure,
    evaluation: &Evaluation,
    kind: usize,
    dependency: Dependency,
    on: usize,
    own: usize,
) {
    let size = structure.size();
    let insert = |dependencies: &mut Dependencies| {
        let Dependencies { addr, data, ctrl } = dependencies;
        [addr, data, ctrl][kind].insert(on, own);
    };
    if evaluation.holds(dependency.direct) {
        insert(&mut structure.dependencies);
    }
    if evaluation.holds(dependency.picked) {
        insert(structure.picked.get_or_insert_with(|| Dependencies::none(size)));
    }
}

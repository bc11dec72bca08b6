//! A run as axioms in cat see it: the names of C's events (`events::c11`), `po` through the
//! creation and the joining of threads, dependencies as `interp` has followed them.
//!
//! What the claim does not mention is private to a thread, and is left out. What depends on a
//! private read depends on what the write that it reads was computed from.

use crate::performed::{Performed, Source, coherence};
use crate::run::Run;
use base::{TagSet, Tags};
use events::{Event, EventStructure, Kind, Location, c11};
use execution::canonical::Action;
use execution::{Cell, Reads, WriteKind};
use relation::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// The structure of a run, and the event of the run that each of its events is; initial writes are
/// none.
pub(crate) fn structure(run: &Run<'_>, has_blocks: bool) -> (EventStructure, Vec<Option<usize>>) {
    let all = &run.performed;
    let there: Vec<usize> = (0..all.len()).filter(|own| !all[*own].is_private).collect();
    let cells: BTreeSet<Cell> = there.iter().filter_map(|own| all[*own].cell()).collect();
    let numbers: BTreeMap<usize, usize> =
        there.iter().enumerate().map(|(number, own)| (*own, number)).collect();
    // The parts of an access stand next to each other.
    let mut events = Vec::new();
    for (number, own) in there.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| there[before]);
        let is_part = before.is_some_and(|before| is_part_of(&all[*own], &all[before]));
        let access = match is_part {
            true => events.last().map_or(number, |before: &Event| before.access),
            false => number,
        };
        events.push(event(&all[*own], access));
    }
    let mut of_run: Vec<Option<usize>> = there.iter().copied().map(Some).collect();
    let mut initial = BTreeMap::new();
    for cell in cells {
        initial.insert(cell, events.len());
        events.push(Event::initial(events.len(), location(cell), None));
        of_run.push(None);
    }
    let mut made = EventStructure::new(events);
    program_order(run, &there, &mut made);
    let mut co = Relation::new(made.size());
    for (cell, first) in &initial {
        let writes: Vec<usize> = coherence(all, *cell).iter().map(|own| numbers[own]).collect();
        for (place, own) in writes.iter().enumerate() {
            co.insert(*first, *own);
            writes[place + 1..].iter().for_each(|later| co.insert(*own, *later));
        }
    }
    made.co = Some(co);
    for own in &there {
        let performed = &all[*own];
        if let (true, Some(cell)) = (performed.is_read(), performed.cell()) {
            let source = match performed.source {
                Source::Initial | Source::Later => initial[&cell],
                Source::Write(write) => numbers[&write],
            };
            made.rf.insert(source, numbers[own]);
        }
    }
    updates(run, &numbers, &mut made);
    dependencies(run, &numbers, &mut made);
    if has_blocks {
        made.atomic_blocks = atomic_blocks(run, &numbers, made.size());
    }
    (made, of_run)
}

fn location(cell: Cell) -> Location {
    Location(cell.address.0 as i64)
}

/// Whether an access that was split goes on here.
fn is_part_of(own: &Performed<'_>, before: &Performed<'_>) -> bool {
    let same = match (own.instruction, before.instruction) {
        (Some(own), Some(before)) => std::ptr::eq(own, before),
        _ => false,
    };
    let (Some(cell), Some(earlier)) = (own.cell(), before.cell()) else { return false };
    let follows = earlier.address.0 + u64::from(earlier.size) == cell.address.0;
    let is_same_kind = own.is_read() == before.is_read();
    own.grouped && same && own.thread == before.thread && follows && is_same_kind
}

fn event(own: &Performed<'_>, access: usize) -> Event {
    let (kind, tags) = match own.action {
        Action::Read { kind, ordering, tags, .. } => {
            (Kind::Read, c11::read(ordering, tags, kind.may_update()))
        }
        Action::Write { kind, ordering, tags, .. } => {
            (Kind::Write, c11::write(ordering, tags, kind != WriteKind::Store))
        }
        Action::Fence { ordering, tags } => (Kind::Fence, c11::fence(ordering, tags)),
        Action::Spawn { .. } | Action::Join { .. } => (Kind::Fence, c11::THREADS),
        Action::Free { .. } | Action::Choose { .. } => (Kind::Other, TagSet::NONE),
    };
    let (read, written) = match own.action {
        Action::Read { value, .. } => (Some(value.bits as i64), None),
        Action::Write { value, .. } => (None, Some(value.bits as i64)),
        _ => (None, None),
    };
    let location = own.cell().map(location);
    Event { thread: Some(own.thread), kind, tags, location, access, read, written }
}

fn program_order(run: &Run<'_>, there: &[usize], made: &mut EventStructure) {
    let all = &run.performed;
    let mut has_threads = false;
    for (own, number) in there.iter().enumerate() {
        for (before, other) in there[..own].iter().enumerate() {
            let is_same_access = made.events[own].access == made.events[before].access;
            let is_before = all[*other].thread == all[*number].thread && !is_same_access;
            let creates = matches!(all[*other].action, Action::Spawn { .. })
                && all[*other].other == Some(all[*number].thread);
            let joins = matches!(all[*number].action, Action::Join { .. })
                && all[*number].other == Some(all[*other].thread);
            if is_before || creates || joins {
                made.po.insert(before, own);
            }
            has_threads |= creates || joins;
        }
        // A thread without events is created before it is joined, too.
        if let (Action::Join { .. }, Some(joined)) = (all[*number].action, all[*number].other) {
            let spawn = there.iter().position(|other| {
                matches!(all[*other].action, Action::Spawn { .. })
                    && all[*other].other == Some(joined)
            });
            if let Some(spawn) = spawn {
                made.po.insert(spawn, own);
                has_threads = true;
            }
        }
    }
    if has_threads {
        made.po = made.po.clone().transitive_closure();
    }
}

/// From the read of an update to its write.
fn updates(run: &Run<'_>, numbers: &BTreeMap<usize, usize>, made: &mut EventStructure) {
    let all = &run.performed;
    for (number, own) in all.iter().enumerate() {
        if !matches!(own.action, Action::Write { kind: WriteKind::Exclusive, .. }) {
            continue;
        }
        let events = &run.threads[own.thread].events[..own.index];
        let is_its = |other: &&usize| {
            let other = &all[**other];
            let same = other.instruction.zip(own.instruction);
            let same = same.is_some_and(|(one, two)| std::ptr::eq(one, two));
            other.is_read() && other.cell() == own.cell() && same
        };
        let read = events.iter().rev().find(is_its);
        if let (Some(read), Some(write)) =
            (read.and_then(|read| numbers.get(read)), numbers.get(&number))
        {
            made.rmw.insert(*read, *write);
            made.amo.insert(*read, *write);
        }
    }
}

fn dependencies(run: &Run<'_>, numbers: &BTreeMap<usize, usize>, made: &mut EventStructure) {
    // What the values of private reads were computed from, by their numbers.
    let mut carried: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (number, own) in run.performed.iter().enumerate() {
        let events = &run.threads[own.thread].events;
        let expanded = |reads: &Reads| -> BTreeSet<usize> {
            let all = reads.iter().map(|read| events[read as usize]);
            all.flat_map(|read| match numbers.contains_key(&read) {
                true => BTreeSet::from([read]),
                false => carried.get(&read).cloned().unwrap_or_default(),
            })
            .collect()
        };
        let kinds = [&own.dependencies.addr, &own.dependencies.data, &own.dependencies.ctrl];
        let [addr, data, ctrl] = kinds.map(expanded);
        if own.is_private {
            let mut all: BTreeSet<usize> = addr.union(&data).copied().collect();
            if let (true, Source::Write(write)) = (own.is_read(), own.source) {
                all.extend(carried.get(&write).into_iter().flatten());
            }
            carried.insert(number, all);
            continue;
        }
        let Some(to) = numbers.get(&number) else { continue };
        let found = &mut made.dependencies;
        let relations = [&mut found.addr, &mut found.data, &mut found.ctrl];
        for (relation, reads) in relations.into_iter().zip([addr, data, ctrl]) {
            for read in reads {
                relation.insert(numbers[&read], *to);
            }
        }
    }
}

/// Which events are in one atomic block, if any are.
fn atomic_blocks(run: &Run<'_>, numbers: &BTreeMap<usize, usize>, size: usize) -> Option<Relation> {
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for thread in &run.threads {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for number in &thread.events {
            match (run.performed[*number].grouped, groups.last_mut()) {
                (true, Some(group)) => group.push(*number),
                _ => groups.push(vec![*number]),
            }
        }
        let is_block = |group: &Vec<usize>| {
            group.iter().any(|own| match run.performed[*own].action {
                Action::Read { tags, .. }
                | Action::Write { tags, .. }
                | Action::Fence { tags, .. } => tags.contains(Tags::ATOMIC_BLOCK),
                _ => false,
            })
        };
        blocks.extend(groups.into_iter().filter(is_block));
    }
    let mut same = Relation::new(size);
    for block in &blocks {
        let there: Vec<usize> = block.iter().filter_map(|own| numbers.get(own).copied()).collect();
        for one in &there {
            there.iter().for_each(|other| same.insert(*one, *other));
        }
    }
    (!blocks.is_empty()).then_some(same)
}

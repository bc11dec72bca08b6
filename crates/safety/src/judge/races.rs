//! S5 and S6: data races, and accesses that are not ordered after the beginning of their object.

use crate::finished::Finished;
use crate::judge::{Finding, Orders};
use crate::rules::Rule;
use base::{ObjectId, Ordering, Tags, ViolationKind};
use execution::Cell;
use execution::canonical::Action;
use relation::Relation;

pub(super) fn find(finished: &Finished, orders: Orders<'_>) -> Vec<Finding> {
    let Some(hb) = orders.synchronised else { return Vec::new() };
    let mut findings = Vec::new();
    for first in finished.accesses() {
        for second in finished.accesses().filter(|second| *second > first) {
            if is_race(finished, hb, first, second) {
                let about = vec![first, second];
                findings.push(finished.finding(Rule::DataRace, ViolationKind::DataRace, about));
            }
        }
    }
    let uses = finished.accesses().filter_map(|it| Some((it, finished.object_of(it)?)));
    for (event, object) in uses.chain(finished.ends()) {
        findings.extend(find_unordered(finished, hb, event, object));
    }
    findings
}

fn is_race(finished: &Finished, hb: &Relation, first: usize, second: usize) -> bool {
    let cells = finished.cell(first).zip(finished.cell(second));
    finished.events[first].thread != finished.events[second].thread
        && cells.is_some_and(|(one, other)| overlap(one, other))
        && (finished.is_write(first) || finished.is_write(second))
        && (is_plain(finished, first) || is_plain(finished, second))
        && !hb.contains(first, second)
        && !hb.contains(second, first)
}

fn overlap(one: Cell, other: Cell) -> bool {
    one.address.0 < other.address.0 + u64::from(other.size)
        && other.address.0 < one.address.0 + u64::from(one.size)
}

/// Whether an access is not atomic.
fn is_plain(finished: &Finished, access: usize) -> bool {
    match finished.events[access].action {
        Action::Read { ordering, tags, .. } | Action::Write { ordering, tags, .. } => {
            ordering == Ordering::Plain && !tags.contains(Tags::ATOMIC_BLOCK)
        }
        _ => false,
    }
}

/// An object begins without an event. What happens after it in another thread does so through some
/// later event of its creator, and so through the first one.
fn find_unordered(
    finished: &Finished,
    hb: &Relation,
    event: usize,
    object: ObjectId,
) -> Option<Finding> {
    let found = finished.objects.get(&object)?;
    let creator = finished.thread(object.thread)?;
    if finished.threads[finished.events[event].thread].id == object.thread {
        return None;
    }
    let first = creator.events.get(found.born_after as usize).copied();
    if first.is_some_and(|first| hb.contains(first, event)) {
        return None;
    }
    let about = first.into_iter().chain([event]).collect();
    Some(finished.finding(Rule::UnorderedAllocation, ViolationKind::UnorderedAllocation, about))
}

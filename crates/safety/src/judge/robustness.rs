//! S13: an execution that is not sequentially consistent.

use crate::finished::Finished;
use crate::judge::Finding;
use crate::rules::Rule;
use base::ViolationKind;
use execution::canonical::Action;
use relation::Relation;

/// A cycle of `po | rf | co | fr`, with the creation and joining of threads, between groups.
pub(super) fn find_cycle(finished: &Finished) -> Option<Finding> {
    let mut order = Relation::new(finished.events.len());
    let mut insert = |from: usize, to: usize| {
        let (from, to) = (head(finished, from), head(finished, to));
        if from != to {
            order.insert(from, to);
        }
    };
    for thread in &finished.threads {
        thread.events.windows(2).for_each(|pair| insert(pair[0], pair[1]));
        if let (Some(created_by), Some(first)) = (thread.created_by, thread.events.first()) {
            insert(created_by, *first);
        }
    }
    for writes in finished.co.values() {
        writes.windows(2).for_each(|pair| insert(pair[0], pair[1]));
    }
    for (number, event) in finished.events.iter().enumerate() {
        match event.action {
            Action::Read { cell, .. } => {
                let source = finished.source(number);
                source.into_iter().for_each(|write| insert(write, number));
                let writes = finished.writes(cell);
                let place = |write| writes.iter().position(|other| *other == write);
                let next = source.and_then(place).map_or(0, |place| place + 1);
                writes[next..].iter().for_each(|write| insert(number, *write));
            }
            Action::Join { thread } => {
                let joined = finished.thread(thread);
                let end = joined.and_then(|it| it.events.last().copied().or(it.created_by));
                end.into_iter().for_each(|end| insert(end, number));
            }
            Action::Write { .. }
            | Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Choose { .. } => {}
        }
    }
    let about = order.find_cycle()?;
    let thread = finished.threads[finished.events[about[0]].thread].id;
    Some(Finding { rule: Rule::NotRobust, kind: ViolationKind::NotRobust, thread, about })
}

/// The first event of an event's group.
fn head(finished: &Finished, event: usize) -> usize {
    let group = finished.events[event].group;
    let events = &finished.threads[finished.events[event].thread].events;
    let members = events.iter().copied();
    members.into_iter().find(|it| finished.events[*it].group == group).unwrap_or(event)
}

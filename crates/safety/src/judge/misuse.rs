//! S11 and S12: threads are joined once, and mutexes are used in turn.

use crate::finished::{Finished, Status};
use crate::judge::Finding;
use crate::rules::Rule;
use base::{ThreadId, ViolationKind};
use execution::canonical::Action;
use execution::{Cell, ReadKind, WriteKind};
use relation::Relation;

pub(super) fn find(finished: &Finished, before: &Relation) -> Vec<Finding> {
    let mut findings = double_joins(finished, before);
    findings.extend(joins_of_nothing(finished));
    findings.extend(mutexes(finished));
    findings
}

fn double_joins(finished: &Finished, before: &Relation) -> Vec<Finding> {
    let joins: Vec<(usize, ThreadId)> = finished
        .events
        .iter()
        .enumerate()
        .filter_map(|(number, event)| match event.action {
            Action::Join { thread } => Some((number, thread)),
            _ => None,
        })
        .collect();
    let mut findings = Vec::new();
    for (earlier, thread) in &joins {
        for (later, other) in &joins {
            if earlier != later && thread == other && !before.contains(*later, *earlier) {
                let (kind, about) = (ViolationKind::ThreadMisuse, vec![*earlier, *later]);
                findings.push(finished.finding(Rule::ThreadMisuse, kind, about));
            }
        }
    }
    findings
}

fn joins_of_nothing(finished: &Finished) -> impl Iterator<Item = Finding> {
    finished.threads.iter().filter_map(|thread| match thread.status {
        Status::Joins(joined) if finished.thread(joined).is_none() => Some(Finding {
            rule: Rule::ThreadMisuse,
            kind: ViolationKind::ThreadMisuse,
            thread: thread.id,
            about: Vec::new(),
        }),
        _ => None,
    })
}

/// What a write leaves of a mutex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mutex {
    Free,
    HeldBy(usize),
    Destroyed,
    /// A store to its bytes that is no operation on it.
    Unknown,
}

/// Operations that a thread went on after although the mutex did not allow them. A thread that has
/// failed by such a step itself has told so.
fn mutexes(finished: &Finished) -> impl Iterator<Item = Finding> {
    let is_wrong = |event: &usize| {
        let thread = &finished.threads[finished.events[*event].thread];
        let has_told = thread.status == Status::Failed(ViolationKind::MutexMisuse);
        !has_told && is_misuse(finished, *event)
    };
    let wrong = (0..finished.events.len()).filter(is_wrong);
    wrong.map(|event| finished.finding(Rule::MutexMisuse, ViolationKind::MutexMisuse, vec![event]))
}

fn is_misuse(finished: &Finished, event: usize) -> bool {
    match finished.events[event].action {
        Action::Read { kind: ReadKind::Lock | ReadKind::TryLock, .. } => {
            let acquires = acquisition(finished, event).is_some();
            match finished.source(event).map(|write| state_after(finished, write)) {
                Some(Mutex::Destroyed) => true,
                Some(Mutex::HeldBy(_)) => acquires,
                Some(Mutex::Free | Mutex::Unknown) | None => false,
            }
        }
        Action::Read { kind: ReadKind::Destroy | ReadKind::Initialise, .. } => {
            let before = finished.source(event).map(|write| state_after(finished, write));
            matches!(before, Some(Mutex::HeldBy(_)))
        }
        Action::Write { kind: WriteKind::Unlock, cell, .. } => !is_acquired(finished, event, cell),
        _ => false,
    }
}

/// The write by which the read of a lock acquires the mutex, if it does.
fn acquisition(finished: &Finished, read: usize) -> Option<usize> {
    let cell = finished.cell(read)?;
    finished
        .writes(cell)
        .iter()
        .copied()
        .find(|write| finished.read_of_update(*write) == Some(read))
}

/// Whether the thread of an event has acquired a mutex more often before than released it.
fn is_acquired(finished: &Finished, event: usize, cell: Cell) -> bool {
    let thread = finished.events[event].thread;
    let events = finished.threads[thread].events.iter().copied();
    let earlier = events.take_while(|other| *other != event);
    let own = earlier.filter(|it| finished.is_write(*it) && finished.cell(*it) == Some(cell));
    let (mut acquired, mut released) = (0, 0);
    for write in own {
        match (state_after(finished, write), finished.events[write].action) {
            (Mutex::HeldBy(_), _) => acquired += 1,
            (_, Action::Write { kind: WriteKind::Unlock, .. }) => released += 1,
            _ => {}
        }
    }
    let is_held_at_first =
        finished.held_at_first.get(&cell.address) == Some(&finished.threads[thread].id);
    acquired + usize::from(is_held_at_first) > released
}

fn state_after(finished: &Finished, write: usize) -> Mutex {
    let Action::Write { kind, .. } = finished.events[write].action else { return Mutex::Unknown };
    let kind_of = |read: usize| match finished.events[read].action {
        Action::Read { kind, .. } => Some(kind),
        _ => None,
    };
    match kind {
        WriteKind::Unlock => Mutex::Free,
        WriteKind::Exclusive => match finished.read_of_update(write).and_then(kind_of) {
            Some(ReadKind::Lock | ReadKind::TryLock) => {
                Mutex::HeldBy(finished.events[write].thread)
            }
            _ => Mutex::Unknown,
        },
        WriteKind::Store => match look_before(finished, write).and_then(kind_of) {
            Some(ReadKind::Destroy) => Mutex::Destroyed,
            Some(ReadKind::Initialise) => Mutex::Free,
            _ => Mutex::Unknown,
        },
    }
}

/// The event right before a store in its thread, if it accesses the same bytes: initialising and
/// destroying a mutex look at it first.
fn look_before(finished: &Finished, write: usize) -> Option<usize> {
    let events = &finished.threads[finished.events[write].thread].events;
    let place = events.iter().position(|event| *event == write)?;
    let before = events[place.checked_sub(1)?];
    (finished.cell(before) == finished.cell(write)).then_some(before)
}

impl Finished {
    /// The thread that holds a mutex where the execution ends.
    pub(super) fn holder(&self, mutex: base::Address) -> Option<ThreadId> {
        let at_mutex = |(cell, _): &(&Cell, &Vec<usize>)| cell.address == mutex;
        match self.co.iter().find(at_mutex).and_then(|(_, writes)| writes.last()) {
            None => self.held_at_first.get(&mutex).copied(),
            Some(last) => match state_after(self, *last) {
                Mutex::HeldBy(thread) => Some(self.threads[thread].id),
                Mutex::Free | Mutex::Destroyed | Mutex::Unknown => None,
            },
        }
    }
}

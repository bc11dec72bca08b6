//! An execution of a program as evidence, in the form in which reports tell it.
//!
//! Its events come in an order in which they can have happened, if `po` and `rf` have one; where
//! they have a cycle (load buffering), no run of one step after the other shows it, and what is
//! left stands in program order.

use crate::execution::Execution;
use base::{Address, Ordering, Tags, ThreadId, Value};
use events::Kind;
use execution::canonical::{Action, EventName};
use execution::witness::{Step, ThreadEnd, ThreadStatus, Witness};
use execution::{Cell, ReadKind, WriteKind};
use std::collections::BTreeMap;
use unroll::{Acyclic, Event, EventId, ThreadIndex, Wait};

/// The threads, by their places.
pub(crate) fn thread_ids(acyclic: &Acyclic) -> Vec<ThreadId> {
    acyclic.threads.iter().map(|thread| thread.id).collect()
}

/// The order that an access was given in C.
fn ordering(event: &Event) -> Ordering {
    let has = |ordering: &Ordering| {
        *ordering != Ordering::Plain && event.tags.has_any(ordering.tags().into())
    };
    Ordering::ALL.into_iter().find(has).unwrap_or(Ordering::Plain)
}

/// An execution as evidence, in which a thread does something wrong.
pub(crate) fn witness(
    acyclic: &Acyclic,
    execution: &Execution,
    wrong: ThreadIndex,
    message: &str,
) -> Witness {
    let ids = thread_ids(acyclic);
    let executed = &execution.executed;
    let mut lengths: BTreeMap<ThreadId, u32> = BTreeMap::new();
    let mut names: BTreeMap<EventId, EventName> = BTreeMap::new();
    for id in &executed.events {
        if let Some(thread) = acyclic.event(*id).thread {
            let thread = ids[thread.index()];
            let next = lengths.entry(thread).or_default();
            names.insert(*id, EventName { thread, index: *next });
            *next += 1;
        }
    }
    let told = Told { acyclic, execution, ids: &ids, names: &names };
    let steps = order(execution).into_iter().filter_map(|number| told.step(number)).collect();
    let threads = acyclic.threads.iter().zip(&ids).enumerate();
    let is_there = |spawn: Option<EventId>| spawn.is_none_or(|own| names.contains_key(&own));
    let threads = threads.filter(|(_, (thread, _))| is_there(thread.spawn));
    let threads = threads.map(|(index, (thread, id))| ThreadEnd {
        thread: *id,
        function: thread.name.clone(),
        position: None,
        status: match execution.evaluation.holds(thread.finished) {
            true => ThreadStatus::Ended,
            false => match waiting(acyclic, execution, index, &ids) {
                Some(status) => status,
                None if index == wrong.index() => ThreadStatus::Failed(message.to_owned()),
                None => ThreadStatus::Running,
            },
        },
        output: Vec::new(),
    });
    Witness { steps, threads: threads.collect() }
}

/// What a thread waits for, if it does.
fn waiting(
    acyclic: &Acyclic,
    execution: &Execution,
    thread: usize,
    ids: &[ThreadId],
) -> Option<ThreadStatus> {
    let holds = |condition| execution.evaluation.holds(condition);
    if let Some((mutex, holder)) = waits_for(acyclic, execution, thread) {
        return Some(ThreadStatus::WaitsForMutex { mutex, holder });
    }
    let mut calls = acyclic.calls.iter().filter(|call| call.thread.index() == thread);
    if let Some(call) = calls.find(|call| holds(call.condition)) {
        let address = acyclic.event(call.read).address.expect("a read has an address");
        let object = Address(execution.evaluation.number(address));
        return Some(ThreadStatus::WaitsForObject(object));
    }
    let mut joins = acyclic.joins.iter().filter(|join| join.thread.index() == thread);
    let join = joins.find(|join| holds(join.condition))?;
    Some(ThreadStatus::WaitsForEnd(ids[join.joined.index()]))
}

/// The mutex that a thread waits for, and who holds it in the end.
fn waits_for(
    acyclic: &Acyclic,
    execution: &Execution,
    thread: usize,
) -> Option<(Address, ThreadId)> {
    let mut own = acyclic.waits.iter().filter(|wait| wait.thread.index() == thread);
    let wait = own.find(|wait| execution.evaluation.holds(wait.condition))?;
    Some((Address(execution.evaluation.number(wait.mutex)), holder(execution, wait)?))
}

/// Who holds in the end what a thread waits for: what the last write in coherence leaves there.
pub(crate) fn holder(execution: &Execution, wait: &Wait) -> Option<ThreadId> {
    let mutex = execution.evaluation.number(wait.mutex);
    let structure = &execution.executed.structure;
    let co = structure.co.as_ref().expect("coherence is chosen");
    let events = structure.events.iter().enumerate();
    let mut writes = events.filter(|(_, event)| {
        event.kind.writes() && event.location.is_some_and(|at| at.0 as u64 == mutex)
    });
    let (_, last) = writes.find(|(index, _)| co.successors(*index).next().is_none())?;
    interp::mutex_holder(last.written? as u64)
}

/// The events of an execution, by their numbers in the structure, those first that others come
/// after.
fn order(execution: &Execution) -> Vec<usize> {
    let structure = &execution.executed.structure;
    let before = structure.po.clone().or(&structure.rf);
    let mut left: Vec<usize> = (0..structure.size()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_next = |event: &usize| !left.iter().any(|other| before.contains(*other, *event));
        let next = left.iter().position(is_next).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

struct Told<'t> {
    acyclic: &'t Acyclic,
    execution: &'t Execution,
    ids: &'t [ThreadId],
    names: &'t BTreeMap<EventId, EventName>,
}

impl Told<'_> {
    /// None for initial writes, and for events that only the encoding knows.
    fn step(&self, number: usize) -> Option<Step> {
        let id = self.execution.executed.events[number];
        let event = self.acyclic.event(id);
        let thread = event.thread?;
        Some(Step {
            event: *self.names.get(&id)?,
            action: self.action(id, number)?,
            grouped: self.acyclic.rmw.iter().any(|rmw| rmw.write == id && rmw.is_one),
            position: event.position,
            function: self.acyclic.threads[thread.index()].name.clone(),
            co_before: self.co_before(number),
        })
    }

    fn action(&self, id: EventId, number: usize) -> Option<Action> {
        let (event, ordering) = (self.acyclic.event(id), ordering(self.acyclic.event(id)));
        let own = &self.execution.executed.structure.events[number];
        let address = event.address.map(|address| self.execution.evaluation.number(address));
        let cell = Cell { address: Address(address.unwrap_or(0)), size: event.size };
        let value = |number: Option<i64>| Value::new(number.unwrap_or(0) as u64);
        let is_update = self.acyclic.rmw.iter().any(|rmw| rmw.read == id || rmw.write == id);
        let tags = Tags::NONE;
        match event.kind {
            Kind::Read | Kind::Update => {
                let kind = if is_update { ReadKind::Exclusive } else { ReadKind::Load };
                let rf = self.execution.sources.get(&id);
                let rf = rf.and_then(|source| self.names.get(source).copied());
                let value = value(own.read);
                Some(Action::Read { cell, kind, ordering, tags, value, rf })
            }
            Kind::Write => {
                let kind = if is_update { WriteKind::Exclusive } else { WriteKind::Store };
                Some(Action::Write { cell, kind, ordering, tags, value: value(own.written) })
            }
            Kind::Fence => {
                let threads = self.acyclic.threads.iter().zip(self.ids);
                let mut created = threads.clone().filter(|(thread, _)| thread.spawn == Some(id));
                let mut joined = threads.filter(|(thread, _)| thread.joins.contains(&id));
                Some(match (created.next(), joined.next()) {
                    (Some((_, child)), _) => Action::Spawn { child: *child },
                    (None, Some((_, thread))) => Action::Join { thread: *thread },
                    (None, None) => Action::Fence { ordering, tags },
                })
            }
            Kind::Other => None,
        }
    }

    /// The write that directly precedes one in co.
    fn co_before(&self, number: usize) -> Option<EventName> {
        let structure = &self.execution.executed.structure;
        let co = structure.co.as_ref()?;
        let before: Vec<usize> =
            (0..structure.size()).filter(|other| co.contains(*other, number)).collect();
        let is_last = |own: &&usize| !before.iter().any(|other| co.contains(**own, *other));
        let last = *before.iter().find(is_last)?;
        self.names.get(&self.execution.executed.events[last]).copied()
    }
}

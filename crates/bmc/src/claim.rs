//! What does the solver claim that a program does? Little of an execution, in the form in which
//! `rerun` takes it: the accesses of each thread with their sources and their places in co, the
//! inputs, how threads end. That the rest follows is for `rerun` to find out.

use crate::execution::Execution;
use base::{Address, ObjectId};
use events::Kind;
use rerun::{Claim, ClaimedThread, End, Mapped, Place, ReadPart, Step, WritePart, Wrong};
use std::collections::{BTreeMap, BTreeSet};
use unroll::{Acyclic, DeedKind, Event, EventId, ThreadIndex, ValueId};

/// An execution as a claim that something is wrong in it.
pub(crate) fn claim(acyclic: &Acyclic, execution: &Execution, wrong: Wrong) -> Claim {
    let claiming = Claiming { acyclic, execution };
    let mut threads: Vec<ClaimedThread> = (0..acyclic.threads.len() as u32)
        .map(|index| claiming.thread(ThreadIndex(index)))
        .collect();
    // Where each write is known only now that all of them have a place.
    let places = claiming.places();
    for (index, own) in threads.iter_mut().enumerate() {
        let accesses = claiming.accesses(ThreadIndex(index as u32));
        for (step, events) in own.steps.iter_mut().zip(&accesses) {
            let Step::Read { parts, .. } = step else { continue };
            for (part, event) in parts.iter_mut().zip(&events.events) {
                let source = execution.sources.get(event);
                part.source = source.and_then(|source| places.get(source).copied());
            }
        }
    }
    let addresses = acyclic.events.iter().filter(|event| event.kind.is_access());
    let addresses = addresses.flat_map(|event| event.may_addresses.iter());
    let objects = addresses.filter_map(|at| Address(*at).object().map(|(object, _)| object));
    let zeros = acyclic.zeros.iter().flat_map(|id| acyclic.event(*id).may_addresses.iter());
    let zeroed = zeros.filter_map(|at| Address(*at).object().map(|(object, _)| object));
    Claim { threads, shared: objects.collect(), zeroed: zeroed.collect(), wrong }
}

/// The step of a claim that an event is part of, with its thread.
pub(crate) fn step_of(
    acyclic: &Acyclic,
    execution: &Execution,
    event: EventId,
) -> Option<(usize, usize)> {
    let thread = acyclic.event(event).thread?;
    let accesses = Claiming { acyclic, execution }.accesses(thread);
    let step = accesses.iter().position(|own| own.events.contains(&event))?;
    Some((thread.index(), step))
}

struct Claiming<'c> {
    acyclic: &'c Acyclic,
    execution: &'c Execution,
}

/// The events of one step.
struct Access {
    events: Vec<EventId>,
    /// For an event that is a read and a write: whether this is the write.
    is_written: bool,
}

impl Claiming<'_> {
    fn holds(&self, condition: ValueId) -> bool {
        self.execution.evaluation.holds(condition)
    }

    /// The executed events of a thread, in program order, but for those of a block that it has
    /// not come to the end of: as far as others know, it has not begun it.
    fn events(&self, thread: ThreadIndex) -> Vec<EventId> {
        let all = self.execution.executed.events.iter().copied();
        let is_here = |id: &EventId| self.acyclic.event(*id).thread == Some(thread);
        let mut events: Vec<EventId> = all.filter(is_here).collect();
        let is_marker = |id: &EventId| {
            self.acyclic.endings.contains(id) || self.acyclic.beginnings.contains(id)
        };
        events.retain(|id| !is_marker(id) && !self.is_late(*id));
        let event = |id: &EventId| self.acyclic.event(*id);
        let Some(block) = events.last().and_then(|last| event(last).block) else { return events };
        let is_end = |own: &Event| own.kind == Kind::Fence && own.tags == base::TagSet::NONE;
        let mut of_block = events.iter().map(event).filter(|own| own.block == Some(block));
        let comes_to_end = matches!(self.end(thread), End::Finished | End::Failed);
        if !comes_to_end && !of_block.any(is_end) {
            events.retain(|id| event(id).block != Some(block));
        }
        events
    }

    /// Whether an access comes after the end of its object's life, or a part of it does.
    fn is_late(&self, id: EventId) -> bool {
        let access = self.acyclic.event(id).access;
        let mut lates = self.acyclic.lates.iter();
        lates.any(|own| {
            self.acyclic.event(own.access).access == access && self.execution.is_late(own)
        })
    }

    /// The events of a thread that are steps, step by step.
    fn accesses(&self, thread: ThreadIndex) -> Vec<Access> {
        let mut all: Vec<Access> = Vec::new();
        for id in self.events(thread) {
            let event = self.acyclic.event(id);
            let is_thread = self.created(id).or(self.joined(id)).is_some();
            if !event.kind.is_access() && !is_thread {
                continue;
            }
            let known = all.iter_mut().rev().find(|own| {
                let first = self.acyclic.event(own.events[0]);
                event.kind.is_access() && first.access == event.access
            });
            match known {
                // The parts of updates that are one event each come in turn, too.
                Some(own) if event.kind != Kind::Update => own.events.push(id),
                _ => all.push(Access { events: vec![id], is_written: false }),
            }
            if event.kind == Kind::Update {
                all.push(Access { events: vec![id], is_written: true });
            }
        }
        all
    }

    fn created(&self, id: EventId) -> Option<usize> {
        self.acyclic.threads.iter().position(|thread| thread.spawn == Some(id))
    }

    fn joined(&self, id: EventId) -> Option<usize> {
        self.acyclic.threads.iter().position(|thread| thread.joins.contains(&id))
    }

    /// Where each write is.
    fn places(&self) -> BTreeMap<EventId, Place> {
        let mut places = BTreeMap::new();
        for thread in 0..self.acyclic.threads.len() {
            let accesses = self.accesses(ThreadIndex(thread as u32));
            for (step, access) in accesses.iter().enumerate() {
                for (part, id) in access.events.iter().enumerate() {
                    let kind = self.acyclic.event(*id).kind;
                    if kind == Kind::Write || access.is_written {
                        places.insert(*id, Place { thread, step, part });
                    }
                }
            }
        }
        places
    }

    fn thread(&self, index: ThreadIndex) -> ClaimedThread {
        let accesses = self.accesses(index);
        let steps = accesses.iter().map(|access| self.step(access)).collect();
        let (mut created, mut chosen) = (Vec::new(), Vec::new());
        let deeds = self.acyclic.deeds.iter().filter(|deed| deed.thread == index);
        let mut known: BTreeSet<u64> = BTreeSet::new();
        for deed in deeds.filter(|deed| self.holds(deed.condition)) {
            match deed.what {
                DeedKind::Creates { object, site } => {
                    let (id, _) = Address(object).object().expect("it is the address of one");
                    if known.insert(object) {
                        created.push((site, ObjectId { ..id }));
                    }
                }
                DeedKind::Chooses(value) => chosen.push(self.execution.evaluation.number(value)),
            }
        }
        let events = self.events(index).into_iter();
        let mapped = events.filter(|id| !self.acyclic.zeros.contains(id)).map(|id| {
            let event = self.acyclic.event(id);
            let address = event.address.map(|at| self.execution.evaluation.number(at));
            Mapped { kind: event.kind, tags: event.tags, address }
        });
        let mapped = mapped.filter(|own| own.kind != Kind::Other).collect();
        let id = self.acyclic.threads[index.index()].id;
        let ends = self.ends(index);
        ClaimedThread { id, steps, created, ends, chosen, end: self.end(index), mapped }
    }

    /// The objects whose lives a thread ends, and nobody has ended before.
    fn ends(&self, thread: ThreadIndex) -> BTreeSet<ObjectId> {
        let executed = self.execution.executed.events.iter().copied();
        let endings = executed.filter(|id| {
            let is_here = self.acyclic.event(*id).thread == Some(thread);
            is_here && self.acyclic.endings.contains(id) && !self.is_late(*id)
        });
        let addresses = endings.filter_map(|id| self.acyclic.event(id).may_addresses.first());
        addresses.filter_map(|at| Address(*at).object().map(|(object, _)| object)).collect()
    }

    fn step(&self, access: &Access) -> Step {
        let first = access.events[0];
        if let Some(thread) = self.created(first) {
            return Step::Spawn(thread);
        }
        if let Some(thread) = self.joined(first) {
            return Step::Join(thread);
        }
        let place = |id: &EventId| {
            let event = self.acyclic.event(*id);
            let address = event.address.expect("an access has an address");
            (self.execution.evaluation.number(address), event.size)
        };
        if self.acyclic.event(first).kind == Kind::Write || access.is_written {
            let parts = access.events.iter().map(|id| {
                let (address, size) = place(id);
                WritePart { address, size, rank: self.rank(*id) }
            });
            let is_zero = self.acyclic.zeros.contains(&first);
            return Step::Write { parts: parts.collect(), is_zero };
        }
        let parts = access.events.iter().map(|id| {
            let (address, size) = place(id);
            let value = self.execution.reads.get(id).copied();
            ReadPart { address, size, source: None, value }
        });
        let is_executed = |id: EventId| self.execution.executed.events.contains(&id);
        let updates = self.acyclic.event(first).kind == Kind::Update
            || self.acyclic.rmw.iter().any(|rmw| {
                rmw.read == first && self.holds(rmw.condition) && is_executed(rmw.write)
            });
        Step::Read { parts: parts.collect(), updates }
    }

    /// How many writes come before one in co.
    fn rank(&self, id: EventId) -> u32 {
        let executed = &self.execution.executed;
        let number = executed.events.iter().position(|own| *own == id);
        let number = number.expect("only executed events are claimed");
        let co = executed.structure.co.as_ref().expect("coherence is chosen");
        (0..executed.events.len()).filter(|other| co.contains(*other, number)).count() as u32
    }

    /// Whether an access of a thread comes after the end of its object's life.
    fn comes_late(&self, thread: ThreadIndex) -> bool {
        let lates = self.acyclic.lates.iter();
        let mut own = lates.filter(|own| self.acyclic.event(own.access).thread == Some(thread));
        own.any(|own| self.execution.is_late(own))
    }

    /// How a thread ends.
    fn end(&self, index: ThreadIndex) -> End {
        let acyclic = self.acyclic;
        let holds =
            |thread: ThreadIndex, condition: ValueId| thread == index && self.holds(condition);
        if self.holds(acyclic.threads[index.index()].finished) {
            End::Finished
        } else if self.comes_late(index) {
            End::Late
        } else if acyclic.checks.iter().any(|own| holds(own.thread, own.condition)) {
            End::Failed
        } else if acyclic.waits.iter().any(|own| holds(own.thread, own.condition)) {
            End::WaitsForMutex
        } else if acyclic.calls.iter().any(|own| holds(own.thread, own.condition)) {
            End::WaitsInCall
        } else if acyclic.joins.iter().any(|own| holds(own.thread, own.condition)) {
            End::WaitsForEnd
        } else if acyclic.spins.iter().any(|own| holds(own.thread, own.condition)) {
            End::WaitsInLoop
        } else {
            End::Stopped
        }
    }
}

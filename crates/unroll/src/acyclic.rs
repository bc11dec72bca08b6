//! What is a program without loops, calls and private memory? Events with the conditions under
//! which they happen, and values that connect them (`dat3m-thesis` §4.2–4.4).
//!
//! An execution gives each executed read a write to read from and each choice a value; everything
//! else follows: whether an event is executed (its guard), where it is, what it writes, and which
//! dependencies there are. Which of these executions a memory model allows is not said here.
//!
//! Invariants, which `Acyclic::check_invariants` checks:
//!
//! 1. Initial writes come first, one for each cell, with constant addresses and guards.
//! 2. Within a thread, events stand in program order; two that exclude each other may stand in any.
//! 3. Two accesses that may be at the same address have the same size and values of the same width.
//! 4. The parts of one access stand next to each other, and are not ordered.
//! 5. Guards and other conditions have one bit, addresses 64.
//! 6. A dependency is on an earlier event of the same thread; `rmw` is from a read to a later write
//!    of the same thread.

use crate::{ChoiceId, Node, ValueId, Values};
use base::{SourcePosition, TagSet, ThreadId, ViolationKind};
use events::Kind;
use program::SiteId;
use std::collections::BTreeSet;

/// An event: its place in [`Acyclic::events`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EventId(pub u32);

impl EventId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A thread: its place in [`Acyclic::threads`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct ThreadIndex(pub u32);

impl ThreadIndex {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An acyclic program. The module says what it means.
#[derive(Clone, Debug, Default)]
pub struct Acyclic {
    pub values: Values,
    pub events: Vec<Event>,
    pub threads: Vec<Thread>,
    /// The free choices, each with its width and what it is for.
    pub choices: Vec<Choice>,
    /// What relates the read of an update, or of an exclusive pair, to its write.
    pub rmw: Vec<Rmw>,
    /// What must be so in every execution.
    pub assumptions: Vec<ValueId>,
    /// What must not happen.
    pub checks: Vec<Check>,
    /// Where a loop or a recursion was cut at the bound.
    pub unwound: Vec<Unwound>,
    /// Where something is not understood.
    pub gaps: Vec<Gap>,
    /// Where threads wait for mutexes.
    pub waits: Vec<Wait>,
    /// Where threads wait for the ends of others.
    pub joins: Vec<JoinWait>,
    /// Where threads wait in calls for what others do.
    pub calls: Vec<CallWait>,
    /// Where threads wait in loops, if that was asked for or a thread may be held.
    pub spins: Vec<SpinWait>,
    /// When main has returned, which ends the program, whatever its threads wait for.
    pub returned: Vec<ValueId>,
    /// When a thread has ended the program in another way.
    pub exited: Vec<ValueId>,
    /// What a language must order.
    pub lifetimes: Vec<Lifetime>,
    /// Where the lives of objects end, for a model to say whether that is before an access: a write
    /// without a value to each cell of the object, and the fences that belong to them. In the
    /// end, nothing is left there that somebody has written.
    pub endings: BTreeSet<EventId>,
    /// Where lives of objects begin, in a language that demands that accesses happen after that: a
    /// plain write without a value to each cell of the object, which leaves it uninitialised.
    pub beginnings: BTreeSet<EventId>,
    /// What `calloc` writes, where another thread may not know of it.
    pub zeros: BTreeSet<EventId>,
    /// What may come too late, after an ending.
    pub lates: Vec<Late>,
    /// When a thread goes on after an access that came too late. What is wrong in such an execution
    /// is not known; that there is one is a gap.
    pub goes_on_late: Vec<ValueId>,
    /// Whether some access was expected at fewer places than it can be at
    /// (`Unrolling::indices`). The others are gaps.
    pub expects_few: bool,
    /// What threads do that is no event, in program order, for who runs an execution again.
    pub deeds: Vec<Deed>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    /// Its name in a program; main's in a litmus test, whose threads are told apart by their
    /// places.
    pub id: ThreadId,
    /// The name of its function, or of its column.
    pub name: String,
    /// The event after which it starts, if another thread creates it; `po` goes through.
    pub spawn: Option<EventId>,
    /// The events that wait for its end, and before which all of its events are in `po`.
    pub joins: Vec<EventId>,
    /// Whether it runs to its end.
    pub finished: ValueId,
    /// What its registers hold at its end, by their numbers in the litmus test.
    pub registers: Vec<ValueId>,
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub width: u8,
    pub what: ChoiceKind,
}

/// What is chosen freely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceKind {
    /// A value that the program does not fix; assumptions may bound it.
    Input,
    /// Whether a conditional or exclusive store writes.
    Success,
    /// Which dependency a compare-and-swap leaves (Arm's pick dependencies): 1 for what it read.
    Pick,
    /// Whether an access comes after the end of its object's life ([`Late`]), and whether its
    /// thread goes on after that.
    Late,
}

/// One event.
#[derive(Clone, Debug)]
pub struct Event {
    /// None for an initial write.
    pub thread: Option<ThreadIndex>,
    pub kind: Kind,
    pub tags: TagSet,
    /// It is executed if and only if this is 1.
    pub guard: ValueId,
    /// None for a fence, but for those about a location.
    pub address: Option<ValueId>,
    /// In bytes; 0 for a fence.
    pub size: u8,
    /// The first event of the access that this is a part of; itself, if it is the first.
    pub access: EventId,
    /// The atomic block that it is in, of its thread; the others of the block happen at once with
    /// it.
    pub block: Option<u32>,
    /// What is written. An initial write without one is memory that was never written, and so is
    /// what a life begins with. What a read reads is [`Node::Read`] of it.
    pub value: Option<ValueId>,
    /// The width of what is read or written, in bits.
    pub width: u8,
    /// All addresses that the access can have, in ascending order, and perhaps more.
    pub may_addresses: Vec<u64>,
    pub addr: Vec<Dependency>,
    pub data: Vec<Dependency>,
    pub ctrl: Vec<Dependency>,
    pub position: Option<SourcePosition>,
}

/// That an event depends on another, if both are executed and under conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependency {
    pub on: EventId,
    /// By what was read.
    pub direct: ValueId,
    /// By a choice inside of one instruction (Arm's pick dependencies).
    pub picked: ValueId,
}

/// A read and a write that are one update, if both are executed and the condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rmw {
    pub read: EventId,
    pub write: EventId,
    pub condition: ValueId,
    /// Of one instruction, and not of an exclusive pair (`amo`).
    pub is_one: bool,
}

/// A violation in every execution in which the condition holds.
#[derive(Clone, Debug)]
pub struct Check {
    pub condition: ValueId,
    pub kind: ViolationKind,
    pub message: String,
    pub thread: ThreadIndex,
    pub position: Option<SourcePosition>,
}

/// If the condition holds, a thread has stopped at the bound, since it had another round to go.
#[derive(Clone, Debug)]
pub struct Unwound {
    pub condition: ValueId,
    pub thread: ThreadIndex,
    /// The line in a litmus test.
    pub line: Option<usize>,
    pub position: Option<SourcePosition>,
}

/// If the condition holds, a thread has stopped before a mutex that it does not get. That is no
/// violation by itself, and a deadlock if the mutex is held in the end and all others have stopped
/// too.
#[derive(Clone, Debug)]
pub struct Wait {
    pub condition: ValueId,
    pub mutex: ValueId,
    pub thread: ThreadIndex,
    pub position: Option<SourcePosition>,
}

/// If the condition holds, a thread has stopped before the end of another one, which has not come
/// to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinWait {
    pub condition: ValueId,
    pub joined: ThreadIndex,
    pub thread: ThreadIndex,
}

/// If the condition holds, a thread has stopped in a call that waits for another state of an object
/// than the one that it has read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallWait {
    pub condition: ValueId,
    pub read: EventId,
    pub thread: ThreadIndex,
    pub position: Option<SourcePosition>,
}

/// If the condition holds, a thread has stopped after a turn of a loop that changed nothing. It
/// waits for ever if what the turn has read has the values of the last writes that there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpinWait {
    pub condition: ValueId,
    pub thread: ThreadIndex,
    pub position: Option<SourcePosition>,
    /// What the turn may have read, with the condition that it was this turn; locks of mutexes are
    /// nothing that it waits for.
    pub reads: Vec<(EventId, ValueId)>,
    /// What another turn may do otherwise: inputs, failures without a reason.
    pub accidents: Vec<ValueId>,
}

/// An access to an object that another thread has created, which nothing that is known here orders
/// after the creation. In a language, it must happen before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// An event without a kind, where the object is created.
    pub birth: EventId,
    pub access: EventId,
    /// The address of the object, which has so many bytes.
    pub object: u64,
    pub size: u64,
}

/// An access to an object whose life may have ended. It is late if it reads from an ending, or
/// comes after one in co. That is no free choice: an execution says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Late {
    pub access: EventId,
    /// 1 if it is executed and late.
    pub choice: ChoiceId,
}

/// If the condition holds, a thread does something that is no event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    pub condition: ValueId,
    pub thread: ThreadIndex,
    pub what: DeedKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeedKind {
    /// It creates an object at this address, or comes across a variable of its own for the first
    /// time.
    Creates { object: u64, site: SiteId },
    /// It takes this number, of 64 bits, for an input; or it is 1 for a weak compare-exchange of
    /// private memory that fails although it need not, and 0 for one that does not.
    Chooses(ValueId),
}

/// If the condition holds, a thread has stopped at something that is not understood.
#[derive(Clone, Debug)]
pub struct Gap {
    pub condition: ValueId,
    pub what: String,
    pub thread: ThreadIndex,
    pub position: Option<SourcePosition>,
}

impl Acyclic {
    /// Whether who reads from a write gets what was never written.
    pub fn leaves_uninitialised(&self, write: EventId) -> bool {
        let event = self.event(write);
        event.value.is_none() && (event.thread.is_none() || self.beginnings.contains(&write))
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// All events with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (EventId, &Event)> {
        self.events.iter().enumerate().map(|(index, event)| (EventId(index as u32), event))
    }

    /// Whether some access is in several parts, which few models know (`si`).
    pub fn has_parts(&self) -> bool {
        self.numbered().any(|(id, event)| event.access != id)
    }

    /// Panics where an invariant of the module does not hold.
    pub fn check_invariants(&self) {
        let mut threads_started = false;
        let is_bit = |value: ValueId| self.values.width(value) == 1;
        for (id, event) in self.numbered() {
            match event.thread {
                None => {
                    assert!(!threads_started, "1: {id:?} is an initial write behind others");
                    assert_eq!(event.guard, ValueId::TRUE, "1: {id:?}");
                    assert_eq!(event.may_addresses.len(), 1, "1: {id:?}");
                }
                Some(_) => threads_started = true,
            }
            assert!(is_bit(event.guard), "5: the guard of {id:?}");
            assert!(event.address.is_none_or(|own| self.values.width(own) == 64), "5: {id:?}");
            let value = event.value.filter(|_| event.kind.writes());
            assert!(value.is_none_or(|own| self.values.width(own) == event.width), "3: {id:?}");
            assert!(event.access <= id && id.0 - event.access.0 < 16, "4: {id:?}");
            for dependency in event.addr.iter().chain(&event.data).chain(&event.ctrl) {
                let on = self.event(dependency.on);
                assert!(dependency.on < id && on.thread == event.thread, "6: {id:?}");
                assert!(is_bit(dependency.direct) && is_bit(dependency.picked), "5: {id:?}");
            }
        }
        self.check_overlaps();
        for rmw in &self.rmw {
            let (read, write) = (self.event(rmw.read), self.event(rmw.write));
            assert!(rmw.read < rmw.write && read.thread == write.thread, "6: {rmw:?}");
            assert!(read.kind.reads() && write.kind.writes(), "6: {rmw:?}");
        }
    }

    /// Invariant 3.
    fn check_overlaps(&self) {
        let mut cells: Vec<(u64, u8, u8)> = self
            .events
            .iter()
            .filter(|event| event.kind.is_access())
            .flat_map(|event| event.may_addresses.iter().map(|at| (*at, event.size, event.width)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        for pair in cells.windows(2) {
            let [(first, size, _), (second, ..)] = pair else { continue };
            assert!(first + u64::from(*size) <= *second, "3: cells at {first:#x} and {second:#x}");
        }
    }

    /// What an event reads, as a value.
    pub fn read(&mut self, id: EventId) -> ValueId {
        let width = self.event(id).width;
        self.values.leaf(Node::Read(id), width)
    }
}

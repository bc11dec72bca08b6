//! A recording as an acyclic program: whether an execution of it is possible is whether the program
//! can end (`dat3m-thesis` §4.4).
//!
//! Events are those of [`super::events`], with the same numbers, and all of them happen. Every
//! write to a location has a value of its own, and the initial write another one, so that what a
//! read gets says from where: that it is one of its candidates is an assumption of the program. So
//! values that repeat, and sources that are given, need nothing more.

use super::events::Events;
use crate::operation::Source;
use crate::recording::Recording;
use crate::sources::Sources;
use ::program::{BinaryOperation, Predicate};
use unroll::{Acyclic, Event, EventId, Rmw, Thread, ThreadIndex, ValueId};

/// In bytes, what a location takes.
const SIZE: u8 = 8;

/// The program. Every read has a candidate.
pub(super) fn program(recording: &Recording, events: &Events, sources: &Sources) -> Acyclic {
    let mut made = Acyclic::default();
    let width = (usize::BITS - events.origins.len().leading_zeros()) as u8;
    for (own, origin) in events.origins.iter().enumerate() {
        let cell = origin.location.map(|location| u64::from(SIZE) * (1 + u64::from(location.0)));
        let is_write = origin.kind.writes();
        let value = is_write.then(|| made.values.constant(width, own as u64));
        made.events.push(Event {
            thread: origin.operation.map(|id| ThreadIndex(recording.thread_of(id).0)),
            kind: origin.kind,
            tags: Events::tags(recording, *origin),
            guard: ValueId::TRUE,
            address: cell.map(|cell| made.values.constant(64, cell)),
            size: if cell.is_some() { SIZE } else { 0 },
            access: EventId(own as u32),
            block: None,
            value,
            width,
            may_addresses: cell.into_iter().collect(),
            addr: Vec::new(),
            data: Vec::new(),
            ctrl: Vec::new(),
            position: None,
        });
    }
    made.threads = recording
        .threads()
        .map(|thread| Thread {
            id: base::ThreadId::MAIN,
            name: recording.thread_name(thread).to_owned(),
            spawn: None,
            joins: Vec::new(),
            finished: ValueId::TRUE,
            registers: Vec::new(),
        })
        .collect();
    made.rmw = events
        .updates()
        .map(|(read, write)| Rmw {
            read: EventId(read as u32),
            write: EventId(write as u32),
            condition: ValueId::TRUE,
            is_one: true,
        })
        .collect();
    for id in recording.ids() {
        let Some(read) = events.read(id) else { continue };
        let location = recording.operation(id).location().expect("it reads somewhere");
        let got = made.read(EventId(read as u32));
        let is_from = |source: &Source| {
            let number = events.source(location, *source) as u64;
            let number = made.values.constant(width, number);
            made.values.compare(Predicate::Eq, got, number)
        };
        let ways: Vec<ValueId> = sources.candidates(id).iter().map(is_from).collect();
        let any = ways
            .into_iter()
            .reduce(|one, other| made.values.binary(BinaryOperation::Or, one, other));
        made.assumptions.push(any.unwrap_or(ValueId::FALSE));
    }
    made.check_invariants();
    made
}

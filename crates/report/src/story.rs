//! What happened, one line for each thing that a thread did: a witness with the events of one
//! access put together again.
//!
//! An access of which the bytes were split into cells, and an atomic update with its read and its
//! write, are several events that happen at once. Here they are one line again. The events of an
//! atomic block stay lines of their own, marked as belonging together.

mod gather;

use base::{ObjectId, Ordering, SourcePosition, ThreadId, Value};
use execution::canonical::EventName;
use execution::witness::{ThreadEnd, ThreadStatus};
use execution::{Cell, Witness};
use std::collections::HashMap;

/// What happened in one execution, in an order in which it can have happened.
#[derive(Clone, Debug)]
pub(crate) struct Story<'w> {
    pub(crate) lines: Vec<Line<'w>>,
    /// What was printed, in order of `after`.
    pub(crate) outputs: Vec<Output<'w>>,
    numbers: HashMap<EventName, usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Line<'w> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) thread: ThreadId,
    pub(crate) position: Option<SourcePosition>,
    pub(crate) function: &'w str,
    pub(crate) deed: Deed,
    /// The events it consists of.
    pub(crate) events: Vec<EventName>,
    /// The line's place in an atomic block of several lines.
    pub(crate) block: Option<BlockPart>,
}

/// Something that a thread printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Output<'w> {
    /// The number of the line that it follows; 0 if it is the first thing that happens.
    pub(crate) after: usize,
    pub(crate) thread: ThreadId,
    pub(crate) text: &'w str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockPart {
    First,
    Middle,
    Last,
}

/// What a thread did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Access(Access),
    Fence { ordering: Ordering },
    Free { object: ObjectId },
    Create { thread: ThreadId },
    Join { thread: ThreadId },
    Choose { value: i64 },
}

/// A visit to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub(crate) act: Act,
    /// All bytes of the access.
    pub(crate) cell: Cell,
    pub(crate) ordering: Ordering,
    pub(crate) read: Option<Reading>,
    pub(crate) written: Option<Value>,
}

/// What a read saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) value: Value,
    /// The writes that the bytes come from, each once; `None` is the initial value.
    pub(crate) from: Vec<Option<EventName>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Load,
    Store,
    /// A read-modify-write, or a compare-exchange that wrote.
    Update,
    /// A compare-exchange that did not write.
    FailedUpdate,
    Lock,
    /// A lock that found the mutex held.
    Wait,
    TryLock,
    FailedTryLock,
    Unlock,
    InitialiseMutex,
    /// An initialisation that found the mutex held.
    FailedInitialise,
    DestroyMutex,
    /// A destruction that found the mutex held.
    FailedDestroy,
}

impl Line<'_> {
    /// Whether the thread waits here for a mutex, for ever: then it is its last line, and no other
    /// thread does anything.
    fn waits(&self) -> bool {
        match &self.deed {
            Deed::Access(access) => access.act == Act::Wait,
            Deed::Fence { .. }
            | Deed::Free { .. }
            | Deed::Create { .. }
            | Deed::Join { .. }
            | Deed::Choose { .. } => false,
        }
    }
}

/// Lines for locks that never happen: of threads that wait for a mutex where nothing can run any
/// more.
fn waiting<'w>(witness: &'w Witness, lines: &[Line<'w>]) -> Vec<Line<'w>> {
    let can_run = |end: &ThreadEnd| match end.status {
        ThreadStatus::Running
        | ThreadStatus::Failed(_)
        | ThreadStatus::Wrong
        | ThreadStatus::Updating
        | ThreadStatus::Unsupported(_) => true,
        ThreadStatus::Ended
        | ThreadStatus::EndedProgram
        | ThreadStatus::StoppedByAssumption
        | ThreadStatus::StoppedByBound
        | ThreadStatus::WaitsForMutex { .. }
        | ThreadStatus::WaitsForEnd(_)
        | ThreadStatus::WaitsForObject(_)
        | ThreadStatus::WaitsInLoop
        | ThreadStatus::LoopsForEver => false,
    };
    if witness.threads.iter().any(can_run) {
        return Vec::new();
    }
    let is_told = |thread| lines.iter().any(|line| line.thread == thread && line.waits());
    let ends = witness.threads.iter().filter(|end| !is_told(end.thread));
    let lines = ends.filter_map(|end| match end.status {
        ThreadStatus::WaitsForMutex { mutex, .. } => Some(Line {
            number: 0,
            thread: end.thread,
            position: end.position,
            function: &end.function,
            deed: Deed::Access(Access {
                act: Act::Wait,
                cell: Cell { address: mutex, size: 8 },
                ordering: Ordering::AcquireRelease,
                read: None,
                written: None,
            }),
            events: Vec::new(),
            block: None,
        }),
        _ => None,
    });
    lines.collect()
}

impl Act {
    /// Whether the place is a mutex, whose contents are no business of the program's.
    pub(crate) fn is_on_mutex(self) -> bool {
        match self {
            Act::Load | Act::Store | Act::Update | Act::FailedUpdate => false,
            Act::Lock
            | Act::Wait
            | Act::TryLock
            | Act::FailedTryLock
            | Act::Unlock
            | Act::InitialiseMutex
            | Act::FailedInitialise
            | Act::DestroyMutex
            | Act::FailedDestroy => true,
        }
    }
}

impl<'w> Story<'w> {
    pub(crate) fn new(witness: &'w Witness) -> Story<'w> {
        let mut lines = gather::lines(&witness.steps);
        lines.extend(waiting(witness, &lines));
        // A lock that waits for ever may come at any time after the thread's other steps. It makes
        // sense to people when the mutex is held, which it is at the end.
        lines.sort_by_key(Line::waits);
        for (line, number) in lines.iter_mut().zip(1..) {
            line.number = number;
        }
        let numbers = lines
            .iter()
            .flat_map(|line| line.events.iter().map(|event| (*event, line.number)))
            .collect();
        let mut story = Story { lines, outputs: Vec::new(), numbers };
        for end in &witness.threads {
            for (events, text) in &end.output {
                story.outputs.push(Output {
                    after: story.line_before(end.thread, *events),
                    thread: end.thread,
                    text,
                });
            }
        }
        story.outputs.sort_by_key(|output| output.after);
        story
    }

    /// The number of the line that an event is part of.
    pub(crate) fn number(&self, event: EventName) -> Option<usize> {
        self.numbers.get(&event).copied()
    }

    /// What was printed right after a line.
    pub(crate) fn outputs_after(&self, number: usize) -> impl Iterator<Item = &Output<'w>> {
        self.outputs.iter().filter(move |output| output.after == number)
    }

    /// The number of a thread's last line, or of the one that created it; 0 if there is none.
    pub(crate) fn last_line(&self, thread: ThreadId) -> usize {
        let last = self.lines.iter().rev().find(|line| line.thread == thread);
        last.map_or_else(|| self.line_before(thread, 0), |line| line.number)
    }

    /// The last line of a thread that has had so many events, or the one that created it.
    fn line_before(&self, thread: ThreadId, events: u32) -> usize {
        let number = match events.checked_sub(1) {
            Some(index) => self.number(EventName { thread, index }),
            None => {
                let creation = Deed::Create { thread };
                let line = self.lines.iter().find(|line| line.deed == creation);
                line.map(|line| line.number)
            }
        };
        number.unwrap_or(0)
    }
}

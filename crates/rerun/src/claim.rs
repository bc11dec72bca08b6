//! An execution as somebody claims it: what threads do, by the names that whoever claims it gives
//! to threads and objects.

use base::{ObjectId, TagSet, ThreadId, ViolationKind};
use events::Kind;
use program::SiteId;
use std::collections::BTreeSet;

/// A step of a claimed thread, and a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub thread: usize,
    pub step: usize,
    pub part: usize,
}

/// A claim. Main is its first thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub threads: Vec<ClaimedThread>,
    /// The objects whose accesses are steps. What is done to others concerns one thread only.
    pub shared: BTreeSet<ObjectId>,
    /// Those of them to which `calloc` writes zeros as steps. All others are zero from the start.
    pub zeroed: BTreeSet<ObjectId>,
    pub wrong: Wrong,
}

/// What one thread is claimed to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedThread {
    pub id: ThreadId,
    pub steps: Vec<Step>,
    /// The objects that it creates, in order, with the places in the program that create them.
    pub created: Vec<(SiteId, ObjectId)>,
    /// The objects whose lives it ends, of those that other threads may still use.
    pub ends: BTreeSet<ObjectId>,
    /// What it is given where it asks for a number.
    pub chosen: Vec<u64>,
    pub end: End,
    /// All of its events as the model of a machine sees them, if it is one.
    pub mapped: Vec<Mapped>,
}

/// An event of a program that is compiled for a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub kind: Kind,
    pub tags: TagSet,
    pub address: Option<u64>,
}

/// What a thread does that others may see. Fences are not mentioned: the program has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Read {
        parts: Vec<ReadPart>,
        /// Whether it goes on to write, as an update.
        updates: bool,
    },
    Write {
        parts: Vec<WritePart>,
        /// Whether it is a zero that `calloc` writes. In a run it may be missing, if nobody looks.
        is_zero: bool,
    },
    /// The number of the thread that it creates.
    Spawn(usize),
    /// The number of the thread whose end it has waited for.
    Join(usize),
}

/// Some bytes that an access reads at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadPart {
    pub address: u64,
    pub size: u8,
    /// Which write it reads; none is what was there at first.
    pub source: Option<Place>,
    /// What it reads, if anybody looks at it.
    pub value: Option<u64>,
}

/// Some bytes that an access writes at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WritePart {
    pub address: u64,
    pub size: u8,
    /// Its place in co among the writes to this address.
    pub rank: u32,
}

/// How a thread ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Finished,
    Failed,
    /// It is about to use an object whose life another thread has ended, or to end it again. What
    /// it is about to do is no step.
    Late,
    WaitsForMutex,
    /// It waits for the end of another thread.
    WaitsForEnd,
    /// It waits in a call of a library.
    WaitsInCall,
    /// It waits in a loop.
    WaitsInLoop,
    /// It does not go on, or not yet: at a bound, at an assumption, since the program is over.
    Stopped,
}

/// What is claimed to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// This thread fails.
    Fails { thread: usize, kind: ViolationKind },
    /// This thread waits for ever for a mutex, a thread or a call.
    Deadlock { thread: usize },
    /// This thread waits for ever in a loop.
    Liveness { thread: usize },
    /// A check of the model, by its number, that makes programs undefined, because of these steps
    /// (each with its thread).
    Race { check: usize, steps: Vec<(usize, usize)> },
    /// A step of a thread uses an object whose life a thread ends, and does not happen before that.
    Outlives { thread: usize, step: usize, ends: usize },
    /// A step of a thread uses an object whose creation does not happen before.
    Precedes { thread: usize, step: usize },
    /// A thread ends the life of an object whose creation does not happen before.
    Frees { thread: usize, object: ObjectId },
}

impl Step {
    /// Where it is, if it is an access.
    pub(crate) fn parts(&self) -> Vec<(u64, u8)> {
        match self {
            Step::Read { parts, .. } => parts.iter().map(|own| (own.address, own.size)).collect(),
            Step::Write { parts, .. } => parts.iter().map(|own| (own.address, own.size)).collect(),
            Step::Spawn(_) | Step::Join(_) => Vec::new(),
        }
    }
}

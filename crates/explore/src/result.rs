//! What an exploration finds.

use crate::monitor::Stop;
use crate::path::Path;
use base::{ObjectId, SourcePosition, ThreadId, Verdict, ViolationKind};
use execution::ChronologicalTrace;
use execution::canonical::EventName;
use execution::witness::Witness;
use program::{AllocationKind, SiteId};

/// How much was explored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Complete executions.
    pub executions: u64,
    /// Executions in which nothing can run although not all threads have ended.
    pub blocked: u64,
    /// Executions that ended in a violation.
    pub erroneous: u64,
    /// Events added to graphs.
    pub events: u64,
    /// Backward revisits.
    pub revisits: u64,
    /// The largest graph.
    pub largest: u64,
    /// Explorations that ended because everything that could run had been seen elsewhere.
    pub sleep_set_blocked: u64,
    /// How often the exploration started again because it had learnt something.
    pub restarts: u64,
}

impl Statistics {
    /// Adds what another part of the exploration counted.
    pub fn add(&mut self, other: &Statistics) {
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.erroneous += other.erroneous;
        self.events += other.events;
        self.revisits += other.revisits;
        self.largest = self.largest.max(other.largest);
        self.sleep_set_blocked += other.sleep_set_blocked;
        self.restarts += other.restarts;
    }
}

/// Something wrong, with the execution in which it happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// One line for people, without the names that only a report knows: who waits for whom in a deadlock, the
    /// witness says.
    pub message: String,
    /// The thread that did it, and where it was.
    pub thread: ThreadId,
    pub position: Option<SourcePosition>,
    /// The events that it is about, if it is about their order: two that are in the wrong order or in none, or a cycle.
    pub events: Vec<EventName>,
    /// The way to it, for replay.
    pub path: Path,
    pub witness: Witness,
    /// The objects that the witness mentions, but for the global ones, in order.
    pub objects: Vec<ObjectOrigin>,
    /// What the machine did, if the engine has one.
    pub trace: Option<ChronologicalTrace>,
}

/// An execution that goes well, with what it takes to tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub trace: ChronologicalTrace,
    pub witness: Witness,
    pub objects: Vec<ObjectOrigin>,
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectOrigin {
    pub object: ObjectId,
    pub site: SiteId,
    pub kind: AllocationKind,
    pub size: u64,
}

/// Something that keeps the answer from being complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gap {
    /// An execution reached something that Heddle cannot do.
    Unsupported {
        what: String,
        position: Option<SourcePosition>,
    },
    Stopped(Stop),
    /// A loop goes on and on: the one that starts here.
    Endless {
        position: Option<SourcePosition>,
    },
}

/// What an exploration has left out because of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cut {
    /// Whether a loop would have gone on.
    pub turns: bool,
    /// The first such loop.
    pub turning: Option<SourcePosition>,
    /// Whether a weak compare-exchange would have failed again, although it need not.
    pub failures: bool,
}

impl Cut {
    pub fn is_nothing(self) -> bool {
        !self.turns && !self.failures
    }

    /// Takes note of a loop that would have gone on.
    pub(crate) fn add_turn(&mut self, position: Option<SourcePosition>) {
        self.turns = true;
        self.turning = self.turning.or(position);
    }

    /// Adds what was left out later.
    pub(crate) fn add(&mut self, later: Cut) {
        self.turns |= later.turns;
        self.turning = self.turning.or(later.turning);
        self.failures |= later.failures;
    }
}

/// What an exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub verdict: Verdict,
    pub violations: Vec<Violation>,
    /// Why the verdict is `Unknown`, if it is.
    pub gap: Option<Gap>,
    /// What was left out because of a bound.
    pub cut: Cut,
    pub statistics: Statistics,
}

impl Report {
    /// The one place where a verdict is made.
    pub(crate) fn new(
        violations: Vec<Violation>,
        gap: Option<Gap>,
        cut: Cut,
        statistics: Statistics,
    ) -> Report {
        let verdict = if !violations.is_empty() {
            Verdict::Violated
        } else if gap.is_some() {
            Verdict::Unknown
        } else if cut.is_nothing() {
            Verdict::Holds
        } else if statistics.executions == 0 {
            // Nothing has been seen from its start to its end.
            Verdict::Unknown
        } else {
            Verdict::HoldsWithinBound
        };
        Report { verdict, violations, gap, cut, statistics }
    }
}

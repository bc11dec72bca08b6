//! How much was explored, and how the executions that were begun have ended.
//!
//! Each execution that a search begins ends in exactly one way ([`Ending`]), so that the numbers
//! add up: (1) `begun` is the sum of `executions`, `blocked`, `redundant`, `sleep_set_blocked`,
//! `erroneous`, `cut` and `unsupported`; (2) `blocked` is the sum of `reasons`. An answer is made
//! of numbers that do ([`Answer::of_search`](crate::Answer::of_search)).

use base::SourcePosition;

/// How an execution ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every thread has ended, or one has ended the program.
    Complete,
    /// Nothing can run, and some thread has not ended.
    Blocked(Reason),
    /// The engine stops, because what would follow is explored elsewhere: a group of events can go
    /// nowhere until a read of it is revisited, a lock has not seen the last holder, or a thread
    /// has read something with which it waits, and which is never the canonical choice.
    Redundant,
    /// The same: everything that could run is in the sleep set.
    SleepSet,
    /// Something is wrong with it, and it does not go on.
    Erroneous,
    /// A bound or a limit has stopped it.
    Cut,
    /// It has reached something that Heddle cannot do.
    Unsupported,
}

/// Why an execution in which nothing can run is not complete, the most telling reason first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Main has returned, which ends the program; other threads would still wait.
    AfterMain,
    /// An assumption does not hold.
    Assumption,
    /// A thread waits in a loop.
    Loop,
    /// A thread waits for a mutex, in a call, or for the end of another thread.
    Held,
}

impl Reason {
    pub const ALL: [Reason; 4] =
        [Reason::AfterMain, Reason::Assumption, Reason::Loop, Reason::Held];

    /// As in reports: `after-main`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::AfterMain => "after-main",
            Reason::Assumption => "assumption",
            Reason::Loop => "loop",
            Reason::Held => "held",
        }
    }
}

/// Where a thread has stopped in an execution that is not complete, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blockage {
    pub reason: Reason,
    pub position: Option<SourcePosition>,
}

/// How much was explored.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Executions that were begun and have ended in one of the following ways.
    pub begun: u64,
    /// Complete executions.
    pub executions: u64,
    /// Executions in which nothing can run although not all threads have ended.
    pub blocked: u64,
    /// The same by their reasons, in the order of [`Reason::ALL`].
    pub reasons: [u64; 4],
    /// Explorations that ended because what follows is explored elsewhere.
    pub redundant: u64,
    /// Explorations that ended because everything that could run had been seen elsewhere.
    pub sleep_set_blocked: u64,
    /// Executions that ended in a violation.
    pub erroneous: u64,
    /// Executions that a bound or a limit has stopped.
    pub cut: u64,
    /// Executions that have reached something that Heddle cannot do.
    pub unsupported: u64,
    /// Events added to graphs.
    pub events: u64,
    /// Backward revisits.
    pub revisits: u64,
    /// The largest graph.
    pub largest: u64,
    /// How often the exploration started again because it had learnt something.
    pub restarts: u64,
    /// What was solved, if a solver was asked.
    pub formula: Option<FormulaSize>,
}

/// How large a formula is, and how much was done about it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FormulaSize {
    /// How often control goes back in a loop.
    pub bound: u32,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
}

impl Statistics {
    /// Begins an execution, or comes to the end of one that was being built.
    pub fn begin(&mut self) {
        self.begun += 1;
    }

    /// Ends the execution that was begun last.
    pub fn end(&mut self, ending: Ending) {
        let number = match ending {
            Ending::Complete => &mut self.executions,
            Ending::Blocked(reason) => {
                self.reasons[reason as usize] += 1;
                &mut self.blocked
            }
            Ending::Redundant => &mut self.redundant,
            Ending::SleepSet => &mut self.sleep_set_blocked,
            Ending::Erroneous => &mut self.erroneous,
            Ending::Cut => &mut self.cut,
            Ending::Unsupported => &mut self.unsupported,
        };
        *number += 1;
    }

    /// Ends the execution that is open where a search stops, or one that is not yet at its end.
    pub fn end_last(&mut self, ending: Ending) {
        if self.ended() == self.begun {
            self.begin();
        }
        self.end(ending);
    }

    /// Executions that have ended, in whatever way.
    pub fn ended(&self) -> u64 {
        let Statistics {
            executions,
            blocked,
            redundant,
            sleep_set_blocked,
            erroneous,
            cut,
            unsupported,
            ..
        } = *self;
        executions + blocked + redundant + sleep_set_blocked + erroneous + cut + unsupported
    }

    /// How many executions were blocked for a reason.
    pub fn blocked_by(&self, reason: Reason) -> u64 {
        self.reasons[reason as usize]
    }

    /// Stops Heddle if the numbers do not add up.
    pub(crate) fn check_invariants(&self) {
        assert_eq!(self.begun, self.ended(), "(1) each execution that was begun has one end");
        assert_eq!(
            self.blocked,
            self.reasons.iter().sum(),
            "(2) each that is blocked has a reason"
        );
    }

    /// Adds what another part of the exploration counted.
    pub fn add(&mut self, other: &Statistics) {
        self.begun += other.begun;
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.reasons.iter_mut().zip(other.reasons).for_each(|(own, other)| *own += other);
        self.redundant += other.redundant;
        self.sleep_set_blocked += other.sleep_set_blocked;
        self.erroneous += other.erroneous;
        self.cut += other.cut;
        self.unsupported += other.unsupported;
        self.events += other.events;
        self.revisits += other.revisits;
        self.largest = self.largest.max(other.largest);
        self.restarts += other.restarts;
        self.formula = other.formula.or(self.formula);
    }
}

//! The rules of safety, by number.
//!
//! An execution is a set of events with `po`, `rf` and `co`, and a status for each thread. `a → b`
//! says that `a` is before `b`: under a model of a language (ra, rc11, rc11-20, and models in cat)
//! that `a` happens before `b`; under a model of a machine (sc, tso, pso) that `a` comes first in
//! every order of steps that the model allows for this execution. `hb` is the happens-before of the
//! program's language, whatever the model.
//!
//! An *access* is an event that reads or writes bytes: loads, stores, both parts of an update
//! whether it succeeds or not, the operations on mutexes, the calls of library functions that run
//! as one event, and each part of an access that was split. The *end* of an object is the event
//! that ends its lifetime: `free`, or for a local variable the end of its block, function or
//! thread.
//!
//! An execution is *at rest* if every thread has ended, joins another one, is *held* by a primitive
//! that no thread can release any more, or *spins*: its last iteration of a loop left everything as
//! it was, and every read of that iteration has the value of the last write in `co`. Repeating
//! these iterations for ever is then a fair execution.
//!
//! | number | rule | an execution is wrong if |
//! |---|---|---|
//! | S1 | use after end | there are an access `a` and an end `e` of one object and not `a → e` |
//! | S2 | double end | one object has two ends |
//! | S3 | invalid free | a thread frees what is no allocation, or by the wrong function |
//! | S4 | invalid access | a thread accesses bytes that are not inside of one object, or may not be written, or are not aligned |
//! | S5 | data race | there are accesses `a`, `b` of different threads to common bytes, one of them a write, one of them plain, with neither `a; hb; b` nor `b; hb; a` |
//! | S6 | unordered allocation | there is an access or an end `a` of an object, by another thread than its creator, and the creator's first event after the object began is not `hb`-before `a` |
//! | S7 | deadlock | following who waits for whom leads from a thread to a cycle, or to a thread that has ended and holds the mutex |
//! | S8 | deadlock at rest | at rest, main has not returned and a thread is held |
//! | S9 | liveness | at rest, a thread spins |
//! | S10 | leak | the program has ended, and an object of `malloc` has no end |
//! | S11 | thread misuse | a thread is joined twice, or was never created |
//! | S12 | mutex misuse | a thread releases a mutex more often than it has acquired it, or acquires, initialises or destroys one that it reads as held, or uses one that it reads as destroyed |
//! | S13 | not robust | `po \| rf \| co \| fr` has a cycle |
//! | S14 | failed step | a thread has failed by itself: an assertion, an overflow, a call of a library against its rules |
//!
//! S3, S4, S12 and S14 are decided by the thread that takes the step, from its registers, before
//! there is an event. The judge takes these failures as a status. What it checks again of S4 and
//! S12 is that no event breaks them.
//!
//! What is not judged:
//! 1. What a thread did after a use after the end in every order (`e → a`). The execution is wrong
//!    by S1 whatever follows.
//! 2. S7 to S9 and S13 where a lock that waits has read a mutex as held and the mutex was released
//!    since: the thread goes on in another execution, which has all other events as well.
//! 3. S7 and S8 where a thread has stopped inside of an atomic block: no other thread could run.

use base::ViolationKind;

/// A rule of safety.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// S1
    UseAfterEnd,
    /// S2
    DoubleEnd,
    /// S3
    InvalidFree,
    /// S4
    InvalidAccess,
    /// S5
    DataRace,
    /// S6
    UnorderedAllocation,
    /// S7
    Deadlock,
    /// S8
    DeadlockAtRest,
    /// S9
    Liveness,
    /// S10
    Leak,
    /// S11
    ThreadMisuse,
    /// S12
    MutexMisuse,
    /// S13
    NotRobust,
    /// S14
    FailedStep,
}

impl Rule {
    pub const ALL: [Rule; 14] = [
        Rule::UseAfterEnd,
        Rule::DoubleEnd,
        Rule::InvalidFree,
        Rule::InvalidAccess,
        Rule::DataRace,
        Rule::UnorderedAllocation,
        Rule::Deadlock,
        Rule::DeadlockAtRest,
        Rule::Liveness,
        Rule::Leak,
        Rule::ThreadMisuse,
        Rule::MutexMisuse,
        Rule::NotRobust,
        Rule::FailedStep,
    ];

    /// The number after the `S`.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Rule::UseAfterEnd => "use after end",
            Rule::DoubleEnd => "double end",
            Rule::InvalidFree => "invalid free",
            Rule::InvalidAccess => "invalid access",
            Rule::DataRace => "data race",
            Rule::UnorderedAllocation => "unordered allocation",
            Rule::Deadlock => "deadlock",
            Rule::DeadlockAtRest => "deadlock at rest",
            Rule::Liveness => "liveness",
            Rule::Leak => "leak",
            Rule::ThreadMisuse => "thread misuse",
            Rule::MutexMisuse => "mutex misuse",
            Rule::NotRobust => "not robust",
            Rule::FailedStep => "failed step",
        }
    }

    /// The rule that a thread has broken if it fails by itself with this kind.
    pub fn of_failure(kind: ViolationKind) -> Rule {
        use ViolationKind as V;
        match kind {
            V::UseAfterFree | V::UseAfterReturn | V::UseAfterScope => Rule::UseAfterEnd,
            V::DoubleFree => Rule::DoubleEnd,
            V::InvalidFree => Rule::InvalidFree,
            V::NullPointer
            | V::OutOfBounds
            | V::InvalidPointer
            | V::MisalignedAtomic
            | V::WriteToConstant => Rule::InvalidAccess,
            V::DataRace => Rule::DataRace,
            V::UnorderedAllocation => Rule::UnorderedAllocation,
            V::Deadlock => Rule::Deadlock,
            V::Liveness => Rule::Liveness,
            V::Leak => Rule::Leak,
            V::ThreadMisuse => Rule::ThreadMisuse,
            V::MutexMisuse => Rule::MutexMisuse,
            V::NotRobust => Rule::NotRobust,
            V::Assertion
            | V::ErrorReached
            | V::UncaughtException
            | V::StackOverflow
            | V::UninitialisedRead
            | V::DivisionByZero
            | V::InvalidShift
            | V::SignedOverflow
            | V::LibraryMisuse
            | V::OutlivingThread
            | V::UnreachableReached
            | V::UndefinedBehaviour => Rule::FailedStep,
        }
    }

    /// Whether it is about the execution as a whole, so that it is enough to report it once, for
    /// any of the threads that it concerns.
    pub fn is_about_the_whole(self) -> bool {
        match self {
            Rule::Deadlock
            | Rule::DeadlockAtRest
            | Rule::Liveness
            | Rule::Leak
            | Rule::NotRobust => true,
            Rule::UseAfterEnd
            | Rule::DoubleEnd
            | Rule::InvalidFree
            | Rule::InvalidAccess
            | Rule::DataRace
            | Rule::UnorderedAllocation
            | Rule::ThreadMisuse
            | Rule::MutexMisuse
            | Rule::FailedStep => false,
        }
    }
}

/// What is said of a violation, where one sentence fits all.
pub mod messages {
    /// S2
    pub const DOUBLE_END: &str = "memory is freed twice";
    /// S5
    pub const DATA_RACE: &str = "data race";
    /// S7 and S8
    pub const DEADLOCK: &str = "deadlock";
    /// S9
    pub const LIVENESS: &str = "a loop waits for ever";
    /// S11
    pub const NEVER_CREATED: &str = "join of a thread that was never created";
    /// S13
    pub const NOT_ROBUST: &str = "this is not sequentially consistent";
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "S{} ({})", self.number(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table above has each rule with its number and its name.
    #[test]
    fn the_table_has_every_rule() {
        let text = include_str!("rules.rs");
        for rule in Rule::ALL {
            let row = format!("//! | S{} | {} | ", rule.number(), rule.name());
            assert!(text.contains(&row), "{row}");
        }
        let rows = text.lines().filter(|line| line.starts_with("//! | S")).count();
        assert_eq!(rows, Rule::ALL.len());
    }
}

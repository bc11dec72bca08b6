//! The answers Heddle gives.

use std::fmt;

/// The answer to "does this program do anything wrong?".
///
/// `Holds` is built in one place per engine, from "exploration complete, nothing unsupported met".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// No execution violates anything.
    Holds,
    /// The same, for executions in which no loop runs more often than the bound.
    HoldsWithinBound,
    /// Some execution does; there is a witness.
    Violated,
    /// Not decided: something unsupported was reached, or a limit.
    Unknown,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::HoldsWithinBound => "holds-within-bound",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }

    pub fn from_name(name: &str) -> Option<Verdict> {
        [Verdict::Holds, Verdict::HoldsWithinBound, Verdict::Violated, Verdict::Unknown]
            .into_iter()
            .find(|verdict| verdict.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The ways in which an execution can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ViolationKind {
    /// A failed `assert`.
    Assertion,
    /// `abort`, `reach_error`, `__VERIFIER_error`: the program says that it must not get here.
    ErrorReached,
    /// A C++ exception that nobody catches.
    UncaughtException,
    /// An access through null or near it.
    NullPointer,
    /// An access outside its object.
    OutOfBounds,
    /// An access to an object after its `free`.
    UseAfterFree,
    /// An access to a local variable of a function that has returned.
    UseAfterReturn,
    /// An access to a local variable of a block that was left.
    UseAfterScope,
    /// A second `free` of an object.
    DoubleFree,
    /// A `free` of something `malloc` did not return, or a `delete` of something `new` did not.
    InvalidFree,
    /// A use of a pointer that names no object.
    InvalidPointer,
    /// An atomic access at an address that is no multiple of its size.
    MisalignedAtomic,
    /// More local variables and calls inside of each other than a stack has room for.
    StackOverflow,
    /// A write to a constant.
    WriteToConstant,
    /// Something was decided by memory or a variable that was never written.
    UninitialisedRead,
    /// Division or remainder by zero, or overflowing division.
    DivisionByZero,
    /// A shift by at least the width.
    InvalidShift,
    /// Signed arithmetic whose result does not fit (only when asked for).
    SignedOverflow,
    /// Threads wait for each other for ever.
    Deadlock,
    /// A mutex or thread used against its rules.
    MutexMisuse,
    /// A function of a library called against its rules.
    LibraryMisuse,
    /// A thread joined twice, or something joined that is not a thread.
    ThreadMisuse,
    /// A thread that still runs when `main` ends (only when asked for).
    OutlivingThread,
    /// `__builtin_unreachable` or falling off the end of a function that must return.
    UnreachableReached,
    /// What else the language leaves undefined: the message names the rule.
    UndefinedBehaviour,
    /// Accesses that are not atomic and that nothing orders.
    DataRace,
    /// An access to an object, and nothing orders the beginning of the object's life before it.
    UnorderedAllocation,
    /// A loop that waits for ever (only when asked for).
    Liveness,
    /// An execution that is not sequentially consistent (only when asked for).
    NotRobust,
    /// Memory never freed (only when asked for).
    Leak,
}

impl ViolationKind {
    pub const ALL: [ViolationKind; 30] = [
        ViolationKind::Assertion,
        ViolationKind::ErrorReached,
        ViolationKind::UncaughtException,
        ViolationKind::NullPointer,
        ViolationKind::OutOfBounds,
        ViolationKind::UseAfterFree,
        ViolationKind::UseAfterReturn,
        ViolationKind::UseAfterScope,
        ViolationKind::DoubleFree,
        ViolationKind::InvalidFree,
        ViolationKind::InvalidPointer,
        ViolationKind::MisalignedAtomic,
        ViolationKind::StackOverflow,
        ViolationKind::WriteToConstant,
        ViolationKind::UninitialisedRead,
        ViolationKind::DivisionByZero,
        ViolationKind::InvalidShift,
        ViolationKind::SignedOverflow,
        ViolationKind::Deadlock,
        ViolationKind::MutexMisuse,
        ViolationKind::LibraryMisuse,
        ViolationKind::ThreadMisuse,
        ViolationKind::OutlivingThread,
        ViolationKind::UnreachableReached,
        ViolationKind::UndefinedBehaviour,
        ViolationKind::DataRace,
        ViolationKind::UnorderedAllocation,
        ViolationKind::Liveness,
        ViolationKind::NotRobust,
        ViolationKind::Leak,
    ];

    /// The name in JSON, in fixtures and in the text form of programs.
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Assertion => "assertion",
            ViolationKind::ErrorReached => "error-reached",
            ViolationKind::UncaughtException => "uncaught-exception",
            ViolationKind::NullPointer => "null-pointer",
            ViolationKind::OutOfBounds => "out-of-bounds",
            ViolationKind::UseAfterFree => "use-after-free",
            ViolationKind::UseAfterReturn => "use-after-return",
            ViolationKind::UseAfterScope => "use-after-scope",
            ViolationKind::DoubleFree => "double-free",
            ViolationKind::InvalidFree => "invalid-free",
            ViolationKind::InvalidPointer => "invalid-pointer",
            ViolationKind::MisalignedAtomic => "misaligned-atomic",
            ViolationKind::StackOverflow => "stack-overflow",
            ViolationKind::WriteToConstant => "write-to-constant",
            ViolationKind::UninitialisedRead => "uninitialised-read",
            ViolationKind::DivisionByZero => "division-by-zero",
            ViolationKind::InvalidShift => "invalid-shift",
            ViolationKind::SignedOverflow => "signed-overflow",
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::MutexMisuse => "mutex-misuse",
            ViolationKind::LibraryMisuse => "library-misuse",
            ViolationKind::ThreadMisuse => "thread-misuse",
            ViolationKind::OutlivingThread => "outliving-thread",
            ViolationKind::UnreachableReached => "unreachable-reached",
            ViolationKind::UndefinedBehaviour => "undefined-behaviour",
            ViolationKind::DataRace => "data-race",
            ViolationKind::UnorderedAllocation => "unordered-allocation",
            ViolationKind::Liveness => "liveness",
            ViolationKind::NotRobust => "not-robust",
            ViolationKind::Leak => "leak",
        }
    }

    pub fn from_name(name: &str) -> Option<ViolationKind> {
        ViolationKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! When in the story does the violation happen?

use crate::story::{Line, Story};
use answer::Violation;
use base::ViolationKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// The line with this number is it: an access that came too late.
    Line(usize),
    /// Its thread fails by itself after the line with this number, before anything else if that is
    /// 0.
    After(usize),
    /// It is how things stand at the end.
    End,
}

impl Moment {
    pub(crate) fn of(violation: &Violation, story: &Story<'_>) -> Moment {
        if !is_an_act(violation.kind) {
            return Moment::End;
        }
        let mut ends = violation.witness.threads.iter();
        let end = ends.find(|end| end.thread == violation.thread);
        // A thread that stands elsewhere by now has gone on after it.
        let has_gone_on = end.is_some_and(|end| end.position != violation.position);
        let is_it = |line: &&Line<'_>| {
            line.thread == violation.thread && line.position == violation.position
        };
        let line = story.lines.iter().rev().find(is_it).filter(|_| has_gone_on);
        match line {
            Some(line) => Moment::Line(line.number),
            None => Moment::After(story.last_line(violation.thread)),
        }
    }

    /// The last line on the way to the violation, if there are lines that are not.
    pub(crate) fn last_line(self) -> Option<usize> {
        match self {
            Moment::Line(number) | Moment::After(number) => Some(number),
            Moment::End => None,
        }
    }
}

/// Whether a violation is something that a thread does, and not a state of affairs.
fn is_an_act(kind: ViolationKind) -> bool {
    match kind {
        ViolationKind::Deadlock
        | ViolationKind::Liveness
        | ViolationKind::NotRobust
        | ViolationKind::Leak => false,
        ViolationKind::Assertion
        | ViolationKind::ErrorReached
        | ViolationKind::UncaughtException
        | ViolationKind::NullPointer
        | ViolationKind::OutOfBounds
        | ViolationKind::UseAfterFree
        | ViolationKind::UseAfterReturn
        | ViolationKind::UseAfterScope
        | ViolationKind::DoubleFree
        | ViolationKind::InvalidFree
        | ViolationKind::InvalidPointer
        | ViolationKind::MisalignedAtomic
        | ViolationKind::StackOverflow
        | ViolationKind::WriteToConstant
        | ViolationKind::UninitialisedRead
        | ViolationKind::DivisionByZero
        | ViolationKind::InvalidShift
        | ViolationKind::SignedOverflow
        | ViolationKind::MutexMisuse
        | ViolationKind::LibraryMisuse
        | ViolationKind::ThreadMisuse
        | ViolationKind::OutlivingThread
        | ViolationKind::DataRace
        | ViolationKind::UnorderedAllocation
        | ViolationKind::UndefinedBehaviour
        | ViolationKind::UnreachableReached => true,
    }
}

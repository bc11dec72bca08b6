//! Which violations does a property of the software verification competition ask about?
//!
//! `--property` takes the name of one, or a `.prp` file that has its formula. Every violation of
//! such a property is one that Heddle looks for; the others are none of its business, and of two
//! kinds. Some end the program, and what would follow does not exist: `abort`, a failed assertion.
//! After all others the program has no meaning, or nobody knows what happens: they leave a gap.
//! So the exploration goes on after what is not asked about, and the answer is about the rest.
//!
//! Deviations from the competition's definitions:
//! 1. A failed assertion is a violation of `unreach-call`, wherever it is. Tasks have one in
//!    `reach_error`.
//! 2. Memory that is never freed, but that a variable still points to, is no violation of
//!    `valid-memsafety`. Heddle does not tell it from memory that is lost, so either is a gap
//!    there.

use crate::Rejection;
use crate::input::read;
use answer::{About, Answer, Violation};
use base::ViolationKind;
use std::path::Path;

/// What the message says of a program that ends itself.
const ABORT: &str = "abort()";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    UnreachCall,
    NoDataRace,
    ValidMemsafety,
    ValidMemcleanup,
    NoDeadlock,
    NoOverflow,
}

const NAMES: [(&str, Property); 6] = [
    ("unreach-call", Property::UnreachCall),
    ("no-data-race", Property::NoDataRace),
    ("valid-memsafety", Property::ValidMemsafety),
    ("valid-memcleanup", Property::ValidMemcleanup),
    ("no-deadlock", Property::NoDeadlock),
    ("no-overflow", Property::NoOverflow),
];

/// Properties that are known, and why they are not decided.
const UNDECIDED: [(&str, &str); 1] =
    [("termination", "`--check liveness` finds loops that wait for ever, and no others")];

/// What a file has in it for each property; the first that fits counts.
const FORMULAS: [(&str, &str); 7] = [
    ("call(reach_error())", "unreach-call"),
    ("call(__VERIFIER_error())", "unreach-call"),
    ("data-race", "no-data-race"),
    ("valid-memcleanup", "valid-memcleanup"),
    ("valid-", "valid-memsafety"),
    ("overflow", "no-overflow"),
    ("F end", "termination"),
];

/// The name of the property that a word means: one that is known, or that of a file's formula.
pub(crate) fn name(word: &str) -> Result<&'static str, Rejection> {
    let names = || {
        let decided = NAMES.into_iter().map(|(name, _)| name);
        decided.chain(UNDECIDED.into_iter().map(|(name, _)| name))
    };
    if let Some(name) = names().find(|name| *name == word) {
        return Ok(name);
    }
    if !word.ends_with(".prp") {
        let known = names().collect::<Vec<_>>().join(", ");
        let help = format!("known are {known}, and files that end in .prp");
        return Err(Rejection::with_help(format!("there is no property `{word}`"), help));
    }
    let text = read(Path::new(word))?;
    let found = FORMULAS.into_iter().find(|(formula, _)| text.contains(formula));
    found.map(|(_, name)| name).ok_or_else(|| {
        let help = "it may be given by its name: --property unreach-call";
        Rejection::with_help(format!("{word} has no property that is known"), help)
    })
}

/// The property of this name, which is known.
pub(crate) fn find(name: &str) -> Result<Property, Rejection> {
    if let Some((_, property)) = NAMES.into_iter().find(|(known, _)| *known == name) {
        return Ok(property);
    }
    let why = UNDECIDED.into_iter().find(|(known, _)| *known == name).map_or("", |(_, why)| why);
    Err(Rejection::with_help(format!("the property {name} is not decided"), why))
}

impl Property {
    pub(crate) fn needs_races(self) -> bool {
        self == Property::NoDataRace
    }

    pub(crate) fn needs_leaks(self) -> bool {
        matches!(self, Property::ValidMemsafety | Property::ValidMemcleanup)
    }

    pub(crate) fn needs_overflows(self) -> bool {
        self == Property::NoOverflow
    }

    /// An answer about everything, as one about this property.
    pub(crate) fn restrict(self, answer: Answer) -> Answer {
        answer.about(|violation| self.relation(violation))
    }

    fn relation(self, violation: &Violation) -> About {
        use ViolationKind as V;
        let kind = violation.kind;
        let is_asked = match self {
            Property::UnreachCall => match kind {
                V::ErrorReached => !violation.message.contains(ABORT),
                other => other == V::Assertion,
            },
            Property::NoDataRace => kind == V::DataRace,
            Property::ValidMemsafety => matches!(
                kind,
                V::NullPointer
                    | V::OutOfBounds
                    | V::UseAfterFree
                    | V::UseAfterReturn
                    | V::UseAfterScope
                    | V::DoubleFree
                    | V::InvalidFree
                    | V::InvalidPointer
                    | V::WriteToConstant
            ),
            Property::ValidMemcleanup => kind == V::Leak,
            Property::NoDeadlock => kind == V::Deadlock,
            Property::NoOverflow => kind == V::SignedOverflow,
        };
        match kind {
            _ if is_asked => About::Property,
            V::ErrorReached
            | V::Assertion
            | V::UncaughtException
            | V::Deadlock
            | V::Liveness
            | V::OutlivingThread => About::End,
            V::NullPointer
            | V::OutOfBounds
            | V::UseAfterFree
            | V::UseAfterReturn
            | V::UseAfterScope
            | V::DoubleFree
            | V::InvalidFree
            | V::InvalidPointer
            | V::MisalignedAtomic
            | V::StackOverflow
            | V::WriteToConstant
            | V::UninitialisedRead
            | V::DivisionByZero
            | V::InvalidShift
            | V::SignedOverflow
            | V::MutexMisuse
            | V::LibraryMisuse
            | V::ThreadMisuse
            | V::UnreachableReached
            | V::UndefinedBehaviour
            | V::DataRace
            | V::UnorderedAllocation
            | V::NotRobust
            | V::Leak => About::Gap,
        }
    }
}

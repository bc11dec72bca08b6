//! Why a method ended without an answer, and how it is told to end.

use crate::marking::TooManyTokens;
use crate::rational::Overflow;
use std::fmt;

/// Asked now and then; `true` means that it is time to stop.
pub type Stop<'s> = &'s dyn Fn() -> bool;

/// A method gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It was told to.
    Stopped,
    /// It did as much as it was to do.
    Exhausted,
    /// A number did not fit.
    Overflow,
}

impl From<Overflow> for Halt {
    fn from(Overflow: Overflow) -> Halt {
        Halt::Overflow
    }
}

impl From<TooManyTokens> for Halt {
    fn from(TooManyTokens: TooManyTokens) -> Halt {
        Halt::Overflow
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::Stopped => "stopped",
            Halt::Exhausted => "gave up",
            Halt::Overflow => "numbers became too large",
        })
    }
}

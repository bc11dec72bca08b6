//! How a command ends, as scripts see it.

use base::Verdict;
use std::process::ExitCode;

/// In the order of the codes: of several, the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything asked was done; for a check, every execution is right.
    Holds,
    Violated,
    /// Undecided: a bound or limit was reached, or something that is not supported.
    Unknown,
    /// Bad input or bad use.
    BadInput,
    OurBug,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Unknown => 2,
            Exit::BadInput => 3,
            Exit::OurBug => 4,
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Holds => Exit::Holds,
            Verdict::Violated => Exit::Violated,
            Verdict::HoldsWithinBound | Verdict::Unknown => Exit::Unknown,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

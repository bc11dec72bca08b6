//! Memory orders: how strongly does an access want to be ordered? What else it says to a memory
//! model is in its [`Tags`](crate::Tags).

use crate::Tags;
use std::fmt;

/// How strongly an access or a fence is ordered; C11's orders, with `Plain` for non-atomic ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ordering {
    Plain,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SeqCst,
}

impl Ordering {
    pub const ALL: [Ordering; 6] = [
        Ordering::Plain,
        Ordering::Relaxed,
        Ordering::Acquire,
        Ordering::Release,
        Ordering::AcquireRelease,
        Ordering::SeqCst,
    ];

    /// The name used in the text form of programs and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Ordering::Plain => "plain",
            Ordering::Relaxed => "relaxed",
            Ordering::Acquire => "acquire",
            Ordering::Release => "release",
            Ordering::AcquireRelease => "acq_rel",
            Ordering::SeqCst => "seq_cst",
        }
    }

    /// What of the order of an update concerns its read.
    pub fn of_read(self) -> Ordering {
        match self {
            Ordering::Release => Ordering::Relaxed,
            Ordering::AcquireRelease => Ordering::Acquire,
            Ordering::Plain | Ordering::Relaxed | Ordering::Acquire | Ordering::SeqCst => self,
        }
    }

    /// How strongly a read with this order is ordered, against others.
    pub fn read_strength(self) -> u32 {
        match self {
            Ordering::Plain => 0,
            Ordering::Relaxed | Ordering::Release => 1,
            Ordering::Acquire | Ordering::AcquireRelease => 2,
            Ordering::SeqCst => 3,
        }
    }

    /// What models call events with this order.
    pub const fn tags(self) -> Tags {
        match self {
            Ordering::Plain => crate::tags!["NA"],
            Ordering::Relaxed => crate::tags!["RLX"],
            Ordering::Acquire => crate::tags!["ACQ"],
            Ordering::Release => crate::tags!["REL"],
            Ordering::AcquireRelease => crate::tags!["ACQ_REL"],
            Ordering::SeqCst => crate::tags!["SC"],
        }
    }

    /// The order with this name.
    pub fn from_name(name: &str) -> Option<Ordering> {
        Ordering::ALL.into_iter().find(|order| order.name() == name)
    }
}

impl fmt::Display for Ordering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

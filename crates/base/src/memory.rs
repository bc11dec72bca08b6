//! Memory orders and tags: what an access says to a memory model.

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

/// A small set of further marks on an access or fence that a model may look at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tags(u64);

impl Tags {
    pub const NONE: Tags = Tags(0);
    /// A C `volatile` access.
    pub const VOLATILE: Tags = Tags(1);
    /// An access in an atomic block.
    pub const ATOMIC_BLOCK: Tags = Tags(2);

    const NAMES: [(Tags, &'static str); 1] = [(Tags::VOLATILE, "volatile")];

    pub fn contains(self, other: Tags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }

    /// The names of the tags in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Tags::NAMES.into_iter().filter(move |(tag, _)| self.contains(*tag)).map(|(_, name)| name)
    }

    /// The tag with this name.
    pub fn from_name(name: &str) -> Option<Tags> {
        Tags::NAMES.into_iter().find(|(_, known)| *known == name).map(|(tag, _)| tag)
    }
}

//! What one thread did: its events in order, with what they depend on, and its registers at the
//! end. An access is one event, or several that are its parts.
//!
//! Dependencies are syntactic, by registers (*Herding Cats*, §4.3): a register carries the reads
//! that it was computed from, whatever was computed. The address and the data of an access depend
//! on what their registers carry, and everything after a branch depends on what its condition
//! carries.
//!
//! Arm tells two ways in which a register is computed from a read apart (Arm Architecture Reference
//! Manual, B2.3, *Pick dependencies*): by what was read, and by a choice between other values that
//! what was read decides inside of one instruction, a compare-and-swap here. What goes through such
//! a choice is *picked*, and orders less.

use base::Tags;
pub use events::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Events of the same thread, by their numbers.
pub type Events = u64;

/// What something depends on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sources {
    /// By what was read.
    pub direct: Events,
    /// By a choice, at least in one place on the way.
    pub picked: Events,
}

impl Sources {
    pub const NONE: Sources = Sources { direct: 0, picked: 0 };

    pub fn direct(events: Events) -> Sources {
        Sources { direct: events, picked: 0 }
    }

    pub fn is_none(self) -> bool {
        self == Sources::NONE
    }

    pub fn and(self, other: Sources) -> Sources {
        Sources { direct: self.direct | other.direct, picked: self.picked | other.picked }
    }

    /// The same through a choice.
    pub fn through_choice(self) -> Sources {
        Sources { direct: 0, picked: self.direct | self.picked }
    }

    pub fn without(self, events: Events) -> Sources {
        Sources { direct: self.direct & !events, picked: self.picked & !events }
    }
}

/// One event of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub kind: Kind,
    pub tags: Tags,
    /// None for a fence, but for those about a location.
    pub address: Option<i64>,
    pub size: u8,
    /// The first event of the access that this is a part of: its own number, if it is the only one
    /// or the first.
    pub first: usize,
    pub read: Option<i64>,
    pub written: Option<i64>,
    /// The events of the thread, reads but for a few, that the address, the data, and that it
    /// happens at all, depend on.
    pub addr: Sources,
    pub data: Sources,
    pub ctrl: Sources,
    /// The read of the read-modify-write whose write this is, and whether both are of one
    /// instruction.
    pub rmw: Option<(usize, bool)>,
}

impl Event {
    /// Whether another event is the same but for values.
    pub(crate) fn has_shape_of(&self, other: &Event) -> bool {
        self.tags == other.tags
            && self.kind == other.kind
            && (self.address, self.size, self.first) == (other.address, other.size, other.first)
            && (self.addr, self.data, self.ctrl, self.rmw)
                == (other.addr, other.data, other.ctrl, other.rmw)
    }
}

/// One way through a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    pub events: Vec<Event>,
    /// What registers hold at the end.
    pub registers: Vec<i64>,
    /// The thread did something that has no meaning here, and ended there: what it was.
    pub fault: Option<String>,
}

impl Trace {
    /// Whether another trace is the same but for values.
    pub(crate) fn has_shape_of(&self, other: &Trace) -> bool {
        self.events.len() == other.events.len()
            && self.events.iter().zip(&other.events).all(|(own, other)| own.has_shape_of(other))
    }
}

/// The values that may be read at each address: numbers without a sign, and addresses.
pub type Values = BTreeMap<i64, BTreeSet<i64>>;

//! What a step touches, and which steps do not commute.
//!
//! Two steps of different threads are dependent if they touch the same location of the memory and
//! one of them writes it, or if one ends the life of an object that the other touches. A load that
//! finds its location in its thread's own buffer does not touch the memory: rule 2 of
//! `chronological-traces` §2. A thread and its own updaters are never dependent in this sense: rule
//! 1.

use base::ObjectId;
use execution::{Cells, LocationId, Slot};
use std::rc::Rc;

/// One thing that a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// `own` is the number of the thread's own store that hides the memory from this load, while
    /// that store has not been updated.
    Read {
        location: LocationId,
        own: Option<u32>,
    },
    Write {
        location: LocationId,
    },
    /// A write that has no order with others of its kind.
    Store {
        location: LocationId,
    },
    /// The end of an object's life.
    End {
        object: ObjectId,
    },
    Join {
        slot: Slot,
    },
}

impl Access {
    /// Whether two accesses by different threads are dependent, if both reach the memory.
    fn conflicts(self, other: Access, cells: &Cells) -> bool {
        let ends = |object: ObjectId, location: LocationId| {
            cells.cell(location).address.object().is_some_and(|(touched, _)| touched == object)
        };
        match (self, other) {
            (Access::Read { .. }, Access::Read { .. })
            | (Access::Store { .. }, Access::Store { .. }) => false,
            (Access::End { object }, Access::End { object: other }) => object == other,
            (Access::Join { slot }, Access::Join { slot: other }) => slot == other,
            (Access::Join { .. }, _) | (_, Access::Join { .. }) => false,
            (Access::End { object }, access) | (access, Access::End { object }) => {
                access.location().is_some_and(|location| ends(object, location))
            }
            (one, other) => one.location() == other.location(),
        }
    }

    fn location(self) -> Option<LocationId> {
        match self {
            Access::Read { location, .. }
            | Access::Write { location }
            | Access::Store { location } => Some(location),
            Access::End { .. } | Access::Join { .. } => None,
        }
    }

    /// Whether an access is only about the contents of the memory, which an own store can hide.
    fn is_hidden(self, is_buffered: &impl Fn(u32) -> bool, other: Access) -> bool {
        match (self, other) {
            (Access::Read { own: Some(store), .. }, Access::Write { .. }) => is_buffered(store),
            _ => false,
        }
    }
}

/// What a step touches.
#[derive(Clone, Debug, Default)]
pub(super) enum Footprint {
    #[default]
    Nothing,
    One(Access),
    Many(Rc<[Access]>),
    /// It is not known.
    Anything,
}

impl Footprint {
    /// The footprint of a step that made these accesses. A location that is read and written is
    /// written.
    pub(super) fn new(accesses: &[Access]) -> Footprint {
        match accesses {
            [] => Footprint::Nothing,
            [access] => Footprint::One(*access),
            [Access::Read { location, .. }, written @ Access::Write { location: other }]
                if location == other =>
            {
                Footprint::One(*written)
            }
            accesses => Footprint::Many(accesses.into()),
        }
    }

    pub(super) fn accesses(&self) -> &[Access] {
        match self {
            Footprint::Nothing | Footprint::Anything => &[],
            Footprint::One(access) => std::slice::from_ref(access),
            Footprint::Many(accesses) => accesses,
        }
    }

    /// This footprint with what hides its reads replaced.
    pub(super) fn with_own(&self, own: impl Fn(u32) -> Option<u32>) -> Footprint {
        let replace = |access: Access| match access {
            Access::Read { location, own: Some(store) } => {
                Access::Read { location, own: own(store) }
            }
            other => other,
        };
        match self {
            Footprint::Nothing => Footprint::Nothing,
            Footprint::Anything => Footprint::Anything,
            Footprint::One(access) => Footprint::One(replace(*access)),
            Footprint::Many(accesses) => {
                Footprint::Many(accesses.iter().map(|access| replace(*access)).collect())
            }
        }
    }

    /// Whether steps of different threads with these footprints are dependent. The functions say
    /// whether a store, by its number, of the one and the other thread is still buffered.
    pub(super) fn conflicts(
        &self,
        other: &Footprint,
        cells: &Cells,
        is_buffered: impl Fn(u32) -> bool,
        is_other_buffered: impl Fn(u32) -> bool,
    ) -> bool {
        let are_dependent = |access: Access, touched: Access| {
            access.conflicts(touched, cells)
                && !access.is_hidden(&is_buffered, touched)
                && !touched.is_hidden(&is_other_buffered, access)
        };
        match (self, other) {
            (Footprint::Nothing, _) | (_, Footprint::Nothing) => false,
            (Footprint::Anything, _) | (_, Footprint::Anything) => true,
            (Footprint::One(access), Footprint::One(touched)) => are_dependent(*access, *touched),
            _ => self.accesses().iter().any(|access| {
                other.accesses().iter().any(|touched| are_dependent(*access, *touched))
            }),
        }
    }

    /// Whether an object is touched or ended.
    pub(super) fn touches(&self, object: ObjectId, cells: &Cells) -> bool {
        let end = Access::End { object };
        self.accesses().iter().any(|access| access.conflicts(end, cells))
    }
}

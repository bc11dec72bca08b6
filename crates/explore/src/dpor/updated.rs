//! What an atomic update does if it reads something else: whether it writes.

use super::buffering::Buffering;
use super::footprint::{Access, Footprint};
use super::machine::Machine;
use super::sequence::Later;
use crate::states::StateId;
use base::Value;
use execution::{Label, LocationId};
use interp::{Operation, Request};

impl<B: Buffering> Machine<'_, B> {
    /// What is in a location if an event that writes it does not: what it has overwritten. `None`
    /// if it does not write it.
    pub(super) fn value_without(&self, first: u32, location: LocationId) -> Option<Value> {
        let (start, end) = self.trace.event(first).recorded;
        let mut writes = self.trace.record[start as usize..end as usize].iter().filter(|recorded| {
            matches!(recorded.label, Label::Write { location: other, .. } if other == location)
        });
        let write = writes.next()?;
        Some(self.value(self.cells.cell(location), write.overwritten))
    }

    /// A thread's update of one location if it reads this value.
    pub(super) fn updated(&self, snapshot: StateId, location: LocationId, value: Value) -> Later {
        let mut state = self.states.get(snapshot).clone();
        let is_read = matches!(state.request().operation(), Some(Operation::Read { .. }));
        if !is_read || self.run_thread(&mut state, Some(value)).is_err() {
            return Later::UNKNOWN;
        }
        let access = match state.request() {
            Request::Visible {
                operation: Operation::Write { .. } | Operation::Choose { .. },
                grouped: true,
            } => Access::Write { location },
            _ => Access::Read { location, own: None },
        };
        Later { footprint: Footprint::One(access), ..Later::UNKNOWN }
    }
}

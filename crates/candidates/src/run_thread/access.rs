//! What do loads and stores do? A load goes on with each value that may be there; a store that
//! needs a reservation goes on without having written, and with, if the last exclusive load was of
//! the same place.

use super::{Held, PART_OF_ADDRESS, Runner, State};
use crate::cells::Bytes;
use crate::trace::Sources;
use litmus::Width;
use litmus::code::{Access, Expression, Register};

/// An access whose address is known.
pub(super) struct Located {
    pub(super) at: Held,
    pub(super) cells: Vec<Bytes>,
}

/// What a conditional store says of its success, and to whom.
pub(super) struct Status {
    pub(super) register: Register,
    pub(super) success: i64,
    pub(super) failure: i64,
    /// Whether what is computed from a success depends on the store.
    pub(super) carries_dependency: bool,
}

impl Runner<'_> {
    /// Goes on with each value that a load may get.
    pub(super) fn load(&mut self, state: &State, to: Register, access: &Access, exclusive: bool) {
        let Some(Located { at, cells }) = self.locate(state, access) else { return };
        for values in self.readable(state, &cells) {
            let mut next = state.clone();
            let from = next.read(access.tags, at, &cells, &values);
            if exclusive {
                let bytes = (at.value, access.size);
                next.reserved = Some((next.events.len() - cells.len(), bytes));
            }
            let from = Sources::direct(from);
            next.set(to, Held { value: self.together(&cells, &values), from });
            if !self.faults(&next) {
                self.run(next);
            }
        }
    }

    /// Stores, and says whether this way goes on.
    pub(super) fn store(&mut self, state: &mut State, access: &Access, value: &Expression) -> bool {
        let Some(Located { at, cells }) = self.locate(state, access) else { return false };
        let value = self.evaluate(state, value);
        let values = self.split(&cells, value.value);
        if self.faults(state) {
            return false;
        }
        state.write(access.tags, at, &cells, &values, value.from);
        true
    }

    /// Goes on as if a conditional store had failed; then lets it succeed if it can, and says
    /// whether it did.
    pub(super) fn store_exclusive(
        &mut self,
        state: &mut State,
        access: &Access,
        value: &Expression,
        status: Status,
    ) -> bool {
        let Some(Located { at, cells }) = self.locate(state, access) else { return false };
        let reserved = state.reserved.take();
        if reserved.is_some_and(|(_, (address, size))| address == at.value && size != access.size) {
            let message = "a conditional store has another size than the load that it belongs to";
            self.found.all.push(state.clone().end(Some(message.to_owned())));
            return false;
        }
        let mut failed = state.clone();
        failed.set(status.register, Held { value: status.failure, from: Sources::NONE });
        self.run(failed);
        let Some((read, (address, _))) = reserved else { return false };
        if address != at.value {
            return false;
        }
        let value = self.evaluate(state, value);
        let values = self.split(&cells, value.value);
        if self.faults(state) {
            return false;
        }
        let write = state.events.len();
        state.write(access.tags, at, &cells, &values, value.from);
        state.pair(read, false);
        let from = (write..state.events.len()).fold(0, |all, event| all | 1 << event);
        let from = if status.carries_dependency { from } else { 0 };
        state.set(status.register, Held { value: status.success, from: Sources::direct(from) });
        true
    }

    /// Where an access is; if that is nowhere, the thread ends here.
    pub(super) fn locate(&mut self, state: &State, access: &Access) -> Option<Located> {
        let at = self.evaluate(state, &access.address);
        if self.faults(state) {
            return None;
        }
        let layout = &self.setting.test.layout;
        let size = access.size;
        let message = if !layout.is_address(at.value) {
            format!("a thread accesses {}, which is no location", at.value)
        } else if at.value % i64::from(size) != 0 {
            let place = layout.show(at.value, Width::unsigned(8));
            format!("an access of {size} bytes at {place} is not aligned")
        } else if let Some(array) = layout.beyond(at.value) {
            let place = layout.show(at.value, Width::unsigned(8));
            format!("an access at {place} is beyond the end of {array}")
        } else {
            return Some(Located { at, cells: self.setting.cells.of((at.value, size)) });
        };
        self.found.all.push(state.clone().end(Some(message)));
        None
    }

    /// The values that some cells may have, in all combinations. Where a cell is a part of an
    /// address at the start, the thread may end there, too.
    pub(super) fn readable(&mut self, state: &State, cells: &[Bytes]) -> Vec<Vec<i64>> {
        let test = self.setting.test;
        let is_part = |(address, size): &Bytes| test.initial(*address, *size).is_none();
        if test.has_addresses && cells.iter().any(is_part) {
            self.fault = Some(PART_OF_ADDRESS);
            self.faults(state);
        }
        let mut all = Vec::new();
        for (index, (address, size)) in cells.iter().enumerate() {
            let values: Vec<i64> = match self.setting.values.get(address) {
                Some(values) => values.iter().copied().collect(),
                None => self.setting.test.initial(*address, *size).into_iter().collect(),
            };
            if index == 0 {
                all = values.into_iter().map(|value| vec![value]).collect();
                continue;
            }
            let longer = |start: &Vec<i64>| {
                let start = start.clone();
                values.iter().map(move |value| [&start[..], &[*value]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

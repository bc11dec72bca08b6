//! Into which parts is memory cut, where accesses overlap in part?
//!
//! herd, in its mode for mixed sizes, cuts all memory into units of the smallest size that a test
//! uses. Here a *cell* is a range of bytes that no access of the test divides: a location that is
//! always accessed as a whole is one cell, whatever others are. An access has an event for each of
//! its cells. Cutting further would change nothing under a model in which an access happens at once
//! (`si`): two bytes that are always accessed together would be read from the same write, and
//! written in the same order; `plain` tries it.
//!
//! Which accesses there are depends on values, and these on the cells. So threads are run with few
//! cells first, and again when more are needed.

use crate::trace::Trace;
use std::collections::BTreeSet;

/// Where memory is cut.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cells {
    cuts: BTreeSet<i64>,
}

/// Some bytes: the address of the first, and how many they are.
pub(crate) type Bytes = (i64, u8);

impl Cells {
    /// Whether accesses are what they are in the text.
    pub(crate) fn is_whole(&self) -> bool {
        self.cuts.is_empty()
    }

    /// The cells of an access, in the order of addresses.
    pub(crate) fn of(&self, (address, size): Bytes) -> Vec<Bytes> {
        let end = address + i64::from(size);
        if self.cuts.is_empty() {
            return vec![(address, size)];
        }
        let inside = self.cuts.range(address + 1..end).copied();
        let ends: Vec<i64> = inside.chain([end]).collect();
        let mut start = address;
        ends.into_iter()
            .map(|end| {
                let cell = (start, (end - start) as u8);
                start = end;
                cell
            })
            .collect()
    }

    /// Cuts where an access starts or ends in another one; whether that is anywhere new.
    pub(crate) fn cut(&mut self, accesses: &[Bytes]) -> bool {
        let before = self.cuts.len();
        for (start, size) in accesses {
            let end = start + i64::from(*size);
            let divided = |at: i64| {
                let divides =
                    |(other, size): &Bytes| (other + 1..other + i64::from(*size)).contains(&at);
                accesses.iter().any(divides)
            };
            self.cuts.extend([*start, end].into_iter().filter(|at| divided(*at)));
        }
        self.cuts.len() > before
    }

    /// Cuts a cell into halves.
    #[cfg(test)]
    pub(crate) fn halve(&mut self, (start, size): Bytes) {
        if size > 1 {
            self.cuts.insert(start + i64::from(size / 2));
        }
    }
}

/// Of more accesses than that, it is not looked whether one is known.
const MANY: usize = 16;

/// The accesses of some traces, as the text has them, each once.
pub(crate) fn accesses<'t>(traces: impl Iterator<Item = &'t Trace>) -> Vec<Bytes> {
    let mut found: Vec<Bytes> = Vec::new();
    for trace in traces {
        for (index, event) in trace.events.iter().enumerate() {
            let Some(address) = event.address.filter(|_| event.kind.is_access()) else { continue };
            if event.first < index {
                continue;
            }
            let parts = trace.events[index..].iter().take_while(|part| part.first == index);
            let access = (address, parts.map(|part| part.size).sum());
            // Most traces have the same few.
            if found.len() > MANY || !found.contains(&access) {
                found.push(access);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_are_cut_where_others_start_or_end() {
        let mut cells = Cells::default();
        let accesses = [(0, 8), (4, 2), (16, 4), (20, 4)];
        assert!(cells.cut(&accesses));
        assert_eq!(cells.of((0, 8)), [(0, 4), (4, 2), (6, 2)]);
        assert_eq!(cells.of((4, 2)), [(4, 2)]);
        assert_eq!(cells.of((16, 4)), [(16, 4)]);
        assert!(!cells.cut(&accesses));
    }
}

//! Dense numbers for cells, and the detection of cells that overlap in part.
//!
//! An access is at most eight bytes, so it touches at most two aligned eight-byte words. A cell met
//! for the first time is compared with the cells already known in those words.

use base::Address;
use rustc_hash::FxHashMap;

/// The bytes of one access. Cells of one run never overlap unless they are equal: a run in which
/// they would is abandoned, and the next one splits accesses into smaller cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub address: Address,
    /// In bytes, 1 to 8.
    pub size: u8,
}

/// A cell's number in one run; it means nothing outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocationId(pub u32);

impl LocationId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What two cells that overlap in part have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The largest power of two, up to eight, that divides the bounds of both.
    pub grain: u8,
    /// Where the first one begins, and the last one ends.
    pub from: Address,
    pub to: Address,
}

/// The cells that a run has met.
#[derive(Clone, Default, Debug)]
pub struct Cells {
    numbers: FxHashMap<Address, LocationId>,
    cells: Vec<Cell>,
    words: FxHashMap<u64, Vec<LocationId>>,
}

impl Cells {
    /// The number of a cell; or, if it overlaps another one in part, how.
    pub fn number(&mut self, cell: Cell) -> Result<LocationId, Overlap> {
        if let Some(&known) = self.numbers.get(&cell.address) {
            let other = self.cells[known.index()];
            return if other.size == cell.size { Ok(known) } else { Err(Overlap::of(cell, other)) };
        }
        let end = cell.address.0.wrapping_add(u64::from(cell.size));
        let words = [cell.address.0 >> 3, end.wrapping_sub(1) >> 3];
        for word in words {
            for other in self.words.get(&word).into_iter().flatten() {
                let other = self.cells[other.index()];
                let other_end = other.address.0 + u64::from(other.size);
                if other.address.0 < end && cell.address.0 < other_end {
                    return Err(Overlap::of(cell, other));
                }
            }
        }
        let number = LocationId(self.cells.len() as u32);
        self.cells.push(cell);
        self.numbers.insert(cell.address, number);
        self.words.entry(words[0]).or_default().push(number);
        if words[1] != words[0] {
            self.words.entry(words[1]).or_default().push(number);
        }
        Ok(number)
    }

    /// The number of a cell that has one.
    pub fn known(&self, cell: Cell) -> Option<LocationId> {
        let known = *self.numbers.get(&cell.address)?;
        (self.cells[known.index()] == cell).then_some(known)
    }

    pub fn cell(&self, location: LocationId) -> Cell {
        self.cells[location.index()]
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl Overlap {
    fn of(one: Cell, other: Cell) -> Overlap {
        let bounds = |cell: Cell| [cell.address.0, cell.address.0 + u64::from(cell.size)];
        let ([start, end], [other_start, other_end]) = (bounds(one), bounds(other));
        let all = start | end | other_start | other_end;
        Overlap {
            grain: 1 << all.trailing_zeros().min(3),
            from: Address(start.min(other_start)),
            to: Address(end.max(other_end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_cells_share_a_number_and_overlaps_are_noticed() {
        let cell = |address, size| Cell { address: Address(address), size };
        let mut cells = Cells::default();
        let first = cells.number(cell(64, 4)).unwrap();
        assert_eq!(cells.number(cell(64, 4)), Ok(first));
        assert_ne!(cells.number(cell(68, 4)), Ok(first));
        let overlap =
            |grain, from, to| Err(Overlap { grain, from: Address(from), to: Address(to) });
        assert_eq!(cells.number(cell(64, 8)), overlap(4, 64, 72));
        assert_eq!(cells.number(cell(66, 2)), overlap(2, 64, 68));
        assert_eq!(cells.number(cell(71, 2)), overlap(1, 68, 73));
        assert!(cells.number(cell(77, 4)).is_ok());
        assert_eq!(cells.number(cell(80, 8)), overlap(1, 77, 88));
    }
}

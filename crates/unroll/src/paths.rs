//! Names for places in unrolled code: a sequence of numbers, of which equal ones are one name. They
//! mean the same each time that a program is built.

use rustc_hash::FxHashMap;

/// A name: its place in [`Paths`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Path(u32);

impl Path {
    /// The empty sequence.
    pub(crate) const START: Path = Path(0);
}

/// All names that were met.
#[derive(Clone, Default, Debug)]
pub(crate) struct Paths {
    longer: FxHashMap<(Path, u32), Path>,
}

impl Paths {
    /// A name with one more number.
    pub(crate) fn next(&mut self, path: Path, number: u32) -> Path {
        let new = Path(self.longer.len() as u32 + 1);
        *self.longer.entry((path, number)).or_insert(new)
    }

    /// A name with more numbers.
    pub(crate) fn extend(&mut self, path: Path, numbers: &[u32]) -> Path {
        numbers.iter().fold(path, |path, number| self.next(path, *number))
    }
}

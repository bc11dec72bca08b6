//! Where is memory cut, so that accesses do not overlap in part? In words of eight bytes in
//! which some do, at the multiples of a *grain*. What is elsewhere in an object stays whole:
//! the counts of a `shared_ptr`, which are read together, do not split the mutex that is
//! allocated with them.
//!
//! Words are learnt one by one, each at the price of a run that is abandoned. So an object of
//! which many are cut is cut as a whole. So is one that has an access across the boundary of
//! two words, if that overlaps another access in part or touches a word that is cut: otherwise
//! it would depend on the order in which words are learnt which of them are.

use base::Address;
use base::address::MAX_OBJECT_SIZE;
use execution::Overlap;

/// The bytes of a word.
const WORD: u32 = 8;
/// So many words are cut by themselves.
const FEW_WORDS: usize = 32;

/// Between two offsets of an object, memory is cut at the multiples of `grain` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    pub grain: u8,
    pub from: u32,
    pub to: u32,
}

impl Cut {
    /// The cut that two cells ask for.
    pub fn at(overlap: Overlap) -> Cut {
        let offset = |address: Address| address.object().expect("a cell is in an object").1 as u32;
        // Where a cell ends, the next object may begin.
        let last = Address(overlap.to.0 - 1);
        Cut { grain: overlap.grain, from: offset(overlap.from), to: offset(last) + 1 }
    }

    fn everywhere(grain: u8) -> Cut {
        Cut { grain, from: 0, to: MAX_OBJECT_SIZE as u32 }
    }
}

/// All that is cut of the objects of one place in the program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cuts {
    /// Words, ascending, with their grains; none if everything is cut.
    words: Vec<(u32, u8)>,
    everything: Option<u8>,
}

impl Cuts {
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.everything.is_none()
    }

    /// At multiples of how many bytes an access is split, if at all; or what has to be cut instead.
    #[inline]
    pub fn grain(&self, offset: u64, size: u8) -> Result<Option<u8>, Cut> {
        if self.words.is_empty() {
            return Ok(self.everything);
        }
        let word = |offset: u64| (offset / u64::from(WORD)) as u32;
        let (first, last) = (word(offset), word(offset + u64::from(size) - 1));
        match self.grain_of(first).into_iter().chain(self.grain_of(last)).min() {
            Some(grain) if first != last => Err(Cut::everywhere(grain)),
            grain => Ok(grain),
        }
    }

    fn grain_of(&self, word: u32) -> Option<u8> {
        let found = self.words.binary_search_by_key(&word, |(own, _)| *own);
        found.ok().map(|place| self.words[place].1)
    }

    /// Adds a cut. Returns whether that is something new.
    pub(crate) fn add(&mut self, cut: Cut) -> bool {
        let (word, last) = (cut.from / WORD, (cut.to - 1) / WORD);
        let place = self.words.binary_search_by_key(&word, |(own, _)| *own);
        match (self.everything, place) {
            (Some(known), _) => {
                self.everything = Some(known.min(cut.grain));
                cut.grain < known
            }
            (None, Ok(place)) if word == last => {
                let known = self.words[place].1;
                self.words[place].1 = known.min(cut.grain);
                cut.grain < known
            }
            (None, Err(place)) if word == last && self.words.len() < FEW_WORDS => {
                self.words.insert(place, (word, cut.grain));
                true
            }
            (None, _) => {
                let known = self.words.drain(..).map(|(_, grain)| grain);
                self.everything = known.chain([cut.grain]).min();
                true
            }
        }
    }

    /// The cuts that make these.
    pub(crate) fn all(&self) -> impl Iterator<Item = Cut> {
        let cut =
            |&(word, grain): &(u32, u8)| Cut { grain, from: word * WORD, to: (word + 1) * WORD };
        self.everything.map(Cut::everywhere).into_iter().chain(self.words.iter().map(cut))
    }

    /// Splits cells, by offset and size.
    pub(crate) fn split(&self, cells: &mut Vec<(u32, u8)>) {
        let split = |&(offset, size): &(u32, u8)| {
            let grain = match self.grain(u64::from(offset), size) {
                Ok(grain) => grain.map_or(u32::MAX, u32::from),
                Err(cut) => u32::from(cut.grain),
            };
            let (mut at, end) = (offset, offset + u32::from(size));
            std::iter::from_fn(move || {
                let start = at;
                at = (start / grain + 1).saturating_mul(grain).min(end);
                (start < end).then(|| (start, (at - start) as u8))
            })
        };
        let mut parts: Vec<(u32, u8)> = cells.iter().flat_map(split).collect();
        parts.sort_unstable();
        parts.dedup();
        *cells = parts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(all: &[Cut]) -> Cuts {
        let mut cuts = Cuts::default();
        for cut in all {
            cuts.add(*cut);
        }
        cuts
    }

    #[test]
    fn words_are_cut_in_which_accesses_overlap() {
        let (one, other) = (Cut { grain: 4, from: 8, to: 16 }, Cut { grain: 2, from: 32, to: 36 });
        let both = cuts(&[one, other]);
        assert_eq!(both, cuts(&[other, one, other]));
        assert_eq!(both.grain(8, 8), Ok(Some(4)));
        assert_eq!(both.grain(12, 4), Ok(Some(4)));
        assert_eq!(both.grain(16, 8), Ok(None));
        assert_eq!(both.grain(20, 8), Ok(None));
        assert_eq!(both.grain(32, 8), Ok(Some(2)));
        assert_eq!(cuts(&both.all().collect::<Vec<_>>()), both);
    }

    #[test]
    fn an_access_across_words_cuts_everything() {
        let (word, across) =
            (Cut { grain: 4, from: 8, to: 16 }, Cut { grain: 2, from: 12, to: 20 });
        assert_eq!(cuts(&[word]).grain(12, 8), Err(Cut::everywhere(4)));
        let all = cuts(&[word, across]);
        assert_eq!(all, cuts(&[across, word]));
        assert_eq!((all.grain(0, 8), all.grain(12, 8)), (Ok(Some(2)), Ok(Some(2))));
    }

    #[test]
    fn an_object_of_which_much_is_cut_is_cut_as_a_whole() {
        let many: Vec<Cut> =
            (0..40).map(|word| Cut { grain: 4, from: 16 * word, to: 16 * word + 8 }).collect();
        let (some, all) = (cuts(&many[..32]), cuts(&many));
        assert_eq!((some.grain(0, 8), some.grain(8, 8)), (Ok(Some(4)), Ok(None)));
        assert_eq!((all.grain(0, 8), all.grain(8, 8)), (Ok(Some(4)), Ok(Some(4))));
        assert_eq!(cuts(&all.all().collect::<Vec<_>>()), all);
    }

    #[test]
    fn cells_are_split_where_memory_is_cut() {
        let mut cells = vec![(0, 8), (4, 4), (9, 4), (16, 8)];
        let cut = |from| Cut { grain: 4, from, to: from + 8 };
        cuts(&[cut(0), cut(8)]).split(&mut cells);
        assert_eq!(cells, [(0, 4), (4, 4), (9, 3), (12, 1), (16, 8)]);
    }
}

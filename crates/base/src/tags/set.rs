//! Any number of tags: what a model asks for, and what an event is under all models at once. A bit
//! for each line of the table.

use super::table::TABLE;
use super::{Kind, Tag, Tags};
use std::fmt;

const BITS: usize = u64::BITS as usize;

/// A set of tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TagSet([u64; 2]);

const _: () = assert!(TABLE.len() <= 2 * BITS, "a set has a bit for each line of the table");

impl TagSet {
    pub const NONE: TagSet = TagSet([0; 2]);
    /// Every fence that orders everything.
    pub const FULL_FENCES: TagSet = TagSet::full_fences();

    const fn full_fences() -> TagSet {
        let mut set = TagSet::NONE;
        let mut line = 0;
        while line < TABLE.len() {
            if matches!(TABLE[line].1, Kind::FullFence) {
                set = set.and(Tag(line as u8));
            }
            line += 1;
        }
        set
    }

    /// The tags that are spelled so, whatever is in upper case: cat writes `'mb` for what carries
    /// `Mb`. `'acq` is what carries `ACQ` in one language and `Acq` in another.
    pub fn spelled(name: &str) -> TagSet {
        let spelled = Tag::all().filter(|tag| tag.name().eq_ignore_ascii_case(name));
        spelled.fold(TagSet::NONE, TagSet::and)
    }

    /// This set and one more.
    pub const fn and(self, tag: Tag) -> TagSet {
        let mut words = self.0;
        words[tag.0 as usize / BITS] |= 1 << (tag.0 as usize % BITS);
        TagSet(words)
    }

    pub const fn with(self, other: TagSet) -> TagSet {
        TagSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Whether both sets have something in common.
    pub const fn has_any(self, other: TagSet) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) != 0
    }

    /// The tags in this set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        Tag::all().filter(move |tag| self.has_any(TagSet::NONE.and(*tag)))
    }
}

impl From<Tags> for TagSet {
    fn from(tags: Tags) -> TagSet {
        tags.iter().fold(TagSet::NONE, TagSet::and)
    }
}

impl fmt::Debug for TagSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags;

    #[test]
    fn sets_have_what_was_put_in() {
        // The last line is in the second word.
        let last = Tag::all().next_back().unwrap();
        let set = TagSet::from(tags!["X", "A"]).and(last);
        assert!(set.iter().eq(tags!["X", "A"].and(last).iter()));
        assert!(set.has_any(tags!["A", "L"].into()) && !set.has_any(tags!["L"].into()));
        assert!(!set.has_any(TagSet::NONE) && TagSet::NONE.is_empty() && !set.is_empty());
        assert_eq!(set.with(TagSet::FULL_FENCES).iter().count(), 3 + 8);
    }

    #[test]
    fn cat_spells_tags_in_lower_case() {
        assert_eq!(TagSet::spelled("rcu-lock"), tags!["Rcu-lock"].into());
        assert_eq!(TagSet::spelled("acq"), tags!["ACQ", "Acq"].into());
        assert!(TagSet::spelled("rcu-look").is_empty());
    }
}

//! What does an access or a fence say to a memory model besides its kind? A set of *tags*: names
//! from one table (`tags/table.rs`) that programs, litmus tests, cat models and the models in Rust
//! share.
//!
//! A tag is the number of its line. [`Tags`] are those of an access or a fence, a few in one word;
//! [`TagSet`] has a bit for each line, for asking which of many events have one of many tags. Names
//! are looked up where text is read, and in Rust by [`tags!`](crate::tags!), which does not compile
//! for a name that the table does not have. So there is no tag that a dialect gives and no model
//! can find.

mod set;
mod table;

pub use set::TagSet;
use std::fmt;
use table::TABLE;

/// A line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(u8);

/// Which events a tag can be on, and whether models find it by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Accesses and fences.
    Order,
    Access,
    Fence,
    /// A fence that orders everything, which is what a machine's compiler makes of C's strongest.
    FullFence,
    /// Accesses and fences; models do not find these, or find them under another name.
    Hidden,
}

impl Tag {
    /// All tags, in the order of the table.
    pub fn all() -> impl DoubleEndedIterator<Item = Tag> {
        (0..TABLE.len() as u8).map(Tag)
    }

    /// The tag with this name.
    pub const fn named(name: &str) -> Option<Tag> {
        let mut line = 0;
        while line < TABLE.len() {
            if is_equal(TABLE[line].0, name) {
                return Some(Tag(line as u8));
            }
            line += 1;
        }
        None
    }

    pub const fn name(self) -> &'static str {
        TABLE[self.0 as usize].0
    }

    pub const fn kind(self) -> Kind {
        TABLE[self.0 as usize].1
    }

    /// What it says, in a few words.
    pub const fn meaning(self) -> &'static str {
        TABLE[self.0 as usize].2
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `==` on strings, which constants cannot use.
const fn is_equal(first: &str, second: &str) -> bool {
    let (first, second) = (first.as_bytes(), second.as_bytes());
    if first.len() != second.len() {
        return false;
    }
    let mut index = 0;
    while index < first.len() {
        if first[index] != second[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// The tags of one access or fence. Each is a byte, its number and one, in ascending order from the
/// lowest byte on, so that equal sets are equal words. A word, because labels of events are copied
/// all the time: with a bit for every tag, explorations took one percent more instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tags(u64);

const BYTE: u32 = u8::BITS;

impl Tags {
    pub const NONE: Tags = Tags(0);
    /// A C `volatile` access.
    pub const VOLATILE: Tags = crate::tags!["volatile"];
    /// An access in an atomic block.
    pub const ATOMIC_BLOCK: Tags = crate::tags!["atomic_block"];

    /// The tags with these names: [`tags!`](crate::tags!) calls it when the program is compiled,
    /// and other callers have no business here.
    #[doc(hidden)]
    pub const fn of(names: &[&str]) -> Tags {
        let mut tags = Tags::NONE;
        let mut index = 0;
        while index < names.len() {
            let tag = Tag::named(names[index]).expect("crates/base/src/tags/table.rs has this tag");
            tags = tags.and(tag);
            index += 1;
        }
        tags
    }

    pub const fn only(tag: Tag) -> Tags {
        Tags(tag.0 as u64 + 1)
    }

    /// Whether a text may say one more. The last byte is for what texts do not say: that an
    /// access is in an atomic block.
    pub const fn has_room(self) -> bool {
        self.0 >> (u64::BITS - 2 * BYTE) == 0
    }

    /// This set and one more.
    pub const fn and(self, tag: Tag) -> Tags {
        let new = tag.0 as u64 + 1;
        let mut place = 0;
        while place < u64::BITS {
            let byte = self.0 >> place & 0xff;
            if byte == new {
                return self;
            }
            if byte == 0 || byte > new {
                break;
            }
            place += BYTE;
        }
        assert!(self.0 >> (u64::BITS - BYTE) == 0, "an access or fence has at most eight tags");
        let lower = self.0 & ((1 << place) - 1);
        Tags(lower | new << place | (self.0 ^ lower) << BYTE)
    }

    pub const fn with(self, other: Tags) -> Tags {
        let (mut all, mut rest) = (self, other.0);
        while rest != 0 {
            all = all.and(Tag((rest & 0xff) as u8 - 1));
            rest >>= BYTE;
        }
        all
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of the others are in this set.
    pub const fn contains(self, other: Tags) -> bool {
        const LOWEST: u64 = u64::MAX / 0xff;
        let mut rest = other.0;
        while rest != 0 {
            // Whether some byte of a word is zero: Warren, Hacker's Delight, §6-1.
            let differences = self.0 ^ ((rest & 0xff) * LOWEST);
            if differences.wrapping_sub(LOWEST) & !differences & LOWEST << (BYTE - 1) == 0 {
                return false;
            }
            rest >>= BYTE;
        }
        true
    }

    /// The tags in this set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Tag> {
        let bytes = self.0.to_le_bytes().into_iter();
        bytes.take_while(|byte| *byte != 0).map(|byte| Tag(byte - 1))
    }

    /// The names of the tags in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(Tag::name)
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The set of the tags with these names, which must be in the table:
///
/// ```
/// assert!(base::tags!["X", "A"].contains(base::tags!["A"]));
/// ```
///
/// ```compile_fail
/// base::tags!["MFENZE"];
/// ```
#[macro_export]
macro_rules! tags {
    ($($name:literal),* $(,)?) => {
        const { $crate::Tags::of(&[$($name),*]) }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_there_once_and_explained() {
        let names: BTreeSet<&str> = Tag::all().map(Tag::name).collect();
        assert_eq!(names.len(), TABLE.len());
        for tag in Tag::all() {
            assert_eq!(Tag::named(tag.name()), Some(tag));
            assert!(!tag.name().is_empty() && !tag.meaning().is_empty(), "{tag:?}");
        }
        assert_eq!(Tag::named("MFENZE"), None);
    }

    #[test]
    fn tags_are_what_was_put_in_in_any_order() {
        let last = Tag::all().next_back().unwrap();
        let tags = tags!["X", "A"].and(last);
        assert_eq!(tags, Tags::only(last).with(tags!["A"]).with(tags!["X", "A"]));
        assert_eq!(tags.iter().count(), 3);
        assert!(tags.contains(tags!["A", "X"]) && !tags.contains(tags!["A", "L"]));
        assert!(tags.contains(Tags::NONE) && !Tags::NONE.contains(tags) && Tags::NONE.is_empty());
        for (one, other) in Tag::all().flat_map(|one| Tag::all().map(move |other| (one, other))) {
            let both = Tags::only(one).and(other);
            assert_eq!(both, Tags::only(other).and(one));
            for tag in Tag::all() {
                assert_eq!(both.contains(Tags::only(tag)), tag == one || tag == other);
            }
        }
    }

    #[test]
    fn there_is_room_for_seven_and_an_atomic_block() {
        let mut tags = Tags::NONE;
        for tag in Tag::all().take(7) {
            assert!(tags.has_room());
            tags = tags.and(tag);
        }
        assert!(!tags.has_room() && tags.with(Tags::ATOMIC_BLOCK).iter().count() == 8);
    }

    #[test]
    fn sets_are_shown_with_the_mark_before_the_order() {
        let shown = |tags: Tags| tags.names().collect::<Vec<_>>().join(",");
        assert_eq!(shown(tags!["A", "X"]), "X,A");
        assert_eq!(shown(tags!["L", "NoRet", "X"]), "X,NoRet,L");
        assert_eq!(shown(tags!["AcqRel", "EX", "X"]), "X,EX,AcqRel");
        assert_eq!(shown(tags!["A", "CON", "ACQ"]), "ACQ,CON,A");
        assert_eq!(shown(tags!["Acquire", "LKR"]), "LKR,Acquire");
        assert_eq!(shown(tags!["Once", "Noreturn"]), "Noreturn,Once");
        assert_eq!(shown(tags!["RMW", "Once"]), "Once,RMW");
    }
}

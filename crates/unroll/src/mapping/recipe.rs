//! What do the instructions of one line of a mapping mean to a model? Fences, an access in the
//! middle, and branches.
//!
//! The names that events get must be those that the dialect of litmus tests gives to the same
//! instructions (`litmus::dialects`); `crates/bmc/tests/mappings.rs` writes such tests and compares
//! the answers.

use base::{TagSet, Tags};

/// What an instruction is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    Fence(Tags),
    Load(Tags),
    Store(Tags),
    /// A load that a conditional store belongs to.
    Reserve(Tags),
    /// A conditional store; `carries` if what depends on its success depends on the store.
    Conditional {
        tags: Tags,
        carries: bool,
    },
    /// A read and a write in one instruction, with the names of the read if nothing is written.
    Update {
        read: Tags,
        write: Tags,
        failed: Tags,
        shape: Shape,
    },
    /// A branch on what was read, or on whether the store before it succeeded.
    Branch,
    /// Nothing that a model sees.
    Silent,
}

/// How the read and the write of an update belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One event that is both.
    Single,
    /// Two events of one instruction (`amo`).
    One {
        /// A comparison in it is a choice between values, and no dependency on what is compared
        /// (Arm's pick dependencies).
        picks: bool,
    },
    /// Two events of two instructions, of which the second may fail.
    Exclusive {
        /// What depends on the success of the store depends on the store.
        carries: bool,
    },
}

/// A fence before or after an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    pub tags: TagSet,
    /// It is there only if the operation writes.
    pub needs_write: bool,
}

/// What an operation is to a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    pub before: Vec<Barrier>,
    /// What its read is called.
    pub read: TagSet,
    /// What the read of a compare-exchange is called that writes nothing.
    pub failed: TagSet,
    /// What its write is called.
    pub write: TagSet,
    pub shape: Shape,
    /// Everything after its read depends on what was read.
    pub branches: bool,
    pub after: Vec<Barrier>,
}

impl Recipe {
    /// An access without anything around it, whose read and write are one instruction.
    pub(crate) fn bare(read: TagSet, write: TagSet) -> Recipe {
        Recipe {
            before: Vec::new(),
            read,
            failed: read,
            write,
            shape: Shape::One { picks: false },
            branches: false,
            after: Vec::new(),
        }
    }

    /// A fence alone.
    pub(crate) fn fence(tags: TagSet) -> Recipe {
        let barrier = Barrier { tags, needs_write: false };
        Recipe { before: vec![barrier], ..Recipe::bare(TagSet::NONE, TagSet::NONE) }
    }

    /// Reads the code of a line. A word that the machine does not know is a mistake in the table.
    pub(super) fn parse(code: &str, words: &[(&str, Word)]) -> Recipe {
        let mut recipe = Recipe::bare(TagSet::NONE, TagSet::NONE);
        let (mut is_after, mut has_stored) = (false, false);
        for part in code.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let bracketed = part.strip_prefix('[').and_then(|part| part.strip_suffix(']'));
            let text = bracketed.unwrap_or(part);
            let known = words.iter().find(|(known, _)| *known == text);
            let (_, word) = known.unwrap_or_else(|| panic!("`{text}` of `{code}` is no word"));
            match *word {
                Word::Fence(tags) => {
                    let barriers = if is_after { &mut recipe.after } else { &mut recipe.before };
                    let needs_write = bracketed.is_some();
                    barriers.push(Barrier { tags: tags.into(), needs_write });
                    continue;
                }
                Word::Load(tags) => recipe.read = tags.into(),
                Word::Store(tags) => recipe.write = tags.into(),
                Word::Reserve(tags) => (recipe.read, recipe.failed) = (tags.into(), tags.into()),
                Word::Conditional { tags, carries } => {
                    (recipe.write, recipe.shape) = (tags.into(), Shape::Exclusive { carries });
                    has_stored = true;
                }
                Word::Update { read, write, failed, shape } => {
                    (recipe.read, recipe.write) = (read.into(), write.into());
                    (recipe.failed, recipe.shape) = (failed.into(), shape);
                }
                // Behind a conditional store, it is the store's success that a branch looks at.
                Word::Branch => recipe.branches |= is_after && !has_stored,
                Word::Silent => continue,
            }
            is_after = true;
        }
        recipe
    }
}

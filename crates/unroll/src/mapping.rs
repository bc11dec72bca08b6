//! What does a compiler make of C's accesses on a machine? A table: for each operation and order,
//! the instructions, as published tables have them (`dat3m-thesis` §2.1, Table 2.1; each mapping
//! names its source). A model of a machine is about these instructions, and knows nothing of C's
//! orders.
//!
//! - [`Mapping`]: a table, as text. `tables` has those that come with Heddle, and `words` what
//!   their instructions are.
//! - [`Recipe`]: what the text of one line means: fences around an access, what models call the
//!   events of the access, and which dependencies its branches make.
//!
//! What is the same in all of them:
//!
//! 1. Loops of exclusive instructions are their last turn. A turn that fails adds a read, and in
//!    all models here an execution without that read is an execution, too.
//! 2. What a compare-exchange expects and finds is compared by a branch, unless one instruction
//!    compares; so where there is a branch, all that follows depends on what was read.
//! 3. An update keeps its result, also if nobody looks at it; the kernel's relaxed ones do not.
//! 4. An access whose memory no other thread knows is no event; its fences are.
//! 5. Threads are created and joined by full fences, which `po` goes through.

mod recipe;
mod tables;
mod words;

pub use recipe::{Barrier, Recipe, Shape};
pub use tables::MAPPINGS;

use base::Ordering;
use program::RmwOperation;
use recipe::Word;
use std::fmt;

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Load,
    Store,
    /// An update that some machines have an instruction for.
    Update,
    /// One that they have none for: of one or two bytes, or an unusual operation.
    OtherUpdate,
    CompareExchange,
    Fence,
}

impl Operation {
    pub const ALL: [Operation; 6] = [
        Operation::Load,
        Operation::Store,
        Operation::Update,
        Operation::OtherUpdate,
        Operation::CompareExchange,
        Operation::Fence,
    ];

    /// Whether machines have an instruction for an update of so many bytes.
    pub fn of_update(operation: RmwOperation, size: u8) -> Operation {
        use RmwOperation as R;
        match operation {
            R::Exchange
            | R::Add
            | R::Sub
            | R::And
            | R::Or
            | R::Xor
            | R::Max
            | R::Min
            | R::UMax
            | R::UMin
                if size >= 4 =>
            {
                Operation::Update
            }
            _ => Operation::OtherUpdate,
        }
    }
}

/// A compare-exchange, which is ordered in one way if it writes and in another if not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchanging {
    /// Of one that writes.
    pub recipe: Recipe,
    /// What its read is called if it does not.
    pub failed: base::TagSet,
    pub after_failure: Vec<Barrier>,
}

/// The order that covers those of both ways out of a compare-exchange: compilers do not know yet
/// which one it takes.
pub(crate) fn covering(success: Ordering, failure: Ordering) -> Ordering {
    match (success, failure) {
        (_, Ordering::SeqCst) => Ordering::SeqCst,
        (Ordering::Relaxed, Ordering::Acquire) => Ordering::Acquire,
        (Ordering::Release, Ordering::Acquire) => Ordering::AcquireRelease,
        (success, _) => success,
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operation::Load => "load",
            Operation::Store => "store",
            Operation::Update => "update",
            Operation::OtherUpdate => "other update",
            Operation::CompareExchange => "compare-exchange",
            Operation::Fence => "fence",
        })
    }
}

/// The code for an operation with some orders.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub operations: &'static [Operation],
    pub orderings: &'static [Ordering],
    /// Instructions, separated by semicolons; what is in brackets is there if the operation writes.
    pub code: &'static str,
}

/// What a compiler makes of C for a machine. What has no line has no counterpart there.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    /// The name that users give.
    pub name: &'static str,
    /// The model that comes with Heddle and is about the same machine.
    pub model: &'static str,
    /// Who published it.
    pub source: &'static str,
    lines: &'static [&'static [Line]],
    words: &'static [(&'static str, Word)],
}

impl PartialEq for Mapping {
    fn eq(&self, other: &Mapping) -> bool {
        self.name == other.name
    }
}

impl Eq for Mapping {}

impl Mapping {
    /// The mapping with this name.
    pub fn named(name: &str) -> Option<&'static Mapping> {
        MAPPINGS.iter().find(|own| own.name == name)
    }

    /// All mappings for a model that comes with Heddle. The first one is the usual one.
    pub fn of_model(model: &str) -> impl Iterator<Item = &'static Mapping> {
        MAPPINGS.iter().filter(move |own| own.model == model)
    }

    /// The code for an operation, if there is any.
    pub fn code(&self, operation: Operation, ordering: Ordering) -> Option<&'static str> {
        let has = |line: &&Line| {
            line.operations.contains(&operation) && line.orderings.contains(&ordering)
        };
        self.lines.iter().copied().flatten().find(has).map(|line| line.code)
    }

    /// What the code for an operation means to a model.
    pub fn recipe(&self, operation: Operation, ordering: Ordering) -> Option<Recipe> {
        self.code(operation, ordering).map(|code| Recipe::parse(code, self.words))
    }

    /// What a compare-exchange is that has one order if it writes and another one if it fails.
    pub fn exchanging(&self, success: Ordering, failure: Ordering) -> Option<Exchanging> {
        let operation = Operation::CompareExchange;
        let recipe = self.recipe(operation, covering(success, failure))?;
        let mut after_failure = self.recipe(operation, failure)?.after;
        after_failure.retain(|barrier| !barrier.needs_write);
        Some(Exchanging { failed: recipe.failed, recipe, after_failure })
    }

    /// What a fence means that a program names by what the machine calls it.
    pub fn own_fence(&self, tags: base::TagSet) -> Option<Recipe> {
        let mut words = self.words.iter();
        words.find_map(|(text, word)| match word {
            Word::Fence(own) if tags.has_any((*own).into()) => {
                Some(Recipe::parse(text, self.words))
            }
            _ => None,
        })
    }
}

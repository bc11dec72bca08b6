//! What does "holds" assume of the world? Whatever C or POSIX leaves to it and the exploration does
//! not try: each assumption that matters to a program, in a few words. What was left out because of
//! a bound or of inputs is said by the verdict itself.

use base::Verdict;
use program::{Deallocation, Instruction, Program};

/// What an answer takes for granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assumption {
    /// `malloc` and its like find memory.
    AllocationsSucceed,
    /// The system lets every thread be created.
    ThreadsAreCreated,
    /// An address is not used again while somebody may still have a pointer to it.
    MemoryIsNotReused,
}

impl Assumption {
    const ALL: [Assumption; 3] = [
        Assumption::AllocationsSucceed,
        Assumption::ThreadsAreCreated,
        Assumption::MemoryIsNotReused,
    ];

    /// As it stands behind `assuming:`, and in JSON.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Assumption::AllocationsSucceed => "no allocation fails",
            Assumption::ThreadsAreCreated => "every thread can be created",
            Assumption::MemoryIsNotReused => "freed memory is not used again",
        }
    }

    /// Whether it is one about what an instruction does.
    fn is_about(self, instruction: &Instruction) -> bool {
        match (self, instruction) {
            (Assumption::AllocationsSucceed, Instruction::Allocate { kind, .. }) => {
                !kind.is_local()
            }
            (Assumption::MemoryIsNotReused, Instruction::Free { by, .. }) => {
                *by != Deallocation::Leave
            }
            (Assumption::ThreadsAreCreated, Instruction::Spawn { .. }) => true,
            (
                Assumption::AllocationsSucceed
                | Assumption::ThreadsAreCreated
                | Assumption::MemoryIsNotReused,
                _,
            ) => false,
        }
    }
}

/// What a verdict about a program takes for granted. A violation is one whatever is assumed.
pub(crate) fn assumptions(program: &Program, verdict: Verdict) -> Vec<Assumption> {
    match verdict {
        Verdict::Holds | Verdict::HoldsWithinBound => {}
        Verdict::Violated | Verdict::Unknown => return Vec::new(),
    }
    let blocks = || program.functions.iter().flat_map(|function| &function.blocks);
    let mut all = Assumption::ALL.to_vec();
    all.retain(|own| blocks().flat_map(|block| &block.instructions).any(|each| own.is_about(each)));
    all
}

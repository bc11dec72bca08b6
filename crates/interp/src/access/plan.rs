//! What does an instruction do to memory? Which part of it, with which order, reading, writing or
//! both: all that can be said before the access is located.

use crate::library;
use crate::mutex::{MUTEX, MUTEX_ADMINISTERED};
use crate::thread::Failing;
use base::address::Pointers;
use base::{Address, Ordering};
use execution::{ReadKind, WriteKind};
use program::library::Effect;
use program::{Access, Instruction, Operand, Program};

/// What an instruction does to memory.
pub(super) struct Plan {
    pub(super) address: Operand,
    pub(super) access: Access,
    pub(super) reads: Option<ReadKind>,
    pub(super) writes: Option<WriteKind>,
    /// What it has to read in order to write, and how it is ordered if it does not.
    pub(super) otherwise: Option<(Needed, Ordering)>,
}

/// What an instruction has to read in order to write.
#[derive(Clone, Copy)]
pub(super) enum Needed {
    Number(Operand),
    FreeMutex,
}

#[inline]
pub(super) fn plan(program: &Program, instruction: &Instruction) -> Plan {
    use Instruction as I;
    let (address, access, reads, writes) = match instruction {
        I::Load { address, access, .. } => (address, *access, Some(ReadKind::Load), None),
        I::Store { address, access, .. } => (address, *access, None, Some(WriteKind::Store)),
        I::ReadModifyWrite { address, access, .. } | I::CompareExchange { address, access, .. } => {
            (address, *access, Some(ReadKind::Exclusive), Some(WriteKind::Exclusive))
        }
        I::MutexInit { mutex } => {
            (mutex, MUTEX_ADMINISTERED, Some(ReadKind::Initialise), Some(WriteKind::Store))
        }
        I::MutexLock { mutex } => (mutex, MUTEX, Some(ReadKind::Lock), Some(WriteKind::Exclusive)),
        I::MutexTryLock { mutex, .. } => {
            (mutex, MUTEX, Some(ReadKind::TryLock), Some(WriteKind::Exclusive))
        }
        I::MutexUnlock { mutex } => (mutex, MUTEX, None, Some(WriteKind::Unlock)),
        I::MutexDestroy { mutex } => {
            (mutex, MUTEX_ADMINISTERED, Some(ReadKind::Destroy), Some(WriteKind::Store))
        }
        I::CallLibrary { library, function, object, .. } => {
            let function = library::function(program, *library, *function);
            let access = library::access(function);
            match function.effect {
                Effect::Read => (object, access, Some(ReadKind::Load), None),
                Effect::Write => (object, access, None, Some(WriteKind::Store)),
                Effect::Update => {
                    (object, access, Some(ReadKind::Exclusive), Some(WriteKind::Exclusive))
                }
            }
        }
        other => unreachable!("not an access: {other:?}"),
    };
    let otherwise = match instruction {
        I::CompareExchange { expected, failure, .. } => Some((Needed::Number(*expected), *failure)),
        I::MutexTryLock { .. } => Some((Needed::FreeMutex, Ordering::Relaxed)),
        _ => None,
    };
    Plan { address: *address, access, reads, writes, otherwise }
}

impl Plan {
    /// Whether its read is ordered in one way if it goes on to write, and in another if not.
    #[inline]
    pub(super) fn has_two_orders(&self) -> bool {
        let is_other =
            |(_, failure): (Needed, Ordering)| failure.of_read() != self.access.ordering.of_read();
        self.otherwise.is_some_and(is_other)
    }

    /// Whether it is atomic, and the machine could not do it at once at this address.
    #[inline]
    pub(super) fn is_misaligned(&self, pointers: Pointers, address: Address) -> bool {
        self.access.ordering != Ordering::Plain && !pointers.is_aligned(address, self.access.size)
    }

    /// Whether it orders what its thread does before it and after it, under some model, whatever
    /// its location.
    #[inline]
    pub(super) fn orders_others(&self) -> bool {
        self.access.ordering == Ordering::SeqCst || self.reads == Some(ReadKind::Exclusive)
    }
}

/// Whether an instruction that finds what it expects fails.
#[inline]
pub(super) fn failing(instruction: &Instruction) -> Failing {
    match instruction {
        Instruction::CompareExchange { weak: true, .. } => Failing::Either,
        _ => Failing::Never,
    }
}

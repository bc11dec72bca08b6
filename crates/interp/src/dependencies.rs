//! What does the next event of a thread depend on? Optional, for models that ask.
//!
//! Dependencies are syntactic, as in *Herding Cats* §4.3 and in `candidates::trace`: a register
//! carries the reads that it was computed from, whatever was computed, so that `x ^ x`, `x * 0` and
//! `x & 0` carry what `x` does. The code is LLVM IR as clang -O0 writes it; no pass removes or
//! invents a dependency (`program::passes` says why). Precisely:
//!
//! - The result of a read that is an event carries this read and nothing else: that the address was
//!   computed from another read is an addr of the read itself.
//! - Private memory is like registers, byte by byte, because accesses to it are no events: what is
//!   stored carries what the value and the address were computed from, and what is loaded carries
//!   that and what the address was computed from. Shared memory carries nothing; there the way from
//!   a write to a read is rf.
//! - A branch, a switch, an assumption and a call through a pointer are decisions: everything that
//!   the thread does afterwards has ctrl from what they decided on, whether the ways meet again or
//!   not, and also if both targets are the same.
//! - `select` is no decision. Its result carries what the condition and the value that is chosen
//!   carry.
//! - Arguments and results of calls are copies. What `memcpy`, `memmove` and `memset` decide on
//!   their way is left out: they look at addresses to find a good size for the pieces, which no
//!   program has asked for.
//! - An update computes what it writes from what it reads, but that is no dependency between two
//!   instructions: `data` of its write is what its operand carries, of a compare-exchange what the
//!   new value carries. Whether a compare-exchange succeeded carries its read and what the expected
//!   value carries.
//! - A call of a library reads like an update. What it returns carries its read and its argument.
//! - The address of a new object, a choice, what a joined thread returned and the argument of a new
//!   thread carry nothing.
//!
//! **Not covered.** The private accesses on the way are no events, so what a model orders by way of
//! them is lost (`addr; po` of a private access), which allows more than the model would; and so is
//! that the bytes which `printf` reads have an address.
//!
//! **Being free when off.** The state is behind one pointer that is null. The interpreter's loop
//! exists twice (`step`), with what is hot in it inlined into both; what is rarer than a private
//! instruction looks at the pointer, and everything here is out of the way.

use crate::Operation;
use crate::thread::{Progress, Thread};
use base::Address;
use execution::{Dependencies, Reads};
use program::{Callee, Instruction, Operand, Program, Register};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the parts of a thread's state were computed from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tracker {
    /// By register, as in the thread's register file; those past the end carry nothing.
    registers: Vec<Reads>,
    /// By address, for the bytes of private memory that carry something.
    memory: Rc<BTreeMap<u64, Reads>>,
    /// What has been decided on so far.
    ctrl: Reads,
    /// What the current instruction has read so far.
    read: Reads,
}

impl Tracker {
    fn of(&self, base: usize, operand: Operand) -> Reads {
        match operand {
            Operand::Register(register) => self.of_register(base, register),
            Operand::Constant(_) | Operand::Undefined => Reads::default(),
        }
    }

    fn of_register(&self, base: usize, register: Register) -> Reads {
        self.registers.get(base + register.index()).cloned().unwrap_or_default()
    }

    fn set(&mut self, base: usize, register: Register, reads: Reads) {
        let index = base + register.index();
        if index >= self.registers.len() {
            if reads.is_empty() {
                return;
            }
            self.registers.resize(index + 1, Reads::default());
        }
        self.registers[index] = reads;
    }

    fn decide(&mut self, reads: &Reads) {
        self.ctrl = self.ctrl.and(reads);
    }

    fn of_memory(&self, address: Address, size: u8) -> Reads {
        let bytes = self.memory.range(address.0..address.0 + u64::from(size));
        bytes.fold(Reads::default(), |all, (_, reads)| all.and(reads))
    }

    /// Returns whether that is another one than before.
    fn set_memory(&mut self, address: Address, size: u64, reads: &Reads) -> bool {
        let bytes = || address.0..address.0 + size;
        let is_same = match reads.is_empty() {
            true => self.memory.range(bytes()).next().is_none(),
            false => bytes().all(|byte| self.memory.get(&byte) == Some(reads)),
        };
        if is_same {
            return false;
        }
        let memory = Rc::make_mut(&mut self.memory);
        memory.retain(|byte, _| !bytes().contains(byte));
        if !reads.is_empty() {
            memory.extend(bytes().map(|byte| (byte, reads.clone())));
        }
        true
    }
}

/// Whether what a function decides is its own business. No name in C has a dot; these are the inner
/// workings of the runtime, such as copying and filling memory.
fn decides_for_itself(program: &Program, thread: &Thread) -> bool {
    program.function(thread.frame().function).name.starts_with("heddle.")
}

impl Thread {
    /// Follows dependencies from here on; for threads that have not run yet.
    pub fn track_dependencies(&mut self) {
        self.tracker = Some(Box::default());
    }

    #[inline]
    pub fn tracks_dependencies(&self) -> bool {
        self.tracker.is_some()
    }

    /// What the visible operation depends on for which the thread waits. Registers change only when
    /// an instruction is done, so its operands are still there.
    pub fn dependencies(&self, program: &Program) -> Dependencies {
        let Some(tracker) = &self.tracker else { return Dependencies::default() };
        let mut found = Dependencies { ctrl: tracker.ctrl.clone(), ..Dependencies::default() };
        let writes = match self.request.operation() {
            Some(Operation::Read { .. }) => false,
            Some(Operation::Write { .. }) => true,
            _ => return found,
        };
        let frame = self.frame();
        let block = program.function(frame.function).block(frame.block);
        let Some(instruction) = block.instructions.get(frame.instruction as usize) else {
            return found;
        };
        use Instruction as I;
        let (address, value) = match instruction {
            I::Load { address, .. } => (*address, None),
            I::Store { address, value, .. } => (*address, Some(*value)),
            I::ReadModifyWrite { address, operand, .. } => (*address, Some(*operand)),
            I::CompareExchange { address, desired, .. } => (*address, Some(*desired)),
            I::CallLibrary { object, argument, .. } => (*object, Some(*argument)),
            I::MutexInit { mutex }
            | I::MutexLock { mutex }
            | I::MutexTryLock { mutex, .. }
            | I::MutexUnlock { mutex }
            | I::MutexDestroy { mutex } => (*mutex, None),
            // Memory that is allocated as zero, and strings that are printed.
            _ => return found,
        };
        let base = frame.base as usize;
        found.addr = tracker.of(base, address);
        if let Some(value) = value.filter(|_| writes) {
            found.data = tracker.of(base, value);
        }
        found
    }

    /// The operation for which the thread waits becomes an event.
    #[cold]
    pub(crate) fn track_event(&mut self) {
        let Some(tracker) = &mut self.tracker else { return };
        let is_read = matches!(self.request.operation(), Some(Operation::Read { .. }));
        // What is printed goes nowhere.
        if is_read && self.progress != Progress::Printing {
            tracker.read = tracker.read.and(&Reads::single(self.events));
        }
    }

    /// An instruction is about to run. Those that may wait for an answer set their targets when
    /// they have it.
    #[cold]
    pub(crate) fn track_instruction(&mut self, base: usize, instruction: &Instruction) {
        use Instruction as I;
        let chosen = match instruction {
            I::Select { condition, then, otherwise, .. } => {
                let is_so = self.value(base, *condition).bits != 0;
                Some((*condition, if is_so { *then } else { *otherwise }))
            }
            _ => None,
        };
        let Some(tracker) = &mut self.tracker else { return };
        match instruction {
            I::Select { target, .. } => {
                let (condition, value) = chosen.expect("found just now");
                let reads = tracker.of(base, condition).and(&tracker.of(base, value));
                tracker.set(base, *target, reads);
            }
            I::Assign { target, .. }
            | I::Binary { target, .. }
            | I::Compare { target, .. }
            | I::SignExtend { target, .. }
            | I::Truncate { target, .. }
            | I::Float { target, .. } => {
                let mut reads = Reads::default();
                instruction
                    .reads(|register| reads = reads.and(&tracker.of_register(base, register)));
                tracker.set(base, *target, reads);
            }
            I::CurrentThread { target }
            | I::ThreadLocalAddress { target, .. }
            | I::MutexHeld { target, .. }
            | I::ObjectSize { target, .. }
            | I::Allocate { target, .. } => {
                tracker.set(base, *target, Reads::default());
            }
            I::SpinMark { watched, effects } => {
                for (live, mark) in watched {
                    let reads = tracker.of_register(base, *live);
                    tracker.set(base, *mark, reads);
                }
                tracker.set(base, *effects, Reads::default());
            }
            I::Bound { counter, .. } => tracker.set(base, *counter, Reads::default()),
            I::Assume { condition } => tracker.decide(&tracker.of(base, *condition)),
            I::Call { callee: Callee::Indirect(function), .. } => {
                tracker.decide(&tracker.of(base, *function));
            }
            I::Call { .. }
            | I::Load { .. }
            | I::Store { .. }
            | I::ReadModifyWrite { .. }
            | I::CompareExchange { .. }
            | I::Fence { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexTryLock { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::CallLibrary { .. }
            | I::Spawn { .. }
            | I::Join { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::Free { .. }
            | I::Choose { .. }
            | I::Fail { .. }
            | I::Print { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::SpinCheck { .. }
            | I::Unsupported { .. } => {}
        }
    }

    /// A block ends with a decision on this, if it is one.
    #[cold]
    pub(crate) fn track_decision(&mut self, program: &Program, base: usize, on: Option<Operand>) {
        let Some(on) = on else { return };
        if decides_for_itself(program, self) {
            return;
        }
        if let Some(tracker) = &mut self.tracker {
            tracker.decide(&tracker.of(base, on));
        }
    }

    /// A function was called with these arguments by one whose registers start at `base`; the frame
    /// is there already.
    #[cold]
    pub(crate) fn track_call(&mut self, base: usize, arguments: &[Operand]) {
        let own = self.frame().base as usize;
        let Some(tracker) = &mut self.tracker else { return };
        tracker.registers.truncate(own);
        for (index, argument) in arguments.iter().enumerate() {
            let reads = tracker.of(base, *argument);
            tracker.set(own, Register(index as u32), reads);
        }
    }

    /// A function whose registers start at `base` returns these values to one whose registers start
    /// at `caller`.
    #[cold]
    pub(crate) fn track_return(
        &mut self,
        (base, values): (usize, &[Operand]),
        (caller, targets): (usize, &[Register]),
    ) {
        let Some(tracker) = &mut self.tracker else { return };
        let results: Vec<Reads> = values.iter().map(|value| tracker.of(base, *value)).collect();
        tracker.registers.truncate(base);
        for (index, target) in targets.iter().enumerate() {
            tracker.set(caller, *target, results.get(index).cloned().unwrap_or_default());
        }
    }

    /// Whether these pairs of registers were computed from the same reads.
    #[cold]
    pub(crate) fn carry_the_same(&self, base: usize, pairs: &[(Register, Register)]) -> bool {
        self.tracker.as_ref().is_none_or(|tracker| {
            pairs.iter().all(|(one, other)| {
                tracker.of_register(base, *one) == tracker.of_register(base, *other)
            })
        })
    }

    /// The current instruction has read so many bytes of private or constant memory at an address.
    #[cold]
    pub(crate) fn track_private_read(
        &mut self,
        base: usize,
        (operand, address): (Operand, Address),
        size: u8,
    ) {
        if let Some(tracker) = &mut self.tracker {
            tracker.read = tracker.of(base, operand).and(&tracker.of_memory(address, size));
        }
    }

    /// The current instruction has written so many bytes of private memory at an address. Returns
    /// whether they carry something else than before.
    #[cold]
    pub(crate) fn track_private_write(
        &mut self,
        base: usize,
        instruction: &Instruction,
        address: Address,
        size: u8,
    ) -> bool {
        let Some(tracker) = &mut self.tracker else { return false };
        let mut reads = tracker.read.clone();
        instruction.reads(|register| reads = reads.and(&tracker.of_register(base, register)));
        tracker.set_memory(address, u64::from(size), &reads)
    }

    /// An instruction that may have waited for answers is done.
    #[cold]
    pub(crate) fn track_result(&mut self, base: usize, instruction: &Instruction) {
        let Some(tracker) = &mut self.tracker else { return };
        let read = std::mem::take(&mut tracker.read);
        match instruction {
            Instruction::CompareExchange { target, success, expected, .. } => {
                let decided = read.and(&tracker.of(base, *expected));
                tracker.set(base, *target, read);
                tracker.set(base, *success, decided);
            }
            Instruction::CallLibrary { target, argument, .. } => {
                let reads = read.and(&tracker.of(base, *argument));
                tracker.set(base, *target, reads);
            }
            other => {
                for target in other.targets() {
                    tracker.set(base, target, read.clone());
                }
            }
        }
    }

    /// There is a new object, perhaps where there was another one.
    #[cold]
    pub(crate) fn track_allocation(&mut self, address: Address, size: u64) {
        if let Some(tracker) = &mut self.tracker {
            tracker.set_memory(address, size, &Reads::default());
        }
    }
}

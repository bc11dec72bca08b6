//! Statements about condition variables, semaphores, reader-writer locks and barriers, as the C
//! runtime has them (`llvm/runtime`): the same calls of primitives in the same order.

use super::builder::{Builder, access, address, mutex};
use crate::case::{LIBRARIES, MUTEXES, Place, Primitive, VARIABLES};
use base::{Ordering, Tags};
use program::{
    Access, BinaryOperation, GlobalId, Instruction, Operand, Predicate, Program, Register,
    RmwOperation,
};

/// The objects, in their order.
const CONDITION: u8 = 0;
const SEMAPHORE: u8 = 1;
const LOCK: u8 = 2;
const ARRIVALS: u8 = 3;
const ROUNDS: u8 = 4;

/// How many threads make a round of the barrier.
const THREADS: u64 = 2;

fn object(index: u8) -> Operand {
    let global = VARIABLES + MUTEXES + LIBRARIES.len() as u8 + index;
    Operand::Constant(GlobalId(u32::from(global)).address().0)
}

impl Builder<'_> {
    pub(super) fn primitive(&mut self, program: &Program, primitive: Primitive) {
        let place = |variable| Place { variable, offset: 0, size: 4 };
        let none = Operand::Constant(0);
        match primitive {
            Primitive::Wait { mutex: index } => {
                let ticket = self.begin_wait(program, index);
                self.call(program, "end_wait", CONDITION, ticket.into());
                self.push(Instruction::MutexLock { mutex: mutex(index) });
                self.push(Instruction::MutexUnlock { mutex: mutex(index) });
            }
            Primitive::TimedWait { mutex: index, register } => {
                let ticket = self.begin_wait(program, index);
                let late = Register(u32::from(register));
                let (low, high) = (none, Operand::Constant(1));
                self.push(Instruction::Choose { target: late, low, high });
                self.guarded(late, |builder| {
                    builder.call(program, "give_up_wait", CONDITION, ticket.into());
                });
                let in_time = self.equal(late.into(), 0);
                self.guarded(in_time, |builder| {
                    builder.call(program, "end_wait_in_time", CONDITION, ticket.into());
                });
                self.push(Instruction::MutexLock { mutex: mutex(index) });
                self.push(Instruction::MutexUnlock { mutex: mutex(index) });
            }
            Primitive::Signal => {
                let waits = self.call(program, "anybody_waits", CONDITION, none);
                self.guarded(waits, |builder| {
                    builder.call(program, "signal", CONDITION, none);
                });
            }
            Primitive::Broadcast => {
                let waits = self.call(program, "anybody_waits", CONDITION, none);
                self.guarded(waits, |builder| {
                    builder.call(program, "broadcast", CONDITION, none);
                });
            }
            Primitive::Take => {
                self.call(program, "take", SEMAPHORE, none);
            }
            Primitive::TryTake { register } => {
                self.clear(register);
                self.if_any(SEMAPHORE, |builder| {
                    let taken = builder.call(program, "try_take", SEMAPHORE, none);
                    builder.set(register, taken);
                });
            }
            Primitive::Give => {
                self.update(SEMAPHORE, Ordering::Release);
            }
            Primitive::Reading { register, variable } => {
                self.call(program, "read_lock", LOCK, none);
                let (address, access) =
                    (address(place(variable)), access(place(variable), Ordering::Plain));
                let target = Register(u32::from(register));
                self.push(Instruction::Load { target, address, access });
                self.call(program, "unlock_either", LOCK, none);
            }
            Primitive::Writing { variable, value } => {
                self.call(program, "write_lock", LOCK, none);
                self.write(place(variable), value);
                self.call(program, "unlock_either", LOCK, none);
            }
            Primitive::TryWriting { register, variable, value } => {
                self.clear(register);
                let is_free = self.call(program, "can_write_lock", LOCK, none);
                self.guarded(is_free, |builder| {
                    let taken = builder.call(program, "try_write_lock", LOCK, none);
                    builder.set(register, taken);
                });
                let taken = Register(u32::from(register));
                self.guarded(taken, |builder| {
                    builder.write(place(variable), value);
                    builder.call(program, "unlock_either", LOCK, none);
                });
            }
            Primitive::Arrive => self.arrive(program),
        }
    }

    /// Does something if a look at a number shows that it is not zero.
    fn if_any(&mut self, index: u8, then: impl FnOnce(&mut Self)) {
        let target = self.function.add_register("");
        let access = Access { size: 8, ordering: Ordering::Relaxed, tags: Tags::NONE };
        self.push(Instruction::Load { target, address: object(index), access });
        self.guarded(target, then);
    }

    fn begin_wait(&mut self, program: &Program, index: u8) -> Register {
        self.push(Instruction::MutexLock { mutex: mutex(index) });
        let ticket = self.call(program, "begin_wait", CONDITION, Operand::Constant(0));
        self.push(Instruction::MutexUnlock { mutex: mutex(index) });
        ticket
    }

    /// The last to arrive completes the round; others wait for that. Where a later round is
    /// complete first, the number of rounds stays.
    fn arrive(&mut self, program: &Program) {
        let before = self.update(ARRIVALS, Ordering::AcquireRelease);
        let round = self.function.add_register("");
        let width = 64;
        self.push(Instruction::Binary {
            operation: BinaryOperation::UDiv,
            width,
            target: round,
            left: before.into(),
            right: Operand::Constant(THREADS),
        });
        self.push(Instruction::Binary {
            operation: BinaryOperation::Add,
            width,
            target: round,
            left: round.into(),
            right: Operand::Constant(1),
        });
        let left = self.function.add_register("");
        self.push(Instruction::Binary {
            operation: BinaryOperation::URem,
            width,
            target: left,
            left: before.into(),
            right: Operand::Constant(THREADS),
        });
        let is_last = self.equal(left.into(), THREADS - 1);
        self.guarded(is_last, |builder| {
            let target = builder.function.add_register("");
            builder.push(Instruction::ReadModifyWrite {
                operation: RmwOperation::UMax,
                target,
                address: object(ROUNDS),
                operand: round.into(),
                access: Access { size: 8, ordering: Ordering::Release, tags: Tags::NONE },
            });
        });
        let is_early = self.compare(Predicate::Ne, left.into(), THREADS - 1);
        self.guarded(is_early, |builder| {
            builder.call(program, "await_at_least", ROUNDS, round.into());
        });
    }

    /// Adds one to a number; returns what was there.
    fn update(&mut self, index: u8, ordering: Ordering) -> Register {
        let target = self.function.add_register("");
        self.push(Instruction::ReadModifyWrite {
            operation: RmwOperation::Add,
            target,
            address: object(index),
            operand: Operand::Constant(1),
            access: Access { size: 8, ordering, tags: Tags::NONE },
        });
        target
    }

    fn write(&mut self, place: Place, value: u8) {
        self.push(Instruction::Store {
            address: address(place),
            value: Operand::Constant(u64::from(value)),
            access: access(place, Ordering::Plain),
        });
    }

    fn clear(&mut self, register: u8) {
        let target = Register(u32::from(register));
        self.push(Instruction::Assign { target, value: Operand::Constant(0) });
    }

    fn set(&mut self, register: u8, value: Register) {
        let target = Register(u32::from(register));
        self.push(Instruction::Assign { target, value: value.into() });
    }

    fn call(&mut self, program: &Program, name: &str, index: u8, argument: Operand) -> Register {
        let is_it = |library: &program::Library| library.name == program::primitives::NAME;
        let library = program.libraries.iter().position(is_it).expect("it is there");
        let functions = &program.libraries[library].functions;
        let function = functions.iter().position(|function| function.name == name);
        let target = self.function.add_register("");
        self.push(Instruction::CallLibrary {
            target,
            library: library as u32,
            function: function.expect("it has this function") as u32,
            object: object(index),
            argument,
        });
        target
    }
}

//! Which instructions do the statements become that create threads and objects, and use them?

use super::builder::{Builder, access, address, operand};
use super::function;
use crate::case::{Barrier, Own, POINTER, Place, Statement};
use base::{Ordering, Tags};
use program::{
    Access, AllocationKind, Deallocation, Instruction, Operand, Program, Register, RmwOperation,
    ThreadLocalId,
};

impl Builder<'_> {
    /// Creates a thread that runs the body, and joins it if wanted.
    pub(super) fn spawn(&mut self, program: &mut Program, body: &[Statement], join: bool) {
        let function = function(program, body, self.line);
        let handle = self.function.add_register("handle");
        self.push(Instruction::Spawn {
            target: handle,
            function: Operand::Constant(function.address().0),
            argument: Operand::Constant(0),
        });
        if join {
            let target = self.function.add_register("");
            self.push(Instruction::Join { target, thread: handle.into() });
        }
    }

    /// Creates an object and publishes it in a variable.
    pub(super) fn publish(&mut self, program: &mut Program, variable: u8, ordering: Ordering) {
        let object = self.allocate(program, 4);
        let place = Place { variable, offset: 0, size: 8 };
        self.push(Instruction::Store {
            address: address(place),
            value: object.into(),
            access: access(place, ordering),
        });
    }

    /// Stores to the object that a variable points to, if it points to one, or updates it.
    pub(super) fn touch(&mut self, variable: u8, ordering: Ordering, updates: bool) {
        let target = self.function.add_register("");
        self.with_object(variable, ordering, |object| {
            let access = Access { size: 4, ordering: Ordering::SeqCst, tags: Tags::NONE };
            let (address, value) = (object.into(), Operand::Constant(7));
            let operation = RmwOperation::Exchange;
            match updates {
                true => Instruction::ReadModifyWrite {
                    operation,
                    target,
                    address,
                    operand: value,
                    access,
                },
                false => Instruction::Store { address, value, access },
            }
        });
    }

    /// Frees the object that a variable points to, if it points to one.
    pub(super) fn free(&mut self, variable: u8, ordering: Ordering) {
        self.with_object(variable, ordering, |object| Instruction::Free {
            address: object.into(),
            by: Deallocation::Free,
        });
    }

    /// What is done with the variable that each thread has its own of.
    pub(super) fn own(&mut self, own: Own) {
        let target = self.function.add_register("own");
        let access = |ordering| Access { size: 4, ordering, tags: Tags::NONE };
        if !matches!(own, Own::Peek { .. }) {
            let variable = ThreadLocalId(0);
            self.push(Instruction::ThreadLocalAddress { target, variable });
        }
        let address = target.into();
        match own {
            Own::Load { register, ordering } => {
                let target = Register(u32::from(register));
                self.push(Instruction::Load { target, address, access: access(ordering) });
            }
            Own::Store { value, ordering } => {
                let value = operand(value);
                self.push(Instruction::Store { address, value, access: access(ordering) });
            }
            Own::Publish { ordering } => {
                let place = Place { variable: POINTER, offset: 0, size: 8 };
                self.push(Instruction::Store {
                    address: super::builder::address(place),
                    value: address,
                    access: super::builder::access(place, ordering),
                });
            }
            Own::Peek { register, ordering } => {
                self.with_object(POINTER, ordering, |object| Instruction::Load {
                    target: Register(u32::from(register)),
                    address: object.into(),
                    access: access(Ordering::Relaxed),
                });
            }
        }
    }

    /// Creates an object that nobody else sees, and does to it what orders others.
    pub(super) fn private_barrier(&mut self, program: &mut Program, barrier: Barrier) {
        let object = match barrier {
            Barrier::LocalStore => self.allocate_as(program, 4, AllocationKind::Stack),
            _ => self.allocate(program, 4),
        };
        let address = object.into();
        let value = Operand::Constant(1);
        let access = |ordering| Access { size: 4, ordering, tags: Tags::NONE };
        let target = self.function.add_register("");
        match barrier {
            Barrier::LocalStore | Barrier::Store => {
                self.push(Instruction::Store { address, value, access: access(Ordering::SeqCst) });
            }
            Barrier::Update => self.push(Instruction::ReadModifyWrite {
                operation: RmwOperation::Add,
                target,
                address,
                operand: value,
                access: access(Ordering::Relaxed),
            }),
            Barrier::Failure => {
                let success = self.function.add_register("");
                self.push(Instruction::CompareExchange {
                    target,
                    success,
                    address,
                    expected: Operand::Constant(5),
                    desired: value,
                    access: access(Ordering::Relaxed),
                    failure: Ordering::Relaxed,
                    weak: false,
                });
            }
            Barrier::Block => {
                self.push(Instruction::AtomicBegin);
                self.push(Instruction::Store { address, value, access: access(Ordering::Plain) });
                self.push(Instruction::AtomicEnd);
            }
        }
    }
}

//! What each statement becomes.

use super::builder::{Builder, access, address, mutex, operand};
use super::function;
use crate::case::{Barrier, MUTEXES, POINTER, Place, Statement, VARIABLES};
use base::{Ordering, Tags, ViolationKind};
use program::{
    Access, AllocationKind, BinaryOperation, GlobalId, Instruction, Operand, Program, Register,
    RmwOperation,
};

fn register(index: u8) -> Register {
    Register(u32::from(index))
}

/// The instruction that a statement is, if it is one.
fn single(statement: &Statement) -> Option<Instruction> {
    Some(match statement {
        Statement::Load { register: target, place, ordering } => Instruction::Load {
            target: register(*target),
            address: address(*place),
            access: access(*place, *ordering),
        },
        Statement::Store { place, value, ordering } => Instruction::Store {
            address: address(*place),
            value: operand(*value),
            access: access(*place, *ordering),
        },
        Statement::Rmw { register: target, operation, place, value, ordering } => {
            Instruction::ReadModifyWrite {
                operation: *operation,
                target: register(*target),
                address: address(*place),
                operand: operand(*value),
                access: access(*place, *ordering),
            }
        }
        Statement::Fence { ordering } => {
            Instruction::Fence { ordering: *ordering, tags: Tags::NONE }
        }
        Statement::Exit => Instruction::ExitProgram { code: program::Operand::Constant(0) },
        Statement::Call { register: target, library, function, value } => {
            let object = GlobalId(u32::from(VARIABLES + MUTEXES + library)).address();
            Instruction::CallLibrary {
                target: register(*target),
                library: u32::from(*library),
                function: u32::from(*function),
                object: Operand::Constant(object.0),
                argument: operand(*value),
            }
        }
        Statement::Initialise { mutex: index } => Instruction::MutexInit { mutex: mutex(*index) },
        Statement::Destroy { mutex: index } => Instruction::MutexDestroy { mutex: mutex(*index) },
        Statement::Lock { mutex: index } => Instruction::MutexLock { mutex: mutex(*index) },
        Statement::Choose { register: target, high } => Instruction::Choose {
            target: register(*target),
            low: Operand::Constant(0),
            high: Operand::Constant(u64::from(*high)),
        },
        _ => return None,
    })
}

impl Builder<'_> {
    pub(super) fn statements(&mut self, program: &mut Program, statements: &[Statement]) {
        for statement in statements {
            *self.line += 1;
            match single(statement) {
                Some(instruction) => self.push(instruction),
                None => self.compound(program, statement),
            }
        }
    }

    /// A statement of several instructions.
    fn compound(&mut self, program: &mut Program, statement: &Statement) {
        match statement {
            Statement::Cas {
                register: target,
                place,
                expected,
                desired,
                weak,
                ordering,
                failure,
            } => {
                let success = self.function.add_register("");
                self.push(Instruction::CompareExchange {
                    target: register(*target),
                    success,
                    address: address(*place),
                    expected: operand(*expected),
                    desired: operand(*desired),
                    access: access(*place, *ordering),
                    failure: *failure,
                    weak: *weak,
                });
            }
            Statement::Primitive(primitive) => self.primitive(program, *primitive),
            Statement::PrivateBarrier(barrier) => self.private_barrier(program, *barrier),
            Statement::If { register: tested, equals, body } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.guarded(condition, |builder| builder.statements(program, body));
            }
            Statement::Assume { register: tested, equals } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.push(Instruction::Assume { condition: condition.into() });
            }
            Statement::AssertNot { register: tested, equals } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.guarded(condition, |builder| {
                    let kind = ViolationKind::Assertion;
                    builder.push(Instruction::Fail { kind, message: Operand::Constant(0) });
                });
            }
            Statement::Locked { mutex: index, body } => {
                self.push(Instruction::MutexLock { mutex: mutex(*index) });
                self.statements(program, body);
                self.push(Instruction::MutexUnlock { mutex: mutex(*index) });
            }
            Statement::TryLocked { mutex: index, body } => {
                let target = self.function.add_register("");
                self.push(Instruction::MutexTryLock { target, mutex: mutex(*index) });
                self.guarded(target, |builder| {
                    builder.statements(program, body);
                    builder.push(Instruction::MutexUnlock { mutex: mutex(*index) });
                });
            }
            Statement::Atomic { body } => {
                self.push(Instruction::AtomicBegin);
                self.statements(program, body);
                self.push(Instruction::AtomicEnd);
            }
            Statement::Spin { .. }
            | Statement::SpinBoth { .. }
            | Statement::Poll { .. }
            | Statement::SpinLocked { .. }
            | Statement::CasLoop { .. }
            | Statement::Push { .. } => self.repeated(program, statement),
            Statement::Spawn { .. }
            | Statement::Publish { .. }
            | Statement::Touch { .. }
            | Statement::Free { .. } => self.created(program, statement),
            Statement::Load { .. }
            | Statement::Store { .. }
            | Statement::Rmw { .. }
            | Statement::Fence { .. }
            | Statement::Exit
            | Statement::Call { .. }
            | Statement::Initialise { .. }
            | Statement::Destroy { .. }
            | Statement::Lock { .. }
            | Statement::Choose { .. } => unreachable!("these are single instructions"),
        }
    }

    /// A loop.
    fn repeated(&mut self, program: &mut Program, statement: &Statement) {
        match statement {
            Statement::Spin { place, equals, ordering } => self.until(|builder| {
                let value = builder.load(*place, *ordering);
                builder.equal(value.into(), u64::from(*equals))
            }),
            Statement::SpinBoth { variables, equals, ordering } => {
                let place = |index: usize| Place { variable: variables[index], offset: 0, size: 4 };
                self.until(|builder| {
                    let first = builder.load(place(0), *ordering);
                    let done = builder.equal(first.into(), u64::from(equals[0]));
                    builder.guarded(done, |builder| {
                        let second = builder.load(place(1), *ordering);
                        let is_second = builder.equal(second.into(), u64::from(equals[1]));
                        builder.push(Instruction::Assign { target: done, value: is_second.into() });
                    });
                    done
                });
            }
            Statement::Poll { mutex: index, variable, equals } => self.until(|builder| {
                builder.push(Instruction::MutexLock { mutex: mutex(*index) });
                let place = Place { variable: *variable, offset: 0, size: 4 };
                let value = builder.load(place, Ordering::Relaxed);
                builder.push(Instruction::MutexUnlock { mutex: mutex(*index) });
                builder.equal(value.into(), u64::from(*equals))
            }),
            Statement::SpinLocked { place, body } => {
                let lock = *place;
                self.until(|builder| {
                    let old = builder.function.add_register("");
                    builder.push(Instruction::ReadModifyWrite {
                        operation: RmwOperation::Exchange,
                        target: old,
                        address: address(lock),
                        operand: Operand::Constant(1),
                        access: access(lock, Ordering::SeqCst),
                    });
                    builder.equal(old.into(), 0)
                });
                self.statements(program, body);
                self.push(Instruction::Store {
                    address: address(lock),
                    value: Operand::Constant(0),
                    access: access(lock, Ordering::SeqCst),
                });
            }
            Statement::CasLoop { place, retry } => {
                self.retry(*place, *retry, |builder, old| {
                    let next = builder.function.add_register("");
                    builder.push(Instruction::Binary {
                        operation: BinaryOperation::Add,
                        width: place.size * 8,
                        target: next,
                        left: old.into(),
                        right: Operand::Constant(1),
                    });
                    next
                });
            }
            Statement::Push { retry } => {
                let node = self.allocate(program, 8);
                let link = Access { size: 8, ordering: Ordering::Plain, tags: Tags::NONE };
                let pointer = Place { variable: POINTER, offset: 0, size: 8 };
                self.retry(pointer, *retry, |builder, old| {
                    let (address, value) = (node.into(), old.into());
                    builder.push(Instruction::Store { address, value, access: link });
                    node
                });
            }
            other => unreachable!("{other:?} is no loop"),
        }
    }

    /// Threads and objects.
    fn created(&mut self, program: &mut Program, statement: &Statement) {
        match statement {
            Statement::Spawn { body, join } => {
                let function = function(program, body, self.line);
                let handle = self.function.add_register("handle");
                self.push(Instruction::Spawn {
                    target: handle,
                    function: Operand::Constant(function.address().0),
                    argument: Operand::Constant(0),
                });
                if *join {
                    let target = self.function.add_register("");
                    self.push(Instruction::Join { target, thread: handle.into() });
                }
            }
            Statement::Publish { variable, ordering } => {
                let object = self.allocate(program, 4);
                let place = Place { variable: *variable, offset: 0, size: 8 };
                self.push(Instruction::Store {
                    address: address(place),
                    value: object.into(),
                    access: access(place, *ordering),
                });
            }
            Statement::Touch { variable, ordering } => {
                self.with_object(*variable, *ordering, |object| {
                    let access = Access { size: 4, ordering: Ordering::SeqCst, tags: Tags::NONE };
                    let (address, value) = (object.into(), Operand::Constant(7));
                    Instruction::Store { address, value, access }
                });
            }
            Statement::Free { variable, ordering } => {
                self.with_object(*variable, *ordering, |object| Instruction::Free {
                    address: object.into(),
                });
            }
            other => unreachable!("{other:?} creates and uses nothing"),
        }
    }

    fn private_barrier(&mut self, program: &mut Program, barrier: Barrier) {
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

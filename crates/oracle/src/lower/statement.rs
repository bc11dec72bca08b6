//! Which instructions does each statement become? Every kind of statement has its arm in one match.
//! What takes more than a few lines is a function of the statement's fields: what waits and retries
//! in `loops`, threads and objects in `objects`, what the C runtime has in `primitives`.

use super::builder::{Builder, access, address, mutex, operand};
use crate::case::{MUTEXES, Statement, VARIABLES};
use base::{Tags, ViolationKind};
use program::{GlobalId, Instruction, Operand, Program, Register};

fn register(index: u8) -> Register {
    Register(u32::from(index))
}

impl Builder<'_> {
    pub(super) fn statements(&mut self, program: &mut Program, statements: &[Statement]) {
        for statement in statements {
            *self.line += 1;
            self.statement(program, statement);
        }
    }

    fn statement(&mut self, program: &mut Program, statement: &Statement) {
        use Statement as S;
        match statement {
            S::Load { register: target, place, ordering } => self.push(Instruction::Load {
                target: register(*target),
                address: address(*place),
                access: access(*place, *ordering),
            }),
            S::Store { place, value, ordering } => self.push(Instruction::Store {
                address: address(*place),
                value: operand(*value),
                access: access(*place, *ordering),
            }),
            S::Rmw { register: target, operation, place, value, ordering } => {
                self.push(Instruction::ReadModifyWrite {
                    operation: *operation,
                    target: register(*target),
                    address: address(*place),
                    operand: operand(*value),
                    access: access(*place, *ordering),
                });
            }
            S::Cas { register: target, place, expected, desired, weak, ordering, failure } => {
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
            S::Fence { ordering } => {
                self.push(Instruction::Fence { ordering: *ordering, tags: Tags::NONE });
            }
            S::PrivateBarrier(barrier) => self.private_barrier(program, *barrier),
            S::Primitive(primitive) => self.primitive(program, *primitive),
            S::Own(own) => self.own(*own),
            S::Listed(listed) => self.listed(program, *listed),
            S::Indexed(indexed) => self.indexed(program, *indexed),
            S::Call { register: target, library, function, value } => {
                let object = GlobalId(u32::from(VARIABLES + MUTEXES + library)).address();
                self.push(Instruction::CallLibrary {
                    target: register(*target),
                    library: u32::from(*library),
                    function: u32::from(*function),
                    object: Operand::Constant(object.0),
                    argument: operand(*value),
                });
            }
            S::Choose { register: target, high } => self.push(Instruction::Choose {
                target: register(*target),
                low: Operand::Constant(0),
                high: Operand::Constant(u64::from(*high)),
            }),
            S::Exit => self.push(Instruction::ExitProgram { code: Operand::Constant(0) }),
            S::If { register, equals, body } => {
                self.if_equal(*register, *equals, |builder| builder.statements(program, body));
            }
            S::Assume { register: tested, equals } => {
                let condition = self.equal(register(*tested).into(), u64::from(*equals));
                self.push(Instruction::Assume { condition: condition.into() });
            }
            S::AssertNot { register, equals } => self.if_equal(*register, *equals, |builder| {
                let kind = ViolationKind::Assertion;
                builder.push(Instruction::Fail { kind, message: Operand::Constant(0) });
            }),
            S::Initialise { mutex: index } => {
                self.push(Instruction::MutexInit { mutex: mutex(*index) });
            }
            S::Destroy { mutex: index } => {
                self.push(Instruction::MutexDestroy { mutex: mutex(*index) });
            }
            S::Lock { mutex: index } => self.push(Instruction::MutexLock { mutex: mutex(*index) }),
            S::Locked { mutex, body } => self.locked(program, *mutex, body),
            S::TryLocked { mutex, body } => self.try_locked(program, *mutex, body),
            S::Atomic { body } => self.atomic(program, body),
            S::Spin { place, equals, ordering } => self.spin(*place, *equals, *ordering),
            S::SpinUpdate { place, operation, equals, ordering } => {
                self.spin_update(*place, *operation, *equals, *ordering);
            }
            S::SpinBoth { variables, equals, ordering } => {
                self.spin_both(*variables, *equals, *ordering);
            }
            S::Poll { mutex, variable, equals } => self.poll(*mutex, *variable, *equals),
            S::SpinLocked { place, body } => self.spin_locked(program, *place, body),
            S::CasLoop { place, retry } => self.cas_loop(*place, *retry),
            S::Push { retry } => self.push_node(program, *retry),
            S::Spawn { body, join } => self.spawn(program, body, *join),
            S::Publish { variable, ordering } => self.publish(program, *variable, *ordering),
            S::Touch { variable, ordering, updates } => {
                self.touch(*variable, *ordering, *updates);
            }
            S::Free { variable, ordering } => self.free(*variable, *ordering),
        }
    }

    /// Runs `body` if a register of the case equals a number.
    fn if_equal(&mut self, tested: u8, equals: u8, body: impl FnOnce(&mut Self)) {
        let condition = self.equal(register(tested).into(), u64::from(equals));
        self.guarded(condition, body);
    }

    /// Runs the body while holding a mutex.
    fn locked(&mut self, program: &mut Program, index: u8, body: &[Statement]) {
        self.push(Instruction::MutexLock { mutex: mutex(index) });
        self.statements(program, body);
        self.push(Instruction::MutexUnlock { mutex: mutex(index) });
    }

    /// Runs the body, holding a mutex, if it was free.
    fn try_locked(&mut self, program: &mut Program, index: u8, body: &[Statement]) {
        let target = self.function.add_register("");
        self.push(Instruction::MutexTryLock { target, mutex: mutex(index) });
        self.guarded(target, |builder| {
            builder.statements(program, body);
            builder.push(Instruction::MutexUnlock { mutex: mutex(index) });
        });
    }

    fn atomic(&mut self, program: &mut Program, body: &[Statement]) {
        self.push(Instruction::AtomicBegin);
        self.statements(program, body);
        self.push(Instruction::AtomicEnd);
    }
}

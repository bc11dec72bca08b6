//! Which loops do the statements become that wait for a value, or try again until they succeed?

use super::builder::{Builder, access, address, mutex};
use crate::case::{POINTER, Place, Retry, Statement};
use base::{Ordering, Tags};
use program::{Access, BinaryOperation, Instruction, Operand, Program, RmwOperation};

/// The number in a variable.
fn number(variable: u8) -> Place {
    Place { variable, offset: 0, size: 4 }
}

impl Builder<'_> {
    /// Waits until the place has the value.
    pub(super) fn spin(&mut self, place: Place, equals: u8, ordering: Ordering) {
        self.until(|builder| {
            let value = builder.load(place, ordering);
            builder.equal(value.into(), u64::from(equals))
        });
    }

    /// Waits until an update of the place finds the value.
    pub(super) fn spin_update(
        &mut self,
        place: Place,
        operation: RmwOperation,
        equals: u8,
        ordering: Ordering,
    ) {
        self.until(|builder| {
            let old = builder.function.add_register("");
            builder.push(Instruction::ReadModifyWrite {
                operation,
                target: old,
                address: address(place),
                operand: Operand::Constant(u64::from(operation != RmwOperation::Add)),
                access: access(place, ordering),
            });
            builder.equal(old.into(), u64::from(equals))
        });
    }

    /// Waits until two variables have these values, looking at the second one only if the first one
    /// has its own.
    pub(super) fn spin_both(&mut self, variables: [u8; 2], equals: [u8; 2], ordering: Ordering) {
        self.until(|builder| {
            let first = builder.load(number(variables[0]), ordering);
            let done = builder.equal(first.into(), u64::from(equals[0]));
            builder.guarded(done, |builder| {
                let second = builder.load(number(variables[1]), ordering);
                let is_second = builder.equal(second.into(), u64::from(equals[1]));
                builder.push(Instruction::Assign { target: done, value: is_second.into() });
            });
            done
        });
    }

    /// Waits until a variable has the value, looking at it while holding a mutex.
    pub(super) fn poll(&mut self, index: u8, variable: u8, equals: u8) {
        self.until(|builder| {
            builder.push(Instruction::MutexLock { mutex: mutex(index) });
            let value = builder.load(number(variable), Ordering::Relaxed);
            builder.push(Instruction::MutexUnlock { mutex: mutex(index) });
            builder.equal(value.into(), u64::from(equals))
        });
    }

    /// Takes and releases a spin lock around the body.
    pub(super) fn spin_locked(&mut self, program: &mut Program, lock: Place, body: &[Statement]) {
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

    /// Adds one with a loop of compare-exchanges.
    pub(super) fn cas_loop(&mut self, place: Place, retry: Retry) {
        self.retry(place, retry, |builder, old| {
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

    /// Puts a node before the one that the pointer variable points to, with a loop of
    /// compare-exchanges.
    pub(super) fn push_node(&mut self, program: &mut Program, retry: Retry) {
        let node = self.allocate(program, 8);
        let link = Access { size: 8, ordering: Ordering::Plain, tags: Tags::NONE };
        let pointer = Place { variable: POINTER, offset: 0, size: 8 };
        self.retry(pointer, retry, |builder, old| {
            let (address, value) = (node.into(), old.into());
            builder.push(Instruction::Store { address, value, access: link });
            node
        });
    }
}

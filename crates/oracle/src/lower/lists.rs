//! Which instructions do the statements become that put nodes into a linked list, walk over it and
//! take them out again? Nobody makes sure that they do not get into each other's way: nodes get
//! lost, and who still stands on one that is freed has a problem.

use super::builder::{Builder, access, address};
use crate::case::{Listed, POINTER, Place};
use base::{Ordering, Tags};
use program::{
    Access, AllocationKind, BinaryOperation, Deallocation, Instruction, Operand, Predicate,
    Program, Register,
};

/// Where the first node is said to be.
const FIRST: Place = Place { variable: POINTER, offset: 0, size: 8 };
/// A node: the next one, and a number.
const NODE: u64 = 16;
const NUMBER: u64 = 8;

fn link(ordering: Ordering) -> Access {
    Access { size: 8, ordering, tags: Tags::NONE }
}

fn number_access() -> Access {
    Access { size: 4, ordering: Ordering::Plain, tags: Tags::NONE }
}

impl Builder<'_> {
    pub(super) fn listed(&mut self, program: &mut Program, listed: Listed) {
        match listed {
            Listed::Insert { number, ordering, exchanges } => {
                let node = self.node(program, number);
                let old = self.load(FIRST, Ordering::Relaxed);
                let (address, value) = (node.into(), old.into());
                self.push(Instruction::Store { address, value, access: link(Ordering::Plain) });
                self.replace_first(old, node.into(), ordering, exchanges);
            }
            Listed::Append { number, ordering } => {
                let node = self.node(program, number);
                let nothing = Operand::Constant(0);
                let plain = link(Ordering::Plain);
                let end = node.into();
                self.push(Instruction::Store { address: end, value: nothing, access: plain });
                // The place to write to: where the last pointer of the list is.
                let place = self.function.add_register("place");
                self.push(Instruction::Assign { target: place, value: address(FIRST) });
                let next = self.function.add_register("next");
                self.until(|builder| {
                    let address = place.into();
                    let access = link(Ordering::Acquire);
                    builder.push(Instruction::Load { target: next, address, access });
                    let is_more = builder.compare(Predicate::Ne, next.into(), 0);
                    builder.guarded(is_more, |builder| {
                        builder.push(Instruction::Assign { target: place, value: next.into() });
                    });
                    builder.equal(next.into(), 0)
                });
                let (address, value) = (place.into(), node.into());
                self.push(Instruction::Store { address, value, access: link(ordering) });
            }
            Listed::Walk { register, ordering } => {
                let node = self.load(FIRST, ordering);
                self.until(|builder| {
                    let is_node = builder.compare(Predicate::Ne, node.into(), 0);
                    builder.guarded(is_node, |builder| {
                        let address = builder.number_of(node);
                        let (target, access) = (Register(u32::from(register)), number_access());
                        builder.push(Instruction::Load { target, address, access });
                        let (address, access) = (node.into(), link(ordering));
                        builder.push(Instruction::Load { target: node, address, access });
                    });
                    builder.equal(node.into(), 0)
                });
            }
            Listed::Unlink { ordering, exchanges, frees } => {
                let node = self.load(FIRST, Ordering::Acquire);
                let is_node = self.compare(Predicate::Ne, node.into(), 0);
                self.guarded(is_node, |builder| {
                    let next = builder.function.add_register("next");
                    let (address, access) = (node.into(), link(Ordering::Relaxed));
                    builder.push(Instruction::Load { target: next, address, access });
                    let done = builder.replace_first(node, next.into(), ordering, exchanges);
                    if frees {
                        builder.guarded(done, |builder| {
                            builder.push(Instruction::Free {
                                address: node.into(),
                                by: Deallocation::Free,
                            });
                        });
                    }
                });
            }
        }
    }

    /// A new node with a number.
    fn node(&mut self, program: &mut Program, number: u8) -> Register {
        let node = self.allocate_as(program, NODE, AllocationKind::Heap);
        let address = self.number_of(node);
        let value = Operand::Constant(u64::from(number));
        self.push(Instruction::Store { address, value, access: number_access() });
        node
    }

    /// Where the number of a node is.
    fn number_of(&mut self, node: Register) -> Operand {
        let target = self.function.add_register("");
        self.push(Instruction::Binary {
            operation: BinaryOperation::Add,
            width: 64,
            target,
            left: node.into(),
            right: Operand::Constant(NUMBER),
        });
        target.into()
    }

    /// Lets another node be the first; whether it is.
    fn replace_first(
        &mut self,
        old: Register,
        new: Operand,
        ordering: Ordering,
        exchanges: bool,
    ) -> Register {
        let success = self.function.add_register("done");
        if exchanges {
            // A compare-exchange is atomic in any case.
            let ordering = if ordering == Ordering::Plain { Ordering::Relaxed } else { ordering };
            let target = self.function.add_register("");
            self.push(Instruction::CompareExchange {
                target,
                success,
                address: address(FIRST),
                expected: old.into(),
                desired: new,
                access: access(FIRST, ordering),
                failure: Ordering::Relaxed,
                weak: false,
            });
        } else {
            self.push(Instruction::Store {
                address: address(FIRST),
                value: new,
                access: access(FIRST, ordering),
            });
            self.push(Instruction::Assign { target: success, value: Operand::Constant(1) });
        }
        success
    }
}

//! Which instructions do the statements become that put elements into an array and take them out
//! again? Nobody makes sure that there is room: three elements fit, the next one is written over
//! their count, and those behind it are outside of the array.

use super::builder::{Builder, operand};
use crate::case::Indexed;
use base::{Ordering, Tags};
use program::{
    Access, AllocationKind, BinaryOperation, Deallocation, GlobalId, Instruction, Operand,
    Predicate, Program, Register,
};

/// Three elements of eight bytes, their count, and four bytes that nobody uses.
pub(super) const SIZE: u64 = 32;
const COUNT: u64 = 24;
const ELEMENT: u64 = 8;

fn access(size: u8, ordering: Ordering) -> Access {
    Access { size, ordering, tags: Tags::NONE }
}

impl Builder<'_> {
    pub(super) fn indexed(&mut self, program: &mut Program, indexed: Indexed) {
        let array = array(program);
        match indexed {
            Indexed::Put { value, ordering } => self.append(array, operand(value), ordering),
            Indexed::Keep { ordering } => {
                let object = self.allocate_as(program, 4, AllocationKind::ZeroedHeap);
                self.append(array, object.into(), ordering);
            }
            Indexed::Take { register, ordering, frees } => {
                let count = self.count(array);
                let is_any = self.compare(Predicate::Ne, count.into(), 0);
                self.guarded(is_any, |builder| {
                    let last = builder.computed(BinaryOperation::Sub, count.into(), 1);
                    let address = builder.element(array, last.into());
                    let target = Register(u32::from(register));
                    let access = access(8, ordering);
                    builder.push(Instruction::Load { target, address, access });
                    builder.set_count(array, last.into());
                    if frees {
                        let is_pointer = builder.compare(Predicate::Ugt, target.into(), 0xffff);
                        builder.guarded(is_pointer, |builder| {
                            builder.push(Instruction::Free {
                                address: target.into(),
                                by: Deallocation::Free,
                            });
                        });
                    }
                });
            }
            Indexed::At { register, index, ordering } => {
                let address = self.element(array, Register(u32::from(index)).into());
                let (target, access) = (Register(u32::from(register)), access(8, ordering));
                self.push(Instruction::Load { target, address, access });
            }
        }
    }

    fn append(&mut self, array: u64, value: Operand, ordering: Ordering) {
        let count = self.count(array);
        let address = self.element(array, count.into());
        self.push(Instruction::Store { address, value, access: access(8, ordering) });
        let next = self.computed(BinaryOperation::Add, count.into(), 1);
        self.set_count(array, next.into());
    }

    fn count(&mut self, array: u64) -> Register {
        let target = self.function.add_register("count");
        let (address, access) = (Operand::Constant(array + COUNT), access(4, Ordering::Relaxed));
        self.push(Instruction::Load { target, address, access });
        target
    }

    fn set_count(&mut self, array: u64, value: Operand) {
        let (address, access) = (Operand::Constant(array + COUNT), access(4, Ordering::Relaxed));
        self.push(Instruction::Store { address, value, access });
    }

    /// Where an element is.
    fn element(&mut self, array: u64, index: Operand) -> Operand {
        let distance = self.computed(BinaryOperation::Mul, index, ELEMENT);
        self.computed(BinaryOperation::Add, distance.into(), array).into()
    }

    fn computed(&mut self, operation: BinaryOperation, left: Operand, right: u64) -> Register {
        let target = self.function.add_register("");
        let right = Operand::Constant(right);
        self.push(Instruction::Binary { operation, width: 64, target, left, right });
        target
    }
}

/// The address of the array, which follows the other globals.
fn array(program: &Program) -> u64 {
    let index = program.globals.iter().position(|own| own.name == "array0");
    GlobalId(index.expect("there is an array") as u32).address().0
}

//! Pointers of four bytes.
//!
//! A register always holds a whole address of 64 bits, whatever the target. Where pointers have 32
//! bits, memory holds those bits of an address that tell the objects of such a program apart
//! ([`base::address::Pointers::Narrow`]), and so do the integers that pointers are converted to.
//! Loads and stores convert, and `ptrtoint` and `inttoptr`; address arithmetic, comparisons, calls
//! and the runtime do not notice. An engine creates no object whose address would not survive that.

use super::function::Body;
use super::shape::Leaf;
use base::address::Pointers;
use program::{BinaryOperation, Instruction, Operand, Register};

impl Body<'_, '_> {
    /// Whether pointers have four bytes.
    pub(super) fn is_narrow(&self) -> bool {
        self.scope.layouts.pointers() == Pointers::Narrow
    }

    /// What memory holds of a scalar.
    pub(super) fn in_memory(&mut self, leaf: Leaf, value: Operand) -> Operand {
        if leaf.is_narrow { self.make_pointer(value) } else { value }
    }

    /// The pointer of four bytes to an address.
    pub(super) fn make_pointer(&mut self, address: Operand) -> Operand {
        match address {
            Operand::Constant(address) => Operand::Constant(Pointers::Narrow.stored(address)),
            Operand::Undefined => {
                let (to, value) = (32, address);
                self.compute_temporary(|target| Instruction::Truncate { to, target, value })
            }
            Operand::Register(_) => self.arithmetic(
                BinaryOperation::Gather,
                64,
                address,
                Operand::Constant(Pointers::KEPT),
            ),
        }
    }

    /// The bits of a pointer that a mask has.
    pub(super) fn masked_pointer(&mut self, address: Operand, mask: Operand) -> Operand {
        if !self.is_narrow() {
            return self.arithmetic(BinaryOperation::And, 64, address, mask);
        }
        let pointer = self.make_pointer(address);
        let masked = self.arithmetic(BinaryOperation::And, 64, pointer, mask);
        let target = self.temporary();
        self.make_address(target, masked);
        target.into()
    }

    /// `target :=` the address that a pointer of four bytes is.
    pub(super) fn make_address(&mut self, target: Register, pointer: Operand) {
        let constant = Operand::Constant;
        let sign = self.arithmetic(BinaryOperation::And, 64, pointer, constant(Pointers::SIGN));
        let copies = constant(Pointers::SIGN_COPIES);
        let left = self.arithmetic(BinaryOperation::Mul, 64, sign, copies);
        let kept = constant(Pointers::KEPT);
        let right = self.arithmetic(BinaryOperation::Scatter, 64, pointer, kept);
        let (operation, width) = (BinaryOperation::Or, 64);
        self.emit(Instruction::Binary { operation, width, target, left, right });
    }
}

//! How is memory accessed atomically, sixteen bytes at once?
//!
//! As two accesses of eight bytes in an atomic block, which is what `lock cmpxchg16b` is under
//! `tso` and `pso`: it happens at once, and it is a fence. Clang makes that instruction of loads
//! and stores as well, unless it is told that there is AVX. Models of C11 do not say what an atomic
//! block is; there the verdict is unknown if an execution gets to one.
//!
//! A compare-exchange that finds something else writes nothing, and one that is weak does not fail
//! without a reason.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::operations::update_operation;
use super::wide::Pair;
use crate::tree::instruction::CompareExchange;
use crate::tree::{Type, TypeId, UpdateOperation};
use base::{Ordering, Tags};
use program::{
    Access, BinaryOperation, Block, BlockId, Instruction, Operand, Predicate, Terminator,
};

/// Models that know atomic blocks make a fence of the block, so that this is enough.
const HALF: Access = Access { size: 8, ordering: Ordering::SeqCst, tags: Tags::NONE };

impl Body<'_, '_> {
    /// Whether a type is one of sixteen bytes that can be accessed at once.
    pub(super) fn is_double_word(&self, of: TypeId) -> bool {
        matches!(self.scope.module.types.get(of), Type::Integer(128))
    }

    fn load_halves(&mut self, base: Operand) -> Pair {
        [0, 8].map(|offset| {
            let address = self.displaced(base, offset);
            self.compute_temporary(|target| Instruction::Load { target, address, access: HALF })
        })
    }

    fn store_halves(&mut self, base: Operand, values: Pair) {
        for (offset, value) in [0, 8].into_iter().zip(values) {
            let address = self.displaced(base, offset);
            self.emit(Instruction::Store { address, value, access: HALF });
        }
    }

    pub(super) fn load_double_word(&mut self, address: Operand) -> Pair {
        self.emit(Instruction::AtomicBegin);
        let value = self.load_halves(address);
        self.emit(Instruction::AtomicEnd);
        value
    }

    pub(super) fn store_double_word(&mut self, address: Operand, value: Pair) {
        self.emit(Instruction::AtomicBegin);
        self.store_halves(address, value);
        self.emit(Instruction::AtomicEnd);
    }

    /// Returns the old value.
    pub(super) fn update_double_word(
        &mut self,
        operation: UpdateOperation,
        address: Operand,
        operand: Pair,
    ) -> Lowered<Pair> {
        use program::RmwOperation as R;
        let combined = match update_operation(operation)? {
            R::Exchange => None,
            R::Add => Some(BinaryOperation::Add),
            R::Sub => Some(BinaryOperation::Sub),
            R::And => Some(BinaryOperation::And),
            R::Or => Some(BinaryOperation::Or),
            R::Xor => Some(BinaryOperation::Xor),
            _ => {
                return unsupported(format!("`atomicrmw {}` of 128 bits", operation.keyword()));
            }
        };
        self.emit(Instruction::AtomicBegin);
        let old = self.load_halves(address);
        let new = match combined {
            Some(combined) => self.wide_binary(combined, 64, old, operand)?,
            None => operand,
        };
        self.store_halves(address, new);
        self.emit(Instruction::AtomicEnd);
        Ok(old)
    }

    /// Returns the old value and whether it was the expected one.
    pub(super) fn exchange_double_word(
        &mut self,
        address: Operand,
        expected: Pair,
        desired: Pair,
    ) -> (Pair, Operand) {
        self.emit(Instruction::AtomicBegin);
        let old = self.load_halves(address);
        let success = self.wide_comparison(Predicate::Eq, 64, old, expected);
        let (then, otherwise) = (self.new_block("exchange"), self.new_block("exchanged"));
        self.terminate(Terminator::Branch { condition: success, then, otherwise });
        self.current = then;
        self.store_halves(address, desired);
        self.terminate(Terminator::Jump(otherwise));
        self.current = otherwise;
        self.emit(Instruction::AtomicEnd);
        (old, success)
    }

    /// A block beside those of the source, in which translation may go on.
    pub(super) fn new_block(&mut self, name: &str) -> BlockId {
        self.function.blocks.push(Block::new(name, Terminator::Unreachable));
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// `cmpxchg` of two words: the registers of its operands.
    pub(super) fn pairs_of(&self, exchange: &CompareExchange) -> Lowered<[Pair; 2]> {
        let pair = |operand| match self.leaves(operand)?[..] {
            [low, high] => Ok([low, high]),
            _ => unsupported("a `cmpxchg` of a struct"),
        };
        Ok([pair(exchange.expected)?, pair(exchange.new)?])
    }
}

//! What does the source promise to the compiler? That a condition holds (`__builtin_assume`, the
//! attribute `assume`), that an address is aligned (`__builtin_assume_aligned`), that a pointer is
//! not null (`nonnull`, `returns_nonnull`). A promise that is not kept is undefined behaviour, and
//! is told like code that must not be reached.
//!
//! In code that was optimised, promises are what the compiler has found out, and may stand where
//! nobody has evaluated their conditions: they are passed over. So are those of C++, whose `this`
//! and references are never null: what is done with them would be wrong by itself.

use super::fold::Lowered;
use super::function::Body;
use super::link::symbol_name;
use crate::tree::instruction::{Aligned, Call};
use crate::tree::{Operand as TreeOperand, ValueId};
use base::ViolationKind;
use program::{BinaryOperation, Global, GlobalId, Instruction, Operand, Predicate, Terminator};

const ASSUMED: &str = "an assumption that the source states does not hold";
const MISALIGNED: &str = "an address is no multiple of the alignment of what is accessed";
const NO_ABSOLUTE: &str = "the smallest number of its type has no absolute value";
const ALIGNED: &str = "an address is not aligned as the source says";
const NULL_ARGUMENT: &str = "a null pointer is given to a parameter that must not be null";
const NULL_RESULT: &str = "a null pointer is returned where the source says that none is";

impl Body<'_, '_> {
    /// `llvm.assume`, with what its bundles say of addresses.
    pub(super) fn assume(&mut self, call: &Call) -> Lowered<()> {
        if self.is_optimised() {
            return Ok(());
        }
        if let Some(condition) = call.arguments.first() {
            let condition = self.scalar(condition.value)?;
            self.claim(condition, ASSUMED);
        }
        for Aligned { arguments } in &call.aligned {
            let [address, alignment, offset @ ..] = &arguments[..] else { continue };
            let (address, alignment) = (self.scalar(*address)?, self.scalar(*alignment)?);
            let Operand::Constant(alignment) = alignment else { continue };
            let address = match offset.first() {
                Some(offset) => {
                    let offset = self.scalar(*offset)?;
                    self.arithmetic(BinaryOperation::Sub, 64, address, offset)
                }
                None => address,
            };
            let below = Operand::Constant(alignment.wrapping_sub(1));
            let rest = self.arithmetic(BinaryOperation::And, 64, address, below);
            let holds = self.comparison(Predicate::Eq, 64, rest, Operand::Constant(0));
            self.claim(holds, ALIGNED);
        }
        Ok(())
    }

    /// The parameters of the function that must not be null.
    pub(super) fn claim_parameters(&mut self) -> Lowered<()> {
        if !self.keeps_promises() {
            return Ok(());
        }
        for index in 0..self.tree.parameters.len() {
            if self.tree.parameters[index].is_nonnull {
                let value = self.operand(TreeOperand::Local(ValueId(index as u32)))?;
                let holds = self.comparison(Predicate::Ne, 64, value, Operand::Constant(0));
                self.claim(holds, NULL_ARGUMENT);
            }
        }
        Ok(())
    }

    /// What the function returns, if that must not be null.
    pub(super) fn claim_result(&mut self, values: &[Operand]) {
        if let (true, [value]) = (self.tree.is_result_nonnull && self.keeps_promises(), values) {
            let holds = self.comparison(Predicate::Ne, 64, *value, Operand::Constant(0));
            self.claim(holds, NULL_RESULT);
        }
    }

    /// Whether somebody has written the promises of this function, in C.
    fn keeps_promises(&self) -> bool {
        let module = self.scope.module;
        let name = symbol_name(module, module.symbol(self.tree.symbol));
        !self.is_optimised() && !name.is_some_and(|name| name.starts_with("_Z"))
    }

    /// An address must be a multiple of a power of two.
    pub(super) fn claim_multiple(&mut self, address: Operand, alignment: u64) {
        let below = Operand::Constant(alignment.wrapping_sub(1));
        let rest = self.arithmetic(BinaryOperation::And, 64, address, below);
        let holds = self.comparison(Predicate::Eq, 64, rest, Operand::Constant(0));
        self.claim_as(ViolationKind::UndefinedBehaviour, holds, MISALIGNED);
    }

    /// A number must have an absolute value. (An optimiser may have moved the computation.)
    pub(super) fn claim_absolute(&mut self, width: u8, number: Operand) {
        if !self.is_optimised() {
            let least = Operand::Constant(1 << (width - 1));
            let holds = self.comparison(Predicate::Ne, width, number, least);
            self.claim_as(ViolationKind::UndefinedBehaviour, holds, NO_ABSOLUTE);
        }
    }

    /// It goes wrong here unless a condition holds.
    fn claim(&mut self, condition: Operand, what: &str) {
        self.claim_as(ViolationKind::UnreachableReached, condition, what);
    }

    fn claim_as(&mut self, kind: ViolationKind, condition: Operand, what: &str) {
        if matches!(condition, Operand::Constant(number) if number & 1 == 1) {
            return;
        }
        let (kept, broken) = (self.new_block("kept"), self.new_block("broken"));
        self.terminate(Terminator::Branch { condition, then: kept, otherwise: broken });
        self.current = broken;
        let message = Operand::Constant(self.message(what));
        self.emit(Instruction::Fail { kind, message });
        self.current = kept;
    }

    /// The address of a text that a failure tells.
    pub(super) fn message(&mut self, text: &str) -> u64 {
        let name = format!("heddle.message.{text}");
        let globals = &self.output.program.globals;
        if let Some(known) = globals.iter().position(|own| own.name == name) {
            return GlobalId(known as u32).address().0;
        }
        let bytes = [text.as_bytes(), &[0]].concat();
        let size = bytes.len() as u64;
        let global = Global { name, size, bytes, constant: true, layout: None };
        self.output.add_global(global).address().0
    }
}

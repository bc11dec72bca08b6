//! Calls from which an exception may come.
//!
//! Exceptions are thrown and not caught (`runtime/cxx.heddle`): an `invoke` goes on where its call
//! returns. So that what is thrown inside of a `try` block is not taken for an exception that
//! nobody catches, a thread counts the calls in such blocks that it is in. A landing pad that only
//! cleans up catches nothing, and neither does the one of a function that must not throw, which
//! ends the program.

use super::entry::runtime_function;
use super::fold::Lowered;
use super::function::Body;
use crate::tree::instruction::{Call, Callee as TreeCallee, InstructionKind};
use crate::tree::{BlockId, Constant, Operand as TreeOperand, ValueId};
use program::{Callee, Instruction};

/// The functions of the runtime that count.
pub(super) const ENTER_TRY: &str = "heddle.enter_try";
pub(super) const LEAVE_TRY: &str = "heddle.leave_try";
/// What the compiler calls where an exception leaves a function that must not throw.
const MUST_NOT_THROW: &str = "__clang_call_terminate";

impl Body<'_, '_> {
    /// Translates a call that goes on at `unwind` if it throws.
    pub(super) fn invoke(
        &mut self,
        result: Option<ValueId>,
        call: &Call,
        unwind: BlockId,
    ) -> Lowered<()> {
        let is_tried = self.is_handler(unwind);
        if is_tried {
            self.count(ENTER_TRY);
        }
        self.call(result, call)?;
        if is_tried {
            self.count(LEAVE_TRY);
        }
        Ok(())
    }

    /// Whether an exception may end at this landing pad.
    fn is_handler(&self, pad: BlockId) -> bool {
        let instructions = &self.tree.block(pad).instructions;
        let catches =
            |kind: &InstructionKind| matches!(kind, InstructionKind::LandingPad { catches: true });
        let ends = |kind: &InstructionKind| match kind {
            InstructionKind::Call(call) => self.callee_name(call) == Some(MUST_NOT_THROW),
            _ => false,
        };
        instructions.iter().any(|each| catches(&each.kind))
            && !instructions.iter().any(|each| ends(&each.kind))
    }

    fn callee_name(&self, call: &Call) -> Option<&str> {
        let TreeCallee::Operand(TreeOperand::Constant(constant)) = call.callee else {
            return None;
        };
        match self.scope.module.constants.get(constant) {
            Constant::Symbol(symbol) => Some(self.scope.symbol_name(*symbol)),
            _ => None,
        }
    }

    /// Calls a function that counts, which is there if anything can throw.
    fn count(&mut self, name: &str) {
        if let Some(function) = runtime_function(self.output, name) {
            let callee = Callee::Direct(function);
            self.emit(Instruction::Call { targets: Vec::new(), callee, arguments: Vec::new() });
        }
    }
}

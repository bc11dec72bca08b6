//! What is a shift by at least the width? In C it is wrong where it stands, and so it is in code
//! that clang translates statement by statement. What it optimises may shift before it is known
//! whether anybody wants the result: `n < 32 ? x << n : 0` becomes a shift and a selection. There
//! the result is undefined ("poison" in LLVM's language reference), and wrong is only who decides
//! something by it.

use super::function::Body;
use program::{BinaryOperation as B, Instruction, Operand, Predicate, Register};

impl Body<'_, '_> {
    /// Whether the function was optimised, as far as its debug information says.
    pub(super) fn is_optimised(&self) -> bool {
        let module = self.scope.module;
        let unit = self
            .tree
            .debug
            .and_then(|debug| module.metadata.reference(debug, "unit", &module.names));
        let is_optimised =
            unit.and_then(|unit| module.metadata.word(unit, "isOptimized", &module.names));
        is_optimised == Some("true")
    }

    /// An operation on two registers of the source.
    pub(super) fn operation(
        &mut self,
        operation: B,
        width: u8,
        target: Register,
        [left, right]: [Operand; 2],
    ) {
        let is_shift = matches!(operation, B::Shl | B::LShr | B::AShr);
        let fits = matches!(right, Operand::Constant(amount) if amount < u64::from(width));
        if !is_shift || fits || !self.is_optimised() {
            self.emit(Instruction::Binary { operation, width, target, left, right });
            return;
        }
        let most = Operand::Constant(u64::from(width));
        let fits = self.comparison(Predicate::Ult, width, right, most);
        let by = self.selection(fits, right, Operand::Constant(0));
        let shifted = self.arithmetic(operation, width, left, by);
        let otherwise = self.undefined(width);
        self.emit(Instruction::Select { target, condition: fits, then: shifted, otherwise });
    }

    /// A number of which no bit is defined.
    pub(super) fn undefined(&mut self, width: u8) -> Operand {
        let target = self.temporary();
        self.assign(target, Operand::Undefined, width);
        target.into()
    }
}

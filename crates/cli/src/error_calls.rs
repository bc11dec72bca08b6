//! `reach_error` and `__VERIFIER_error`, as competition tasks have them: to call one is the error,
//! whatever its body does. Often that is an assertion which fails, and often it is nothing.
//!
//! Tasks that ask about something else keep the body, because what follows the call is a part of
//! their executions.

use crate::property::Property;
use base::ViolationKind;
use program::{Instruction, Operand, Program};

const NAMES: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Makes calls of such functions fail, if that is asked about.
pub(crate) fn fail(program: &mut Program, property: Option<Property>) {
    if property.is_some_and(|property| property != Property::UnreachCall) {
        return;
    }
    for function in &mut program.functions {
        let Some(entry) = function.blocks.first_mut() else { continue };
        let fails = matches!(entry.instructions.first(), Some(Instruction::Fail { .. }));
        if NAMES.contains(&function.name.as_str()) && !fails {
            let kind = ViolationKind::ErrorReached;
            entry.insert(0, Instruction::Fail { kind, message: Operand::Constant(0) }, None);
        }
    }
}

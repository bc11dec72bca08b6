//! What does a constant or an instruction of the tree mention?

use crate::tree::instruction::{Argument, Clause, InstructionKind, Typed};
use crate::tree::{Constant, ConstantId, Constants, Operand};

/// Calls `visit` on a constant and its parts, those only as long as it returns true. Recursion is
/// as deep as the text is nested, which the parser limits.
pub(super) fn walk(
    constants: &Constants,
    id: ConstantId,
    visit: &mut impl FnMut(ConstantId, &Constant) -> bool,
) {
    let constant = constants.get(id);
    if !visit(id, constant) {
        return;
    }
    match constant {
        Constant::Integer { .. }
        | Constant::Long(_)
        | Constant::Float(_)
        | Constant::Null
        | Constant::Zero
        | Constant::Undefined
        | Constant::Poison
        | Constant::Bytes(_)
        | Constant::Symbol(_)
        | Constant::BlockAddress { .. }
        | Constant::Unsupported { .. } => {}
        Constant::Cast { value, .. } => walk(constants, *value, visit),
        Constant::Aggregate(parts) => {
            for part in parts {
                walk(constants, *part, visit);
            }
        }
        Constant::GetElementPointer { base, indices, .. } => {
            walk(constants, *base, visit);
            for index in indices {
                walk(constants, *index, visit);
            }
        }
        Constant::Binary { operands, .. } | Constant::Compare { operands, .. } => {
            for operand in &operands[..] {
                walk(constants, *operand, visit);
            }
        }
        Constant::Select { condition_and_values } => {
            for part in &condition_and_values[..] {
                walk(constants, *part, visit);
            }
        }
    }
}

/// Calls `visit` on every operand except a callee.
pub(super) fn operands(kind: &InstructionKind, mut visit: impl FnMut(Operand)) {
    let mut typed = |value: &Typed| visit(value.operand);
    match kind {
        InstructionKind::Return(value) => value.iter().for_each(typed),
        InstructionKind::Branch { condition, .. } => visit(*condition),
        InstructionKind::Switch(switch) => typed(&switch.value),
        InstructionKind::IndirectBranch { address, .. } => typed(address),
        InstructionKind::Call(call) | InstructionKind::Invoke { call, .. } => {
            let values = call.arguments.iter().map(|argument: &Argument| &argument.value);
            values.for_each(typed);
        }
        InstructionKind::Binary { operands, .. }
        | InstructionKind::Compare { operands, .. }
        | InstructionKind::FloatCompare { operands, .. }
        | InstructionKind::ShuffleVector { vectors: operands, .. } => {
            operands.iter().copied().for_each(visit);
        }
        InstructionKind::Cast { value, .. }
        | InstructionKind::Freeze(value)
        | InstructionKind::FloatNegate(value) => typed(value),
        InstructionKind::ExtractElement { vector, index } => {
            typed(vector);
            typed(index);
        }
        InstructionKind::InsertElement { vector, element, index } => {
            typed(vector);
            typed(element);
            typed(index);
        }
        InstructionKind::Select { condition, values, .. } => {
            typed(condition);
            values.iter().copied().for_each(visit);
        }
        InstructionKind::Phi { incoming, .. } => {
            incoming.iter().for_each(|(operand, _)| visit(*operand));
        }
        InstructionKind::GetElementPointer { base, indices, .. } => {
            typed(base);
            indices.iter().for_each(typed);
        }
        InstructionKind::ExtractValue { aggregate, .. } => typed(aggregate),
        InstructionKind::InsertValue { aggregate, element, .. } => {
            typed(aggregate);
            typed(element);
        }
        InstructionKind::Alloca { count, .. } => count.iter().for_each(typed),
        InstructionKind::Resume(value) => typed(value),
        InstructionKind::LandingPad { clauses, .. } => {
            clauses.iter().for_each(|clause| match clause {
                Clause::Catch(wanted) => visit(Operand::Constant(*wanted)),
                Clause::Filter => {}
            });
        }
        InstructionKind::Load { address, .. } => typed(address),
        InstructionKind::Store { value, address, .. }
        | InstructionKind::AtomicUpdate { address, value, .. } => {
            typed(value);
            typed(address);
        }
        InstructionKind::CompareExchange(exchange) => {
            typed(&exchange.address);
            visit(exchange.expected);
            visit(exchange.new);
        }
        InstructionKind::Jump(_)
        | InstructionKind::Unreachable
        | InstructionKind::Fence { .. }
        | InstructionKind::DebugVariable(_)
        | InstructionKind::Unsupported { .. } => {}
    }
}

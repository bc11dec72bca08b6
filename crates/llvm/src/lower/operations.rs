//! Which operation of the register machine is meant by one of LLVM's?

use super::fold::{Lowered, unsupported};
use crate::tree::{BinaryOperation, CastOperation, Predicate, UpdateOperation};
use base::Value;
use program::{RmwOperation, eval};

/// What a cast makes of a value.
pub(super) fn cast(operation: CastOperation, from: u8, to: u8, value: Value) -> Lowered<Value> {
    match cast_kind(operation, from, to)? {
        CastKind::SignExtend => Ok(eval::sign_extend(u32::from(from), u32::from(to), value)),
        CastKind::Truncate => Ok(value.truncate(u32::from(to))),
        CastKind::Copy => Ok(value),
    }
}

/// What a cast does to the bits of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastKind {
    Copy,
    Truncate,
    SignExtend,
}

pub(super) fn cast_kind(operation: CastOperation, from: u8, to: u8) -> Lowered<CastKind> {
    Ok(match operation {
        CastOperation::Truncate if to <= from => CastKind::Truncate,
        CastOperation::ZeroExtend if to >= from => CastKind::Copy,
        CastOperation::SignExtend if to >= from => CastKind::SignExtend,
        CastOperation::PointerToInteger
        | CastOperation::PointerToAddress
        | CastOperation::IntegerToPointer => {
            if to < from {
                CastKind::Truncate
            } else {
                CastKind::Copy
            }
        }
        CastOperation::Bitcast if from == to => CastKind::Copy,
        CastOperation::Truncate
        | CastOperation::ZeroExtend
        | CastOperation::SignExtend
        | CastOperation::Bitcast
        | CastOperation::FloatTruncate
        | CastOperation::FloatExtend
        | CastOperation::FloatToUnsigned
        | CastOperation::FloatToSigned
        | CastOperation::UnsignedToFloat
        | CastOperation::SignedToFloat
        | CastOperation::AddressSpaceCast => {
            return unsupported(format!("conversion `{}`", operation.keyword()));
        }
    })
}

pub(super) fn binary_operation(operation: BinaryOperation) -> Lowered<program::BinaryOperation> {
    use program::BinaryOperation as P;
    Ok(match operation {
        BinaryOperation::Add => P::Add,
        BinaryOperation::Sub => P::Sub,
        BinaryOperation::Mul => P::Mul,
        BinaryOperation::UnsignedDivide => P::UDiv,
        BinaryOperation::SignedDivide => P::SDiv,
        BinaryOperation::UnsignedRemainder => P::URem,
        BinaryOperation::SignedRemainder => P::SRem,
        BinaryOperation::ShiftLeft => P::Shl,
        BinaryOperation::LogicalShiftRight => P::LShr,
        BinaryOperation::ArithmeticShiftRight => P::AShr,
        BinaryOperation::And => P::And,
        BinaryOperation::Or => P::Or,
        BinaryOperation::Xor => P::Xor,
        BinaryOperation::FloatAdd
        | BinaryOperation::FloatSub
        | BinaryOperation::FloatMul
        | BinaryOperation::FloatDivide
        | BinaryOperation::FloatRemainder => {
            return unsupported(format!("floating-point instruction `{}`", operation.keyword()));
        }
    })
}

pub(super) fn predicate(predicate: Predicate) -> program::Predicate {
    use program::Predicate as P;
    match predicate {
        Predicate::Equal => P::Eq,
        Predicate::NotEqual => P::Ne,
        Predicate::UnsignedGreater => P::Ugt,
        Predicate::UnsignedGreaterEqual => P::Uge,
        Predicate::UnsignedLess => P::Ult,
        Predicate::UnsignedLessEqual => P::Ule,
        Predicate::SignedGreater => P::Sgt,
        Predicate::SignedGreaterEqual => P::Sge,
        Predicate::SignedLess => P::Slt,
        Predicate::SignedLessEqual => P::Sle,
    }
}

/// The operation of an atomic update.
pub(super) fn update_operation(operation: UpdateOperation) -> Lowered<RmwOperation> {
    Ok(match operation {
        UpdateOperation::Exchange => RmwOperation::Exchange,
        UpdateOperation::Add => RmwOperation::Add,
        UpdateOperation::Sub => RmwOperation::Sub,
        UpdateOperation::And => RmwOperation::And,
        UpdateOperation::Nand => RmwOperation::Nand,
        UpdateOperation::Or => RmwOperation::Or,
        UpdateOperation::Xor => RmwOperation::Xor,
        UpdateOperation::SignedMax => RmwOperation::Max,
        UpdateOperation::SignedMin => RmwOperation::Min,
        UpdateOperation::UnsignedMax => RmwOperation::UMax,
        UpdateOperation::UnsignedMin => RmwOperation::UMin,
        UpdateOperation::IncrementWrap => RmwOperation::UIncWrap,
        UpdateOperation::DecrementWrap => RmwOperation::UDecWrap,
        UpdateOperation::SubIfNotBelow => RmwOperation::USubCond,
        UpdateOperation::SubSaturating => RmwOperation::USubSat,
        UpdateOperation::FloatAdd => RmwOperation::FAdd,
        UpdateOperation::FloatSub => RmwOperation::FSub,
        UpdateOperation::FloatMax => RmwOperation::FMax,
        UpdateOperation::FloatMin => RmwOperation::FMin,
        UpdateOperation::FloatMaximum
        | UpdateOperation::FloatMinimum
        | UpdateOperation::FloatMaximumNumber
        | UpdateOperation::FloatMinimumNumber => {
            return unsupported(format!("`atomicrmw {}`", operation.keyword()));
        }
    })
}

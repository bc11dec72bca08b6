//! What does an intrinsic do?
//!
//! The name of one ends in the types it is used with, as in `umax.i32`; what is before them says
//! which it is.

use super::bits::{Overflow, Wrapping};
use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::{Argument, Call, Typed};
use crate::tree::{Operand as TreeOperand, ValueId};
use base::ViolationKind;
use program::{BinaryOperation, Instruction, Operand, Predicate};

/// The intrinsics that are supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Intrinsic {
    /// A hint, or something about the life of objects that is not modelled.
    Nothing,
    /// A hint about its first argument, which it returns.
    Identity,
    /// Its result is this constant.
    Constant(u64),
    Trap,
    ObjectSize,
    PointerMask,
    Copy,
    Move,
    Set,
    /// Whichever of two values the comparison holds for.
    Choose(Predicate),
    /// -1, 0 or 1.
    ThreeWay {
        less: Predicate,
    },
    Absolute,
    ByteSwap,
    BitReverse,
    PopulationCount,
    LeadingZeros,
    TrailingZeros,
    FunnelShift {
        left: bool,
    },
    WithOverflow(Wrapping),
    Saturating(Wrapping),
}

fn known(base: &str) -> Option<Intrinsic> {
    use Intrinsic as I;
    let wrapping = |operation, signed| Wrapping { operation, signed };
    Some(match base {
        "lifetime.start"
        | "lifetime.end"
        | "assume"
        | "prefetch"
        | "donothing"
        | "sideeffect"
        | "var.annotation"
        | "codeview.annotation"
        | "invariant.end"
        | "stackrestore"
        | "pseudoprobe"
        | "experimental.noalias.scope.decl"
        | "fake.use"
        | "va_end"
        | "x86.sse2.pause"
        | "aarch64.isb" => I::Nothing,
        "expect"
        | "expect.with.probability"
        | "annotation"
        | "ptr.annotation"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ssa.copy"
        | "threadlocal.address"
        | "arithmetic.fence" => I::Identity,
        "invariant.start" | "stacksave" | "is.constant" => I::Constant(0),
        "trap" | "debugtrap" | "ubsantrap" => I::Trap,
        "objectsize" => I::ObjectSize,
        "ptrmask" => I::PointerMask,
        "memcpy" | "memcpy.inline" => I::Copy,
        "memmove" => I::Move,
        "memset" | "memset.inline" => I::Set,
        "umax" => I::Choose(Predicate::Ugt),
        "umin" => I::Choose(Predicate::Ult),
        "smax" => I::Choose(Predicate::Sgt),
        "smin" => I::Choose(Predicate::Slt),
        "ucmp" => I::ThreeWay { less: Predicate::Ult },
        "scmp" => I::ThreeWay { less: Predicate::Slt },
        "abs" => I::Absolute,
        "bswap" => I::ByteSwap,
        "bitreverse" => I::BitReverse,
        "ctpop" => I::PopulationCount,
        "ctlz" => I::LeadingZeros,
        "cttz" => I::TrailingZeros,
        "fshl" => I::FunnelShift { left: true },
        "fshr" => I::FunnelShift { left: false },
        "sadd.with.overflow" => I::WithOverflow(wrapping(Overflow::Add, true)),
        "uadd.with.overflow" => I::WithOverflow(wrapping(Overflow::Add, false)),
        "ssub.with.overflow" => I::WithOverflow(wrapping(Overflow::Sub, true)),
        "usub.with.overflow" => I::WithOverflow(wrapping(Overflow::Sub, false)),
        "smul.with.overflow" => I::WithOverflow(wrapping(Overflow::Mul, true)),
        "umul.with.overflow" => I::WithOverflow(wrapping(Overflow::Mul, false)),
        "sadd.sat" => I::Saturating(wrapping(Overflow::Add, true)),
        "uadd.sat" => I::Saturating(wrapping(Overflow::Add, false)),
        "ssub.sat" => I::Saturating(wrapping(Overflow::Sub, true)),
        "usub.sat" => I::Saturating(wrapping(Overflow::Sub, false)),
        _ => return None,
    })
}

/// The intrinsic with this name, types included.
fn find(name: &str) -> Option<Intrinsic> {
    let mut base = name;
    loop {
        if let Some(intrinsic) = known(base) {
            return Some(intrinsic);
        }
        base = base.rsplit_once('.')?.0;
    }
}

impl Body<'_, '_> {
    /// Translates a call of `llvm.` followed by `name`.
    pub(super) fn intrinsic(
        &mut self,
        result: Option<ValueId>,
        name: &str,
        call: &Call,
    ) -> Lowered<()> {
        let refusal = || format!("intrinsic `llvm.{name}`");
        let atomic = name.contains("unordered.atomic");
        let Some(intrinsic) = find(name).filter(|_| !atomic) else {
            return unsupported(refusal());
        };
        match (intrinsic, &call.arguments[..]) {
            (Intrinsic::Nothing, _) => return Ok(()),
            (Intrinsic::Trap, _) => {
                self.emit(Instruction::Fail {
                    kind: ViolationKind::ErrorReached,
                    message: Operand::Constant(0),
                });
                return Ok(());
            }
            (Intrinsic::Copy, [to, from, length, ..]) => {
                return self.copy_memory(*to, *from, length.value, false);
            }
            (Intrinsic::Move, [to, from, length, ..]) => {
                return self.copy_memory(*to, *from, length.value, true);
            }
            (Intrinsic::Set, [to, byte, length, ..]) => {
                return self.set_memory(*to, byte.value, length.value);
            }
            _ => {}
        }
        let Some(result) = result else {
            return Ok(());
        };
        if let (Intrinsic::Identity, [first, ..]) = (intrinsic, &call.arguments[..]) {
            return self.copy_value(result, first.value);
        }
        let values = self.intrinsic_values(intrinsic, result, &call.arguments)?;
        let Some(values) = values else {
            return unsupported(refusal());
        };
        let widths = self.scope.leaves(self.tree.value(result).value_type)?;
        let targets = self.registers(result)?;
        for ((target, value), leaf) in targets.into_iter().zip(values).zip(widths) {
            self.assign(target, value, leaf.width);
        }
        Ok(())
    }

    /// What an intrinsic computes from scalars; `None` if it has other arguments than it should.
    fn intrinsic_values(
        &mut self,
        intrinsic: Intrinsic,
        result: ValueId,
        arguments: &[Argument],
    ) -> Lowered<Option<Vec<Operand>>> {
        let first = match arguments.first() {
            Some(first) => first.value,
            None => return Ok(constant_result(intrinsic)),
        };
        let width = match intrinsic {
            Intrinsic::Constant(_) => return Ok(constant_result(intrinsic)),
            _ => self.width(first.value_type)?,
        };
        let a = self.scalar(first)?;
        let second = arguments.get(1).map(|argument| argument.value);
        let b = self.optional(second)?;
        let c = self.optional(arguments.get(2).map(|argument| argument.value))?;
        let value = match (intrinsic, b, c) {
            (Intrinsic::ObjectSize, Some(minimum), _) => match minimum {
                Operand::Constant(0) => Operand::Constant(u64::MAX),
                Operand::Constant(_) | Operand::Register(_) | Operand::Undefined => {
                    Operand::Constant(0)
                }
            },
            (Intrinsic::PointerMask, Some(mask), _) => {
                self.arithmetic(BinaryOperation::And, 64, a, mask)
            }
            (Intrinsic::Choose(predicate), Some(b), _) => {
                let condition = self.comparison(predicate, width, a, b);
                self.selection(condition, a, b)
            }
            (Intrinsic::ThreeWay { less }, Some(b), _) => {
                let of_result = self.width(self.tree.value(result).value_type)?;
                self.three_way(less, width, of_result, a, b)
            }
            (Intrinsic::Absolute, ..) => self.absolute(width, a),
            (Intrinsic::ByteSwap, ..) => self.byte_swap(width, a),
            (Intrinsic::BitReverse, ..) => self.bit_reverse(width, a),
            (Intrinsic::PopulationCount, ..) => self.population_count(a),
            (Intrinsic::LeadingZeros, ..) => self.leading_zeros(width, a),
            (Intrinsic::TrailingZeros, ..) => self.trailing_zeros(width, a),
            (Intrinsic::FunnelShift { left }, Some(b), Some(c)) => {
                self.funnel_shift(left, width, a, b, c)
            }
            (Intrinsic::WithOverflow(wrapping), Some(b), _) => {
                let (value, overflow) = self.with_overflow(wrapping, width, a, b);
                return Ok(Some(vec![value, overflow]));
            }
            (Intrinsic::Saturating(wrapping), Some(b), _) => self.saturating(wrapping, width, a, b),
            _ => return Ok(None),
        };
        Ok(Some(vec![value]))
    }

    fn optional(&self, value: Option<Typed>) -> Lowered<Option<Operand>> {
        match value {
            Some(Typed { operand: TreeOperand::Metadata(_), .. }) | None => Ok(None),
            Some(value) => self.scalar(value).map(Some),
        }
    }
}

fn constant_result(intrinsic: Intrinsic) -> Option<Vec<Operand>> {
    match intrinsic {
        Intrinsic::Constant(value) => Some(vec![Operand::Constant(value)]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_in_types() {
        assert_eq!(find("memcpy.p0i8.p0i8.i64"), Some(Intrinsic::Copy));
        assert_eq!(find("memcpy.inline.p0.p0.i64"), Some(Intrinsic::Copy));
        assert_eq!(find("umax.i32"), Some(Intrinsic::Choose(Predicate::Ugt)));
        assert_eq!(find("assume"), Some(Intrinsic::Nothing));
        assert_eq!(find("va_start"), None);
        assert_eq!(find("fma.f64"), None);
    }
}

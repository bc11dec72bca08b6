//! What does an intrinsic do?
//!
//! The name of one ends in the types it is used with, as in `umax.i32`; what is before them says
//! which it is.

use super::bits::{Overflow, Wrapping};
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::reduce::{Reduction, reduction};
use super::scopes::Mark;
use crate::tree::instruction::{Argument, Call};
use crate::tree::{Operand as TreeOperand, ValueId};
use base::ViolationKind;
use base::value::mask;
use program::{FloatOperation, Instruction, Operand, Predicate};

/// The intrinsics that are supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Intrinsic {
    /// A hint.
    Nothing,
    /// The life of a local variable begins or ends.
    MarkLife {
        begins: bool,
    },
    SaveStack,
    RestoreStack,
    /// A hint about its first argument, which it returns.
    Identity,
    /// Its result is this constant.
    Constant(u64),
    /// Something that the source promises.
    Assume,
    Trap,
    StartVariableArguments,
    CopyVariableArguments,
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
    Float(FloatOperation),
    /// The product of two, plus the third.
    MultiplyAdd,
    FloatAbsolute,
    CopySign,
    IsOfClass,
    /// All elements of a vector, combined.
    Reduce(Reduction),
    /// The number of a type, by which handlers of exceptions are told apart.
    NumberOfType,
}

fn known(base: &str) -> Option<Intrinsic> {
    use Intrinsic as I;
    let wrapping = |operation, signed| Wrapping { operation, signed };
    Some(match base {
        "lifetime.start" => I::MarkLife { begins: true },
        "lifetime.end" => I::MarkLife { begins: false },
        "stackrestore" => I::RestoreStack,
        "stacksave" => I::SaveStack,
        "prefetch"
        | "donothing"
        | "sideeffect"
        | "var.annotation"
        | "codeview.annotation"
        | "invariant.end"
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
        "invariant.start" | "is.constant" => I::Constant(0),
        "eh.typeid.for" => I::NumberOfType,
        "va_start" => I::StartVariableArguments,
        "va_copy" => I::CopyVariableArguments,
        "assume" => I::Assume,
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
        _ => match base.strip_prefix("vector.reduce.") {
            Some(combined) => I::Reduce(reduction(combined)?),
            None => float_intrinsic(base)?,
        },
    })
}

fn float_intrinsic(base: &str) -> Option<Intrinsic> {
    use FloatOperation as F;
    Some(Intrinsic::Float(match base {
        "fabs" => return Some(Intrinsic::FloatAbsolute),
        "copysign" => return Some(Intrinsic::CopySign),
        "is.fpclass" => return Some(Intrinsic::IsOfClass),
        "fmuladd" => return Some(Intrinsic::MultiplyAdd),
        "fma" => F::FusedMultiplyAdd,
        "sqrt" => F::SquareRoot,
        "minnum" | "minimumnum" => F::Minimum,
        "maxnum" | "maximumnum" => F::Maximum,
        "minimum" => F::MinimumOrNan,
        "maximum" => F::MaximumOrNan,
        "floor" => F::RoundDown,
        "ceil" => F::RoundUp,
        "trunc" => F::RoundToZero,
        "round" => F::Round,
        "rint" | "nearbyint" | "roundeven" => F::RoundToEven,
        "fptosi.sat" => F::ToSignedSaturating,
        "fptoui.sat" => F::ToUnsignedSaturating,
        _ => return None,
    }))
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
            (Intrinsic::MarkLife { begins }, [.., variable]) => {
                return match variable.value.operand {
                    TreeOperand::Local(variable) => self.mark_life(Mark { variable, begins }),
                    TreeOperand::Constant(_) | TreeOperand::Metadata(_) => Ok(()),
                };
            }
            (Intrinsic::RestoreStack, _) => return self.restore_stack(),
            (Intrinsic::SaveStack, _) => {
                let Some(result) = result else { return Ok(()) };
                self.save_stack(result)?;
                let target = self.register(result)?;
                self.emit(Instruction::Assign { target, value: Operand::Constant(0) });
                return Ok(());
            }
            (Intrinsic::Assume, _) => return self.assume(call),
            (Intrinsic::StartVariableArguments, _) => return self.start_variable_arguments(call),
            (Intrinsic::CopyVariableArguments, _) => return self.copy_variable_arguments(call),
            (Intrinsic::Trap, arguments) => {
                let (kind, what) = self.trapped(arguments)?;
                let message = if what.is_empty() { 0 } else { self.message(what) };
                self.emit(Instruction::Fail { kind, message: Operand::Constant(message) });
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
        if let Intrinsic::NumberOfType = intrinsic {
            let (number, width) = (self.number_of_type(call)?, self.width(call.result)?);
            let target = self.register(result)?;
            self.assign(target, Operand::Constant(number), width);
            return Ok(());
        }
        if let Intrinsic::Reduce(reduction) = intrinsic {
            return self.reduce(result, reduction, &call.arguments);
        }
        let Some(values) = self.element_values(intrinsic, result, &call.arguments)? else {
            return unsupported(refusal());
        };
        let widths = self.scope.leaves(self.tree.value(result).value_type)?;
        let targets = self.registers(result)?;
        for ((target, value), leaf) in targets.into_iter().zip(values).zip(widths) {
            self.assign(target, value, leaf.width);
        }
        Ok(())
    }

    /// What a trap says by being reached: clang's checks number themselves.
    fn trapped(&self, arguments: &[Argument]) -> Lowered<(ViolationKind, &'static str)> {
        let Some(code) = arguments.first() else {
            return Ok((ViolationKind::ErrorReached, ""));
        };
        Ok(match self.scalar(code.value)? {
            // An addition, a quotient, a product, a negation, a shift, a difference.
            Operand::Constant(0 | 3 | 12 | 13 | 20 | 21) => (ViolationKind::SignedOverflow, ""),
            Operand::Constant(10) => {
                let what = "this value is none of its type: bool has two, an enumeration those of \
                            as many bits as its constants need";
                (ViolationKind::UndefinedBehaviour, what)
            }
            Operand::Constant(18) => {
                (ViolationKind::OutOfBounds, "an index is beyond the end of its array")
            }
            Operand::Constant(24) => {
                (ViolationKind::UndefinedBehaviour, "an array of variable length has no elements")
            }
            Operand::Constant(_) | Operand::Register(_) | Operand::Undefined => {
                (ViolationKind::ErrorReached, "")
            }
        })
    }

    /// What an intrinsic computes, element by element if it is given vectors; `None` if it has
    /// other arguments than it should.
    fn element_values(
        &mut self,
        intrinsic: Intrinsic,
        result: ValueId,
        arguments: &[Argument],
    ) -> Lowered<Option<Vec<Operand>>> {
        let first = match (intrinsic, arguments.first()) {
            (Intrinsic::Constant(value), _) => return Ok(Some(vec![Operand::Constant(value)])),
            (_, None) => return Ok(None),
            (_, Some(first)) => first.value,
        };
        let lanes = self.scope.lanes(first.value_type)?;
        let width = lanes.element.width()?;
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument.value.operand {
                TreeOperand::Metadata(_) => {}
                operand => operands.push(self.leaves(operand)?),
            }
        }
        let mut values = Vec::new();
        for lane in 0..lanes.count {
            // An argument that is no vector is for all elements.
            let of_lane: Vec<Operand> = operands
                .iter()
                .filter_map(|each| each.get(if each.len() == 1 { 0 } else { lane }).copied())
                .collect();
            match self.intrinsic_values(intrinsic, result, width, &of_lane)? {
                Some(more) if lanes.count == 1 || more.len() == 1 => values.extend(more),
                _ => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// What an intrinsic computes from scalars, of which the first has `width` bits.
    fn intrinsic_values(
        &mut self,
        intrinsic: Intrinsic,
        result: ValueId,
        width: u8,
        operands: &[Operand],
    ) -> Lowered<Option<Vec<Operand>>> {
        let Some(&a) = operands.first() else {
            return Ok(None);
        };
        let (b, c) = (operands.get(1).copied(), operands.get(2).copied());
        let value = match (intrinsic, b, c) {
            (Intrinsic::ObjectSize, Some(minimum), _) => match minimum {
                Operand::Constant(0) => {
                    Operand::Constant(mask(u32::from(self.result_width(result)?)))
                }
                Operand::Constant(_) | Operand::Register(_) | Operand::Undefined => {
                    Operand::Constant(0)
                }
            },
            (Intrinsic::PointerMask, Some(mask), _) => self.masked_pointer(a, mask),
            (Intrinsic::Choose(predicate), Some(b), _) => {
                let condition = self.comparison(predicate, width, a, b);
                self.selection(condition, a, b)
            }
            (Intrinsic::ThreeWay { less }, Some(b), _) => {
                let of_result = self.result_width(result)?;
                self.three_way(less, width, of_result, a, b)
            }
            (Intrinsic::Absolute, minimum, _) => {
                // C leaves it undefined, and says so to the compiler.
                if minimum == Some(Operand::Constant(1)) {
                    self.claim_absolute(width, a);
                }
                self.absolute(width, a)
            }
            (Intrinsic::ByteSwap, ..) => self.byte_swap(width, a),
            (Intrinsic::BitReverse, ..) => self.bit_reverse(width, a),
            (Intrinsic::PopulationCount, ..) => self.population_count(a),
            (Intrinsic::LeadingZeros, zero, _) => {
                let zeros = self.leading_zeros(width, a);
                self.unless_zero(width, a, zero, zeros)
            }
            (Intrinsic::TrailingZeros, zero, _) => {
                let zeros = self.trailing_zeros(width, a);
                self.unless_zero(width, a, zero, zeros)
            }
            (Intrinsic::FunnelShift { left }, Some(b), Some(c)) => {
                self.funnel_shift(left, width, a, b, c)
            }
            (Intrinsic::WithOverflow(wrapping), Some(b), _) => {
                let (value, overflow) = self.with_overflow(wrapping, width, a, b);
                return Ok(Some(vec![value, overflow]));
            }
            (Intrinsic::Saturating(wrapping), Some(b), _) => self.saturating(wrapping, width, a, b),
            (Intrinsic::Float(operation), ..) => {
                let to = self.result_width(result)?;
                let Some(operands) = operands.get(..operation.operands()) else {
                    return Ok(None);
                };
                if !operation.has_widths(width, to) {
                    return Ok(None);
                }
                self.float(operation, (width, to), operands.to_vec())
            }
            (Intrinsic::MultiplyAdd, Some(b), Some(c)) if width >= 32 => {
                let product = self.float(FloatOperation::Mul, (width, width), vec![a, b]);
                self.float(FloatOperation::Add, (width, width), vec![product, c])
            }
            (Intrinsic::FloatAbsolute, ..) => self.float_absolute(width, a),
            (Intrinsic::CopySign, Some(b), _) => self.copy_sign(width, a, b),
            (Intrinsic::IsOfClass, Some(Operand::Constant(classes)), _) if width >= 32 => {
                self.is_of_class(width, a, classes)
            }
            _ => return Ok(None),
        };
        Ok(Some(vec![value]))
    }

    /// How many zeros there are in a number. Of zero itself the result is undefined, if the flag
    /// says so: that of C's `__builtin_clz(0)` is.
    fn unless_zero(
        &mut self,
        width: u8,
        number: Operand,
        is_undefined: Option<Operand>,
        zeros: Operand,
    ) -> Operand {
        let is_undefined = matches!(is_undefined, Some(Operand::Constant(flag)) if flag & 1 == 1);
        if !is_undefined || matches!(number, Operand::Constant(known) if known != 0) {
            return zeros;
        }
        let is_zero = self.comparison(Predicate::Eq, width, number, Operand::Constant(0));
        let undefined = self.undefined(width);
        self.selection(is_zero, undefined, zeros)
    }

    /// The width of the elements of a result.
    fn result_width(&self, result: ValueId) -> Lowered<u8> {
        self.scope.lanes(self.tree.value(result).value_type)?.element.width()
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
        assert_eq!(find("assume"), Some(Intrinsic::Assume));
        assert_eq!(find("va_start.p0"), Some(Intrinsic::StartVariableArguments));
        assert_eq!(find("sin.f64"), None);
        assert_eq!(find("fma.v2f64"), Some(Intrinsic::Float(FloatOperation::FusedMultiplyAdd)));
        assert!(matches!(find("vector.reduce.add.v4i32"), Some(Intrinsic::Reduce(_))));
    }
}

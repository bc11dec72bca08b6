//! How are all elements of a vector combined into one (`llvm.vector.reduce.…`)? From the first to
//! the last, which is the order that sums of floating-point numbers have.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::lanes::Element;
use crate::tree::ValueId;
use crate::tree::instruction::Argument;
use program::{BinaryOperation, FloatOperation, Predicate};

/// How two elements become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduction {
    Integer(BinaryOperation),
    /// Whichever the comparison holds for.
    Choose(Predicate),
    /// Beginning with an argument, if there is one before the vector.
    Float(FloatOperation),
}

/// What stands after `vector.reduce.`.
pub(super) fn reduction(name: &str) -> Option<Reduction> {
    Some(match name {
        "add" => Reduction::Integer(BinaryOperation::Add),
        "mul" => Reduction::Integer(BinaryOperation::Mul),
        "and" => Reduction::Integer(BinaryOperation::And),
        "or" => Reduction::Integer(BinaryOperation::Or),
        "xor" => Reduction::Integer(BinaryOperation::Xor),
        "smax" => Reduction::Choose(Predicate::Sgt),
        "smin" => Reduction::Choose(Predicate::Slt),
        "umax" => Reduction::Choose(Predicate::Ugt),
        "umin" => Reduction::Choose(Predicate::Ult),
        "fadd" => Reduction::Float(FloatOperation::Add),
        "fmul" => Reduction::Float(FloatOperation::Mul),
        "fmax" => Reduction::Float(FloatOperation::Maximum),
        "fmin" => Reduction::Float(FloatOperation::Minimum),
        "fmaximum" => Reduction::Float(FloatOperation::MaximumOrNan),
        "fminimum" => Reduction::Float(FloatOperation::MinimumOrNan),
        _ => return None,
    })
}

impl Body<'_, '_> {
    pub(super) fn reduce(
        &mut self,
        result: ValueId,
        reduction: Reduction,
        arguments: &[Argument],
    ) -> Lowered<()> {
        let (start, vector) = match arguments {
            [vector] => (None, vector.value),
            [start, vector] => (Some(self.scalar(start.value)?), vector.value),
            _ => return unsupported("a reduction with other arguments than it has"),
        };
        let element = self.scope.lanes(vector.value_type)?.element;
        let elements = self.leaves(vector.operand)?;
        let mut values = start.into_iter().chain(elements);
        let Some(mut total) = values.next() else {
            return unsupported("a reduction of nothing");
        };
        let width = element.width()?;
        for value in values {
            total = match (reduction, element) {
                (Reduction::Integer(operation), Element::Integer(_)) => {
                    self.arithmetic(operation, width, total, value)
                }
                (Reduction::Choose(predicate), Element::Integer(_)) => {
                    let condition = self.comparison(predicate, width, total, value);
                    self.selection(condition, total, value)
                }
                (Reduction::Float(operation), Element::Float(_)) => {
                    self.float(operation, (width, width), vec![total, value])
                }
                _ => return unsupported("a reduction of such elements"),
            };
        }
        let target = self.register(result)?;
        self.assign(target, total, width);
        Ok(())
    }
}

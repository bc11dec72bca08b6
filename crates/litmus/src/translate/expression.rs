//! What does an expression compute? The same as [`Operation::apply`] says, with operations of 64
//! bits.
//!
//! Operations that have no result in `program` for some operands have one in a litmus test: by
//! zero, a quotient is zero and a remainder is what was divided; a shift is by the lowest six bits.
//! What would look into an address is refused (`pointers`).

use super::body::{Body, number};
use super::memory::is_address;
use super::pointers::Held;
use crate::code::{Expression, Operation};
use crate::width::Width;
use program::{BinaryOperation as Binary, Instruction, Operand, Predicate, Register};

/// Why there is no answer where a test looks into an address.
pub(super) const PART_OF_ADDRESS: &str = "a part of an address is computed, stored or loaded";

/// Where a function has the registers of a thread: its first register holds its argument.
pub(super) fn register(own: crate::code::Register) -> Register {
    Register(own.0 as u32 + 1)
}

/// Adds what computes an expression, and says where the result is.
pub(super) fn evaluate(body: &mut Body, held: Held<'_>, expression: &Expression) -> Operand {
    match expression {
        Expression::Constant(value) => number(*value),
        Expression::Register(own) => register(*own).into(),
        Expression::Not(inner) => {
            let inner = evaluate(body, held, inner);
            body.compare(Predicate::Eq, inner, number(0))
        }
        Expression::Wrap(width, inner) => {
            let value = whole_number(body, held, inner);
            wrap(body, *width, value)
        }
        Expression::Operation(operation, first, second) => {
            let is_same = first == second;
            let (first, second) = match operation {
                Operation::Equal | Operation::Differ | Operation::SignOfDifference => {
                    (evaluate(body, held, first), evaluate(body, held, second))
                }
                Operation::ExclusiveOr | Operation::Subtract if is_same => {
                    (evaluate(body, held, first), evaluate(body, held, second))
                }
                Operation::Subtract => {
                    (evaluate(body, held, first), whole_number(body, held, second))
                }
                // One of them may be an address.
                Operation::Add if held.may_be_address(first) => {
                    (evaluate(body, held, first), whole_number(body, held, second))
                }
                Operation::Add => (evaluate(body, held, first), evaluate(body, held, second)),
                _ => (whole_number(body, held, first), whole_number(body, held, second)),
            };
            apply(body, *operation, first, second)
        }
    }
}

/// The value of an expression that must be a number.
pub(super) fn whole_number(body: &mut Body, held: Held<'_>, expression: &Expression) -> Operand {
    let value = evaluate(body, held, expression);
    if held.may_be_address(expression) {
        let is_one = is_address(body, value);
        body.refuse_if(is_one, PART_OF_ADDRESS);
    }
    value
}

/// What is left of a number in so many bits.
pub(super) fn wrap(body: &mut Body, width: Width, value: Operand) -> Operand {
    if width.bytes == 8 {
        return value;
    }
    let bits = 8 * width.bytes;
    let target = body.temporary();
    body.push(Instruction::Truncate { to: bits, target, value });
    if width.is_signed {
        body.push(Instruction::SignExtend { from: bits, to: 64, target, value: target.into() });
    }
    target.into()
}

fn apply(body: &mut Body, operation: Operation, first: Operand, second: Operand) -> Operand {
    match operation {
        Operation::Add => body.binary(Binary::Add, first, second),
        Operation::Subtract => body.binary(Binary::Sub, first, second),
        Operation::Multiply => body.binary(Binary::Mul, first, second),
        Operation::And => body.binary(Binary::And, first, second),
        Operation::Or => body.binary(Binary::Or, first, second),
        Operation::ExclusiveOr => body.binary(Binary::Xor, first, second),
        Operation::AndNot => {
            let rest = body.binary(Binary::Xor, second, number(-1));
            body.binary(Binary::And, first, rest)
        }
        Operation::ShiftLeft => shift(body, Binary::Shl, first, second),
        Operation::ShiftRight => shift(body, Binary::AShr, first, second),
        Operation::ShiftRightUnsigned => shift(body, Binary::LShr, first, second),
        Operation::Divide => divide(body, Binary::SDiv, (first, second), number(0)),
        Operation::DivideUnsigned => divide(body, Binary::UDiv, (first, second), number(0)),
        Operation::Remainder => divide(body, Binary::SRem, (first, second), first),
        Operation::RemainderUnsigned => divide(body, Binary::URem, (first, second), first),
        Operation::Equal => body.compare(Predicate::Eq, first, second),
        Operation::Differ => body.compare(Predicate::Ne, first, second),
        Operation::Less => body.compare(Predicate::Slt, first, second),
        Operation::LessOrEqual => body.compare(Predicate::Sle, first, second),
        Operation::LessUnsigned => body.compare(Predicate::Ult, first, second),
        Operation::LessOrEqualUnsigned => body.compare(Predicate::Ule, first, second),
        Operation::SignOfDifference => {
            let more = body.compare(Predicate::Sgt, first, second);
            let less = body.compare(Predicate::Slt, first, second);
            body.binary(Binary::Sub, more, less)
        }
        Operation::SignOfSum => sign_of_sum(body, first, second),
        Operation::Minimum => choose(body, Predicate::Slt, first, second),
        Operation::Maximum => choose(body, Predicate::Sgt, first, second),
        Operation::MinimumUnsigned => choose(body, Predicate::Ult, first, second),
        Operation::MaximumUnsigned => choose(body, Predicate::Ugt, first, second),
    }
}

fn shift(body: &mut Body, operation: Binary, value: Operand, by: Operand) -> Operand {
    let by = body.binary(Binary::And, by, number(63));
    body.binary(operation, value, by)
}

/// A division, or `otherwise` where it has no result.
fn divide(
    body: &mut Body,
    operation: Binary,
    (first, second): (Operand, Operand),
    otherwise: Operand,
) -> Operand {
    let mut is_undefined = body.compare(Predicate::Eq, second, number(0));
    if matches!(operation, Binary::SDiv | Binary::SRem) {
        let least = body.compare(Predicate::Eq, first, number(i64::MIN));
        let minus_one = body.compare(Predicate::Eq, second, number(-1));
        let overflows = body.binary(Binary::And, least, minus_one);
        is_undefined = body.binary(Binary::Or, is_undefined, overflows);
    }
    let divisor = body.select(is_undefined, number(1), second);
    let result = body.binary(operation, first, divisor);
    body.select(is_undefined, otherwise, result)
}

/// -1, 0 or 1. With b' = -b - 1, which is never too large, a + b >= 0 iff a > b'; and then a + b is
/// zero iff its lowest 64 bits are.
fn sign_of_sum(body: &mut Body, first: Operand, second: Operand) -> Operand {
    let turned = body.binary(Binary::Xor, second, number(-1));
    let is_negative = body.compare(Predicate::Sle, first, turned);
    let is_not_negative = body.compare(Predicate::Sgt, first, turned);
    let sum = body.binary(Binary::Add, first, second);
    let is_other = body.compare(Predicate::Ne, sum, number(0));
    let is_positive = body.binary(Binary::And, is_other, is_not_negative);
    body.binary(Binary::Sub, is_positive, is_negative)
}

/// The first of two values if it is so to the second, and else the second.
fn choose(body: &mut Body, predicate: Predicate, first: Operand, second: Operand) -> Operand {
    let is_first = body.compare(predicate, first, second);
    body.select(is_first, first, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{ObjectId, ThreadId};
    use interp::{Context, Knowledge, Object, Objects, Request, Thread};
    use program::{FunctionId, Program, Terminator};

    struct NoObjects;

    impl Objects for NoObjects {
        fn object(&self, _object: ObjectId) -> Option<&Object> {
            None
        }
    }

    /// What a program computes.
    fn computed(expression: &Expression) -> i64 {
        let mut body = Body::new(Vec::new());
        let value = evaluate(&mut body, Held(&[]), expression);
        body.end(Terminator::Return { values: vec![value] });
        let functions = vec![body.finish("main".to_owned(), 0)];
        let program = Program { functions, ..Program::default() };
        assert_eq!(program::verify(&program), Ok(()));
        let knowledge = Knowledge::new(&program);
        let context = Context { program: &program, knowledge: &knowledge };
        let mut thread = Thread::new(&context, ThreadId::MAIN, FunctionId(0), &[]);
        thread.start(&context, &NoObjects, &mut 1000);
        match thread.request() {
            Request::Finished(value) => value.defined().expect("nothing is undefined") as i64,
            other => panic!("{expression:?}: {other:?}"),
        }
    }

    const NUMBERS: [i64; 14] =
        [0, 1, -1, 2, -2, 7, 63, 64, 65, 1 << 31, -(1 << 31), i64::MAX, i64::MIN, i64::MIN + 1];

    #[test]
    fn operations_are_what_they_are_in_litmus_tests() {
        use Operation as O;
        let operations: [&[O]; 4] = [
            &[O::Add, O::Subtract, O::Multiply, O::Divide, O::Remainder, O::And, O::Or],
            &[O::ExclusiveOr, O::AndNot, O::ShiftLeft, O::ShiftRight, O::Equal, O::Differ, O::Less],
            &[
                O::DivideUnsigned,
                O::RemainderUnsigned,
                O::ShiftRightUnsigned,
                O::LessOrEqual,
                O::LessUnsigned,
                O::LessOrEqualUnsigned,
                O::SignOfDifference,
            ],
            &[O::SignOfSum, O::Minimum, O::Maximum, O::MinimumUnsigned, O::MaximumUnsigned],
        ];
        for operation in operations.into_iter().flatten().copied() {
            for (first, second) in NUMBERS.iter().flat_map(|one| NUMBERS.map(|other| (*one, other)))
            {
                let [left, right] = [first, second].map(Expression::Constant);
                let found = computed(&Expression::operation(operation, left, right));
                let expected = operation.apply(first, second);
                assert_eq!(found, expected, "{operation:?} of {first} and {second}");
            }
        }
    }

    #[test]
    fn numbers_wrap_as_they_do_in_litmus_tests() {
        for (bytes, is_signed) in [1, 2, 4, 8].into_iter().flat_map(|b| [(b, true), (b, false)]) {
            let width = Width { bytes, is_signed };
            for number in NUMBERS {
                let wrapped = Expression::Wrap(width, Box::new(Expression::Constant(number)));
                assert_eq!(computed(&wrapped), width.wrap(number), "{width:?} of {number}");
            }
        }
        let not = |number| computed(&Expression::Not(Box::new(Expression::Constant(number))));
        assert_eq!([not(0), not(1), not(-1)], [1, 0, 0]);
    }
}

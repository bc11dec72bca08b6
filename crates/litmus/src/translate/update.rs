//! Which operation of `program` is a read-modify-write?
//!
//! One with an expected value is a compare-exchange, weak if it may fail without a reason; where it
//! would wait, the thread goes on only if it succeeds. Another one is an operation on what was read
//! and something else, in as many bits as it writes. What is computed in fewer bits than that is
//! the same operation only if nobody looks at the others: C reads all of them back in the bits of
//! its type, but for the comparison of a compare-exchange.
//!
//! Fences around an update of the kernel are left out: its tests are explored under SC only.

use super::body::number;
use super::expression::register;
use super::thread::Part;
use super::{Translation, orders};
use crate::code::{Expression, Instruction, Operation, Otherwise, Update};
use crate::lower::Lowered;
use crate::width::Width;
use program::{Instruction as Machine, Operand, RmwOperation};

/// Adds what an update does.
pub(super) fn push(part: &mut Part<'_>, update: &Update) {
    let (address, access) = part.access(&update.read);
    let target = register(update.old);
    let Some(expected) = &update.expected else {
        let Some((operation, operand)) = operation(part, update, access.size) else {
            part.body.refuse("an atomic update that computes this from what it reads");
            return;
        };
        let operand = part.evaluate(&operand);
        part.body.push(Machine::ReadModifyWrite { operation, target, address, operand, access });
        if let Some(success) = update.success {
            part.body.push(Machine::Assign { target: register(success), value: number(1) });
        }
        return;
    };
    if update.new.mentions(update.old) {
        part.body.refuse("an exchange for something that depends on what it reads");
        return;
    }
    let expected = part.evaluate(expected);
    let expected = truncated(part, expected, access.size);
    let desired = part.evaluate(&update.new);
    let success = update.success.map_or_else(|| part.body.temporary(), register);
    let failure = match update.otherwise {
        Otherwise::Read(tags) => orders::of_access(tags).of_read(),
        Otherwise::Wait => access.ordering.of_read(),
    };
    let weak = update.may_fail;
    part.body.push(Machine::CompareExchange {
        target,
        success,
        address,
        expected,
        desired,
        access,
        failure,
        weak,
    });
    if update.otherwise == Otherwise::Wait {
        part.body.push(Machine::Assume { condition: success.into() });
    }
}

/// What is compared has as many bits as what was read.
fn truncated(part: &mut Part<'_>, value: Operand, size: u8) -> Operand {
    super::expression::wrap(&mut part.body, Width::unsigned(size), value)
}

/// The operation that computes the new value, and the other operand.
fn operation(part: &Part<'_>, update: &Update, size: u8) -> Option<(RmwOperation, Expression)> {
    if !update.new.mentions(update.old) {
        return Some((RmwOperation::Exchange, update.new.clone()));
    }
    let Translation { lowered, memory, .. } = part.translation;
    let may_lose_bits = memory.has_one_type_each && !has_exchanges(lowered);
    let is_whole = |width: Width| width.bytes >= size || may_lose_bits;
    let computed = match &update.new {
        Expression::Wrap(width, inner) if is_whole(*width) => inner,
        Expression::Wrap(..) => return None,
        other => other,
    };
    let Expression::Operation(operation, first, second) = computed else { return None };
    let found = Expression::from(update.old);
    let read = match &**first {
        Expression::Wrap(width, inner) if **inner == found => Some(*width),
        first if *first == found => None,
        _ => return None,
    };
    if second.mentions(update.old) {
        return None;
    }
    let operand = (**second).clone();
    let is_read_whole = read.is_none_or(is_whole);
    // Only these look at a sign, so that the bits must be exactly those.
    let is_exact = |is_signed: bool| {
        let exactly = Width { bytes: size, is_signed };
        read.map_or(size == 8, |width| width == exactly)
            && match second.as_ref() {
                Expression::Wrap(width, _) => *width == exactly,
                Expression::Constant(value) => exactly.wrap(*value) == *value,
                _ => size == 8,
            }
    };
    let operation = match operation {
        Operation::Add if is_read_whole => RmwOperation::Add,
        Operation::Subtract if is_read_whole => RmwOperation::Sub,
        Operation::And if is_read_whole => RmwOperation::And,
        Operation::Or if is_read_whole => RmwOperation::Or,
        Operation::ExclusiveOr if is_read_whole => RmwOperation::Xor,
        Operation::AndNot if is_read_whole => {
            let minus_one = Expression::Constant(-1);
            let rest = Expression::operation(Operation::ExclusiveOr, operand, minus_one);
            return Some((RmwOperation::And, rest));
        }
        Operation::Maximum if is_exact(true) => RmwOperation::Max,
        Operation::Minimum if is_exact(true) => RmwOperation::Min,
        Operation::MaximumUnsigned if is_exact(false) => RmwOperation::UMax,
        Operation::MinimumUnsigned if is_exact(false) => RmwOperation::UMin,
        _ => return None,
    };
    Some((operation, operand))
}

/// Whether some update of a test compares what it reads.
fn has_exchanges(lowered: &Lowered) -> bool {
    let instructions = lowered.threads.iter().flat_map(|thread| &thread.code.instructions);
    instructions.into_iter().any(|instruction| match instruction {
        Instruction::Update(update) => update.expected.is_some(),
        _ => false,
    })
}

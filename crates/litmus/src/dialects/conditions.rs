//! Branches on what a comparison has left in a register: a number with the sign of the difference.

use super::operands::Operands;
use crate::builder::Builder;
use crate::code::{Expression, Operation};
use base::Diagnostic;

/// Adds a branch to the label that comes next, on a condition by its usual two letters, or without
/// one.
pub(super) fn branch(
    condition: &str,
    register: &str,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let (label, span) = operands.word("a label")?;
    let difference = Expression::from(builder.register(register));
    let zero = Expression::Constant(0);
    let (operation, first, second) = match condition {
        "" => {
            builder.jump(&label, span);
            return Ok(());
        }
        "eq" => (Operation::Equal, difference, zero),
        "ne" => (Operation::Differ, difference, zero),
        "lt" => (Operation::Less, difference, zero),
        "ge" => (Operation::LessOrEqual, zero, difference),
        "gt" => (Operation::Less, zero, difference),
        "le" => (Operation::LessOrEqual, difference, zero),
        other => unreachable!("`{other}` is no condition"),
    };
    builder.branch(Expression::operation(operation, first, second), &label, span);
    Ok(())
}

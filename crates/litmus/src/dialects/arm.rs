//! Armv7, as the tests of *Herding Cats* (Alglave, Maranget, Tautschnig, TOPLAS 2014) have it.
//!
//! Registers have 32 bits, and are numbers with a sign. Fences are `DMB`, `DSB`, those with `.ST`,
//! and `ISB`; exclusive accesses carry `X`. Conditional execution of anything but branches is not
//! covered.

use super::operands::Operands;
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation};
use crate::width::Width;
use base::{Diagnostic, Tags, tags};

pub(super) struct Arm;

const CONDITION: &str = "%condition";
const EXCLUSIVE: Tags = tags!["X"];

impl Dialect for Arm {
    fn register(&self, word: &str) -> Option<String> {
        let upper = word.to_ascii_uppercase();
        let number: u8 = upper.strip_prefix('R')?.parse().ok()?;
        (number < 16).then(|| format!("R{number}"))
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        match name {
            "mov" => {
                let to = operands.register(builder)?;
                operands.comma()?;
                let value = operands.value(builder)?;
                builder.assign(to, value.wrap(Width::INT));
            }
            "eor" | "add" | "sub" | "and" | "orr" | "eors" | "adds" | "subs" | "ands" | "orrs" => {
                let to = operands.register(builder)?;
                operands.comma()?;
                let first = operands.register(builder)?.into();
                operands.comma()?;
                let second = operands.value(builder)?;
                let result = Expression::operation(operation(name), first, second);
                builder.assign(to, result.wrap(Width::INT));
                if name.ends_with('s') {
                    let condition = builder.register(CONDITION);
                    builder.assign(condition, to);
                }
            }
            "cmp" => {
                let first = operands.register(builder)?.into();
                operands.comma()?;
                let second = operands.value(builder)?;
                let condition = builder.register(CONDITION);
                let second = second.wrap(Width::INT);
                let sign = Expression::operation(Operation::SignOfDifference, first, second);
                builder.assign(condition, sign);
            }
            "b" | "beq" | "bne" => {
                let (label, span) = operands.word("a label")?;
                let condition = Expression::from(builder.register(CONDITION));
                match name {
                    "b" => builder.jump(&label, span),
                    "beq" => builder.branch(Expression::Not(Box::new(condition)), &label, span),
                    _ => builder.branch(condition, &label, span),
                }
            }
            "ldr" | "ldrex" => {
                let to = operands.register(builder)?;
                operands.comma()?;
                let exclusive = name == "ldrex";
                let tags = if exclusive { EXCLUSIVE } else { Tags::NONE };
                let access = Access { address: address(operands, builder)?, size: 4, tags };
                builder.push(Instruction::Load { to, access, exclusive });
                builder.assign(to, Expression::from(to).wrap(Width::INT));
            }
            "str" => {
                let value = operands.register(builder)?.into();
                operands.comma()?;
                let access =
                    Access { address: address(operands, builder)?, size: 4, tags: Tags::NONE };
                builder.push(Instruction::Store { access, value });
            }
            "strex" => {
                let status = operands.register(builder)?;
                operands.comma()?;
                let value = operands.register(builder)?.into();
                operands.comma()?;
                let access =
                    Access { address: address(operands, builder)?, size: 4, tags: EXCLUSIVE };
                builder.push(Instruction::StoreExclusive {
                    access,
                    value,
                    status,
                    success: 0,
                    failure: 1,
                    carries_dependency: false,
                });
            }
            "dmb" | "dsb" | "isb" => {
                let st_only = if operands.is_at_end() {
                    false
                } else {
                    operands.word("what is ordered")?.0.to_ascii_uppercase().ends_with("ST")
                };
                let tags = match (name, st_only) {
                    ("dmb", false) => tags!["DMB"],
                    ("dmb", true) => tags!["DMB.ST"],
                    ("dsb", false) => tags!["DSB"],
                    ("dsb", true) => tags!["DSB.ST"],
                    _ => tags!["ISB"],
                };
                builder.push(Instruction::Fence { tags, address: None });
            }
            "nop" => {}
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    }
}

/// What an instruction computes that both generations of Arm have.
pub(super) fn operation(name: &str) -> Operation {
    match &name[..3] {
        "eor" => Operation::ExclusiveOr,
        "add" => Operation::Add,
        "sub" => Operation::Subtract,
        "and" => Operation::And,
        _ => Operation::Or,
    }
}

/// `[R1]`, `[R1,R2]` or `[R1,#4]`
fn address(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    operands.expect("[")?;
    let mut address = Expression::from(operands.register(builder)?);
    if operands.accept(",") {
        address = address.plus(operands.value(builder)?);
    }
    operands.expect("]")?;
    Ok(address)
}

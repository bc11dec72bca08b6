//! AArch64, after the Arm Architecture Reference Manual: loads and stores with acquire and release,
//! exclusives, the atomic instructions of LSE, and the barriers.
//!
//! Tags are those of the tests' own models: `A` (acquire), `Q` (acquire of the RCpc kind), `L`
//! (release), `X` (exclusive or atomic), `NoRet` (an atomic instruction whose result is not kept),
//! `DMB.SY` and so on, `ISB`. A `W` register is the lower half of an `X` register; writing it makes
//! the upper half zero. Pairs, vectors, memory tags and system instructions are not covered.

mod atomics;

use super::arm::operation;
use super::operands::Operands;
use super::{Dialect, Known, conditions};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation, Register};
use crate::width::Width;
use base::{Diagnostic, Tag, Tags, tags};

pub(super) struct AArch64;

/// The sign of the difference of what was compared last, or of the last result that sets flags.
const CONDITION: &str = "%condition";

impl Dialect for AArch64 {
    fn register(&self, word: &str) -> Option<String> {
        let upper = word.to_ascii_uppercase();
        let number = upper.strip_prefix(['X', 'W'])?;
        if number == "ZR" {
            return Some("XZR".to_owned());
        }
        number.parse::<u8>().ok().filter(|number| *number < 31).map(|number| format!("X{number}"))
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        if let Some((access, size)) = memory(name) {
            access_memory(access, size, operands, builder)?;
            return Ok(Known::Yes);
        }
        if let Some(atomic) = atomics::Atomic::parse(name) {
            atomic.lower(operands, builder)?;
            return Ok(Known::Yes);
        }
        match name {
            "mov" | "movz" => {
                let (to, size) = target(operands, builder)?;
                operands.comma()?;
                let value = value(operands, builder)?;
                builder.assign(to, value.wrap(Width::unsigned(size)));
            }
            "eor" | "add" | "sub" | "and" | "orr" | "eors" | "adds" | "subs" | "ands" => {
                let (to, size) = target(operands, builder)?;
                operands.comma()?;
                let first = source(operands, builder)?;
                operands.comma()?;
                let second = value(operands, builder)?;
                let second = extended(second, operands)?;
                let operation = operation(name);
                if name.ends_with('s') {
                    let condition = builder.register(CONDITION);
                    builder.assign(condition, flags(operation, &first, &second, size));
                }
                let result = Expression::operation(operation, first, second);
                builder.assign(to, result.wrap(Width::unsigned(size)));
            }
            "cmp" => {
                let size = register_size(operands);
                let first = source(operands, builder)?;
                operands.comma()?;
                let second = value(operands, builder)?;
                let second = extended(second, operands)?;
                let condition = builder.register(CONDITION);
                builder.assign(condition, flags(Operation::Subtract, &first, &second, size));
            }
            "cbz" | "cbnz" => {
                let tested = source(operands, builder)?;
                operands.comma()?;
                let (label, span) = operands.word("a label")?;
                let condition =
                    if name == "cbz" { Expression::Not(Box::new(tested)) } else { tested };
                builder.branch(condition, &label, span);
            }
            "b" | "b.eq" | "b.ne" | "b.lt" | "b.le" | "b.gt" | "b.ge" => {
                let condition = name.strip_prefix("b.").unwrap_or_default();
                conditions::branch(condition, CONDITION, operands, builder)?;
            }
            "dmb" | "dsb" | "isb" => {
                let span = operands.span();
                let domain = if operands.is_at_end() {
                    "SY".to_owned()
                } else {
                    operands.word("what is ordered")?.0.to_ascii_uppercase()
                };
                let tags = fence(name, &domain).ok_or_else(|| {
                    Diagnostic::new(format!("`{domain}` is no domain of a barrier"), span)
                })?;
                builder.push(Instruction::Fence { tags, address: None });
            }
            "nop" => {}
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    }
}

/// A register to write to, and the size that its name means. What is written to the zero register
/// is lost.
fn target(
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(Register, u8), Diagnostic> {
    let size = register_size(operands);
    let (_, name) = operands.register_word()?;
    if name == "XZR" {
        Ok((builder.temporary(), size))
    } else {
        Ok((builder.register(&name), size))
    }
}

/// The value of a register.
fn source(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    let size = register_size(operands);
    let (_, name) = operands.register_word()?;
    if name == "XZR" {
        return Ok(Expression::Constant(0));
    }
    Ok(Expression::from(builder.register(&name)).wrap(Width::unsigned(size)))
}

/// What decides conditional branches after an instruction that sets flags: less and greater are
/// about exact results.
fn flags(operation: Operation, first: &Expression, second: &Expression, size: u8) -> Expression {
    let width = Width::signed(size);
    let (first, second) = (first.clone().wrap(width), second.clone().wrap(width));
    let sign = match operation {
        Operation::Subtract => Operation::SignOfDifference,
        Operation::Add => Operation::SignOfSum,
        other => other,
    };
    Expression::operation(sign, first, second)
}

fn value(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    if operands.is_immediate() {
        Ok(Expression::Constant(operands.immediate()?))
    } else {
        source(operands, builder)
    }
}

/// `,SXTW`, `,LSL #2` and their like after a register.
fn extended(value: Expression, operands: &mut Operands<'_>) -> Result<Expression, Diagnostic> {
    if !operands.accept(",") {
        return Ok(value);
    }
    let span = operands.span();
    let (word, _) = operands.word("an extension")?;
    let value = match word.to_ascii_uppercase().as_str() {
        "SXTW" => value.wrap(Width::signed(4)),
        "UXTW" => value.wrap(Width::unsigned(4)),
        "SXTX" | "UXTX" | "LSL" => value,
        _ => {
            let message = format!("`{word}` is no extension that is known here");
            return Err(Diagnostic::new(message, span));
        }
    };
    if !operands.is_immediate() {
        return Ok(value);
    }
    let amount = Expression::Constant(operands.immediate()? & 63);
    Ok(Expression::operation(Operation::ShiftLeft, value, amount))
}

/// `[X1]`, `[X1,#4]`, `[X1,W2,SXTW]`, `[X1,X2,LSL #2]`
fn address(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    operands.expect("[")?;
    let mut address = source(operands, builder)?;
    if operands.accept(",") {
        let offset = value(operands, builder)?;
        address = address.plus(extended(offset, operands)?);
    }
    operands.expect("]")?;
    Ok(address)
}

/// How memory is accessed by a load or store that is not atomic as a whole.
#[derive(Clone, Copy)]
enum Memory {
    Load(Tags),
    /// With its sign extended.
    LoadSigned,
    Store(Tags),
    LoadExclusive(Tags),
    StoreExclusive(Tags),
}

/// The kind of access, and its size if the name says it.
fn memory(name: &str) -> Option<(Memory, Option<u8>)> {
    match name {
        "ldrsb" | "ldursb" => return Some((Memory::LoadSigned, Some(1))),
        "ldrsh" | "ldursh" => return Some((Memory::LoadSigned, Some(2))),
        "ldrsw" | "ldursw" => return Some((Memory::LoadSigned, Some(4))),
        _ => {}
    }
    let (stem, size) = match name.as_bytes().last()? {
        b'b' => (&name[..name.len() - 1], Some(1)),
        b'h' => (&name[..name.len() - 1], Some(2)),
        _ => (name, None),
    };
    let access = match stem {
        "ldr" | "ldur" => Memory::Load(Tags::NONE),
        "ldar" => Memory::Load(tags!["A"]),
        "ldapr" | "ldapur" => Memory::Load(tags!["Q"]),
        "str" | "stur" => Memory::Store(Tags::NONE),
        "stlr" | "stlur" => Memory::Store(tags!["L"]),
        "ldxr" => Memory::LoadExclusive(tags!["X"]),
        "ldaxr" => Memory::LoadExclusive(tags!["X", "A"]),
        "stxr" => Memory::StoreExclusive(tags!["X"]),
        "stlxr" => Memory::StoreExclusive(tags!["X", "L"]),
        _ => return None,
    };
    Some((access, size))
}

fn access_memory(
    memory: Memory,
    named_size: Option<u8>,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    match memory {
        Memory::Load(tags) | Memory::LoadExclusive(tags) => {
            let exclusive = matches!(memory, Memory::LoadExclusive(_));
            let (to, size) = target(operands, builder)?;
            operands.comma()?;
            let address = address(operands, builder)?;
            let access = Access { address, size: named_size.unwrap_or(size), tags };
            builder.push(Instruction::Load { to, access, exclusive });
        }
        Memory::LoadSigned => {
            let (to, size) = target(operands, builder)?;
            operands.comma()?;
            let address = address(operands, builder)?;
            let access = Access { address, size: named_size.unwrap_or(size), tags: Tags::NONE };
            let extended = Expression::from(to).wrap(Width::signed(access.size));
            builder.push(Instruction::Load { to, access, exclusive: false });
            builder.assign(to, extended.wrap(Width::unsigned(size)));
        }
        Memory::Store(tags) => {
            let size = register_size(operands);
            let value = source(operands, builder)?;
            operands.comma()?;
            let address = address(operands, builder)?;
            let access = Access { address, size: named_size.unwrap_or(size), tags };
            builder.push(Instruction::Store { access, value });
        }
        Memory::StoreExclusive(tags) => {
            let (status, _) = target(operands, builder)?;
            operands.comma()?;
            let size = register_size(operands);
            let value = source(operands, builder)?;
            operands.comma()?;
            let address = address(operands, builder)?;
            let access = Access { address, size: named_size.unwrap_or(size), tags };
            builder.push(Instruction::StoreExclusive {
                access,
                value,
                status,
                success: 0,
                failure: 1,
                carries_dependency: false,
            });
        }
    }
    Ok(())
}

/// The size that the name of the next register means.
fn register_size(operands: &Operands<'_>) -> u8 {
    if operands.peek_word().starts_with(['W', 'w']) { 4 } else { 8 }
}

/// The barrier of this name in a domain, as the table of tags has it.
fn fence(name: &str, domain: &str) -> Option<Tags> {
    if name == "isb" {
        return Some(tags!["ISB"]);
    }
    Tag::named(&format!("{}.{domain}", name.to_ascii_uppercase())).map(Tags::only)
}

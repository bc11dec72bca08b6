//! Power: what the tests of *Herding Cats* (Alglave, Maranget, Tautschnig, TOPLAS 2014, §4.7) are
//! written in.
//!
//! Fences are `SYNC`, `LWSYNC`, `EIEIO` and `ISYNC`; `lwarx` and `stwcx.` carry `X`. A comparison
//! sets a condition register, on which branches depend. Registers have 64 bits; what a load puts
//! there is extended by zeros, but for `lwa` and `lha`.

use super::operands::Operands;
use super::{Dialect, Known, conditions};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation, Register};
use crate::width::Width;
use base::{Diagnostic, Tags, tags};

pub(super) struct Power;

/// The sign of the difference of what was compared last, for each condition field; only field 0 has
/// a default.
const CONDITION: &str = "%cr0";
const EXCLUSIVE: Tags = tags!["X"];

impl Dialect for Power {
    fn register(&self, word: &str) -> Option<String> {
        let number: u8 = word.strip_prefix('r')?.parse().ok()?;
        (number < 32).then(|| format!("r{number}"))
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        let (name, sets_condition) = match name.strip_suffix('.') {
            Some(stem) if !name.starts_with("st") => (stem, true),
            _ => (name, false),
        };
        let known = instruction(name, operands, builder)?;
        match known {
            Computed(Some(to)) if sets_condition => {
                let condition = builder.register(CONDITION);
                builder.assign(condition, to);
            }
            Computed(_) => {}
            Unknown => return Ok(Known::No),
        }
        Ok(Known::Yes)
    }
}

/// What an instruction computed, if it did.
enum Outcome {
    Computed(Option<Register>),
    Unknown,
}
use Outcome::{Computed, Unknown};

fn instruction(
    name: &str,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Outcome, Diagnostic> {
    if let Some(tags) = fence(name) {
        builder.push(Instruction::Fence { tags, address: None });
        return Ok(Computed(None));
    }
    if let Some(operation) = operation(name) {
        return Ok(Computed(Some(arithmetic(name, operation, operands, builder)?)));
    }
    if let Some((size, is_load)) = memory(name) {
        access(name, size, is_load, operands, builder)?;
        return Ok(Computed(None));
    }
    match name {
        "li" | "lis" => {
            let to = operands.register(builder)?;
            operands.comma()?;
            let number = operands.immediate()?;
            let shifted = Width::INT.wrap(number.wrapping_shl(16));
            builder.assign(to, Expression::Constant(if name == "lis" { shifted } else { number }));
        }
        "mr" => {
            let to = operands.register(builder)?;
            operands.comma()?;
            let from = operands.register(builder)?;
            builder.assign(to, from);
            return Ok(Computed(Some(to)));
        }
        "cmpw" | "cmpd" | "cmpwi" | "cmpdi" => {
            let mut first = Expression::from(operands.register(builder)?);
            operands.comma()?;
            let mut second = operands.value(builder)?;
            if name.starts_with("cmpw") {
                (first, second) = (first.wrap(Width::INT), second.wrap(Width::INT));
            }
            let condition = builder.register(CONDITION);
            let sign = Expression::operation(Operation::SignOfDifference, first, second);
            builder.assign(condition, sign);
        }
        "b" | "beq" | "bne" | "blt" | "bge" | "bgt" | "ble" => {
            conditions::branch(&name[1..], CONDITION, operands, builder)?;
        }
        "lwarx" => reserve(4, operands, builder)?,
        "ldarx" => reserve(8, operands, builder)?,
        "stwcx." => store_conditionally(4, operands, builder)?,
        "stdcx." => store_conditionally(8, operands, builder)?,
        "nop" => {}
        _ => return Ok(Unknown),
    }
    Ok(Computed(None))
}

/// An operation of registers and numbers; gives the register of its result.
fn arithmetic(
    name: &str,
    operation: Operation,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Register, Diagnostic> {
    let to = operands.register(builder)?;
    operands.comma()?;
    let (_, base) = operands.register_word()?;
    // As in addresses, these have zero instead of register 0.
    let is_zero = base == "r0" && matches!(name, "addi" | "subi");
    let mut first = if is_zero { Expression::Constant(0) } else { builder.register(&base).into() };
    operands.comma()?;
    let mut second = operands.value(builder)?;
    if name == "mullw" {
        // A product of words has 64 bits.
        (first, second) = (first.wrap(Width::INT), second.wrap(Width::INT));
    }
    builder.assign(to, Expression::operation(operation, first, second));
    Ok(to)
}

/// A plain load or store.
fn access(
    name: &str,
    size: u8,
    is_load: bool,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let indexed = name.ends_with('x');
    let register = operands.register(builder)?;
    operands.comma()?;
    let address = address(indexed, operands, builder)?;
    let access = Access { address, size, tags: Tags::NONE };
    builder.push(if is_load {
        Instruction::Load { to: register, access, exclusive: false }
    } else {
        Instruction::Store { access, value: register.into() }
    });
    if name.starts_with("lwa") || name.starts_with("lha") {
        // The algebraic ones have the sign extended.
        builder.assign(register, Expression::from(register).wrap(Width::signed(size)));
    }
    Ok(())
}

/// A load that makes a reservation.
fn reserve(size: u8, operands: &mut Operands<'_>, builder: &mut Builder) -> Result<(), Diagnostic> {
    let to = operands.register(builder)?;
    operands.comma()?;
    let address = address(true, operands, builder)?;
    let access = Access { address, size, tags: EXCLUSIVE };
    builder.push(Instruction::Load { to, access, exclusive: true });
    Ok(())
}

/// A store that needs a reservation. Success sets the condition to "equal".
fn store_conditionally(
    size: u8,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let value = operands.register(builder)?.into();
    operands.comma()?;
    let address = address(true, operands, builder)?;
    let access = Access { address, size, tags: EXCLUSIVE };
    let status = builder.register(CONDITION);
    builder.push(Instruction::StoreExclusive {
        access,
        value,
        status,
        success: 0,
        failure: 1,
        carries_dependency: false,
    });
    Ok(())
}

fn fence(name: &str) -> Option<Tags> {
    match name {
        "sync" | "hwsync" => Some(tags!["SYNC"]),
        "lwsync" => Some(tags!["LWSYNC"]),
        "eieio" => Some(tags!["EIEIO"]),
        "isync" => Some(tags!["ISYNC"]),
        _ => None,
    }
}

fn operation(name: &str) -> Option<Operation> {
    match name {
        "xor" | "xori" => Some(Operation::ExclusiveOr),
        "or" | "ori" => Some(Operation::Or),
        "and" | "andi" => Some(Operation::And),
        "add" | "addi" => Some(Operation::Add),
        "sub" | "subi" => Some(Operation::Subtract),
        "mullw" | "mulli" => Some(Operation::Multiply),
        _ => None,
    }
}

/// The size of an access, and whether it is a load.
fn memory(name: &str) -> Option<(u8, bool)> {
    match name {
        "lwz" | "lwzx" | "lwa" | "lwax" => Some((4, true)),
        "ld" | "ldx" => Some((8, true)),
        "lhz" | "lhzx" | "lha" | "lhax" => Some((2, true)),
        "lbz" | "lbzx" => Some((1, true)),
        "stw" | "stwx" => Some((4, false)),
        "std" | "stdx" => Some((8, false)),
        "sth" | "sthx" => Some((2, false)),
        "stb" | "stbx" => Some((1, false)),
        _ => None,
    }
}

/// `0(r1)`, or two registers, of which the first may be 0.
fn address(
    indexed: bool,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Expression, Diagnostic> {
    if indexed {
        let base = if operands.is_immediate() {
            Expression::Constant(operands.immediate()?)
        } else {
            let (_, name) = operands.register_word()?;
            // Register 0 as a base means no base.
            if name == "r0" { Expression::Constant(0) } else { builder.register(&name).into() }
        };
        operands.comma()?;
        let index = operands.register(builder)?.into();
        return Ok(Expression::operation(Operation::Add, base, index));
    }
    let offset = operands.immediate()?;
    operands.expect("(")?;
    let base = Expression::from(operands.register(builder)?);
    operands.expect(")")?;
    Ok(base.plus(Expression::Constant(offset)))
}

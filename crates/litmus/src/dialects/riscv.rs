//! RISC-V, after the unprivileged specification: loads and stores of `I`, `lr`, `sc` and AMOs of
//! `A`, and fences. Tests also annotate plain accesses (`lw.aq`), which no assembler knows.
//!
//! Registers have 64 bits. What is loaded, and what instructions on words compute, has its sign
//! extended, but for `lwu`, `lhu` and `lbu`.
//!
//! An AMO is one event that reads and writes; `lr` and `sc` are two.
//!
//! Tags: `Acq`, `Rel` and `AcqRel` for the annotations, `X` for what `lr`, `sc` and AMOs do, `EX`
//! for the first two, `Fence.rw.w` and so on for fences.

use super::operands::Operands;
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation, Otherwise, Register, Shape, Update};
use crate::width::Width;
use base::{Diagnostic, Tag, Tags, tags};

pub(super) struct RiscV;

/// The names of the calling convention.
const NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

impl Dialect for RiscV {
    fn register(&self, word: &str) -> Option<String> {
        let by_name = NAMES.iter().position(|name| *name == word);
        let number = by_name.or_else(|| {
            let number: usize = word.strip_prefix('x')?.parse().ok()?;
            (number < 32).then_some(number)
        })?;
        Some(format!("x{number}"))
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        if let Some(operation) = operation(name) {
            let to = target(operands, builder)?;
            operands.comma()?;
            let first = source(operands, builder)?;
            operands.comma()?;
            let second = value(operands, builder)?;
            let result = Expression::operation(operation, first, second);
            let result = if name.ends_with('w') { result.wrap(Width::INT) } else { result };
            builder.assign(to, result);
            return Ok(Known::Yes);
        }
        if name.starts_with("fence") {
            return fence(name, operands, builder);
        }
        let mut parts = name.split('.');
        let stem = parts.next().unwrap_or("");
        let rest: Vec<&str> = parts.collect();
        match stem {
            "li" | "mv" => {
                let to = target(operands, builder)?;
                operands.comma()?;
                let value = value(operands, builder)?;
                builder.assign(to, value);
            }
            "j" => {
                let (label, span) = operands.word("a label")?;
                builder.jump(&label, span);
            }
            "beq" | "bne" | "blt" | "bge" | "bnez" | "beqz" => branch(stem, operands, builder)?,
            "lw" | "ld" | "lh" | "lb" | "lwu" | "lhu" | "lbu" => {
                let Some(tags) = annotation(&rest, Carrier::Plain) else { return Ok(Known::No) };
                let to = target(operands, builder)?;
                operands.comma()?;
                let access =
                    Access { address: address(operands, builder)?, size: size(stem), tags };
                builder.push(Instruction::Load { to, access, exclusive: false });
                if !stem.ends_with('u') {
                    extend(to, size(stem), builder);
                }
            }
            "sw" | "sd" | "sh" | "sb" => {
                let Some(tags) = annotation(&rest, Carrier::Plain) else { return Ok(Known::No) };
                let value = source(operands, builder)?;
                operands.comma()?;
                let access =
                    Access { address: address(operands, builder)?, size: size(stem), tags };
                builder.push(Instruction::Store { access, value });
            }
            "lr" | "sc" => return exclusive(stem, &rest, operands, builder),
            "nop" => {}
            _ if stem.starts_with("amo") => return atomic(&stem[3..], &rest, operands, builder),
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    }
}

fn operation(name: &str) -> Option<Operation> {
    match name {
        "ori" | "or" => Some(Operation::Or),
        "xor" | "xori" => Some(Operation::ExclusiveOr),
        "and" | "andi" => Some(Operation::And),
        "add" | "addi" | "addw" | "addiw" => Some(Operation::Add),
        "sub" | "subw" => Some(Operation::Subtract),
        "slli" | "sll" => Some(Operation::ShiftLeft),
        "slt" | "slti" => Some(Operation::Less),
        _ => None,
    }
}

/// Extends the sign of what was loaded.
fn extend(register: Register, size: u8, builder: &mut Builder) {
    if size < 8 {
        builder.assign(register, Expression::from(register).wrap(Width::signed(size)));
    }
}

fn size(name: &str) -> u8 {
    match name.as_bytes()[1] {
        b'b' => 1,
        b'h' => 2,
        b'w' => 4,
        _ => 8,
    }
}

/// What carries an annotation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Plain,
    Atomic,
    Exclusive,
}

/// The tags that `.aq` and `.rl` mean; none if it says something else.
fn annotation(parts: &[&str], carrier: Carrier) -> Option<Tags> {
    let order = match parts {
        [] => Tags::NONE,
        ["aq"] => tags!["Acq"],
        ["rl"] => tags!["Rel"],
        ["aq", "rl"] | ["aqrl"] => tags!["AcqRel"],
        _ => return None,
    };
    let mark = match carrier {
        Carrier::Plain => Tags::NONE,
        Carrier::Atomic => tags!["X"],
        Carrier::Exclusive => tags!["X", "EX"],
    };
    Some(mark.with(order))
}

fn target(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Register, Diagnostic> {
    let (_, name) = operands.register_word()?;
    Ok(if name == "x0" { builder.temporary() } else { builder.register(&name) })
}

fn source(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    let (_, name) = operands.register_word()?;
    Ok(if name == "x0" { Expression::Constant(0) } else { builder.register(&name).into() })
}

fn value(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    if operands.is_immediate() {
        Ok(Expression::Constant(operands.immediate()?))
    } else {
        source(operands, builder)
    }
}

/// `0(x6)` or `(x6)`
fn address(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Expression, Diagnostic> {
    let offset = if operands.is("(") { 0 } else { operands.immediate()? };
    operands.expect("(")?;
    let base = source(operands, builder)?;
    operands.expect(")")?;
    Ok(base.plus(Expression::Constant(offset)))
}

fn branch(
    name: &str,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let first = source(operands, builder)?;
    operands.comma()?;
    let second = if name.ends_with('z') {
        Expression::Constant(0)
    } else {
        let second = source(operands, builder)?;
        operands.comma()?;
        second
    };
    let (operation, first, second) = match name {
        "beq" | "beqz" => (Operation::Equal, first, second),
        "bne" | "bnez" => (Operation::Differ, first, second),
        "blt" => (Operation::Less, first, second),
        _ => (Operation::LessOrEqual, second, first),
    };
    let (label, span) = operands.word("a label")?;
    builder.branch(Expression::operation(operation, first, second), &label, span);
    Ok(())
}

fn fence(
    name: &str,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Known, Diagnostic> {
    let tags = match name {
        "fence.tso" => tags!["Fence.tso"],
        "fence.i" => tags!["Fence.i"],
        "fence" if operands.is_at_end() => tags!["Fence.rw.rw"],
        "fence" => {
            let span = operands.span();
            let (before, _) = operands.word("what is ordered")?;
            operands.comma()?;
            let (after, _) = operands.word("what is ordered")?;
            let kind = format!("Fence.{}.{}", memory_part(&before), memory_part(&after));
            let tag = Tag::named(&kind).ok_or_else(|| {
                Diagnostic::new(format!("`{before},{after}` is no kind of fence"), span)
            })?;
            Tags::only(tag)
        }
        _ => return Ok(Known::No),
    };
    builder.push(Instruction::Fence { tags, address: None });
    Ok(Known::Yes)
}

/// Without what is about devices: `iorw` is `rw` for memory.
fn memory_part(kind: &str) -> String {
    kind.chars().filter(|c| !matches!(c, 'i' | 'o')).collect()
}

/// `lr` and `sc`: the first part of the rest is the size.
fn exclusive(
    stem: &str,
    rest: &[&str],
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Known, Diagnostic> {
    let Some((width, annotations)) = rest.split_first() else { return Ok(Known::No) };
    let Some(tags) = annotation(annotations, Carrier::Exclusive) else { return Ok(Known::No) };
    let size = if *width == "w" { 4 } else { 8 };
    let first = target(operands, builder)?;
    operands.comma()?;
    if stem == "lr" {
        let access = Access { address: address(operands, builder)?, size, tags };
        builder.push(Instruction::Load { to: first, access, exclusive: true });
        extend(first, size, builder);
    } else {
        let value = source(operands, builder)?;
        operands.comma()?;
        let access = Access { address: address(operands, builder)?, size, tags };
        builder.push(Instruction::StoreExclusive {
            access,
            value,
            status: first,
            success: 0,
            failure: 1,
            carries_dependency: true,
        });
    }
    Ok(Known::Yes)
}

fn atomic(
    effect: &str,
    rest: &[&str],
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Known, Diagnostic> {
    let Some((width, annotations)) = rest.split_first() else { return Ok(Known::No) };
    let Some(tags) = annotation(annotations, Carrier::Atomic) else { return Ok(Known::No) };
    let operation = match effect {
        "swap" => None,
        "add" => Some(Operation::Add),
        "and" => Some(Operation::And),
        "or" => Some(Operation::Or),
        "xor" => Some(Operation::ExclusiveOr),
        "max" => Some(Operation::Maximum),
        "min" => Some(Operation::Minimum),
        "maxu" => Some(Operation::MaximumUnsigned),
        "minu" => Some(Operation::MinimumUnsigned),
        _ => return Ok(Known::No),
    };
    let to = target(operands, builder)?;
    operands.comma()?;
    let size = if *width == "w" { 4 } else { 8 };
    // Only these look at words without a sign.
    let numbers = Width { bytes: size, is_signed: !effect.ends_with('u') };
    let value = source(operands, builder)?.wrap(numbers);
    operands.comma()?;
    let address = address(operands, builder)?;
    let old = builder.temporary();
    let new = match operation {
        Some(operation) => {
            Expression::operation(operation, Expression::from(old).wrap(numbers), value)
        }
        None => value,
    };
    builder.push(Instruction::Update(Box::new(Update {
        // "An AMO instruction gives rise to a single memory operation" that is a load and a store.
        shape: Shape::Single,
        read: Access { address, size, tags },
        write_tags: tags,
        old,
        success: None,
        expected: None,
        may_fail: false,
        new,
        otherwise: Otherwise::Wait,
        picks: false,
        around: None,
    })));
    builder.assign(to, old);
    extend(to, size, builder);
    Ok(Known::Yes)
}

//! X86 of 32 bits, in Intel's syntax: the destination first, memory in brackets.
//!
//! Locations are named in the instructions: `MOV [x],$1`. An exchange with memory is locked. Tags are `X` for the
//! events of locked instructions, and the names of the fences.

use super::operands::Operands;
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::{
    Access, Expression, Instruction, Numbers, Operation, Otherwise, Register, Shape, Update,
};
use base::Diagnostic;

pub(super) struct X86;

const REGISTERS: [&str; 8] = ["EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP"];
/// What a comparison compared, as their difference.
const FLAGS: &str = "%flags";
const LOCKED: &[&str] = &["X"];

/// What an instruction is about.
pub(super) enum Operand {
    Register(Register),
    Memory(Expression),
    Immediate(i64),
}

/// How much of a register an instruction is about, and which numbers may be there.
#[derive(Clone, Copy)]
pub(super) struct Width {
    pub bytes: u8,
    pub numbers: Option<Numbers>,
}

impl Width {
    fn fitting(self, value: Expression) -> Expression {
        match self.numbers {
            Some(numbers) => Expression::Within(numbers, Box::new(value)),
            None => value,
        }
    }
}

impl Dialect for X86 {
    fn register(&self, word: &str) -> Option<String> {
        let upper = word.to_ascii_uppercase();
        REGISTERS.contains(&upper.as_str()).then_some(upper)
    }

    /// Registers keep the spelling that the test has for them.
    fn order(&self, name: &str) -> (usize, Option<String>) {
        let place = REGISTERS.iter().position(|known| *known == name);
        (place.unwrap_or(REGISTERS.len()), None)
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        if name == "lock" {
            let name = operands.instruction_name()?.to_ascii_lowercase();
            return two_operands(&name, true, operands, builder);
        }
        match name {
            "jmp" | "je" | "jne" | "jz" | "jnz" => {
                let (label, span) = operands.word("a label")?;
                jump(name, &label, span, builder);
                Ok(Known::Yes)
            }
            "mfence" | "lfence" | "sfence" => {
                fence(name, builder);
                Ok(Known::Yes)
            }
            _ => two_operands(name, false, operands, builder),
        }
    }
}

fn two_operands(
    name: &str,
    locked: bool,
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Known, Diagnostic> {
    if !is_operation(name) {
        return Ok(Known::No);
    }
    let to = operand(operands, builder)?;
    let from = if matches!(name, "inc" | "dec") {
        Operand::Immediate(1)
    } else {
        operands.comma()?;
        operand(operands, builder)?
    };
    let width = Width { bytes: 4, numbers: Some(Numbers::Signed) };
    perform(name, locked, width, to, from, operands, builder)?;
    Ok(Known::Yes)
}

fn operand(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Operand, Diagnostic> {
    if operands.accept("[") {
        let address = if operands.is_register() {
            operands.register(builder)?.into()
        } else {
            location(operands, builder)?
        };
        operands.expect("]")?;
        return Ok(Operand::Memory(address));
    }
    if operands.is_immediate() {
        return Ok(Operand::Immediate(operands.immediate()?));
    }
    Ok(Operand::Register(operands.register(builder)?))
}

/// The address of a location that is named in an instruction: a register that the initial state sets, as it were.
pub(super) fn location(
    operands: &mut Operands<'_>,
    builder: &mut Builder,
) -> Result<Expression, Diagnostic> {
    let (name, _) = operands.word("a location")?;
    Ok(builder.register(&format!("&{name}")).into())
}

pub(super) fn is_operation(name: &str) -> bool {
    matches!(
        name,
        "mov"
            | "xchg"
            | "add"
            | "sub"
            | "and"
            | "or"
            | "xor"
            | "inc"
            | "dec"
            | "cmp"
            | "xadd"
            | "cmpxchg"
    )
}

pub(super) fn fence(name: &str, builder: &mut Builder) {
    let tags: &[&str] = match name {
        "mfence" => &["MFENCE"],
        "lfence" => &["LFENCE"],
        _ => &["SFENCE"],
    };
    builder.push(Instruction::Fence { tags, address: None });
}

pub(super) fn jump(name: &str, label: &str, span: std::ops::Range<usize>, builder: &mut Builder) {
    let flags = Expression::from(builder.register(FLAGS));
    match name {
        "jmp" => builder.jump(label, span),
        "je" | "jz" => builder.branch(Expression::Not(Box::new(flags)), label, span),
        _ => builder.branch(flags, label, span),
    }
}

/// What an instruction with a destination and a source does.
pub(super) fn perform(
    name: &str,
    locked: bool,
    width: Width,
    to: Operand,
    from: Operand,
    operands: &Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let size = width.bytes;
    let plain = |address: &Expression| Access { address: address.clone(), size, tags: &[] };
    let (to, from) = match (name, to, from) {
        // An exchange has no direction.
        ("xchg", Operand::Register(register), Operand::Memory(address)) => {
            (Operand::Memory(address), Operand::Register(register))
        }
        (_, to, from) => (to, from),
    };
    // A source in memory is read first.
    let (value, source) = match &from {
        Operand::Immediate(number) => (width.fitting(Expression::Constant(*number)), None),
        Operand::Register(register) => (width.fitting((*register).into()), Some(*register)),
        Operand::Memory(address) => {
            if matches!(to, Operand::Memory(_)) {
                return Err(operands.unexpected("a register or a number"));
            }
            let loaded = builder.temporary();
            builder.push(Instruction::Load {
                to: loaded,
                access: plain(address),
                exclusive: false,
            });
            (loaded.into(), None)
        }
    };
    match to {
        Operand::Immediate(_) => return Err(operands.unexpected("a destination")),
        Operand::Register(register) => match name {
            "mov" => builder.assign(register, width.fitting(value)),
            "cmp" => {
                let flags = builder.register(FLAGS);
                let register = width.fitting(register.into());
                let difference = Expression::operation(Operation::Subtract, register, value);
                builder.assign(flags, difference);
            }
            "xchg" | "xadd" | "cmpxchg" => return Err(operands.unexpected("a location")),
            _ => {
                let result = Expression::operation(operation(name), register.into(), value);
                builder.assign(register, width.fitting(result));
                let flags = builder.register(FLAGS);
                builder.assign(flags, register);
            }
        },
        Operand::Memory(address) => match name {
            "mov" => builder.push(Instruction::Store { access: plain(&address), value }),
            "cmp" => {
                let loaded = builder.temporary();
                builder.push(Instruction::Load {
                    to: loaded,
                    access: plain(&address),
                    exclusive: false,
                });
                let flags = builder.register(FLAGS);
                builder.assign(
                    flags,
                    Expression::operation(Operation::Subtract, loaded.into(), value),
                );
            }
            _ => {
                let tags: &[&str] = if locked || name == "xchg" { LOCKED } else { &[] };
                let read = Access { address, size, tags };
                memory_update(name, width, read, value, source, builder);
            }
        },
    }
    Ok(())
}

fn memory_update(
    name: &str,
    width: Width,
    read: Access,
    value: Expression,
    source: Option<Register>,
    builder: &mut Builder,
) {
    let old = builder.temporary();
    let tags = read.tags;
    let compare = name == "cmpxchg";
    let accumulator = builder.register("EAX");
    let new = match name {
        "xchg" | "cmpxchg" => value,
        _ => Expression::operation(operation(name), old.into(), value),
    };
    let written = new.clone();
    let is_atomic = !tags.is_empty();
    if is_atomic {
        builder.push(Instruction::Update(Box::new(Update {
            shape: Shape::Pair,
            read,
            write_tags: tags,
            old,
            success: None,
            expected: compare.then(|| width.fitting(accumulator.into())),
            may_fail: false,
            new,
            otherwise: Otherwise::Read(tags),
            around: None,
        })));
    } else {
        let write = Access { tags: &[], ..read.clone() };
        builder.push(Instruction::Load { to: old, access: read, exclusive: false });
        builder.push(Instruction::Store { access: write, value: new });
    }
    if compare {
        let flags = builder.register(FLAGS);
        let difference = Expression::operation(Operation::Subtract, accumulator.into(), old.into());
        builder.assign(flags, difference);
        builder.assign(accumulator, width.fitting(old.into()));
    } else if let (Some(source), "xchg" | "xadd") = (source, name) {
        builder.assign(source, width.fitting(old.into()));
    } else if name != "xchg" {
        let flags = builder.register(FLAGS);
        builder.assign(flags, written);
    }
}

fn operation(name: &str) -> Operation {
    match name {
        "add" | "inc" | "xadd" => Operation::Add,
        "sub" | "dec" => Operation::Subtract,
        "and" => Operation::And,
        "or" => Operation::Or,
        "xor" => Operation::ExclusiveOr,
        other => unreachable!("`{other}` computes nothing"),
    }
}

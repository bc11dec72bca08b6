//! X86 of 32 bits, in Intel's syntax: the destination first, memory in brackets.
//!
//! Registers are numbers with a sign. Locations are named in the instructions: `MOV [x],$1`. An
//! exchange with memory is locked. Tags are `X` for the events of locked instructions, and the
//! names of the fences.

use super::operands::Operands;
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation, Otherwise, Register, Shape, Update};
use crate::width::Width;
use base::{Diagnostic, Tags, tags};

pub(super) struct X86;

const REGISTERS: [&str; 8] = ["EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP"];
/// Not zero if the last result was not, or if what was compared last differs.
const FLAGS: &str = "%flags";
const LOCKED: Tags = tags!["X"];

/// What an instruction is about.
pub(super) enum Operand {
    Register(Register),
    Memory(Expression),
    Immediate(i64),
}

/// The part of a register that an instruction is about, as a number.
#[derive(Clone, Copy)]
pub(super) struct Part(pub Width);

impl Part {
    fn of(self, value: impl Into<Expression>) -> Expression {
        value.into().wrap(self.0)
    }

    /// What a register holds after a value is written to this part: bytes and halfwords leave the
    /// rest as it is.
    fn written(self, register: Register, value: impl Into<Expression>) -> Expression {
        let value = self.of(value);
        if self.0.bytes >= 4 {
            return value;
        }
        let part = Expression::Constant(Width::unsigned(self.0.bytes).wrap(-1));
        let rest = Expression::operation(Operation::AndNot, register.into(), part);
        Expression::operation(Operation::Or, rest, value)
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
    perform(name, locked, Part(Width::INT), to, from, operands, builder)?;
    Ok(Known::Yes)
}

fn operand(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Operand, Diagnostic> {
    if operands.accept("[") {
        let mut address = if operands.is_register() {
            operands.register(builder)?.into()
        } else {
            location(operands, builder)?
        };
        if operands.accept("+") {
            address = address.plus(Expression::Constant(operands.immediate()?));
        }
        operands.expect("]")?;
        return Ok(Operand::Memory(address));
    }
    if operands.is_immediate() {
        return Ok(Operand::Immediate(operands.immediate()?));
    }
    Ok(Operand::Register(operands.register(builder)?))
}

/// The address of a location that is named in an instruction: a register that the initial state
/// sets, as it were.
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
    let tags = match name {
        "mfence" => tags!["MFENCE"],
        "lfence" => tags!["LFENCE"],
        _ => tags!["SFENCE"],
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
    part: Part,
    to: Operand,
    from: Operand,
    operands: &Operands<'_>,
    builder: &mut Builder,
) -> Result<(), Diagnostic> {
    let size = part.0.bytes;
    let plain = |address: &Expression| Access { address: address.clone(), size, tags: Tags::NONE };
    let (to, from) = match (name, to, from) {
        // An exchange has no direction.
        ("xchg", Operand::Register(register), Operand::Memory(address)) => {
            (Operand::Memory(address), Operand::Register(register))
        }
        (_, to, from) => (to, from),
    };
    // A source in memory is read first.
    let (value, source) = match &from {
        Operand::Immediate(number) => (part.of(Expression::Constant(*number)), None),
        Operand::Register(register) => (part.of(*register), Some(*register)),
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
            (part.of(loaded), None)
        }
    };
    match to {
        Operand::Immediate(_) => return Err(operands.unexpected("a destination")),
        Operand::Register(register) => match name {
            "mov" => builder.assign(register, part.written(register, value)),
            "cmp" => {
                let flags = builder.register(FLAGS);
                let differ = Expression::operation(Operation::Differ, part.of(register), value);
                builder.assign(flags, differ);
            }
            "xchg" | "xadd" | "cmpxchg" => return Err(operands.unexpected("a location")),
            _ => {
                let result = Expression::operation(operation(name), register.into(), value);
                builder.assign(register, part.written(register, result));
                let flags = builder.register(FLAGS);
                builder.assign(flags, part.of(register));
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
                let differ = Expression::operation(Operation::Differ, part.of(loaded), value);
                builder.assign(flags, differ);
            }
            _ => {
                let tags = if locked || name == "xchg" { LOCKED } else { Tags::NONE };
                let read = Access { address, size, tags };
                memory_update(name, part, read, value, source, builder);
            }
        },
    }
    Ok(())
}

fn memory_update(
    name: &str,
    part: Part,
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
            expected: compare.then(|| part.of(accumulator)),
            may_fail: false,
            new,
            otherwise: Otherwise::Read(tags),
            picks: false,
            around: None,
        })));
    } else {
        let write = Access { tags: Tags::NONE, ..read.clone() };
        builder.push(Instruction::Load { to: old, access: read, exclusive: false });
        builder.push(Instruction::Store { access: write, value: new });
    }
    if compare {
        let flags = builder.register(FLAGS);
        let differ = Expression::operation(Operation::Differ, part.of(accumulator), part.of(old));
        builder.assign(flags, differ);
        builder.assign(accumulator, part.written(accumulator, old));
    } else if let (Some(source), "xchg" | "xadd") = (source, name) {
        builder.assign(source, part.written(source, old));
    } else if name != "xchg" {
        let flags = builder.register(FLAGS);
        builder.assign(flags, part.of(written));
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

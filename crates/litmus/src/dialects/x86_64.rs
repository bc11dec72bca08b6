//! X86 of 64 bits, in AT&T's syntax: the source first, registers with `%`, memory in parentheses.
//!
//! What instructions do is what they do in `x86`. Writing the lower half of a register makes the
//! upper half zero; smaller parts leave the rest as it is. The second byte of a register (`ah`) has
//! no name here.

use super::operands::Operands;
use super::x86::{self, Operand, Part};
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::Expression;
use crate::width::Width;
use base::Diagnostic;

pub(super) struct X86_64;

const REGISTERS: [&str; 8] = ["AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"];
/// The lowest byte of each.
const BYTES: [&str; 8] = ["AL", "BL", "CL", "DL", "SIL", "DIL", "BPL", "SPL"];

impl Dialect for X86_64 {
    /// Parts of a register have its name: `eax` is `rax`.
    fn register(&self, word: &str) -> Option<String> {
        let upper = word.to_ascii_uppercase();
        let number = upper.strip_prefix('R').map(|rest| rest.trim_end_matches(['D', 'W', 'B']));
        if let Some(number) = number
            && number.parse::<u8>().is_ok_and(|number| (8..16).contains(&number))
        {
            return Some(format!("R{number}"));
        }
        let short = match BYTES.iter().position(|byte| *byte == upper) {
            Some(register) => REGISTERS[register],
            None => upper.strip_prefix(['R', 'E']).unwrap_or(&upper),
        };
        // The accumulator has the name that `x86` knows it by.
        REGISTERS.contains(&short).then(|| format!("E{short}"))
    }

    /// Registers keep the spelling that the test has for them.
    fn order(&self, name: &str) -> (usize, Option<String>) {
        let place = REGISTERS.iter().position(|known| name.ends_with(known));
        (place.unwrap_or(REGISTERS.len()), None)
    }

    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic> {
        match name {
            "mfence" | "lfence" | "sfence" => x86::fence(name, builder),
            "jmp" | "je" | "jne" | "jz" | "jnz" => {
                let (label, span) = operands.word("a label")?;
                x86::jump(name, &label, span, builder);
            }
            _ => {
                let locked = name == "lock";
                let name = if locked {
                    operands.accept(";");
                    operands.instruction_name()?.to_ascii_lowercase()
                } else {
                    name.to_owned()
                };
                let Some((name, named)) = name_and_size(&name) else { return Ok(Known::No) };
                let mut of_registers = None;
                let from = if matches!(name, "inc" | "dec") {
                    Operand::Immediate(1)
                } else {
                    of_registers = register_size(operands);
                    let from = operand(operands, builder)?;
                    operands.comma()?;
                    from
                };
                let of_registers = of_registers.or(register_size(operands));
                let to = operand(operands, builder)?;
                let size = named.or(of_registers).unwrap_or(8);
                let part = Part(Width::unsigned(size));
                x86::perform(name, locked, part, to, from, operands, builder)?;
            }
        }
        Ok(Known::Yes)
    }
}

/// `movq` is `mov` of eight bytes; `mov` leaves it to its registers.
fn name_and_size(name: &str) -> Option<(&str, Option<u8>)> {
    if x86::is_operation(name) {
        return Some((name, None));
    }
    let (stem, suffix) = name.split_at(name.len().checked_sub(1)?);
    let size = match suffix {
        "b" => 1,
        "w" => 2,
        "l" => 4,
        "q" => 8,
        _ => return None,
    };
    x86::is_operation(stem).then_some((stem, Some(size)))
}

/// The size that the name of the register means that is next, if one is.
fn register_size(operands: &Operands<'_>) -> Option<u8> {
    let upper = operands.register_after("%")?.to_ascii_uppercase();
    Some(match upper.as_bytes() {
        [b'E', ..] => 4,
        _ if BYTES.contains(&upper.as_str()) => 1,
        [b'R', .., b'D'] if upper[1..2].starts_with(|c: char| c.is_ascii_digit()) => 4,
        [b'R', .., b'W'] => 2,
        [b'R', .., b'B'] => 1,
        [b'R', ..] => 8,
        _ => 2,
    })
}

/// `$1`, `%rax`, `(%rax)`, `(x)`, and memory with an offset before it: `4(%rax)`.
fn operand(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Operand, Diagnostic> {
    let mut offset = 0;
    if operands.is_immediate() {
        let is_memory = !operands.is("$");
        let number = operands.immediate()?;
        if !(is_memory && operands.is("(")) {
            return Ok(Operand::Immediate(number));
        }
        offset = number;
    }
    if operands.accept("(") {
        let address = if operands.accept("%") {
            operands.register(builder)?.into()
        } else {
            x86::location(operands, builder)?
        };
        operands.expect(")")?;
        return Ok(Operand::Memory(address.plus(Expression::Constant(offset))));
    }
    operands.expect("%")?;
    Ok(Operand::Register(operands.register(builder)?))
}

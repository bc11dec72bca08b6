//! X86 of 64 bits, in AT&T's syntax: the source first, registers with `%`, memory in parentheses.
//!
//! What instructions do is what they do in `x86`. A part of a register counts as the whole, and so must the number in it, with a sign and without one.

use super::operands::Operands;
use super::x86::{self, Operand, Width};
use super::{Dialect, Known};
use crate::builder::Builder;
use crate::code::Numbers;
use base::Diagnostic;

pub(super) struct X86_64;

const REGISTERS: [&str; 8] = ["AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"];

impl Dialect for X86_64 {
    /// Parts of a register count as the whole: `eax` is `rax`.
    fn register(&self, word: &str) -> Option<String> {
        let upper = word.to_ascii_uppercase();
        let number = upper.strip_prefix('R').map(|rest| rest.trim_end_matches(['D', 'W', 'B']));
        if let Some(number) = number
            && number.parse::<u8>().is_ok_and(|number| (8..16).contains(&number))
        {
            return Some(format!("R{number}"));
        }
        let short = upper.strip_prefix(['R', 'E']).unwrap_or(&upper);
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
                let Some((name, size)) = name_and_size(&name) else { return Ok(Known::No) };
                let from = if matches!(name, "inc" | "dec") {
                    Operand::Immediate(1)
                } else {
                    let from = operand(operands, builder)?;
                    operands.comma()?;
                    from
                };
                let to = operand(operands, builder)?;
                let numbers = (size < 8).then_some(Numbers::Natural { bytes: size });
                let width = Width { bytes: size, numbers };
                x86::perform(name, locked, width, to, from, operands, builder)?;
            }
        }
        Ok(Known::Yes)
    }
}

/// `movq` is `mov` of eight bytes.
fn name_and_size(name: &str) -> Option<(&str, u8)> {
    if x86::is_operation(name) {
        return Some((name, 8));
    }
    let (stem, suffix) = name.split_at(name.len().checked_sub(1)?);
    let size = match suffix {
        "b" => 1,
        "w" => 2,
        "l" => 4,
        "q" => 8,
        _ => return None,
    };
    x86::is_operation(stem).then_some((stem, size))
}

fn operand(operands: &mut Operands<'_>, builder: &mut Builder) -> Result<Operand, Diagnostic> {
    if operands.accept("(") {
        let address = if operands.accept("%") {
            operands.register(builder)?.into()
        } else {
            x86::location(operands, builder)?
        };
        operands.expect(")")?;
        return Ok(Operand::Memory(address));
    }
    if operands.is_immediate() {
        return Ok(Operand::Immediate(operands.immediate()?));
    }
    operands.expect("%")?;
    Ok(Operand::Register(operands.register(builder)?))
}

//! One file for each assembly dialect. A dialect knows the names of its registers, and reads one
//! instruction at a time.

mod aarch64;
mod arm;
mod conditions;
mod operands;
mod power;
mod riscv;
mod x86;
mod x86_64;

use crate::builder::Builder;
use crate::code::Code;
use crate::tree::{Architecture, Cell};
use crate::width::Width;
use base::Diagnostic;
use operands::Operands;

/// What an assembly language is, to the rest.
trait Dialect {
    /// How a register is called inside: one name, however it is spelled and however much of it is
    /// meant; none if it is no register.
    fn register(&self, word: &str) -> Option<String>;

    /// Where a register stands among the others in a state, by its name inside, and how it is shown
    /// there if not as the test spells it.
    fn order(&self, name: &str) -> (usize, Option<String>) {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (name[stem.len()..].parse().unwrap_or(0), Some(name.to_owned()))
    }

    /// Adds what an instruction does; its name has been read, and is in lower case.
    fn instruction(
        &self,
        name: &str,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<Known, Diagnostic>;
}

/// Whether a dialect knows an instruction of that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Yes,
    No,
}

fn dialect(architecture: Architecture) -> Option<&'static dyn Dialect> {
    match architecture {
        Architecture::X86 => Some(&x86::X86),
        Architecture::X86_64 => Some(&x86_64::X86_64),
        Architecture::Power => Some(&power::Power),
        Architecture::Arm => Some(&arm::Arm),
        Architecture::AArch64 => Some(&aarch64::AArch64),
        Architecture::RiscV => Some(&riscv::RiscV),
        Architecture::C => None,
    }
}

/// How a register is called inside that has a name and no number: as nothing that a dialect or a
/// builder calls so.
fn symbolic_register(word: &str) -> String {
    format!("%%{word}")
}

/// How a register of a test is called inside.
pub(crate) fn register_name(architecture: Architecture, word: &str) -> Option<String> {
    if let Some(word) = word.strip_prefix('%') {
        return Some(symbolic_register(word));
    }
    match dialect(architecture) {
        Some(dialect) => dialect.register(word),
        None => Some(word.to_owned()),
    }
}

/// What a register holds.
pub(crate) fn register_width(architecture: Architecture) -> Width {
    match architecture {
        Architecture::X86 | Architecture::Arm => Width::INT,
        Architecture::X86_64
        | Architecture::Power
        | Architecture::AArch64
        | Architecture::RiscV
        | Architecture::C => Width::signed(8),
    }
}

/// Where a register stands in a state, and how it is shown there.
pub(crate) fn register_order(architecture: Architecture, word: &str) -> (usize, String) {
    let known =
        dialect(architecture).and_then(|dialect| Some(dialect.order(&dialect.register(word)?)));
    let (place, shown) = known.unwrap_or((0, None));
    (place, shown.unwrap_or_else(|| word.to_owned()))
}

/// Reads the instructions of a thread.
pub(crate) fn lower(
    text: &str,
    architecture: Architecture,
    cells: &[Cell],
) -> Result<Code, Diagnostic> {
    let dialect = dialect(architecture).expect("columns are assembly");
    let mut builder = Builder::default();
    for cell in cells {
        builder.come_from(cell.span.start);
        let mut operands = Operands::new(text, cell.span.clone(), dialect)?;
        operands.labels(&mut builder)?;
        if operands.is_at_end() {
            continue;
        }
        let name = operands.instruction_name()?;
        match dialect.instruction(&name.to_ascii_lowercase(), &mut operands, &mut builder)? {
            Known::Yes => operands.end()?,
            Known::No => {
                let message = format!("`{name}` is no instruction that is known here");
                return Err(Diagnostic::new(message, cell.span.clone()));
            }
        }
    }
    builder.finish(text)
}

//! Which external functions are instructions of the register machine?
//!
//! Those that a function of the runtime cannot be: allocation, because each call is a place of its
//! own that creates objects, and `printf`, because it takes any number of arguments. A function that
//! the program or the runtime defines itself is called instead.

use super::bulk::Helper;
use super::fold::Lowered;
use super::function::Body;
use program::{AllocationKind, BinaryOperation, Global, GlobalId, Instruction, Operand, Site};

/// What became of a call to an external function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Builtin {
    /// It is not known here.
    Unknown,
    /// It is translated and returns nothing.
    Nothing,
    /// It is translated and returns this.
    Result(Operand),
}

impl Body<'_, '_> {
    /// Translates a call of the external function `name`, if it is known.
    pub(super) fn builtin(&mut self, name: &str, arguments: &[Operand]) -> Lowered<Builtin> {
        Ok(match (name, arguments) {
            ("malloc" | "_Znwm" | "_Znam", [size]) => self.heap(*size, AllocationKind::Heap),
            ("aligned_alloc", [_, size]) => self.heap(*size, AllocationKind::Heap),
            ("calloc", [count, size]) => {
                let total = self.arithmetic(BinaryOperation::Mul, 64, *count, *size);
                self.heap(total, AllocationKind::ZeroedHeap)
            }
            ("free" | "_ZdlPv" | "_ZdaPv", [address]) | ("_ZdlPvm" | "_ZdaPvm", [address, _]) => {
                let address = *address;
                self.emit(Instruction::Free { address });
                Builtin::Nothing
            }
            ("printf", [format, values @ ..]) => self.print(*format, values),
            ("fprintf", [_, format, values @ ..]) => self.print(*format, values),
            ("puts", [text]) => {
                let format = self.constant_text("puts.format", "%s");
                self.print(format, &[*text])
            }
            ("putchar", [character]) => {
                let format = self.constant_text("putchar.format", "%c");
                self.print(format, &[*character])
            }
            ("fflush", [_]) => Builtin::Result(Operand::Constant(0)),
            ("memcpy", [to, from, length]) => {
                self.call_helper(Helper::Copy, [*to, *from, *length]);
                Builtin::Result(*to)
            }
            ("memmove", [to, from, length]) => {
                self.call_helper(Helper::Move, [*to, *from, *length]);
                Builtin::Result(*to)
            }
            ("memset", [to, byte, length]) => {
                self.call_helper(Helper::Set, [*to, *byte, *length]);
                Builtin::Result(*to)
            }
            _ => Builtin::Unknown,
        })
    }

    fn heap(&mut self, size: Operand, kind: AllocationKind) -> Builtin {
        let site = self.output.program.add_site(Site::default());
        Builtin::Result(self.compute_temporary(|target| Instruction::Allocate {
            target,
            size,
            kind,
            site,
        }))
    }

    fn print(&mut self, format: Operand, values: &[Operand]) -> Builtin {
        self.emit(Instruction::Print { format, arguments: values.to_vec() });
        // How much was printed is not known; it is more than nothing, so that it is no error.
        Builtin::Result(Operand::Constant(1))
    }

    /// The address of a constant string of our own.
    fn constant_text(&mut self, name: &str, text: &str) -> Operand {
        let globals = &mut self.output.program.globals;
        let known = globals.iter().position(|global| global.name == name);
        let index = known.unwrap_or_else(|| {
            let mut bytes = text.as_bytes().to_vec();
            bytes.push(0);
            globals.push(Global {
                name: name.to_owned(),
                size: bytes.len() as u64,
                bytes,
                constant: true,
                layout: None,
            });
            globals.len() - 1
        });
        Operand::Constant(GlobalId(index as u32).address().0)
    }
}

//! Which external functions are instructions of the register machine?
//!
//! Those that a function of the runtime cannot be: allocation, because each call is a place of its
//! own that creates objects, and `printf`, because it takes any number of arguments. A function that
//! the program or the runtime defines itself is called instead.

use super::fold::Lowered;
use super::function::Body;
use program::{AllocationKind, BinaryOperation, Instruction, Operand, Predicate, Site};

/// Their names.
pub(super) const BUILTINS: [&str; 12] = [
    "malloc",
    "_Znwm",
    "_Znam",
    "aligned_alloc",
    "calloc",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "printf",
    "fprintf",
    "fflush",
];

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
                let total = self.total_size(*count, *size);
                self.heap(total, AllocationKind::ZeroedHeap)
            }
            ("_ZdlPv" | "_ZdaPv", [address]) | ("_ZdlPvm" | "_ZdaPvm", [address, _]) => {
                let address = *address;
                self.emit(Instruction::Free { address });
                Builtin::Nothing
            }
            ("printf", [format, values @ ..]) => self.print(*format, values),
            ("fprintf", [_, format, values @ ..]) => self.print(*format, values),
            ("fflush", [_]) => Builtin::Result(Operand::Constant(0)),
            _ => Builtin::Unknown,
        })
    }

    /// The product of a count and a size, or more than any object has where the product overflows.
    fn total_size(&mut self, count: Operand, size: Operand) -> Operand {
        let total = self.arithmetic(BinaryOperation::Mul, 64, count, size);
        [count, size].into_iter().fold(total, |total, factor| {
            let is_large = self.compute_temporary(|target| Instruction::Compare {
                predicate: Predicate::Ugt,
                width: 64,
                target,
                left: factor,
                right: Operand::Constant(u64::from(u32::MAX)),
            });
            self.compute_temporary(|target| Instruction::Select {
                target,
                condition: is_large,
                then: Operand::Constant(u64::MAX),
                otherwise: total,
            })
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
}

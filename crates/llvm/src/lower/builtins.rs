//! Which external functions are instructions of the register machine?
//!
//! Those that a function of the runtime cannot be: allocation, because each call is a place of its
//! own that creates objects, `printf` and `syscall`, because they take any number of arguments, and
//! the functions of <math.h> that are operations.
//! A function that the program or the runtime defines itself is called instead.

use super::entry::runtime_function;
use super::floats::math_function;
use super::fold::{Lowered, unsupported};
use super::format::PIECES;
use super::function::Body;
use program::{
    Access, AllocationKind, BinaryOperation, Callee, Instruction, Operand, Predicate, Site,
};

/// Their names.
pub(crate) const BUILTINS: [&str; 59] = [
    "malloc",
    "_Znwm",
    "_Znam",
    "aligned_alloc",
    "calloc",
    "realloc",
    "reallocarray",
    "posix_memalign",
    "memalign",
    "valloc",
    "pvalloc",
    "strdup",
    "strndup",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZnwmSt11align_val_t",
    "_ZnamSt11align_val_t",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
    "printf",
    "fprintf",
    "fflush",
    "syscall",
    "snprintf",
    "sprintf",
    "vsnprintf",
    "vsprintf",
    "sqrt",
    "sqrtf",
    "fmod",
    "fmodf",
    "fma",
    "fmaf",
    "fmin",
    "fminf",
    "fmax",
    "fmaxf",
    "floor",
    "floorf",
    "ceil",
    "ceilf",
    "trunc",
    "truncf",
    "round",
    "roundf",
    "rint",
    "rintf",
    "nearbyint",
    "nearbyintf",
    "roundeven",
    "roundevenf",
];

/// The functions of the runtime that translations of these call.
pub(super) fn needs(name: &str) -> &'static [&'static str] {
    match name {
        "realloc" | "reallocarray" => &["heddle.move_object"],
        "strdup" => &["heddle.size_with_end", "memcpy"],
        "strndup" => &["heddle.copy_up_to", "strnlen"],
        "syscall" => &["heddle.system_call"],
        "snprintf" | "sprintf" => &PIECES,
        "vsnprintf" | "vsprintf" => &["heddle.put_list", "heddle.put_end"],
        _ => &[],
    }
}

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
        if let Some((operation, width)) = math_function(name)
            && arguments.len() == operation.operands()
        {
            let operands = arguments.to_vec();
            return Ok(Builtin::Result(self.float(operation, (width, width), operands)));
        }
        Ok(match (name, arguments) {
            ("malloc" | "_Znwm" | "_Znam", [size])
            | (
                "_ZnwmSt11align_val_t"
                | "_ZnamSt11align_val_t"
                | "_ZnwmRKSt9nothrow_t"
                | "_ZnamRKSt9nothrow_t",
                [size, _],
            ) => self.heap(*size, AllocationKind::Heap),
            ("aligned_alloc" | "memalign", [_, size]) | ("valloc" | "pvalloc", [size]) => {
                self.heap(*size, AllocationKind::Heap)
            }
            ("calloc", [count, size]) => {
                let total = self.total_size(*count, *size);
                self.heap(total, AllocationKind::ZeroedHeap)
            }
            ("realloc", [old, size]) => self.resize(*old, *size)?,
            ("reallocarray", [old, count, size]) => {
                let total = self.total_size(*count, *size);
                self.resize(*old, total)?
            }
            ("posix_memalign", [place, _, size]) => {
                let (value, address) = (self.allocate(*size, AllocationKind::Heap), *place);
                self.store_pointer(address, value);
                Builtin::Result(Operand::Constant(0))
            }
            ("strdup", [text]) => {
                let size = self.call_runtime("heddle.size_with_end", vec![*text])?;
                let copy = self.allocate(size, AllocationKind::Heap);
                self.call_runtime("memcpy", vec![copy, *text, size])?;
                Builtin::Result(copy)
            }
            ("strndup", [text, most]) => {
                let length = self.call_runtime("strnlen", vec![*text, *most])?;
                let size = self.arithmetic(BinaryOperation::Add, 64, length, Operand::Constant(1));
                let copy = self.allocate(size, AllocationKind::Heap);
                Builtin::Result(self.call_runtime("heddle.copy_up_to", vec![copy, *text, length])?)
            }
            ("_ZdlPv" | "_ZdaPv", [address])
            | (
                "_ZdlPvm"
                | "_ZdaPvm"
                | "_ZdlPvSt11align_val_t"
                | "_ZdaPvSt11align_val_t"
                | "_ZdlPvRKSt9nothrow_t"
                | "_ZdaPvRKSt9nothrow_t",
                [address, _],
            )
            | ("_ZdlPvmSt11align_val_t" | "_ZdaPvmSt11align_val_t", [address, _, _]) => {
                let address = *address;
                self.emit(Instruction::Free { address });
                Builtin::Nothing
            }
            ("printf", [format, values @ ..]) => self.print(*format, values),
            ("fprintf", [_, format, values @ ..]) => self.print(*format, values),
            ("syscall", given @ [_, _, _, _, ..]) if !self.is_narrow() => {
                // The limit of time may be left out.
                let padded = given.iter().copied().chain([Operand::Constant(0)]);
                let result = self.call_runtime("heddle.system_call", padded.take(5).collect())?;
                Builtin::Result(result)
            }
            ("snprintf", [place, size, format, values @ ..]) => {
                self.format((*place, *size), *format, values)?
            }
            ("sprintf", [place, format, values @ ..]) => {
                self.format((*place, Operand::Constant(u64::MAX)), *format, values)?
            }
            ("vsnprintf", [place, size, format, list]) => {
                self.format_list((*place, *size), *format, *list)?
            }
            ("vsprintf", [place, format, list]) => {
                self.format_list((*place, Operand::Constant(u64::MAX)), *format, *list)?
            }
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
        Builtin::Result(self.allocate(size, kind))
    }

    fn allocate(&mut self, size: Operand, kind: AllocationKind) -> Operand {
        let site = self.output.program.add_site(Site::default());
        self.compute_temporary(|target| Instruction::Allocate { target, size, kind, site })
    }

    /// New memory with what was in the old one, which is freed.
    fn resize(&mut self, old: Operand, size: Operand) -> Lowered<Builtin> {
        let new = self.allocate(size, AllocationKind::Heap);
        self.call_runtime("heddle.move_object", vec![new, old, size])?;
        Ok(Builtin::Result(new))
    }

    /// Calls a function of the runtime that returns one value.
    pub(super) fn call_runtime(&mut self, name: &str, arguments: Vec<Operand>) -> Lowered<Operand> {
        let Some(function) = runtime_function(self.output, name) else {
            return unsupported(format!("external function `{name}`"));
        };
        let callee = Callee::Direct(function);
        Ok(self.compute_temporary(|target| Instruction::Call {
            targets: vec![target],
            callee,
            arguments,
        }))
    }

    /// Stores an address as a pointer of the target.
    pub(super) fn store_pointer(&mut self, address: Operand, value: Operand) {
        let pointers = self.scope.layouts.pointers();
        let value = if self.is_narrow() { self.make_pointer(value) } else { value };
        self.emit(Instruction::Store { address, value, access: Access::plain(pointers.bytes()) });
    }

    fn print(&mut self, format: Operand, values: &[Operand]) -> Builtin {
        self.emit(Instruction::Print { format, arguments: values.to_vec() });
        // How much was printed is not known; it is more than nothing, so that it is no error.
        Builtin::Result(Operand::Constant(1))
    }
}

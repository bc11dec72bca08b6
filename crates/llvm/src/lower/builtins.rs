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
    Access, AllocationKind, BinaryOperation, Callee, Deallocation, Instruction, Operand,
};

/// Their names.
pub(crate) const BUILTINS: [&str; 71] = [
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
    "vprintf",
    "vfprintf",
    "asprintf",
    "vasprintf",
    "__asprintf_chk",
    "__vasprintf_chk",
    "__printf_chk",
    "__fprintf_chk",
    "__vfprintf_chk",
    "__sprintf_chk",
    "__snprintf_chk",
    "__vsprintf_chk",
    "__vsnprintf_chk",
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
        "malloc" | "calloc" | "valloc" | "pvalloc" => &["heddle.fits"],
        "realloc" | "reallocarray" => &["heddle.fits", "heddle.move_object"],
        "aligned_alloc" | "memalign" | "posix_memalign" => {
            &["heddle.fits", "heddle.is_alignment", "heddle.fail_with"]
        }
        "strdup" => &["heddle.size_with_end", "memcpy"],
        "strndup" => &["heddle.copy_up_to", "strnlen"],
        "_ZdlPvm" | "_ZdlPvmSt11align_val_t" => &["heddle.check_size"],
        "syscall" => &["heddle.system_call"],
        "printf" | "fprintf" | "snprintf" | "sprintf" | "asprintf" | "__asprintf_chk"
        | "__printf_chk" | "__fprintf_chk" | "__sprintf_chk" | "__snprintf_chk" => &PIECES,
        "vprintf" | "vfprintf" | "__vfprintf_chk" => &LIST_PIECES,
        "vsnprintf" | "vsprintf" | "vasprintf" | "__vasprintf_chk" | "__vsprintf_chk"
        | "__vsnprintf_chk" => &["heddle.put_list", "heddle.put_end"],
        _ => &[],
    }
}

/// Where a text goes of which only the length is asked.
const NOWHERE: (Operand, Operand) = (Operand::Constant(0), Operand::Constant(0));

/// The size of a place that is trusted to have room; accesses beyond it are found.
const ANY_SIZE: Operand = Operand::Constant(u64::MAX);

/// What printing from a list calls.
const LIST_PIECES: [&str; 4] =
    ["heddle.output_to", "heddle.print_text", "heddle.put_list", "heddle.put_end"];

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
    /// Translates a call of the external function `name`, if it is known. How much was printed is
    /// computed only if the result is `wanted`, because that reads strings once more.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        arguments: &[Operand],
        wanted: bool,
    ) -> Lowered<Builtin> {
        if let Some((operation, width)) = math_function(name)
            && arguments.len() == operation.operands()
        {
            let operands = arguments.to_vec();
            return Ok(Builtin::Result(self.float(operation, (width, width), operands)));
        }
        Ok(match (name, arguments) {
            ("malloc", [size]) | ("valloc" | "pvalloc", [size]) => {
                Builtin::Result(self.allocate_or_fail(*size, AllocationKind::Heap)?)
            }
            ("_Znwm" | "_Znam", [size])
            | (
                "_ZnwmSt11align_val_t"
                | "_ZnamSt11align_val_t"
                | "_ZnwmRKSt9nothrow_t"
                | "_ZnamRKSt9nothrow_t",
                [size, _],
            ) => {
                let array = name.starts_with("_Zna");
                let kind = if array { AllocationKind::NewArray } else { AllocationKind::New };
                Builtin::Result(self.allocate(*size, kind))
            }
            ("aligned_alloc" | "memalign", [align, size]) => {
                Builtin::Result(self.allocate_aligned(*align, *size)?)
            }
            ("calloc", [count, size]) => {
                let total = self.total_size(*count, *size);
                Builtin::Result(self.allocate_or_fail(total, AllocationKind::ZeroedHeap)?)
            }
            ("realloc", [old, size]) => Builtin::Result(self.resize(*old, *size)?),
            ("reallocarray", [old, count, size]) => {
                let total = self.total_size(*count, *size);
                Builtin::Result(self.resize(*old, total)?)
            }
            ("posix_memalign", [place, align, size]) => {
                Builtin::Result(self.allocate_at(*place, *align, *size)?)
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
                "_ZdaPvm"
                | "_ZdlPvSt11align_val_t"
                | "_ZdaPvSt11align_val_t"
                | "_ZdlPvRKSt9nothrow_t"
                | "_ZdaPvRKSt9nothrow_t",
                [address, _],
            )
            | ("_ZdaPvmSt11align_val_t", [address, _, _]) => {
                let array = name.starts_with("_Zda");
                let by = if array { Deallocation::DeleteArray } else { Deallocation::Delete };
                self.emit(Instruction::Free { address: *address, by });
                Builtin::Nothing
            }
            ("_ZdlPvm", [address, size]) | ("_ZdlPvmSt11align_val_t", [address, size, _]) => {
                self.emit(Instruction::Free { address: *address, by: Deallocation::Delete });
                self.call_runtime("heddle.check_size", vec![*address, *size])?;
                Builtin::Nothing
            }
            ("printf", [format, values @ ..]) | ("__printf_chk", [_, format, values @ ..]) => {
                self.print(*format, values, wanted)?
            }
            ("fprintf", [stream, format, values @ ..])
            | ("__fprintf_chk", [stream, _, format, values @ ..]) => {
                self.call_runtime("heddle.output_to", vec![*stream])?;
                self.print(*format, values, wanted)?
            }
            ("vprintf", [format, list]) => self.print_list(*format, *list, wanted)?,
            ("vfprintf", [stream, format, list])
            | ("__vfprintf_chk", [stream, _, format, list]) => {
                self.call_runtime("heddle.output_to", vec![*stream])?;
                self.print_list(*format, *list, wanted)?
            }
            ("syscall", given @ [_, _, _, _, ..]) if !self.is_narrow() => {
                // The limit of time may be left out.
                let padded = given.iter().copied().chain([Operand::Constant(0)]);
                let result = self.call_runtime("heddle.system_call", padded.take(5).collect())?;
                Builtin::Result(result)
            }
            ("snprintf", [place, size, format, values @ ..])
            | ("__snprintf_chk", [place, size, _, _, format, values @ ..]) => {
                self.format((*place, *size), *format, values)?
            }
            ("sprintf", [place, format, values @ ..])
            | ("__sprintf_chk", [place, _, _, format, values @ ..]) => {
                self.format((*place, ANY_SIZE), *format, values)?
            }
            ("vsnprintf", [place, size, format, list])
            | ("__vsnprintf_chk", [place, size, _, _, format, list]) => {
                self.format_list((*place, *size), *format, *list)?
            }
            ("vsprintf", [place, format, list])
            | ("__vsprintf_chk", [place, _, _, format, list]) => {
                self.format_list((*place, ANY_SIZE), *format, *list)?
            }
            ("asprintf", [place, format, values @ ..])
            | ("__asprintf_chk", [place, _, format, values @ ..]) => {
                let length = self.format(NOWHERE, *format, values)?;
                let text = self.allocate_text(*place, length)?;
                self.format((text, ANY_SIZE), *format, values)?
            }
            ("vasprintf", [place, format, list])
            | ("__vasprintf_chk", [place, _, format, list]) => {
                let length = self.format_list(NOWHERE, *format, *list)?;
                let text = self.allocate_text(*place, length)?;
                self.format_list((text, ANY_SIZE), *format, *list)?
            }
            _ => Builtin::Unknown,
        })
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

    /// Prints, and computes how much that was if somebody wants to know.
    fn print(&mut self, format: Operand, values: &[Operand], wanted: bool) -> Lowered<Builtin> {
        self.claim_enough(format, values);
        self.emit(Instruction::Print { format, arguments: values.to_vec() });
        match wanted {
            true => self.format(NOWHERE, format, values),
            false => Ok(Builtin::Result(Operand::Constant(0))),
        }
    }

    /// The same with values in a list.
    fn print_list(&mut self, format: Operand, list: Operand, wanted: bool) -> Lowered<Builtin> {
        self.call_runtime("heddle.print_text", vec![format])?;
        match wanted {
            true => self.format_list(NOWHERE, format, list),
            false => Ok(Builtin::Result(Operand::Constant(0))),
        }
    }

    /// Memory for a text of this length, whose address is stored at a place.
    fn allocate_text(&mut self, place: Operand, length: Builtin) -> Lowered<Operand> {
        let Builtin::Result(length) = length else { return unsupported("a text of no length") };
        let size = self.arithmetic(BinaryOperation::Add, 64, length, Operand::Constant(1));
        let text = self.allocate(size, AllocationKind::Heap);
        self.store_pointer(place, text);
        Ok(text)
    }
}

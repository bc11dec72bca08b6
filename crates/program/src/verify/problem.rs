//! What can be wrong with a program, and where.

use super::MAX_REGISTERS;
use crate::instruction::{FloatOperation, Register};
use crate::structure::{BlockId, FunctionId, GlobalId, SiteId, ThreadLocalId};
use std::fmt;

/// A part of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProgramPart {
    Program,
    Global(GlobalId),
    Site(SiteId),
    ThreadLocal(ThreadLocalId),
    Function(FunctionId),
    Block(FunctionId, BlockId),
    Instruction(FunctionId, BlockId, usize),
    Terminator(FunctionId, BlockId),
}

/// Something wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub place: ProgramPart,
    pub fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    TooManyObjects(usize),
    NameTaken(String),
    GlobalTooLarge {
        size: u64,
        most: u64,
    },
    TooManyBytes {
        bytes: usize,
        size: u64,
    },
    BadLayout,
    TooManyRegisters(usize),
    TooFewRegisters {
        registers: usize,
        parameters: u32,
    },
    NoBlocks,
    Positions {
        positions: usize,
        instructions: usize,
    },
    NoSuchSource(u32),
    NoSuchRegister(Register),
    /// An instruction that writes the same register twice.
    SameTarget(Register),
    NoSuchBlock(BlockId),
    NoSuchFunction(FunctionId),
    NoSuchSite(SiteId),
    NoSuchThreadLocal(ThreadLocalId),
    /// A thread-local variable at a site that creates other objects, too.
    SharedSite(SiteId),
    Width(u8),
    /// Sign extension to fewer bits.
    Extension {
        from: u8,
        to: u8,
    },
    /// A computation with floating-point numbers that does not have these widths or so many
    /// operands.
    Float {
        operation: FloatOperation,
        from: u8,
        to: u8,
        operands: usize,
    },
    Size(u8),
    Arguments {
        arguments: usize,
        parameters: u32,
    },
    /// A call that wants more values than some return of the function gives.
    Results {
        wanted: usize,
        returned: usize,
    },
    SameCase(u64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::TooManyObjects(count) => {
                write!(f, "{count} globals or functions are more than addresses can tell apart")
            }
            Fault::NameTaken(name) => {
                write!(f, "`{name}` is the name of another global or function")
            }
            Fault::GlobalTooLarge { size, most } => {
                write!(f, "a global of {size} bytes (at most {most} are possible)")
            }
            Fault::TooManyBytes { bytes, size } => {
                write!(f, "{bytes} initial bytes for a global of {size} bytes")
            }
            Fault::BadLayout => f.write_str("a layout that is too large or nested too deeply"),
            Fault::TooManyRegisters(count) => {
                write!(f, "{count} registers (at most {MAX_REGISTERS} are possible)")
            }
            Fault::TooFewRegisters { registers, parameters } => {
                write!(f, "{registers} registers for {parameters} parameters")
            }
            Fault::NoBlocks => f.write_str("a function without blocks"),
            Fault::Positions { positions, instructions } => write!(
                f,
                "{positions} source positions for {instructions} instructions and a terminator"
            ),
            Fault::NoSuchSource(file) => write!(f, "there is no source file {file}"),
            Fault::NoSuchRegister(register) => write!(f, "there is no register %{}", register.0),
            Fault::SameTarget(register) => {
                write!(f, "register %{} is written twice at once", register.0)
            }
            Fault::NoSuchBlock(block) => write!(f, "there is no block {}", block.0),
            Fault::NoSuchFunction(function) => write!(f, "there is no function {}", function.0),
            Fault::NoSuchSite(site) => write!(f, "there is no site #{}", site.0),
            Fault::NoSuchThreadLocal(variable) => {
                write!(f, "there is no thread-local variable {}", variable.0)
            }
            Fault::SharedSite(site) => {
                write!(f, "site #{} is that of a thread-local variable", site.0)
            }
            Fault::Width(width) => write!(f, "a width of {width} bits (1 to 64 are possible)"),
            Fault::Extension { from, to } => {
                write!(f, "sign extension from {from} to only {to} bits")
            }
            Fault::Float { operation, from, to, operands } => write!(
                f,
                "`{}` of {operands} operands of {from} bits, with a result of {to} bits",
                operation.name()
            ),
            Fault::Size(size) => write!(f, "an access of {size} bytes (1 to 8 are possible)"),
            Fault::Arguments { arguments, parameters } => write!(
                f,
                "a call with {arguments} arguments of a function with {parameters} parameters"
            ),
            Fault::Results { wanted, returned } => write!(
                f,
                "a call that takes {wanted} results of a function that returns {returned}"
            ),
            Fault::SameCase(value) => write!(f, "a switch with two cases for {value}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            ProgramPart::Program => write!(f, "{}", self.fault),
            ProgramPart::Global(global) => write!(f, "global {}: {}", global.0, self.fault),
            ProgramPart::Site(site) => write!(f, "site {}: {}", site.0, self.fault),
            ProgramPart::ThreadLocal(variable) => {
                write!(f, "thread-local variable {}: {}", variable.0, self.fault)
            }
            ProgramPart::Function(function) => write!(f, "function {}: {}", function.0, self.fault),
            ProgramPart::Block(function, block) => {
                write!(f, "function {}, block {}: {}", function.0, block.0, self.fault)
            }
            ProgramPart::Instruction(function, block, index) => write!(
                f,
                "function {}, block {}, instruction {index}: {}",
                function.0, block.0, self.fault
            ),
            ProgramPart::Terminator(function, block) => {
                write!(f, "function {}, block {}, terminator: {}", function.0, block.0, self.fault)
            }
        }
    }
}

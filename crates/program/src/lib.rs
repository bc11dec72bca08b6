//! The one intermediate representation: every front end lowers to it, every engine consumes it.
//!
//! A program is a set of functions for a register machine with mutable virtual registers, so that
//! a local variable whose address is not taken is a register and no SSA construction is needed.
//! Memory instructions carry an address, a size, an order and tags; thread, lock and allocation
//! operations are instructions. There is no parser of a source language, no memory model and no
//! engine in here.
//!
//! In reading order: [`instruction`], [`structure`], [`library`] (calls that are not run),
//! [`primitives`] (those by which the runtime waits), [`eval`] (what the pure operations compute),
//! [`text`] (the text form), [`verify`](mod@verify) (what every consumer may rely on),
//! [`flow`] (what can be known without running), [`passes`] (what makes programs faster to check).

pub mod eval;
pub mod flow;
pub mod instruction;
pub mod layout;
pub mod library;
pub mod passes;
pub mod primitives;
pub mod structure;
#[cfg(test)]
mod testing;
pub mod text;
pub mod verify;
mod visit;

pub use instruction::{
    Access, AllocationKind, BinaryOperation, Callee, Deallocation, FloatOperation, Instruction,
    Operand, Predicate, Register, RmwOperation, Since, Terminator,
};
pub use layout::Layout;
pub use library::{Library, LibraryFunction};
pub use structure::{
    Allocation, Block, BlockId, Function, FunctionId, Global, GlobalId, Program, Site, SiteId,
    ThreadLocal, ThreadLocalId,
};
pub use verify::verify;

//! From the text of LLVM IR, as clang 14 to 22 and rustc write it, to a program.
//!
//! Text and not bitcode, and a parser of our own and not LLVM's: the text changes little from one
//! version to the next, so one parser reads them all and nothing ties a user to one LLVM.
//!
//! ```text
//! text ─ lexer ─▶ tokens ─ parser ─▶ tree::Module ─┐
//!                                   tree::Module ─┼─ lower ─▶ program::Program
//! runtime/*.heddle ─ program::text ─▶ runtime ────┘
//! ```
//!
//! What the parser promises:
//!
//! - Pointee types are erased: `i32*` (clang 14) and `ptr` (later) give the same tree. Every
//!   instruction names the type it accesses, so nothing is lost.
//! - A construct that Heddle does not execute (vectors, floating-point arithmetic, …) stays in the
//!   tree by its name and is an error for nobody who does not reach it.
//! - Text that is not LLVM IR is a [`Diagnostic`]: no panic, no work beyond linear, no deep
//!   recursion.

mod characters;
pub mod contracts;
mod exceptions;
pub mod inputs;
pub mod layout;
mod lexer;
mod lower;
mod parser;
mod runtime;
pub mod tree;

use base::Diagnostic;
pub use inputs::{Inputs, leaves_out_surroundings};
pub use lower::{LinkError, Unit, lower, undefined_functions};
pub use runtime::{
    runtime, runtime_for, supported_cxx_functions, supported_functions, supported_symbols,
};
pub use tree::Module;

/// What comes with Heddle as LLVM IR, if modules need it: exceptions of C++ and their classes. It
/// is one more module to link them with.
pub fn library_unit(units: &[Unit]) -> Option<Unit> {
    let is_narrow =
        |unit: &Unit| layout::pointers_of(&unit.module) == base::address::Pointers::Narrow;
    if units.iter().any(is_narrow) {
        return None;
    }
    exceptions::unit(lower::undefined(units))
}

/// Reads one module.
pub fn parse(text: &str) -> Result<Module, Diagnostic> {
    parser::parse(text)
}

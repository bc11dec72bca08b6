//! Litmus tests: small concurrent programs with a question, in the format of herd.
//!
//! In reading order: [`tree`] (what a test says), [`parse()`](parse) and `state` (from text, with
//! `token` and `cursor` below them), `print` (and back), `types` and [`Width`] (what numbers there
//! are), [`code`] (the few instructions that all dialects are lowered to), `dialects` (one file
//! each), `c` (C11 and the Linux kernel's dialect), [`Layout`] (where locations are), [`lower()`],
//! and [`translate`] (a test as a program that engines explore).
//!
//! What is not understood is an error that names it and its place; nothing is skipped.

mod builder;
mod c;
pub mod code;
mod cursor;
mod dialects;
mod layout;
mod lower;
mod parse;
mod print;
mod state;
mod token;
pub mod translate;
pub mod tree;
mod types;
mod width;

pub use code::{Code, Register};
pub use layout::{Layout, Region};
pub use lower::{Lowered, Thread, lower};
pub use parse::parse;
pub use tree::{Architecture, Test};
pub use width::Width;

//! From text to a tree, by recursive descent.
//!
//! Infix operators, from loosest to tightest: `|`, `++`, `;`, `\`, `&`, `*`; then `~`, then
//! application, then the postfix operators. That is what herd7 does, and not the order that its
//! manual lists for `\` and `&`. `*` and `+` need no `^` in front of them when they are closures; a
//! `*` with an operand after it is a product. `let`, `fun`, `if`, `try` and `match` are operands
//! only in parentheses.

mod bindings;
mod conditions;
mod cursor;
mod expressions;
mod instructions;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::lexer;
use crate::source::FileId;
use crate::syntax::Model;
use cursor::Cursor;

/// Parses a file; `text` is what `file` says.
pub fn parse(file: FileId, text: &str) -> Result<Model, Error> {
    let tokens = lexer::tokens(file, text)?;
    Cursor::new(&tokens).model()
}

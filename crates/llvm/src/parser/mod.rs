//! How is a module's text read? By recursive descent, one file per part of the grammar.
//!
//! ```text
//! module      what stands at the top level, in the order of the text
//! globals     variables and aliases        functions    headers and bodies
//! types       types                        constants    constants → literals, expressions
//! instructions → arithmetic, parts, memory, calls, control, unknown
//! metadata    debug information            attributes   what is read over
//! symbols, locals, interner                which id a name has
//! cursor      tokens and complaints
//! ```
//!
//! Recursion happens in types, constants and metadata only, and [`Parser::nested`] limits it.

mod arithmetic;
mod attributes;
mod calls;
mod constants;
mod control;
mod cursor;
mod expressions;
mod functions;
mod globals;
mod instructions;
mod interner;
mod literals;
mod locals;
mod memory;
mod metadata;
mod module;
mod parts;
mod symbols;
mod types;
mod unknown;
mod vectors;

use crate::lexer::Token;
use crate::tree::{Module, NameId};
use base::Diagnostic;
use cursor::{Cursor, Parsed, failure};
use std::borrow::Cow;

/// How deeply types, constants and metadata may be nested.
const MAX_DEPTH: u32 = crate::tree::Types::MAX_DEPTH;

/// The largest text, so that offsets fit into 32 bits.
const MAX_LENGTH: usize = u32::MAX as usize;

pub(crate) fn parse(text: &str) -> Result<Module, Diagnostic> {
    if text.len() > MAX_LENGTH {
        let message = format!("the module is larger than {MAX_LENGTH} bytes");
        return Err(Diagnostic::new(message, 0..0));
    }
    let mut parser = Parser {
        cursor: Cursor::new(text),
        module: Module::default(),
        interner: interner::Interner::default(),
        symbols: symbols::SymbolTable::default(),
        type_names: types::TypeNames::default(),
        metadata_numbers: metadata::Numbers::default(),
        locals: locals::Locals::default(),
        depth: 0,
    };
    match parser.module() {
        Ok(()) => {
            let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            let starts = ends.map(|(end, _)| end as u32 + 1);
            parser.module.line_starts = [0].into_iter().chain(starts).collect();
            Ok(parser.module)
        }
        Err(failure) => Err(failure.diagnostic),
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// What has been read so far.
    module: Module,
    interner: interner::Interner<'a>,
    symbols: symbols::SymbolTable,
    type_names: types::TypeNames,
    metadata_numbers: metadata::Numbers,
    /// The names of the function that is being read.
    locals: locals::Locals,
    /// How many calls of [`Parser::nested`] are active.
    depth: u32,
}

impl<'a> Parser<'a> {
    /// The id of a token's name.
    fn name(&mut self, token: Token<'a>) -> NameId {
        let name = if token.escaped {
            interner::unescape_name(token.text)
        } else {
            Cow::Borrowed(token.text)
        };
        self.interner.intern(&mut self.module.names, name)
    }

    fn intern(&mut self, name: impl Into<Cow<'a, str>>) -> NameId {
        self.interner.intern(&mut self.module.names, name.into())
    }

    /// The number of a numbered token such as `%12`.
    fn number(&self, token: Token<'a>) -> Parsed<u32> {
        token.text.parse().map_err(|_| failure("the number is too large", token.start, token.end))
    }

    /// Reads something that may contain others of its kind.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser<'a>) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let token = self.cursor.token();
            let mut failure = failure(
                format!("nested more than {MAX_DEPTH} levels deep"),
                token.start,
                token.end,
            );
            failure.diagnostic.help =
                Some("split the type, constant or metadata into named parts".to_owned());
            return Err(failure);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

//! What do `@name` and `&name` stand for?
//!
//! Names may be used before they are declared, so a first walk over the tokens outside of functions
//! collects the declarations; addresses follow from their order alone.

use crate::structure::{FunctionId, GlobalId, max_static_objects};
use crate::text::token::{Mark, Token, TokenKind};
use base::address::Pointers;
use base::{Address, Diagnostic};
use std::collections::HashMap;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Global(GlobalId),
    Function(FunctionId),
}

impl Symbol {
    pub(super) fn address(self) -> Address {
        match self {
            Symbol::Global(global) => global.address(),
            Symbol::Function(function) => function.address(),
        }
    }
}

/// The declared names.
#[derive(Default)]
pub(super) struct Symbols {
    table: HashMap<String, Symbol>,
    globals: u32,
    functions: u32,
    /// How many sites are declared at the top level.
    pub(super) sites: usize,
}

impl Symbols {
    pub(super) fn collect(tokens: &[Token]) -> Result<Symbols, Diagnostic> {
        let mut symbols = Symbols::default();
        let mut depth = 0_usize;
        for (token, next) in tokens.iter().zip(&tokens[1..]) {
            match &token.kind {
                TokenKind::Mark(Mark::OpenBrace) => depth += 1,
                TokenKind::Mark(Mark::CloseBrace) => depth = depth.saturating_sub(1),
                TokenKind::Word(word) if depth == 0 => symbols.declare(word, next)?,
                _ => {}
            }
        }
        Ok(symbols)
    }

    /// Notes a declaration, if `keyword` starts one and `next` is its name.
    fn declare(&mut self, keyword: &str, next: &Token) -> Result<(), Diagnostic> {
        let symbol = match keyword {
            "site" => {
                self.sites += 1;
                return Ok(());
            }
            "global" | "constant" => Symbol::Global(GlobalId(self.globals)),
            "function" => Symbol::Function(FunctionId(self.functions)),
            _ => return Ok(()),
        };
        let TokenKind::Symbol(name) = &next.kind else {
            return Ok(());
        };
        match symbol {
            Symbol::Global(_) => self.globals += 1,
            Symbol::Function(_) => self.functions += 1,
        }
        // The verifier knows how many there may be if pointers are narrow.
        let most = max_static_objects(Pointers::Wide);
        if self.globals.max(self.functions) as usize > most {
            let message = "more globals and functions than addresses can tell apart";
            return Err(Diagnostic::new(message, next.span.clone()));
        }
        if self.table.insert(name.clone(), symbol).is_some() {
            let message = format!("`@{name}` is declared twice");
            return Err(Diagnostic::new(message, next.span.clone())
                .with_help("globals and functions share one set of names"));
        }
        Ok(())
    }

    pub(super) fn find(&self, name: &str, span: &Range<usize>) -> Result<Symbol, Diagnostic> {
        self.table.get(name).copied().ok_or_else(|| {
            Diagnostic::new(format!("`{name}` is not declared"), span.clone()).with_help(format!(
                "declare it with `global @{name} : size` or `function @{name}(…) {{ … }}`"
            ))
        })
    }
}

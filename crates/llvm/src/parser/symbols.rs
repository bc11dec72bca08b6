//! Which symbol does an `@name` mean? It may be used before it is defined.

use super::Parser;
use super::cursor::{Parsed, failure};
use crate::lexer::{Kind, Token};
use crate::tree::{NameId, Symbol, SymbolId};
use rustc_hash::FxHashMap;

#[derive(Debug, Default)]
pub(super) struct SymbolTable {
    named: FxHashMap<NameId, SymbolId>,
    numbered: FxHashMap<u32, SymbolId>,
    /// In the order of their ids.
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: Option<NameId>,
    /// Where it was first seen.
    start: usize,
    end: usize,
    symbol: Option<Symbol>,
}

impl<'a> Parser<'a> {
    /// The symbol that a [`Kind::Global`] or [`Kind::GlobalNumber`] token means, and its name.
    pub(super) fn symbol(&mut self, token: Token<'a>) -> Parsed<(SymbolId, Option<NameId>)> {
        let new = SymbolId(self.symbols.entries.len() as u32);
        let (id, name) = if token.kind == Kind::Global {
            let name = self.name(token);
            (*self.symbols.named.entry(name).or_insert(new), Some(name))
        } else {
            let number = self.number(token)?;
            (*self.symbols.numbered.entry(number).or_insert(new), None)
        };
        if id == new {
            self.symbols.entries.push(Entry {
                name,
                start: token.start,
                end: token.end,
                symbol: None,
            });
        }
        Ok((id, name))
    }

    /// The name of a symbol that has one.
    pub(super) fn symbol_name(&self, id: SymbolId) -> Option<&str> {
        let name = self.symbols.entries[id.0 as usize].name?;
        Some(self.module.names.text(name))
    }

    /// Records what a symbol is.
    pub(super) fn define_symbol(
        &mut self,
        id: SymbolId,
        token: Token<'a>,
        symbol: Symbol,
    ) -> Parsed<()> {
        let entry = &mut self.symbols.entries[id.0 as usize];
        if entry.symbol.replace(symbol).is_some() {
            let message = format!("`@{}` is defined twice", token.text);
            return Err(failure(message, token.start, token.end));
        }
        Ok(())
    }

    /// Moves the symbols into the module, once everything is read.
    pub(super) fn finish_symbols(&mut self) -> Parsed<()> {
        for entry in std::mem::take(&mut self.symbols.entries) {
            let Some(symbol) = entry.symbol else {
                let message = "a global that is never declared";
                return Err(failure(message, entry.start, entry.end));
            };
            self.module.symbols.push(symbol);
        }
        Ok(())
    }
}

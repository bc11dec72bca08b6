//! Which value or block does a `%name` mean? It may be used before it is defined.
//!
//! Every use is written with its type, so a value's type is known from its first use on, even if
//! the instruction that defines it is not understood.

use super::Parser;
use super::cursor::{Parsed, failure};
use crate::lexer::{Kind, Token};
use crate::tree::function::Value;
use crate::tree::{BlockId, LocalName, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// The names of one function.
#[derive(Debug, Default)]
pub(super) struct Locals {
    values: FxHashMap<LocalName, ValueId>,
    value_entries: Vec<ValueEntry>,
    blocks: FxHashMap<LocalName, BlockId>,
    block_entries: Vec<BlockEntry>,
    /// Parameters, blocks and results without a name share one sequence of numbers.
    next_number: u32,
}

#[derive(Debug)]
struct ValueEntry {
    name: LocalName,
    /// Not known if it is defined by an instruction that is not, and not used yet.
    value_type: Option<TypeId>,
    defined: bool,
    first_seen: (usize, usize),
}

#[derive(Debug)]
struct BlockEntry {
    defined: bool,
    first_seen: (usize, usize),
}

impl<'a> Parser<'a> {
    /// The name in a [`Kind::Local`] or [`Kind::LocalNumber`] token.
    pub(super) fn local_name(&mut self, token: Token<'a>) -> Parsed<LocalName> {
        if token.kind == Kind::LocalNumber {
            self.number(token).map(LocalName::Number)
        } else {
            Ok(LocalName::Named(self.name(token)))
        }
    }

    /// The next number that a parameter, block or result without a name gets.
    pub(super) fn next_local(&mut self) -> LocalName {
        let number = self.locals.next_number;
        self.locals.next_number = number.saturating_add(1);
        LocalName::Number(number)
    }

    /// The value that is used at `token` as one of type `value_type`.
    pub(super) fn use_value(&mut self, token: Token<'a>, value_type: TypeId) -> Parsed<ValueId> {
        let name = self.local_name(token)?;
        let locals = &mut self.locals;
        if let Some(id) = locals.values.get(&name) {
            let entry = &mut locals.value_entries[id.0 as usize];
            let expected = *entry.value_type.get_or_insert(value_type);
            if expected != value_type {
                return Err(self.type_mismatch(token, expected, value_type));
            }
            return Ok(*id);
        }
        let id = ValueId(locals.value_entries.len() as u32);
        locals.values.insert(name, id);
        locals.value_entries.push(ValueEntry {
            name,
            value_type: Some(value_type),
            defined: false,
            first_seen: (token.start, token.end),
        });
        Ok(id)
    }

    /// Defines a value. Without a type, its uses decide which it has.
    pub(super) fn define_value(
        &mut self,
        name: LocalName,
        token: Token<'a>,
        value_type: Option<TypeId>,
    ) -> Parsed<ValueId> {
        if let LocalName::Number(number) = name {
            self.locals.next_number = self.locals.next_number.max(number.saturating_add(1));
        }
        if let Some(id) = self.locals.values.get(&name).copied() {
            let entry = &mut self.locals.value_entries[id.0 as usize];
            if std::mem::replace(&mut entry.defined, true) {
                let message = format!("`%{}` is defined twice", token.text);
                return Err(failure(message, token.start, token.end));
            }
            return match (entry.value_type, value_type) {
                (Some(expected), Some(found)) if found != expected => {
                    Err(self.type_mismatch(token, expected, found))
                }
                _ => Ok(id),
            };
        }
        let id = ValueId(self.locals.value_entries.len() as u32);
        self.locals.values.insert(name, id);
        self.locals.value_entries.push(ValueEntry {
            name,
            value_type,
            defined: true,
            first_seen: (token.start, token.end),
        });
        Ok(id)
    }

    fn type_mismatch(
        &self,
        token: Token<'a>,
        one: TypeId,
        other: TypeId,
    ) -> Box<super::cursor::Failure> {
        let show = |id| self.module.types.display(id, &self.module.names);
        let message = format!(
            "`%{}` is of type `{}` here and `{}` elsewhere",
            token.text,
            show(other),
            show(one)
        );
        failure(message, token.start, token.end)
    }

    /// The block with this name.
    pub(super) fn use_block(&mut self, name: LocalName, token: Token<'a>) -> BlockId {
        let new = BlockId(self.locals.block_entries.len() as u32);
        let id = *self.locals.blocks.entry(name).or_insert(new);
        if id == new {
            self.locals
                .block_entries
                .push(BlockEntry { defined: false, first_seen: (token.start, token.end) });
        }
        id
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Parsed<BlockId> {
        self.cursor.expect_word("label")?;
        self.block_reference()
    }

    /// `%name`, where only a block can stand.
    pub(super) fn block_reference(&mut self) -> Parsed<BlockId> {
        let token = self.cursor.token();
        if !matches!(token.kind, Kind::Local | Kind::LocalNumber) {
            return Err(self.cursor.unexpected("the name of a block"));
        }
        self.cursor.bump();
        let name = self.local_name(token)?;
        Ok(self.use_block(name, token))
    }

    pub(super) fn define_block(&mut self, name: LocalName, token: Token<'a>) -> Parsed<BlockId> {
        if let LocalName::Number(number) = name {
            self.locals.next_number = self.locals.next_number.max(number.saturating_add(1));
        }
        let id = self.use_block(name, token);
        let entry = &mut self.locals.block_entries[id.0 as usize];
        if std::mem::replace(&mut entry.defined, true) {
            let message = format!("the block `{}` is defined twice", token.text);
            return Err(failure(message, token.start, token.end));
        }
        Ok(id)
    }

    /// The values of the function that ends here; complains if a value or block is not defined.
    pub(super) fn finish_locals(&mut self) -> Parsed<Vec<Value>> {
        let locals = std::mem::take(&mut self.locals);
        for block in &locals.block_entries {
            if !block.defined {
                let (start, end) = block.first_seen;
                return Err(failure("a block that is never defined", start, end));
            }
        }
        for entry in &locals.value_entries {
            if !entry.defined {
                let (start, end) = entry.first_seen;
                return Err(failure("a value that is never defined", start, end));
            }
        }
        let value = |entry: ValueEntry| Value {
            name: entry.name,
            value_type: entry.value_type.unwrap_or(TypeId::VOID),
        };
        Ok(locals.value_entries.into_iter().map(value).collect())
    }
}

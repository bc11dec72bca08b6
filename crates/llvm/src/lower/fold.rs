//! What is the value of a constant?
//!
//! Addresses are known numbers, so every constant expression is one too, and the operations are
//! those that the interpreter uses.

use super::Scope;
use super::link::SymbolRef;
use super::operations::{binary_operation, cast, predicate};
use super::path::path;
use super::statics::Target;
use crate::tree::{CastOperation, Constant, ConstantId, LocalName, SymbolId};
use base::Value;
use base::address::Pointers;
use base::value::mask;
use program::{Operand, eval};

/// What cannot be translated; the instruction that needs it becomes an unsupported one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unsupported(pub(super) String);

pub(super) type Lowered<T> = Result<T, Unsupported>;

/// A complaint about something that is not supported.
pub(super) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Unsupported(what.into()))
}

/// How many aliases may follow each other; each may be an expression of the depth that the parser
/// allows, so this keeps the stack small.
const MAX_ALIASES: u32 = 8;

impl Scope<'_> {
    /// The scalars of a constant.
    pub(super) fn constant(&self, id: ConstantId) -> Lowered<Vec<Operand>> {
        let of = self.module.constants.type_of(id);
        let leaves = self.leaves(of)?;
        let operands = match self.module.constants.get(id) {
            Constant::Zero => vec![Operand::Constant(0); leaves.len()],
            Constant::Undefined | Constant::Poison => vec![Operand::Undefined; leaves.len()],
            Constant::Bytes(bytes) => {
                let values = bytes.iter().map(|byte| Operand::Constant(u64::from(*byte)));
                values.collect()
            }
            Constant::Aggregate(parts) => {
                let mut operands = Vec::with_capacity(leaves.len());
                for part in parts {
                    operands.extend(self.constant(*part)?);
                }
                operands
            }
            Constant::Integer { low, high } if leaves.len() == 2 => {
                vec![Operand::Constant(*low), Operand::Constant(*high)]
            }
            Constant::Cast { operation: CastOperation::ZeroExtend, value } if leaves.len() > 1 => {
                let mut words = self.constant(*value)?;
                words.resize(leaves.len(), Operand::Constant(0));
                words
            }
            Constant::Long(words) => words.iter().copied().map(Operand::Constant).collect(),
            Constant::Integer { .. }
            | Constant::Float(_)
            | Constant::Null
            | Constant::Symbol(_)
            | Constant::BlockAddress { .. }
            | Constant::Cast { .. }
            | Constant::GetElementPointer { .. }
            | Constant::Binary { .. }
            | Constant::Compare { .. }
            | Constant::Select { .. }
            | Constant::Unsupported { .. } => vec![operand(self.scalar_constant(id)?)],
        };
        Ok(operands)
    }

    /// The value of a constant that is a number or an address.
    pub(super) fn scalar_constant(&self, id: ConstantId) -> Lowered<Value> {
        self.evaluate(id, 0)
    }

    fn evaluate(&self, id: ConstantId, aliases: u32) -> Lowered<Value> {
        let constants = &self.module.constants;
        let width = self.scalar_width(constants.type_of(id))?;
        let all = mask(u32::from(width));
        Ok(match constants.get(id) {
            Constant::Integer { low, .. } => Value::new(*low & all),
            Constant::Float(bits) => Value::new(*bits & all),
            Constant::Null | Constant::Zero => Value::ZERO,
            Constant::Undefined | Constant::Poison => Value::uninitialised(u32::from(width)),
            Constant::Symbol(symbol) => Value::new(self.address(*symbol, aliases)?),
            Constant::BlockAddress { function, block } => {
                Value::new(self.address(*function, aliases)? + block_number(*block))
            }
            Constant::Cast { operation, value } => {
                let from = self.scalar_width(constants.type_of(*value))?;
                let value = self.evaluate(*value, aliases)?;
                self.constant_cast(*operation, (from, width), value)?
            }
            Constant::Binary { operation, operands } => {
                let [left, right] = &**operands;
                let operation = binary_operation(*operation)?;
                let left = self.evaluate(*left, aliases)?;
                let right = self.evaluate(*right, aliases)?;
                match eval::binary(operation, u32::from(width), left, right) {
                    Ok(value) => value,
                    Err(_) => return unsupported("a constant expression without a value"),
                }
            }
            Constant::Compare { predicate: asked, operands } => {
                let [left, right] = &**operands;
                let width = self.scalar_width(constants.type_of(*left))?;
                let left = self.evaluate(*left, aliases)?;
                let right = self.evaluate(*right, aliases)?;
                eval::compare(predicate(*asked), u32::from(width), left, right)
            }
            Constant::Select { condition_and_values } => {
                let [condition, then, otherwise] = &**condition_and_values;
                match self.evaluate(*condition, aliases)?.defined() {
                    Some(0) => self.evaluate(*otherwise, aliases)?,
                    Some(_) => self.evaluate(*then, aliases)?,
                    None => return unsupported("a constant expression without a value"),
                }
            }
            Constant::GetElementPointer { source, base, indices } => {
                let base = self.evaluate(*base, aliases)?;
                let mut numbers = Vec::with_capacity(indices.len());
                for index in indices {
                    let width = self.scalar_width(constants.type_of(*index))?;
                    let Some(bits) = self.evaluate(*index, aliases)?.defined() else {
                        return unsupported("a constant expression without a value");
                    };
                    numbers.push(Some(eval::signed(bits, u32::from(width))));
                }
                let path = path(self.layouts, &self.module.types, *source, &numbers)?;
                let offset = path.offset;
                match base.defined() {
                    Some(bits) => Value::new(bits.wrapping_add(offset)),
                    None => base,
                }
            }
            Constant::Bytes(_) | Constant::Aggregate(_) | Constant::Long(_) => {
                return unsupported("an aggregate in a constant expression");
            }
            Constant::Unsupported { what } => return unsupported(*what),
        })
    }

    /// The symbol that a constant expression is an address in, and how far behind it.
    pub(super) fn symbol_behind(&self, id: ConstantId) -> Option<(SymbolId, u64)> {
        let constants = &self.module.constants;
        match constants.get(id) {
            Constant::Symbol(symbol) => Some((*symbol, 0)),
            Constant::Cast { operation: CastOperation::Bitcast, value } => {
                self.symbol_behind(*value)
            }
            Constant::Cast { operation: CastOperation::PointerToInteger, value }
                if self.layouts.pointers() == Pointers::Wide
                    && self.scalar_width(constants.type_of(id)) == Ok(64) =>
            {
                self.symbol_behind(*value)
            }
            Constant::GetElementPointer { source, base, indices } => {
                let (symbol, before) = self.symbol_behind(*base)?;
                let mut numbers = Vec::with_capacity(indices.len());
                for index in indices {
                    let width = self.scalar_width(constants.type_of(*index)).ok()?;
                    let bits = self.scalar_constant(*index).ok()?.defined()?;
                    numbers.push(Some(eval::signed(bits, u32::from(width))));
                }
                let path = path(self.layouts, &self.module.types, *source, &numbers).ok()?;
                Some((symbol, before.wrapping_add(path.offset)))
            }
            _ => None,
        }
    }

    /// What a cast makes of a constant; pointers have as many bits as memory has for them.
    fn constant_cast(
        &self,
        operation: CastOperation,
        (from, to): (u8, u8),
        value: Value,
    ) -> Lowered<Value> {
        let pointers = self.layouts.pointers();
        let change = |value: Value, change: fn(Pointers, u64) -> u64| match value.defined() {
            Some(bits) => Value::new(change(pointers, bits)),
            None => value,
        };
        match operation {
            CastOperation::PointerToInteger | CastOperation::PointerToAddress => {
                cast(operation, from, to, change(value, Pointers::stored))
            }
            CastOperation::IntegerToPointer => {
                let pointer = value.truncate(8 * u32::from(pointers.bytes()));
                Ok(change(pointer, Pointers::loaded))
            }
            _ => cast(operation, from, to, value),
        }
    }

    /// The address of a symbol.
    pub(super) fn address(&self, symbol: SymbolId, aliases: u32) -> Lowered<u64> {
        let module = self.index;
        let reference = SymbolRef { module, symbol };
        match self.world.statics.get(self.world.links, reference) {
            None => unsupported("an address in an unusual place"),
            Some(Target::Address(address)) => Ok(*address),
            Some(Target::ThreadLocal(_)) => {
                let name = self.symbol_name(symbol);
                unsupported(format!("thread-local variable `{name}` in a constant expression"))
            }
            Some(Target::External { stub: Some(stub) }) => Ok(stub.address().0),
            Some(Target::External { stub: None }) => {
                unsupported(format!("external function `{}`", self.symbol_name(symbol)))
            }
            Some(Target::Unsupported { what }) => unsupported(what.clone()),
            Some(Target::Alias(_)) if aliases > MAX_ALIASES => {
                unsupported(format!("alias `{}` of itself", self.symbol_name(symbol)))
            }
            Some(Target::Alias(constant)) => {
                let chosen = self.world.links.get(reference);
                let known = self.world.aliases.borrow().get(&chosen).cloned();
                known.unwrap_or_else(|| {
                    let home = self.world.scope(chosen.module);
                    let value = home.evaluate(*constant, aliases + 1);
                    let address = value.and_then(|value| match value.defined() {
                        Some(address) => Ok(address),
                        None => unsupported("an undefined alias"),
                    });
                    self.world.aliases.borrow_mut().insert(chosen, address.clone());
                    address
                })
            }
        }
    }
}

/// What distinguishes the address of a block from others in its function: something that is not
/// zero, so that it is no address of the function.
pub(super) fn block_number(block: LocalName) -> u64 {
    match block {
        LocalName::Named(name) => 2 * u64::from(name.0) + 1,
        LocalName::Number(number) => 2 * u64::from(number) + 2,
    }
}

/// A value as an operand. Partly undefined constants are wholly undefined ones.
pub(super) fn operand(value: Value) -> Operand {
    match value.defined() {
        Some(bits) => Operand::Constant(bits),
        None => Operand::Undefined,
    }
}

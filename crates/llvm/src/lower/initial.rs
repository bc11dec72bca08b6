//! With which bytes does a global variable begin?

use super::debug_types::{type_layout, variable_layout};
use super::fold::{Lowered, Unsupported, unsupported};
use super::link::{SymbolRef, symbol_name};
use super::names::readable;
use super::statics::Statics;
use super::{Scope, World};
use crate::tree::symbol::Variable;
use crate::tree::{Constant, ConstantId, Definition, Type, TypeId};
use base::address::Pointers;
use program::Global;

/// How many bytes all initial values together may have.
const MAX_BYTES: usize = 1 << 28;

/// The variables of the modules.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) globals: Vec<Global>,
    /// Those of which each thread has its own.
    pub(super) thread_locals: Vec<Global>,
}

/// The variables of the modules in the order of their ids, or those whose initial values cannot be
/// computed, and why.
pub(super) fn globals(world: &World<'_>) -> Result<Variables, Vec<(SymbolRef, String)>> {
    let Statics { globals, thread_locals, .. } = &world.statics;
    let mut variables = Variables::default();
    let mut problems = Vec::new();
    let mut room = MAX_BYTES;
    for (index, reference) in globals.iter().chain(thread_locals).enumerate() {
        let scope = world.scope(reference.module);
        let symbol = scope.module.symbol(reference.symbol);
        let Definition::Variable(variable) = &symbol.definition else {
            unreachable!("only variables get ids of globals");
        };
        let name = match symbol_name(scope.module, symbol) {
            Some(name) => name.to_owned(),
            None => format!("global.{}", reference.symbol.0),
        };
        match global(scope, &name, variable) {
            Ok(global) if global.bytes.len() <= room => {
                room -= global.bytes.len();
                match index < globals.len() {
                    true => variables.globals.push(global),
                    false => variables.thread_locals.push(global),
                }
            }
            Ok(_) => {
                let what = format!("initial values of more than {MAX_BYTES} bytes");
                problems.push((*reference, what));
            }
            Err(Unsupported(what)) => {
                problems.push((*reference, format!("initial value of `{name}`: {what}")));
            }
        }
    }
    if problems.is_empty() { Ok(variables) } else { Err(problems) }
}

fn global(scope: Scope<'_>, name: &str, variable: &Variable) -> Lowered<Global> {
    let size = scope.layouts.get(variable.value_type).map_or(0, |layout| layout.size);
    let mut bytes = Vec::new();
    if let Some(initializer) = variable.initializer {
        write(scope, initializer, 0, &mut bytes)?;
    }
    bytes.truncate(size as usize);
    Ok(Global {
        name: readable(name),
        size,
        bytes,
        constant: variable.constant,
        layout: layout(scope, variable, size),
    })
}

fn layout(scope: Scope<'_>, variable: &Variable, size: u64) -> Option<program::Layout> {
    let module = scope.module;
    let described = variable.debug.iter().find_map(|expression| {
        let node = module.metadata.reference(*expression, "var", &module.names);
        variable_layout(scope, node.unwrap_or(*expression), size)
    });
    described.or_else(|| type_layout(scope, variable.value_type))
}

/// Writes a constant at `offset`. What is not written is zero, also where it is undefined: memory
/// of globals is zero before anything else.
fn write(scope: Scope<'_>, id: ConstantId, offset: u64, bytes: &mut Vec<u8>) -> Lowered<()> {
    let of = scope.module.constants.type_of(id);
    match scope.module.constants.get(id) {
        Constant::Zero | Constant::Null | Constant::Undefined | Constant::Poison => {}
        Constant::Integer { low, high } => {
            let both = u128::from(*low) | u128::from(*high) << 64;
            let size = match scope.module.types.get(of) {
                Type::Integer(width) => width.div_ceil(8).min(16),
                _ => 8,
            };
            put(bytes, offset, &both.to_le_bytes()[..size as usize]);
        }
        Constant::Long(words) => {
            let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let size = match scope.module.types.get(of) {
                Type::Integer(width) => width.div_ceil(8) as usize,
                _ => all.len(),
            };
            put(bytes, offset, &all[..size.min(all.len())]);
        }
        Constant::Bytes(text) => put(bytes, offset, text),
        Constant::Aggregate(parts) => {
            // Objects of pthreads begin with a number that says what they are; here they begin with
            // zero.
            let is_signed = scope.module.is_for_apple() && is_opaque_pthread(scope, of);
            for (index, part) in parts.iter().enumerate().skip(usize::from(is_signed)) {
                let Some(start) = part_offset(scope, of, index) else {
                    return unsupported("a type without a size");
                };
                write(scope, *part, offset + start, bytes)?;
            }
        }
        Constant::Float(_)
        | Constant::Symbol(_)
        | Constant::BlockAddress { .. }
        | Constant::Cast { .. }
        | Constant::GetElementPointer { .. }
        | Constant::Binary { .. }
        | Constant::Compare { .. }
        | Constant::Select { .. }
        | Constant::Unsupported { .. } => {
            let value = scope.scalar_constant(id)?.bits;
            let [leaf] = scope.leaves(of)? else {
                return unsupported("an initial value of several scalars");
            };
            let value = if leaf.is_narrow { Pointers::Narrow.stored(value) } else { value };
            put(bytes, offset, &value.to_le_bytes()[..usize::from(leaf.bytes())]);
        }
    }
    Ok(())
}

/// Whether a type is one of those that pthreads has on Apple's systems.
fn is_opaque_pthread(scope: Scope<'_>, of: TypeId) -> bool {
    let name = scope.module.types.display(of, &scope.module.names).to_string();
    name.contains("_opaque_pthread_")
}

/// Where a part of an aggregate begins.
fn part_offset(scope: Scope<'_>, of: TypeId, index: usize) -> Option<u64> {
    let of = scope.module.types.resolve(of)?;
    match scope.module.types.get(of) {
        Type::Array { element, .. } => Some(scope.layouts.get(*element)?.size * index as u64),
        // Elements of a vector have no padding between them, so some share bytes.
        Type::Vector { element, .. } => match scope.module.types.get(*element) {
            Type::Integer(width) if width % 8 != 0 => None,
            _ => Some(scope.layouts.get(*element)?.size * index as u64),
        },
        _ => scope.layouts.offset(of, index),
    }
}

fn put(bytes: &mut Vec<u8>, offset: u64, new: &[u8]) {
    let start = offset as usize;
    if bytes.len() < start + new.len() {
        bytes.resize(start + new.len(), 0);
    }
    bytes[start..start + new.len()].copy_from_slice(new);
}

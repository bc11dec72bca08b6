//! Which functions does nobody define?
//!
//! A compiler may leave out the body of a C99 `inline` function and trust that some file has it.
//! Who loads a program can compile again, so that the body is there, if this says that it is
//! missing.

use super::Unit;
use super::builtins::BUILTINS;
use super::link::symbol_name;
use crate::tree::Definition;
use program::Program;
use std::collections::BTreeSet;

/// The names of functions that modules declare, and neither they nor the runtime define.
pub fn undefined_functions(units: &[Unit], runtime: &Program) -> BTreeSet<String> {
    let (mut declared, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for unit in units {
        for symbol in &unit.module.symbols {
            let Some(name) = symbol_name(&unit.module, symbol) else { continue };
            match symbol.definition {
                Definition::Function(id) if unit.module.function(id).is_declaration() => {
                    declared.insert(name);
                }
                Definition::Function(_)
                | Definition::Variable(_)
                | Definition::Alias { .. }
                | Definition::IndirectFunction => {
                    defined.insert(name);
                }
            }
        }
    }
    let is_known = |name: &str| {
        name.starts_with("llvm.")
            || BUILTINS.contains(&name)
            || runtime.function_named(name).is_some()
    };
    let missing = declared.difference(&defined).filter(|name| !is_known(name));
    missing.map(|name| (*name).to_owned()).collect()
}

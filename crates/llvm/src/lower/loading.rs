//! What runs before and after `main` although nobody calls it and no list of LLVM's has it? What
//! the loader finds in the file: pointers in sections of its own (System V gABI, *Initialization
//! and Termination Functions*), the resolvers of indirect functions, and whatever assembly at file
//! scope puts there.
//!
//! - `.preinit_array`, then `.init_array` and `.ctors` by their priorities (a section without a
//!   number comes last) run before `main`, `.fini_array` and `.dtors` after it, in reverse order.
//! - Resolvers and assembly are not run. A program that has some is *unsupported* from its start.
//!   Directives that put nothing into memory are no code.

use super::Unit;
use super::link::symbol_name;
use crate::tree::{Constant, ConstantId, Definition, Module};

/// When something runs: before or after `main`, and in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Before { priority: u64 },
    After { priority: u64 },
}

/// The priority of those without one: C has numbers up to 65,535. What `llvm.global_ctors` lists
/// has the same.
const LAST: u64 = 65_535;
/// Before every other priority.
const FIRST: u64 = 0;
/// What comes before a number that C gives.
pub(super) const SHIFT: u64 = 1;

impl When {
    /// What the loader does with pointers in a section.
    fn of_section(name: &str) -> Option<When> {
        let numbered = |base: &str| {
            let rest = name.strip_prefix(base)?;
            match rest.strip_prefix('.') {
                Some(number) => Some(number.parse().unwrap_or(LAST)),
                None => rest.is_empty().then_some(LAST),
            }
        };
        // The old lists are gone through backwards, so that large numbers come first.
        let backwards = |base: &str| {
            numbered(base).map(|number| match number {
                LAST => LAST,
                number => LAST.saturating_sub(number),
            })
        };
        if numbered(".preinit_array").is_some() {
            return Some(When::Before { priority: FIRST });
        }
        let before = numbered(".init_array").or_else(|| backwards(".ctors"));
        let after = || numbered(".fini_array").or_else(|| backwards(".dtors"));
        match before {
            Some(priority) => Some(When::Before { priority: priority + SHIFT }),
            None => after().map(|priority| When::After { priority: priority + SHIFT }),
        }
    }
}

/// The pointers in a module that the loader calls.
pub(super) fn entries(module: &Module) -> Vec<(When, ConstantId)> {
    let mut found = Vec::new();
    for symbol in &module.symbols {
        let Definition::Variable(variable) = &symbol.definition else { continue };
        let section = variable.section.map(|name| module.names.text(name));
        let Some(when) = section.and_then(When::of_section) else { continue };
        let Some(initializer) = variable.initializer else { continue };
        let pointers = match module.constants.get(initializer) {
            Constant::Aggregate(list) => list.to_vec(),
            _ => vec![initializer],
        };
        let is_null =
            |id: &ConstantId| matches!(module.constants.get(*id), Constant::Null | Constant::Zero);
        found.extend(pointers.into_iter().filter(|id| !is_null(id)).map(|id| (when, id)));
    }
    found
}

/// What runs before `main` and cannot be run here.
pub(super) fn unsupported(units: &[Unit]) -> Vec<String> {
    let mut found = Vec::new();
    for Unit { module, .. } in units {
        let mut lines = module.assembly.iter().map(|line| module.names.text(*line));
        if let Some(line) = lines.find(|line| !is_silent(line)) {
            found.push(format!("assembly at file scope: {}", line.trim()));
        }
        for symbol in &module.symbols {
            if matches!(symbol.definition, Definition::IndirectFunction) {
                let name = symbol_name(module, symbol).unwrap_or_default();
                found.push(format!("the resolver of the indirect function `{name}`"));
            }
        }
    }
    found
}

/// Whether a line of assembly puts nothing into memory.
fn is_silent(line: &str) -> bool {
    const DIRECTIVES: [&str; 5] = [".symver", ".ident", ".file", ".text", ".globl"];
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || {
        let word = line.split_whitespace().next().unwrap_or_default();
        DIRECTIVES.contains(&word) && !line.contains(';') && !line.contains("\\0A")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_an_order() {
        let before = |name| match When::of_section(name) {
            Some(When::Before { priority }) => priority,
            other => panic!("{name}: {other:?}"),
        };
        let order = [".preinit_array", ".init_array.00101", ".init_array.200", ".init_array"];
        let priorities = order.map(before);
        assert!(priorities.is_sorted() && priorities[0] < priorities[3]);
        assert_eq!(before(".ctors"), before(".init_array"));
        assert_eq!(before(".ctors.65434"), before(".init_array.00101"));
        assert!(matches!(When::of_section(".fini_array.5"), Some(When::After { priority: 6 })));
        for other in [".init_arrays", ".data", ".init", ""] {
            assert_eq!(When::of_section(other), None, "{other}");
        }
    }
}

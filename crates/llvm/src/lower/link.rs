//! Which definition does a name mean, when several modules are one program?
//!
//! The rules are those of LLVM's linker: a strong definition beats a common one, that a weak one,
//! and any of them a declaration; two strong ones are an error; of several common ones the largest
//! counts, of several weak ones the first. Private and internal symbols are nobody else's business.

use super::{LinkError, Unit};
use crate::layout::Layouts;
use crate::tree::symbol::Linkage;
use crate::tree::{Definition, Module, Symbol, SymbolId};
use base::Diagnostic;
use rustc_hash::FxHashMap;

/// A symbol of one of the modules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct SymbolRef {
    pub(super) module: usize,
    pub(super) symbol: SymbolId,
}

/// For each symbol of each module, the one that defines it, or a declaration if none does.
#[derive(Debug)]
pub(super) struct Links {
    chosen: Vec<Vec<SymbolRef>>,
}

/// How a symbol competes with others of its name, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Declaration,
    /// A copy of a definition that is elsewhere.
    AvailableExternally,
    Weak,
    Common {
        size: u64,
    },
    Strong,
}

impl Links {
    pub(super) fn get(&self, reference: SymbolRef) -> SymbolRef {
        self.chosen[reference.module][reference.symbol.0 as usize]
    }
}

/// Chooses a definition for each name.
pub(super) fn link(units: &[Unit], layouts: &[Layouts]) -> Result<Links, LinkError> {
    let mut best: FxHashMap<&str, (SymbolRef, Strength)> = FxHashMap::default();
    for (reference, symbol) in symbols(units) {
        let Some(name) = global_name(&units[reference.module].module, symbol) else {
            continue;
        };
        let found = strength(&units[reference.module].module, symbol, &layouts[reference.module]);
        match best.get(name) {
            Some((other, Strength::Strong)) if found == Strength::Strong => {
                return Err(duplicate(units, name, reference, *other));
            }
            Some((_, known)) if *known >= found => {}
            _ => {
                best.insert(name, (reference, found));
            }
        }
    }
    let chosen = units.iter().enumerate().map(|(module, unit)| {
        let ids = (0..unit.module.symbols.len() as u32).map(SymbolId);
        ids.map(|symbol| {
            let own = SymbolRef { module, symbol };
            let name = global_name(&unit.module, unit.module.symbol(symbol));
            name.and_then(|name| best.get(name)).map_or(own, |(chosen, _)| *chosen)
        })
        .collect()
    });
    Ok(Links { chosen: chosen.collect() })
}

/// All symbols of all modules.
fn symbols(units: &[Unit]) -> impl Iterator<Item = (SymbolRef, &Symbol)> {
    units.iter().enumerate().flat_map(|(module, unit)| {
        unit.module.symbols.iter().enumerate().map(move |(index, symbol)| {
            let reference = SymbolRef { module, symbol: SymbolId(index as u32) };
            (reference, symbol)
        })
    })
}

/// The name under which other modules can refer to a symbol.
fn global_name<'a>(module: &'a Module, symbol: &Symbol) -> Option<&'a str> {
    // Each module has its own `llvm.global_ctors` and its like.
    let name = symbol_name(module, symbol)?;
    let shared = !symbol.linkage.is_local() && symbol.linkage != Linkage::Appending;
    shared.then_some(name)
}

/// The name of a symbol as the source has it.
pub(super) fn symbol_name<'a>(module: &'a Module, symbol: &Symbol) -> Option<&'a str> {
    let name = module.names.text(symbol.name?);
    // This prefix only says that the name is to be taken as it is.
    let Some(exact) = name.strip_prefix('\u{1}') else { return Some(name) };
    match module.is_for_apple() {
        // As the linker there knows it: `_pthread_join`, `_fopen$DARWIN_EXTSN`.
        true => exact.strip_prefix('_').unwrap_or(exact).split('$').next(),
        false => Some(exact),
    }
}

fn strength(module: &Module, symbol: &Symbol, layouts: &Layouts) -> Strength {
    let is_declaration = match &symbol.definition {
        Definition::Function(id) => module.function(*id).is_declaration(),
        Definition::Variable(variable) => variable.initializer.is_none(),
        Definition::Alias { .. } | Definition::IndirectFunction => false,
    };
    if is_declaration {
        return Strength::Declaration;
    }
    match symbol.linkage {
        Linkage::AvailableExternally => Strength::AvailableExternally,
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr => {
            Strength::Weak
        }
        Linkage::Common => Strength::Common {
            size: match &symbol.definition {
                Definition::Variable(variable) => {
                    layouts.get(variable.value_type).map_or(0, |layout| layout.size)
                }
                Definition::Function(_)
                | Definition::Alias { .. }
                | Definition::IndirectFunction => 0,
            },
        },
        Linkage::ExternWeak => Strength::Declaration,
        Linkage::Private | Linkage::Internal | Linkage::Appending | Linkage::External => {
            Strength::Strong
        }
    }
}

fn duplicate(units: &[Unit], name: &str, new: SymbolRef, old: SymbolRef) -> LinkError {
    let offset = units[new.module].module.symbol(new.symbol).offset as usize;
    let message = format!(
        "`{name}` is defined in {} and in {}",
        units[old.module].path, units[new.module].path
    );
    LinkError {
        unit: new.module,
        diagnostic: Diagnostic::new(message, offset..offset + 1)
            .with_help("make one of them `static`, or leave one of the files out"),
    }
}

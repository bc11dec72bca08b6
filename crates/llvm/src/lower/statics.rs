//! What is the address of a symbol?
//!
//! Addresses are functions of the ids of functions and globals, so they are all known before any
//! code or initial value is translated. The runtime's functions and globals keep the ids they
//! have; those of the modules follow in the order of the modules.

use super::link::{Links, SymbolRef, symbol_name};
use super::reach::Reached;
use super::{LinkError, Unit, library};
use crate::layout::Layouts;
use crate::tree::function::FunctionId as TreeFunctionId;
use crate::tree::symbol::Linkage;
use crate::tree::{ConstantId, Definition};
use base::Diagnostic;
use base::address::Pointers;
use program::structure::max_static_objects;
use program::{FunctionId, GlobalId, Program, ThreadLocalId};
use rustc_hash::FxHashMap;

/// What a symbol means to the code that mentions it.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Address(u64),
    /// A variable of which each thread has its own.
    ThreadLocal(ThreadLocalId),
    /// Another name for this constant.
    Alias(ConstantId),
    /// A function that nobody defines; its address, if somebody wants it, is that of a stub.
    External {
        stub: Option<FunctionId>,
    },
    Unsupported {
        what: String,
    },
}

/// A function that is to be translated.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionSource {
    pub(super) symbol: SymbolRef,
    /// `None` for the stub of an external function.
    pub(super) body: Option<TreeFunctionId>,
}

/// The functions and variables that come after those of the runtime, in the order of their ids,
/// and what each symbol means.
#[derive(Debug)]
pub(super) struct Statics {
    targets: FxHashMap<SymbolRef, Target>,
    pub(super) functions: Vec<FunctionSource>,
    pub(super) globals: Vec<SymbolRef>,
    pub(super) thread_locals: Vec<SymbolRef>,
}

impl Statics {
    pub(super) fn new(
        units: &[Unit],
        layouts: &[Layouts],
        reached: &Reached,
        runtime: &Program,
        replaced: &dyn Fn(&str) -> bool,
    ) -> Result<Statics, LinkError> {
        let mut statics = Statics {
            targets: FxHashMap::default(),
            functions: Vec::new(),
            globals: Vec::new(),
            thread_locals: Vec::new(),
        };
        for (reference, facts) in &reached.symbols {
            let target = match &facts.unsupported {
                Some(what) => Target::Unsupported { what: what.clone() },
                None => {
                    let module = &units[reference.module].module;
                    let name = symbol_name(module, module.symbol(reference.symbol));
                    let own = name.filter(|name| replaced(name));
                    match own.and_then(|name| runtime.function_named(name)) {
                        Some(function) => Target::Address(function.address().0),
                        None => {
                            statics.target(units, layouts, *reference, facts.address_taken, runtime)
                        }
                    }
                }
            };
            statics.targets.insert(*reference, target);
        }
        let functions = runtime.functions.len() + statics.functions.len();
        let globals = runtime.globals.len() + statics.globals.len();
        // Some room for what translation adds.
        let pointers = layouts.first().map_or(Pointers::Wide, Layouts::pointers);
        let most = max_static_objects(pointers);
        let own = runtime.thread_locals.len() + statics.thread_locals.len();
        if functions.max(globals).max(own) + 64 > most {
            let message = format!(
                "the program has {functions} functions, {globals} global variables and {own} \
                 thread-local ones; of each there may be at most {most}"
            );
            let diagnostic = Diagnostic::new(message, 0..0);
            return Err(LinkError { unit: 0, diagnostic });
        }
        Ok(statics)
    }

    /// What a symbol means, after linking; `None` if it occurs only where nobody looked for it.
    pub(super) fn get(&self, links: &Links, reference: SymbolRef) -> Option<&Target> {
        self.targets.get(&links.get(reference))
    }

    fn target(
        &mut self,
        units: &[Unit],
        layouts: &[Layouts],
        reference: SymbolRef,
        address_taken: bool,
        runtime: &Program,
    ) -> Target {
        let module = &units[reference.module].module;
        let symbol = module.symbol(reference.symbol);
        let name = symbol_name(module, symbol).unwrap_or_default();
        match &symbol.definition {
            Definition::Function(id) if !module.function(*id).is_declaration() => {
                self.add_function(reference, Some(*id), runtime)
            }
            Definition::Function(_) => match runtime.function_named(name) {
                Some(function) => Target::Address(function.address().0),
                None if symbol.linkage == Linkage::ExternWeak => Target::Address(0),
                None => {
                    let stub = address_taken.then(|| self.next_function(runtime));
                    if stub.is_some() {
                        self.add_function(reference, None, runtime);
                    }
                    Target::External { stub }
                }
            },
            Definition::Variable(variable) => {
                if variable.initializer.is_none() && variable.thread_local {
                    return match library::thread_local(runtime, name) {
                        Some(id) => Target::ThreadLocal(id),
                        None => Target::Address(0),
                    };
                }
                if variable.initializer.is_none() {
                    let provided = runtime.globals.iter().position(|each| each.name == name);
                    let address = |index| GlobalId(index as u32).address().0;
                    return Target::Address(provided.map_or(0, address));
                }
                let size = layouts[reference.module].get(variable.value_type);
                match size.map(|layout| layout.size) {
                    Some(size)
                        if size <= layouts[reference.module].pointers().max_object_size() => {}
                    Some(size) => {
                        let what = format!("global variable `{name}` of {size} bytes");
                        return Target::Unsupported { what };
                    }
                    None => {
                        let what = format!("global variable `{name}` of unknown size");
                        return Target::Unsupported { what };
                    }
                }
                if variable.thread_local {
                    let number = runtime.thread_locals.len() + self.thread_locals.len();
                    self.thread_locals.push(reference);
                    return Target::ThreadLocal(ThreadLocalId(number as u32));
                }
                let id = GlobalId((runtime.globals.len() + self.globals.len()) as u32);
                self.globals.push(reference);
                Target::Address(id.address().0)
            }
            Definition::Alias { target } => Target::Alias(*target),
            Definition::IndirectFunction => {
                Target::Unsupported { what: format!("indirect function `{name}`") }
            }
        }
    }

    fn next_function(&self, runtime: &Program) -> FunctionId {
        FunctionId((runtime.functions.len() + self.functions.len()) as u32)
    }

    fn add_function(
        &mut self,
        symbol: SymbolRef,
        body: Option<TreeFunctionId>,
        runtime: &Program,
    ) -> Target {
        let id = self.next_function(runtime);
        self.functions.push(FunctionSource { symbol, body });
        Target::Address(id.address().0)
    }
}

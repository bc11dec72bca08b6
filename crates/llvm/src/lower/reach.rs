//! Which functions and variables can the program use at all?
//!
//! Only these are translated: a module that brings a whole standard library costs no more than the
//! part of it that `main` can get to. Along the way this notes which external functions have their
//! address taken, and which variables have initial values that cannot be computed.

use super::link::{Links, SymbolRef, symbol_name};
use super::replaced::may_be_replaced;
use super::visit::{operands, walk};
use super::{Unit, builtins, failures, waits};
use crate::tree::instruction::{Call, Callee, InstructionKind};
use crate::tree::symbol::{Linkage, Symbol};
use crate::tree::{
    Constant, ConstantId, Definition, Function, Instruction, Module, Operand, SymbolId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What is known about the symbols that can be reached, in a fixed order.
#[derive(Debug, Default)]
pub(super) struct Reached {
    pub(super) symbols: BTreeMap<SymbolRef, Facts>,
    /// Which variables and aliases mention a symbol in their initial values.
    mentioned_by: FxHashMap<SymbolRef, Vec<SymbolRef>>,
}

#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Whether it occurs other than as the callee of a call.
    pub(super) address_taken: bool,
    /// Why it cannot be used, if it cannot.
    pub(super) unsupported: Option<String>,
}

struct Reaching<'a> {
    units: &'a [Unit],
    links: &'a Links,
    provided: &'a dyn Fn(&str) -> bool,
    replaced: &'a dyn Fn(&str) -> bool,
    reached: Reached,
    pending: Vec<SymbolRef>,
    problems: Vec<(SymbolRef, String)>,
    /// Constants that were searched already.
    searched: FxHashSet<(usize, ConstantId)>,
}

/// Everything that can be reached from `roots`. The variables that `provided` names are defined
/// outside of the modules, and so are the functions that are `replaced`.
pub(super) fn reach(
    units: &[Unit],
    links: &Links,
    roots: &[SymbolRef],
    provided: &dyn Fn(&str) -> bool,
    replaced: &dyn Fn(&str) -> bool,
) -> Reached {
    let mut search = Reaching {
        units,
        links,
        provided,
        replaced,
        reached: Reached::default(),
        pending: Vec::new(),
        problems: Vec::new(),
        searched: FxHashSet::default(),
    };
    for root in roots {
        search.mention(*root, true);
    }
    while let Some(reference) = search.pending.pop() {
        search.expand(reference);
    }
    search.reached.refuse(search.problems);
    search.reached
}

impl Reached {
    /// The names of the functions that are called but not defined, and of variables that are not.
    pub(super) fn missing<'a>(
        &self,
        units: &'a [Unit],
        replaced: &dyn Fn(&str) -> bool,
    ) -> FxHashSet<&'a str> {
        let mut missing = FxHashSet::default();
        for reference in self.symbols.keys() {
            let module = &units[reference.module].module;
            find_missing(module, module.symbol(reference.symbol), replaced, &mut missing);
        }
        missing
    }

    /// Notes that symbols cannot be used, and why. A variable whose initial value mentions one that
    /// cannot be used cannot be used either: through it, the other could be reached unnoticed.
    pub(super) fn refuse(&mut self, mut problems: Vec<(SymbolRef, String)>) {
        while let Some((reference, problem)) = problems.pop() {
            let facts = self.symbols.entry(reference).or_default();
            if facts.unsupported.is_none() {
                let users = self.mentioned_by.get(&reference).into_iter().flatten();
                problems.extend(users.map(|user| (*user, problem.clone())));
                facts.unsupported = Some(problem);
            }
        }
    }
}

impl<'a> Reaching<'a> {
    fn mention(&mut self, reference: SymbolRef, address_taken: bool) -> SymbolRef {
        let chosen = self.links.get(reference);
        let facts = self.reached.symbols.entry(chosen).or_insert_with(|| {
            self.pending.push(chosen);
            Facts::default()
        });
        facts.address_taken |= address_taken;
        chosen
    }

    fn expand(&mut self, reference: SymbolRef) {
        let module = &self.units[reference.module].module;
        let symbol = module.symbol(reference.symbol);
        let name = symbol_name(module, symbol).unwrap_or("without a name");
        let problem = match &symbol.definition {
            Definition::Function(_) if (self.replaced)(name) => None,
            Definition::Function(id) => {
                self.function(reference.module, module.function(*id));
                None
            }
            Definition::Variable(variable) => match variable.initializer {
                None if (self.provided)(name) => None,
                None if variable.thread_local => {
                    Some(format!("external thread-local variable `{name}`"))
                }
                None if symbol.linkage == Linkage::ExternWeak => None,
                None => Some(format!("external variable `{name}`")),
                Some(initializer) => self.initial_value(reference, initializer, name),
            },
            Definition::Alias { target } => self.initial_value(reference, *target, name),
            Definition::IndirectFunction => Some(format!("indirect function `{name}`")),
        };
        if let Some(problem) = problem {
            self.problems.push((reference, problem));
        }
    }

    /// Notes what an initial value mentions, and says what in it is not supported.
    fn initial_value(&mut self, of: SymbolRef, root: ConstantId, name: &str) -> Option<String> {
        let constants = &self.units[of.module].module.constants;
        let mut problem = None;
        let mut mentioned = Vec::new();
        walk(constants, root, &mut |_, constant| {
            match constant {
                Constant::Symbol(symbol) | Constant::BlockAddress { function: symbol, .. } => {
                    mentioned.push(*symbol);
                }
                Constant::Unsupported { what } => {
                    problem = Some(format!("initial value of `{name}`: {what}"));
                }
                _ => {}
            }
            true
        });
        for symbol in mentioned {
            let module = of.module;
            let chosen = self.mention(SymbolRef { module, symbol }, true);
            self.reached.mentioned_by.entry(chosen).or_default().push(of);
        }
        problem
    }

    fn function(&mut self, module: usize, function: &'a Function) {
        for instruction in function.instructions() {
            self.instruction(module, instruction);
        }
    }

    fn instruction(&mut self, module: usize, instruction: &'a Instruction) {
        if let InstructionKind::Call(call) | InstructionKind::Invoke { call, .. } =
            &instruction.kind
        {
            self.callee(module, call);
        }
        operands(&instruction.kind, |operand| match operand {
            Operand::Constant(constant) => self.constant(module, constant),
            Operand::Local(_) | Operand::Metadata(_) => {}
        });
    }

    fn callee(&mut self, module: usize, call: &Call) {
        let Callee::Operand(Operand::Constant(callee)) = call.callee else {
            return;
        };
        match self.units[module].module.constants.get(callee) {
            Constant::Symbol(symbol) => {
                let symbol = *symbol;
                self.mention(SymbolRef { module, symbol }, false);
            }
            _ => self.constant(module, callee),
        }
    }

    fn constant(&mut self, module: usize, root: ConstantId) {
        let mut mentioned: Vec<SymbolId> = Vec::new();
        let searched = &mut self.searched;
        walk(&self.units[module].module.constants, root, &mut |id, constant| {
            if let Constant::Symbol(symbol) | Constant::BlockAddress { function: symbol, .. } =
                constant
            {
                mentioned.push(*symbol);
            }
            searched.insert((module, id))
        });
        for symbol in mentioned {
            self.mention(SymbolRef { module, symbol }, true);
        }
    }
}

/// The names of all that modules do not define or that may be replaced, whether it is reached or
/// not.
pub(crate) fn undefined(units: &[Unit]) -> FxHashSet<&str> {
    let mut missing = FxHashSet::default();
    for Unit { module, .. } in units {
        for symbol in &module.symbols {
            find_missing(module, symbol, &may_be_replaced, &mut missing);
        }
    }
    missing
}

/// What a symbol needs of the runtime. Intrinsics that copy memory need the library's functions,
/// and so do parameters that are passed by value.
fn find_missing<'a>(
    module: &'a Module,
    symbol: &'a Symbol,
    replaced: &dyn Fn(&str) -> bool,
    missing: &mut FxHashSet<&'a str>,
) {
    let name = symbol_name(module, symbol).unwrap_or_default();
    let function = match &symbol.definition {
        Definition::Function(id) => module.function(*id),
        Definition::Variable(variable) => {
            if variable.initializer.is_none() {
                missing.insert(name);
            }
            return;
        }
        Definition::Alias { .. } | Definition::IndirectFunction => return,
    };
    if !function.is_declaration() && !replaced(name) {
        if function.parameters.iter().any(|each| each.by_value.is_some()) {
            missing.insert("memcpy");
        }
        return;
    }
    missing.insert(name);
    missing.extend(builtins::needs(name));
    missing.extend(failures::chooser(name));
    missing.extend(waits::needs(name));
    let intrinsic = name.strip_prefix("llvm.").unwrap_or_default();
    missing.extend(["memcpy", "memmove", "memset"].iter().filter(|it| intrinsic.starts_with(**it)));
}

//! What happens before `main`, and what does `main` get?
//!
//! Constructors run first, in the order of their priorities. The program has no arguments but its
//! own name.

use super::link::{Links, SymbolRef, symbol_name};
use super::{LinkError, Output, Unit, World};
use crate::tree::{Constant, ConstantId, Definition, Module, SymbolId};
use base::{Address, Diagnostic};
use program::{Callee, Function, FunctionId, Global, Instruction, Operand, Register, Terminator};

/// The function where execution starts.
pub(super) fn find_main(units: &[Unit], links: &Links) -> Result<SymbolRef, LinkError> {
    for (module, unit) in units.iter().enumerate() {
        for (index, symbol) in unit.module.symbols.iter().enumerate() {
            if symbol_name(&unit.module, symbol) != Some("main") || symbol.linkage.is_local() {
                continue;
            }
            let symbol = SymbolId(index as u32);
            let chosen = links.get(SymbolRef { module, symbol });
            let home = &units[chosen.module].module;
            if let Definition::Function(id) = home.symbol(chosen.symbol).definition
                && !home.function(id).is_declaration()
            {
                return Ok(chosen);
            }
        }
    }
    let diagnostic = Diagnostic::new("there is no function `main`", 0..0)
        .with_help("a program starts in `main`; was the file with it left out?");
    let unit = 0;
    Err(LinkError { unit, diagnostic })
}

/// What runs before and after `main`.
#[derive(Debug, Default)]
pub(super) struct Constructors {
    /// Priority, module and function, in the order in which they run.
    before: Vec<(u64, usize, ConstantId)>,
    /// What each of those mentions.
    roots: Vec<SymbolRef>,
    /// Whether anything runs after `main`.
    after: bool,
}

impl Constructors {
    pub(super) fn roots(&self) -> impl Iterator<Item = SymbolRef> {
        self.roots.iter().copied()
    }
}

pub(super) fn constructors(units: &[Unit]) -> Constructors {
    let mut constructors = Constructors::default();
    for (index, unit) in units.iter().enumerate() {
        let module = &unit.module;
        for (priority, function) in entries(module, "llvm.global_ctors") {
            constructors.before.push((priority, index, function));
            if let Constant::Symbol(symbol) = module.constants.get(function) {
                constructors.roots.push(SymbolRef { module: index, symbol: *symbol });
            }
        }
        constructors.after |= !entries(module, "llvm.global_dtors").is_empty();
    }
    constructors.before.sort_by_key(|(priority, ..)| *priority);
    constructors
}

/// The priorities and functions in `llvm.global_ctors` or its like.
fn entries(module: &Module, name: &str) -> Vec<(u64, ConstantId)> {
    let Some(Definition::Variable(variable)) = module.find(name).map(|symbol| &symbol.definition)
    else {
        return Vec::new();
    };
    let Some(Constant::Aggregate(list)) = variable.initializer.map(|id| module.constants.get(id))
    else {
        return Vec::new();
    };
    let entry = |id: &ConstantId| match module.constants.get(*id) {
        Constant::Aggregate(parts) => {
            match (module.constants.get(*parts.first()?), parts.get(1)?) {
                (Constant::Integer { low, .. }, function) => Some((*low, *function)),
                _ => None,
            }
        }
        _ => None,
    };
    list.iter().filter_map(entry).collect()
}

/// Makes `main` run the constructors and gives it its arguments.
pub(super) fn prepare_main(
    world: &World<'_>,
    output: &mut Output,
    constructors: &Constructors,
    main: &mut Function,
) {
    let mut first = Vec::new();
    if main.parameters > 0 {
        let arguments = argument_vector(output);
        let values = [1, arguments, arguments + 8];
        for (index, value) in values.into_iter().take(main.parameters as usize).enumerate() {
            first.push(Instruction::Assign {
                target: Register(index as u32),
                value: Operand::Constant(value),
            });
        }
        main.parameters = 0;
    }
    for (_, module, function) in &constructors.before {
        first.push(match constructor(world, output, *module, *function) {
            Some(function) => Instruction::Call {
                targets: Vec::new(),
                callee: Callee::Direct(function),
                arguments: Vec::new(),
            },
            None => Instruction::Unsupported {
                what: "a constructor that is no function without parameters".to_owned(),
            },
        });
    }
    if constructors.after {
        // Wherever the program ends, they would run.
        let what = "a destructor that runs after `main`".to_owned();
        first.insert(0, Instruction::Unsupported { what });
    }
    if let Some(entry) = main.blocks.first_mut() {
        for (index, instruction) in first.into_iter().enumerate() {
            entry.insert(index, instruction, None);
        }
    }
}

/// Makes a function one atomic block: the convention of SV-COMP for names that start with `__VERIFIER_atomic_`.
pub(super) fn make_atomic(function: &mut Function) {
    for (index, block) in function.blocks.iter_mut().enumerate() {
        if index == 0 {
            block.insert(0, Instruction::AtomicBegin, None);
        }
        if let Terminator::Return { .. } = block.terminator {
            block.push(Instruction::AtomicEnd, None);
        }
    }
}

/// The function that an entry of the list of constructors means.
fn constructor(
    world: &World<'_>,
    output: &Output,
    module: usize,
    constant: ConstantId,
) -> Option<FunctionId> {
    let address = world.scope(module).scalar_constant(constant).ok()?.defined()?;
    let id = output.program.function_at(Address(address))?;
    let index = id.index().checked_sub(output.first_function)?;
    let source = world.statics.functions.get(index)?;
    let home = &world.units[source.symbol.module].module;
    let function = home.function(source.body?);
    function.parameters.is_empty().then_some(id)
}

/// The address of the array that `argv` points to.
fn argument_vector(output: &mut Output) -> u64 {
    let name = b"program\0".to_vec();
    let text = output.add_global(Global {
        name: "argv[0]".to_owned(),
        size: name.len() as u64,
        bytes: name,
        constant: false,
        layout: None,
    });
    let array = output.add_global(Global {
        name: "argv".to_owned(),
        size: 16,
        bytes: text.address().0.to_le_bytes().to_vec(),
        constant: false,
        layout: None,
    });
    array.address().0
}

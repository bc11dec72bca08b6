//! What happens before and after `main`, and what does `main` get?
//!
//! Constructors run first, in the order of their priorities. At the end, which is the return of
//! `main` or a call of `exit`, the functions run that `atexit` was told, then the destructors, each
//! in the reverse order. They run in the thread that ends the program, while the others may go on.
//! The program has no arguments but its own name.

use super::link::{Links, SymbolRef, symbol_name};
use super::{LinkError, Output, Unit, World};
use crate::tree::{Constant, ConstantId, Definition, Module, SymbolId};
use base::{Address, Diagnostic};
use program::{Callee, Function, FunctionId, Global, Instruction, Operand, Register, Terminator};
use rustc_hash::FxHashSet;

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
pub(super) struct AroundMain {
    /// Priority, module and function, in the order in which they run.
    constructors: Vec<(u64, usize, ConstantId)>,
    destructors: Vec<(u64, usize, ConstantId)>,
    /// What all of those mention.
    roots: Vec<SymbolRef>,
}

impl AroundMain {
    pub(super) fn new(units: &[Unit]) -> AroundMain {
        let mut around = AroundMain::default();
        for (index, unit) in units.iter().enumerate() {
            let list = |name| entries(&unit.module, name).into_iter();
            let placed = |(priority, function)| (priority, index, function);
            around.constructors.extend(list("llvm.global_ctors").map(placed));
            around.destructors.extend(list("llvm.global_dtors").map(placed));
        }
        around.constructors.sort_by_key(|(priority, ..)| *priority);
        around.destructors.sort_by_key(|(priority, ..)| *priority);
        around.destructors.reverse();
        for (_, module, function) in around.constructors.iter().chain(&around.destructors) {
            if let Constant::Symbol(symbol) = units[*module].module.constants.get(*function) {
                around.roots.push(SymbolRef { module: *module, symbol: *symbol });
            }
        }
        around
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = SymbolRef> {
        self.roots.iter().copied()
    }

    /// Which functions of the runtime a program needs besides those that it is `missing`.
    pub(super) fn needs(&self, name: &str, missing: &FxHashSet<&str>) -> bool {
        let tells = TELLS_HANDLERS.iter().any(|function| missing.contains(function));
        match name {
            AT_END | LEAVE_MAIN => tells || !self.destructors.is_empty(),
            RUN_HANDLERS => tells,
            RUN_THREAD => MAKE_KEYS.iter().any(|function| missing.contains(function)),
            _ => false,
        }
    }
}

/// The functions of the runtime that make keys.
const MAKE_KEYS: [&str; 2] = ["pthread_key_create", "tss_create"];
/// What threads start with where there are keys, and what it calls at the end.
const RUN_THREAD: &str = "heddle.run_thread";
const RUN_DESTRUCTORS: &str = "heddle.run_key_destructors";

/// The functions of the runtime that say what runs at the end.
const TELLS_HANDLERS: [&str; 2] = ["atexit", "__cxa_atexit"];
/// What runs at the end.
const AT_END: &str = "heddle.at_end";
/// Runs what `atexit` was told.
const RUN_HANDLERS: &str = "heddle.run_handlers";
/// Refuses what the lowering does not do: that `main` ends, and not the program.
const LEAVE_MAIN: &str = "heddle.leave_main";
/// All of the runtime that programs may need although no module mentions it.
pub(crate) const AROUND_MAIN: [&str; 4] = [AT_END, LEAVE_MAIN, RUN_HANDLERS, RUN_THREAD];

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

/// Makes `main` run the constructors and what runs at the end, and gives it its arguments.
pub(super) fn prepare_main(
    world: &World<'_>,
    output: &mut Output,
    around: &AroundMain,
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
    first.extend(calls(world, output, "constructor", &around.constructors));
    if let Some(entry) = main.blocks.first_mut() {
        for (index, instruction) in first.into_iter().enumerate() {
            entry.insert(index, instruction, None);
        }
    }
    let Some(at_end) = runtime_function(output, AT_END) else { return };
    for block in &mut main.blocks {
        if let Terminator::Return { .. } = block.terminator {
            block.push(call(at_end), None);
        }
    }
}

/// Gives the functions of the runtime that have to do with the end of the program their bodies.
pub(super) fn prepare_end(world: &World<'_>, output: &mut Output, around: &AroundMain) {
    let (Some(at_end), Some(leave_main)) =
        (runtime_function(output, AT_END), runtime_function(output, LEAVE_MAIN))
    else {
        return;
    };
    let handlers = runtime_function(output, RUN_HANDLERS).map(call);
    let destructors = calls(world, output, "destructor", &around.destructors);
    let body = &mut output.program.functions[at_end.index()].blocks[0];
    for instruction in handlers.into_iter().chain(destructors) {
        body.push(instruction, None);
    }
    if let Some(leaving) = runtime_function(output, "pthread_exit") {
        let body = &mut output.program.functions[leaving.index()].blocks[0];
        body.insert(0, call(leave_main), None);
    }
}

/// Lets threads that leave by `pthread_exit` run the destructors of keys, too.
pub(super) fn prepare_keys(output: &mut Output) {
    let (Some(destructors), Some(leaving)) =
        (runtime_function(output, RUN_DESTRUCTORS), runtime_function(output, "pthread_exit"))
    else {
        return;
    };
    let body = &mut output.program.functions[leaving.index()].blocks[0];
    body.insert(0, call(destructors), None);
}

/// A function of the runtime, if it was selected.
pub(super) fn runtime_function(output: &Output, name: &str) -> Option<FunctionId> {
    let mut runtime = output.program.functions.iter().take(output.first_function);
    let index = runtime.position(|function| function.name == name)?;
    Some(FunctionId(index as u32))
}

fn call(function: FunctionId) -> Instruction {
    let callee = Callee::Direct(function);
    Instruction::Call { targets: Vec::new(), callee, arguments: Vec::new() }
}

/// Calls of functions without parameters.
fn calls(
    world: &World<'_>,
    output: &Output,
    what: &str,
    functions: &[(u64, usize, ConstantId)],
) -> Vec<Instruction> {
    let one = |(_, module, function): &(u64, usize, ConstantId)| match function_of(
        world, output, *module, *function,
    ) {
        Some(function) => call(function),
        None => {
            let what = format!("a {what} that is no function without parameters");
            Instruction::Unsupported { what }
        }
    };
    functions.iter().map(one).collect()
}

/// Makes a function one atomic block: the convention of SV-COMP for names that start with
/// `__VERIFIER_atomic_`.
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

/// The function that an entry of a list of constructors or destructors means.
fn function_of(
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

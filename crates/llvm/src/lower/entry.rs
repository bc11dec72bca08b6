//! What happens before and after `main`, and what does `main` get?
//!
//! Constructors run first, in the order of their priorities, and with them what the loader finds
//! (`loading`). At the end, which is the return of
//! `main` or a call of `exit`, the functions run that `atexit` was told, then the destructors, each
//! in the reverse order. They run in the thread that ends the program, while the others may go on.
//! When a thread ends, its thread-local variables and its keys have destructors.
//! The program has no arguments but its own name, and no environment. One that looks at them could
//! find others, and calls a function that says so.

use super::function::used_values;
use super::link::{Links, SymbolRef, symbol_name};
use super::loading::{self, SHIFT, When};
use super::visit::operands;
use super::{LinkError, Output, Unit, World};
use crate::tree::{
    self, Constant, ConstantId, Definition, InstructionKind, Module, Operand as TreeOperand,
    SymbolId, ValueId,
};
use base::{Address, Diagnostic};
use program::{
    Block, Callee, Function, FunctionId, Global, Instruction, Operand, Program, Register,
    Terminator,
};
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
    /// Whether no thread may still run when `main` ends.
    checks_threads: bool,
    /// Whether `main` is given arguments.
    has_parameters: bool,
}

impl AroundMain {
    pub(super) fn new(units: &[Unit], runtime: &Program, main: SymbolRef) -> AroundMain {
        let checks_threads = runtime.function_named(CHECK_THREADS).is_some();
        let home = &units[main.module].module;
        let has_parameters = match home.symbol(main.symbol).definition {
            Definition::Function(id) => !home.function(id).parameters.is_empty(),
            Definition::Variable(_) | Definition::Alias { .. } | Definition::IndirectFunction => {
                false
            }
        };
        let mut around = AroundMain { checks_threads, has_parameters, ..AroundMain::default() };
        for (index, unit) in units.iter().enumerate() {
            let list = |name| entries(&unit.module, name).into_iter();
            let placed = |(priority, function)| (priority + SHIFT, index, function);
            around.constructors.extend(list("llvm.global_ctors").map(placed));
            around.destructors.extend(list("llvm.global_dtors").map(placed));
            for (when, function) in loading::entries(&unit.module) {
                match when {
                    When::Before { priority } => {
                        around.constructors.push((priority, index, function));
                    }
                    When::After { priority } => {
                        around.destructors.push((priority, index, function))
                    }
                }
            }
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
        let is_missing =
            |functions: &[&str]| functions.iter().any(|function| missing.contains(function));
        let has_keys = is_missing(&MAKE_KEYS);
        let has_variables = is_missing(&TELL_THREAD_HANDLERS);
        let tells = is_missing(&TELL_HANDLERS);
        let checks = self.checks_threads;
        let has_end = tells || has_variables || !self.destructors.is_empty() || checks;
        let counts = has_end && is_missing(&LEAVE) || checks;
        match name {
            AT_END => has_end,
            CHECK_THREADS => checks,
            RUN_HANDLERS => tells,
            LEAVE_HANDLERS => is_missing(&["__pthread_register_cancel"]),
            RUN_THREAD | AT_THREAD_END => has_keys || has_variables || counts,
            RUN_DESTRUCTORS => has_keys,
            RUN_THREAD_HANDLERS => has_variables,
            LEAVE_MAIN | COUNT_CREATED | COUNT_ENDED => counts,
            SURROUNDINGS => self.has_parameters,
            _ => false,
        }
    }
}

/// The functions of the runtime that make keys.
const MAKE_KEYS: [&str; 2] = ["pthread_key_create", "tss_create"];
/// Those that say what runs when a thread ends.
const TELL_THREAD_HANDLERS: [&str; 1] = ["__cxa_thread_atexit"];
/// Those that say what runs at the end.
const TELL_HANDLERS: [&str; 2] = ["atexit", "__cxa_atexit"];
/// Those by which a thread leaves in the middle.
const LEAVE: [&str; 2] = ["pthread_exit", "thrd_exit"];
/// Those that create threads.
const CREATE: [&str; 3] = [
    "pthread_create",
    "thrd_create",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
];

/// What threads start with where something runs at their ends, and what that is.
const RUN_THREAD: &str = "heddle.run_thread";
const AT_THREAD_END: &str = "heddle.at_thread_end";
const RUN_DESTRUCTORS: &str = "heddle.run_key_destructors";
const RUN_THREAD_HANDLERS: &str = "heddle.run_thread_handlers";
/// Where `main` waits for all threads.
const COUNT_CREATED: &str = "heddle.count_created";
const COUNT_ENDED: &str = "heddle.count_ended";
/// Refuses that a thread leaves while it has clean-up handlers.
const LEAVE_HANDLERS: &str = "heddle.leave_handlers";
/// What runs at the end.
const AT_END: &str = "heddle.at_end";
/// What complains about threads that still run then.
const CHECK_THREADS: &str = "heddle.check_threads";
/// Runs what `atexit` was told.
const RUN_HANDLERS: &str = "heddle.run_handlers";
/// What `main` does if it leaves, and not the program.
const LEAVE_MAIN: &str = "heddle.leave_main";
/// What is called where the world could be otherwise.
const SURROUNDINGS: &str = "heddle.input.surroundings";
/// All of the runtime that programs may need although no module mentions it.
pub(crate) const AROUND_MAIN: [&str; 12] = [
    AT_END,
    CHECK_THREADS,
    LEAVE_MAIN,
    RUN_HANDLERS,
    RUN_THREAD,
    AT_THREAD_END,
    RUN_DESTRUCTORS,
    RUN_THREAD_HANDLERS,
    COUNT_CREATED,
    COUNT_ENDED,
    LEAVE_HANDLERS,
    SURROUNDINGS,
];

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

/// Makes `main` run the constructors, and gives it its arguments.
pub(super) fn prepare_main(
    world: &World<'_>,
    output: &mut Output,
    around: &AroundMain,
    main: &mut Function,
) {
    let unsupported = loading::unsupported(world.units).into_iter();
    let refused = unsupported.map(|what| Instruction::Unsupported { what });
    let mut first: Vec<Instruction> = refused.collect();
    if main.parameters > 0 {
        if let (Some(ask), true) =
            (runtime_function(output, SURROUNDINGS), looks_at_arguments(world))
        {
            first.push(call(ask));
        }
        let arguments = argument_vector(output);
        let pointer = u64::from(output.program.pointers.bytes());
        let values = [1, arguments, arguments + pointer];
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
}

/// Makes the program start in a function that calls `main`, and then what runs at the end: the
/// local variables of `main` are gone by then.
pub(super) fn wrap_main(output: &mut Output, main: FunctionId) {
    let Some(at_end) = runtime_function(output, AT_END) else { return };
    let body = &mut output.program.functions[main.index()];
    let returned = body.blocks.iter().find_map(|block| match &block.terminator {
        Terminator::Return { values } => {
            Some((values.len(), block.positions.last().copied().flatten()))
        }
        _ => None,
    });
    let Some((results, position)) = returned else { return };
    let name = std::mem::replace(&mut body.name, "main's body".to_owned());
    let registers: Vec<Register> = (0..results as u32).map(Register).collect();
    let callee = Callee::Direct(main);
    let values = registers.iter().copied().map(Operand::from).collect();
    let mut block = Block::new("entry", Terminator::Return { values });
    block.push(Instruction::Call { targets: registers, callee, arguments: Vec::new() }, position);
    block.push(call(at_end), position);
    output.program.functions.push(Function {
        name,
        parameters: 0,
        variadic: false,
        registers: vec![String::new(); results],
        blocks: vec![block],
    });
}

/// Whether `main` does more with its parameters than to put them into variables that nobody reads,
/// as a compiler does that does not optimise.
fn looks_at_arguments(world: &World<'_>) -> bool {
    let module = world.scope(world.main.module).module;
    let Definition::Function(id) = module.symbol(world.main.symbol).definition else {
        return false;
    };
    let tree = module.function(id);
    let is_in = |operand: TreeOperand, values: &FxHashSet<ValueId>| match operand {
        TreeOperand::Local(value) => values.contains(&value),
        TreeOperand::Constant(_) | TreeOperand::Metadata(_) => false,
    };
    let parameters: FxHashSet<ValueId> = (0..tree.parameters.len() as u32).map(ValueId).collect();
    let is_variable =
        |each: &&tree::Instruction| matches!(each.kind, InstructionKind::Alloca { .. });
    let variables: FxHashSet<ValueId> =
        tree.instructions().filter(is_variable).filter_map(|each| each.result).collect();
    let copied = |kind: &InstructionKind| match kind {
        InstructionKind::Store { value, address, .. }
            if is_in(value.operand, &parameters) && is_in(address.operand, &variables) =>
        {
            Some(address.operand)
        }
        _ => None,
    };
    let copies: FxHashSet<ValueId> = tree
        .instructions()
        .filter_map(|each| match copied(&each.kind)? {
            TreeOperand::Local(variable) => Some(variable),
            TreeOperand::Constant(_) | TreeOperand::Metadata(_) => None,
        })
        .collect();
    let used = used_values(tree);
    // To load one and not to use it is what becomes of a cast to `void`.
    let is_idle = |each: &tree::Instruction| match each.kind {
        InstructionKind::Load { .. } => each.result.is_some_and(|result| !used.contains(&result)),
        _ => copied(&each.kind).is_some(),
    };
    tree.instructions().filter(|each| !is_idle(each)).any(|each| {
        let mut looks = false;
        operands(&each.kind, |operand| {
            looks |= is_in(operand, &parameters) || is_in(operand, &copies);
        });
        looks
    })
}

/// Gives the functions of the runtime that have to do with ends their bodies.
pub(super) fn prepare_ends(world: &World<'_>, output: &mut Output, around: &AroundMain) {
    let calls_of = |output: &Output, names: &[&str]| {
        let functions = names.iter().filter_map(|name| runtime_function(output, name));
        functions.map(call).collect::<Vec<_>>()
    };
    let mut at_end = calls_of(output, &[CHECK_THREADS, RUN_THREAD_HANDLERS, RUN_HANDLERS]);
    at_end.extend(calls(world, output, "destructor", &around.destructors));
    insert(output, AT_END, at_end);
    let at_thread_end = calls_of(output, &[RUN_THREAD_HANDLERS, RUN_DESTRUCTORS, COUNT_ENDED]);
    insert(output, AT_THREAD_END, at_thread_end);
    let leaving = calls_of(output, &[LEAVE_HANDLERS, AT_THREAD_END, LEAVE_MAIN]);
    insert(output, "pthread_exit", leaving);
    let created = calls_of(output, &[COUNT_CREATED]);
    for name in CREATE {
        insert(output, name, created.clone());
    }
}

/// Puts instructions at the start of a function of the runtime, if it was selected.
fn insert(output: &mut Output, name: &str, instructions: Vec<Instruction>) {
    let Some(function) = runtime_function(output, name) else { return };
    let body = &mut output.program.functions[function.index()].blocks[0];
    for (index, instruction) in instructions.into_iter().enumerate() {
        body.insert(index, instruction, None);
    }
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
    let pointers = output.program.pointers;
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
        size: 2 * u64::from(pointers.bytes()),
        bytes: pointers.stored(text.address().0).to_le_bytes()[..pointers.bytes().into()].to_vec(),
        constant: false,
        layout: None,
    });
    array.address().0
}

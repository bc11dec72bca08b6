//! Calls from which an exception may come, and where it arrives.
//!
//! `runtime/cxx_exceptions.heddle` says how exceptions travel. Here, the landing pad of an `invoke`
//! becomes a list of handlers in memory, and is noted beside the block that ends with the call;
//! `unwinding` then puts the way there behind the calls from which exceptions can come. A program
//! in which nobody catches needs none of this: what it throws ends it at once.
//!
//! Not covered: exception specifications with types (`throw(int)`), which C++17 no longer has.

use super::entry::runtime_function;
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::link::symbol_name;
use super::reach::Reached;
use super::{Unit, library};
use crate::tree::instruction::{Call, Callee as TreeCallee, Clause, InstructionKind, Typed};
use crate::tree::{BlockId as TreeBlockId, Constant, ConstantId, Definition, ValueId};
use crate::tree::{Function, Operand as TreeOperand};
use program::{
    Access, BlockId, Callee, FunctionId, Global, Instruction, Operand, Program, Register,
    Terminator, ThreadLocalId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the compiler calls where an exception leaves a function that must not throw.
const MUST_NOT_THROW: &str = "__clang_call_terminate";
/// What begins every throw.
pub(crate) const RAISE: &str = "heddle.raise";
const THROW: &str = "__cxa_throw";
const ANNOUNCE: &str = "heddle.announce";
const ENTER_TRY: &str = "heddle.enter_try";
const LEAVE_TRY: &str = "heddle.leave_try";
const SELECT: &str = "heddle.select";
/// What a thread knows of exceptions; first of all, the pending one.
const STATE: &str = "heddle.exceptions";

/// What of the runtime has to do with exceptions in this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Nothing,
    /// Something can be thrown, and nobody catches it.
    Throwing,
    Catching,
}

impl Need {
    /// What a program needs that reaches these functions and is `missing` those.
    pub(super) fn new(units: &[Unit], reached: &Reached, missing: &FxHashSet<&str>) -> Need {
        if !missing.contains(RAISE) {
            return Need::Nothing;
        }
        let mut functions = reached.symbols.keys().filter_map(|reference| {
            let module = &units[reference.module].module;
            match module.symbol(reference.symbol).definition {
                Definition::Function(id) => Some((module, module.function(id))),
                Definition::Variable(_)
                | Definition::Alias { .. }
                | Definition::IndirectFunction => None,
            }
        });
        let catches = functions.any(|(module, function)| {
            let name = |constant| match module.constants.get(constant) {
                Constant::Symbol(symbol) => symbol_name(module, module.symbol(*symbol)),
                _ => None,
            };
            let mut pads = (0..function.blocks.len() as u32).map(TreeBlockId);
            pads.any(|pad| has_handlers(function, pad) && !ends_program(function, pad, name))
        });
        if catches { Need::Catching } else { Need::Throwing }
    }

    /// Whether a function of the runtime is needed although no module mentions it.
    pub(super) fn includes(self, function: &str) -> bool {
        match self {
            Need::Nothing => false,
            Need::Throwing => function == ANNOUNCE,
            Need::Catching => [ANNOUNCE, ENTER_TRY, LEAVE_TRY, SELECT].contains(&function),
        }
    }
}

/// What lowering and `unwinding` use where exceptions are caught.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unwinding {
    pub(super) state: ThreadLocalId,
    pub(super) enter_try: FunctionId,
    pub(super) leave_try: FunctionId,
    pub(super) select: FunctionId,
}

impl Unwinding {
    pub(super) fn find(runtime: &Program) -> Option<Unwinding> {
        let function = |name| runtime.function_named(name);
        Some(Unwinding {
            state: library::thread_local(runtime, STATE)?,
            enter_try: function(ENTER_TRY)?,
            leave_try: function(LEAVE_TRY)?,
            select: function(SELECT)?,
        })
    }
}

/// Where the exceptions of a call arrive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub(super) pad: BlockId,
    /// The list of its handlers, if it has any.
    pub(super) handlers: Option<u64>,
    /// Whether exceptions arrive that none of them takes.
    pub(super) cleans_up: bool,
    /// Whether no exception goes on from there by itself.
    pub(super) is_end: bool,
    /// What cannot be translated of it.
    pub(super) has_filter: bool,
    /// Where the throw and the number of the handler are put.
    pub(super) results: [Register; 2],
}

/// Lists of handlers, and numbers of types, as far as a program has needed them.
#[derive(Debug, Default)]
pub(super) struct Handlers {
    numbers: FxHashMap<Option<u64>, u64>,
    lists: FxHashMap<Vec<(u64, u64)>, u64>,
    messages: FxHashMap<String, u64>,
}

impl Handlers {
    /// The number by which code knows the handlers for a type, by the address of its description.
    fn number(&mut self, of: Option<u64>) -> u64 {
        let next = self.numbers.len() as u64 + 1;
        *self.numbers.entry(of).or_insert(next)
    }
}

fn has_handlers(function: &Function, pad: TreeBlockId) -> bool {
    function.block(pad).instructions.iter().any(|each| match &each.kind {
        InstructionKind::LandingPad { clauses, .. } => !clauses.is_empty(),
        _ => false,
    })
}

/// Whether a landing pad is that of a function that must not throw.
fn ends_program<'a>(
    function: &Function,
    pad: TreeBlockId,
    name: impl Fn(ConstantId) -> Option<&'a str>,
) -> bool {
    function.block(pad).instructions.iter().any(|each| match &each.kind {
        InstructionKind::Call(call) => match call.callee {
            TreeCallee::Operand(TreeOperand::Constant(callee)) => {
                name(callee) == Some(MUST_NOT_THROW)
            }
            TreeCallee::Operand(_) | TreeCallee::Assembly { .. } => false,
        },
        _ => false,
    })
}

impl Body<'_, '_> {
    /// Translates a call that goes on at `normal`, or at `unwind` if it throws.
    pub(super) fn invoke(
        &mut self,
        from: TreeBlockId,
        (result, call): (Option<ValueId>, &Call),
        normal: BlockId,
        unwind: TreeBlockId,
    ) -> Lowered<()> {
        let landing = match self.output.unwinding {
            Some(_) => Some(self.landing(from, unwind)?),
            None => None,
        };
        let (start, before) = (self.current, self.block_length());
        self.call(result, call)?;
        self.terminate(Terminator::Jump(normal));
        let skipped = if self.current == start { before } else { 0 };
        let block = &self.function.blocks[self.current.index()];
        let calls = block.instructions[skipped..].iter();
        let has_call = calls.filter(|each| matches!(each, Instruction::Call { .. })).count() > 0;
        if let Some(landing) = landing.filter(|_| has_call) {
            self.landings.insert(self.current, landing);
        }
        Ok(())
    }

    fn block_length(&self) -> usize {
        self.function.blocks[self.current.index()].instructions.len()
    }

    fn landing(&mut self, from: TreeBlockId, pad: TreeBlockId) -> Lowered<Landing> {
        let found = self.tree.block(pad).instructions.iter().find_map(|each| match &each.kind {
            InstructionKind::LandingPad { cleans_up, clauses } => Some((*cleans_up, clauses)),
            _ => None,
        });
        let Some((cleans_up, clauses)) = found else {
            return unsupported("an `invoke` that does not unwind to a `landingpad`");
        };
        let scope = self.scope;
        let name = |constant| match scope.module.constants.get(constant) {
            Constant::Symbol(symbol) => Some(scope.symbol_name(*symbol)),
            _ => None,
        };
        let ends_program = ends_program(self.tree, pad, name);
        let mut list = Vec::new();
        for clause in clauses {
            if let Clause::Catch(wanted) = clause
                && let Some(wanted) = self.description(*wanted)
            {
                let number = self.output.handlers.number(Some(wanted));
                list.push((wanted, if ends_program { 0 } else { number }));
            }
        }
        let catches_all = list.iter().any(|(wanted, _)| *wanted == 0);
        Ok(Landing {
            pad: self.edge(super::edges::Edge { from, to: pad }),
            handlers: (!list.is_empty()).then(|| self.list_of_handlers(list)),
            cleans_up,
            is_end: catches_all,
            has_filter: clauses.contains(&Clause::Filter),
            results: self.landing_registers(),
        })
    }

    /// The address of the description of a type; `None` if nobody defines it, so that nothing of
    /// this type, or of one that is derived from it, can be thrown.
    fn description(&self, of: ConstantId) -> Option<u64> {
        self.scope.scalar_constant(of).ok()?.defined()
    }

    fn list_of_handlers(&mut self, list: Vec<(u64, u64)>) -> u64 {
        let numbers = [list.len() as u64].into_iter();
        let words = numbers.chain(list.iter().flat_map(|(wanted, number)| [*wanted, *number]));
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        if let Some(known) = self.output.handlers.lists.get(&list) {
            return *known;
        }
        let address = self.constant_bytes("handlers", bytes);
        self.output.handlers.lists.insert(list, address);
        address
    }

    fn constant_bytes(&mut self, name: &str, bytes: Vec<u8>) -> u64 {
        let (name, size) = (name.to_owned(), bytes.len() as u64);
        let global = Global { name, size, bytes, constant: true, layout: None };
        self.output.add_global(global).address().0
    }

    fn landing_registers(&mut self) -> [Register; 2] {
        if let Some(registers) = self.landing_results {
            return registers;
        }
        let registers = [self.temporary(), self.temporary()];
        self.landing_results = Some(registers);
        registers
    }

    /// What a landing pad gets has been put into registers on the way to it.
    pub(super) fn landing_pad(&mut self, result: Option<ValueId>) -> Lowered<()> {
        if self.output.unwinding.is_none() {
            return unsupported("exception handling instruction `landingpad`");
        }
        let Some(result) = result else { return Ok(()) };
        let [throw, number] = self.landing_registers();
        let &[first, second] = &self.registers(result)?[..] else {
            return unsupported("a `landingpad` that gets something else than two values");
        };
        self.emit(Instruction::Assign { target: first, value: throw.into() });
        self.emit(Instruction::Assign { target: second, value: number.into() });
        Ok(())
    }

    /// After cleaning up, the exception is pending again.
    pub(super) fn resume(&mut self, value: Typed) -> Lowered<()> {
        self.terminate(Terminator::Unreachable);
        let Some(Unwinding { state, .. }) = self.output.unwinding else {
            return unsupported("exception handling instruction `resume`");
        };
        let &[throw, _] = &self.leaves(value.operand)?[..] else {
            return unsupported("a `resume` with something else than two values");
        };
        let place = self.temporary();
        self.emit(Instruction::ThreadLocalAddress { target: place, variable: state });
        let access = Access::plain(8);
        self.emit(Instruction::Store { address: place.into(), value: throw, access });
        let results = self.scope.leaves(self.tree.result).map_or(0, <[_]>::len);
        self.terminate(Terminator::Return { values: vec![Operand::Undefined; results] });
        Ok(())
    }

    /// The number by which code recognises the handler for a type.
    pub(super) fn number_of_type(&mut self, call: &Call) -> Lowered<u64> {
        match call.arguments.first().map(|argument| argument.value.operand) {
            Some(TreeOperand::Constant(of)) => {
                let description = self.description(of);
                Ok(self.output.handlers.number(description))
            }
            Some(TreeOperand::Local(_) | TreeOperand::Metadata(_)) | None => {
                unsupported("the number of a type that is not a constant")
            }
        }
    }

    /// Says what is thrown, before it is: the message, if nobody catches it.
    pub(super) fn announce(&mut self, callee: &str, call: &Call) {
        let is_own = self.scope.world.units[self.scope.index].path.is_empty();
        if callee != THROW || is_own {
            return;
        }
        let Some(announce) = runtime_function(self.output, ANNOUNCE) else { return };
        let Some(TreeOperand::Constant(of)) = call.arguments.get(1).map(|each| each.value.operand)
        else {
            return;
        };
        let Constant::Symbol(symbol) = self.scope.module.constants.get(of) else { return };
        let Some(class) = thrown_class(self.scope.symbol_name(*symbol)) else { return };
        let message = format!("`{class}` is thrown and not caught");
        let address = match self.output.handlers.messages.get(&message) {
            Some(address) => *address,
            None => {
                let bytes = message.bytes().chain([0]).collect();
                let address = self.constant_bytes("message", bytes);
                self.output.handlers.messages.insert(message, address);
                address
            }
        };
        let arguments = vec![Operand::Constant(address)];
        let callee = Callee::Direct(announce);
        self.emit(Instruction::Call { targets: Vec::new(), callee, arguments });
    }
}

/// What a type is called whose description has this symbol.
fn thrown_class(symbol: &str) -> Option<String> {
    let readable = super::names::readable(symbol);
    readable.strip_prefix("typeinfo for ").map(str::to_owned)
}

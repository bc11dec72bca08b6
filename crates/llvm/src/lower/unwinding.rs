//! How does an exception get from where it is thrown to where it is caught?
//!
//! A thread that throws has a pending exception (`runtime/cxx_exceptions.heddle`), and the function
//! that threw it returns. So behind every call from which an exception may come there is a look at
//! what is pending: the caller goes to the landing pad of the call, or returns as well, with
//! results that nobody looks at. Around calls with handlers the thread notes these, so that a throw
//! knows whether anybody catches it.
//!
//! Which functions may throw follows from who calls whom. A call by address may throw if any
//! function does whose address is mentioned other than in calls; with pointers of four bytes, which
//! are not recognised in memory, always. What is caught completely does not count. So private
//! memory of a thread is looked at here and there, and nothing that another thread sees is added.

use super::exceptions::{Landing, RAISE, Unwinding};
use base::address::Pointers;
use base::{Address, SourcePosition};
use program::{
    Access, Block, BlockId, Callee, Function, FunctionId, Instruction, Operand, Program, Register,
    Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The function of the runtime that looks for itself, so that its callers need not return at once.
const TRY_CALL: &str = "heddle.try_call";

/// The landing pads of the calls that blocks of a function end with.
pub(super) type Landings = FxHashMap<BlockId, Landing>;

/// Puts the way to landing pads and out of functions behind all calls that may throw. `results`
/// says how many values a function returns that has no return of its own.
pub(super) fn insert(
    program: &mut Program,
    unwinding: Unwinding,
    landings: &FxHashMap<usize, Landings>,
    results: impl Fn(usize) -> usize,
) {
    let none = Landings::default();
    let throwers = Throwers::new(program, |function| landings.get(&function).unwrap_or(&none));
    for index in 0..program.functions.len() {
        if throwers.looks_itself == Some(FunctionId(index as u32)) {
            continue;
        }
        let own = landings.get(&index).unwrap_or(&none);
        let function = &mut program.functions[index];
        let returned = function.blocks.iter().find_map(|block| match &block.terminator {
            Terminator::Return { values } => Some(values.len()),
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Unreachable => None,
        });
        let results = returned.unwrap_or_else(|| results(index));
        let first = function.blocks.first().and_then(|block| block.instructions.first());
        let is_atomic = first == Some(&Instruction::AtomicBegin);
        let mut rewriting = Rewriting { function, unwinding, results, is_atomic, way_out: None };
        for block in (0..rewriting.function.blocks.len() as u32).map(BlockId) {
            rewriting.block(block, own.get(&block), &throwers);
        }
    }
}

/// Which calls may throw.
struct Throwers {
    functions: Vec<bool>,
    by_address: bool,
    looks_itself: Option<FunctionId>,
}

impl Throwers {
    fn new<'a>(program: &Program, landings: impl Fn(usize) -> &'a Landings) -> Throwers {
        let mentioned = mentioned_functions(program);
        let raise = program.function_named(RAISE);
        let functions = (0..program.functions.len())
            .map(|index| raise.is_some_and(|raise| raise.index() == index));
        let looks_itself = program.function_named(TRY_CALL);
        let by_address = program.pointers == Pointers::Narrow;
        let mut throwers = Throwers { functions: functions.collect(), by_address, looks_itself };
        let mut changed = true;
        while changed {
            changed = false;
            for (index, function) in program.functions.iter().enumerate() {
                if throwers.functions[index] {
                    continue;
                }
                let landings = landings(index);
                let blocks = (0..).map(BlockId).zip(&function.blocks);
                let throws = blocks.into_iter().any(|(id, block)| {
                    let ending = landings.get(&id).filter(|landing| landing.is_end);
                    let caught = ending.and_then(|_| last_call(block));
                    let mut each = block.instructions.iter().enumerate();
                    each.any(|(at, each)| Some(at) != caught && throwers.may_throw(each))
                });
                if throws {
                    throwers.functions[index] = true;
                    throwers.by_address |= mentioned.contains(&FunctionId(index as u32));
                    changed = true;
                }
            }
        }
        throwers
    }

    fn may_throw(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Call { callee: Callee::Direct(function), .. } => {
                self.functions[function.index()]
            }
            Instruction::Call { callee: Callee::Indirect(_), .. } => self.by_address,
            _ => false,
        }
    }

    /// Whether somebody must look behind this call.
    fn wants_look(&self, instruction: &Instruction) -> bool {
        let looked = match instruction {
            Instruction::Call { callee: Callee::Direct(function), .. } => {
                Some(*function) == self.looks_itself
            }
            _ => false,
        };
        self.may_throw(instruction) && !looked
    }
}

/// The functions whose addresses are operands, or in memory at the start.
fn mentioned_functions(program: &Program) -> FxHashSet<FunctionId> {
    let mut mentioned = FxHashSet::default();
    let mut mention = |number: u64| mentioned.extend(program.function_at(Address(number)));
    for block in program.functions.iter().flat_map(|function| &function.blocks) {
        let mut operand = |operand: Operand| {
            if let Operand::Constant(number) = operand {
                mention(number);
            }
        };
        block.instructions.iter().for_each(|each| each.operands(&mut operand));
        block.terminator.operands(&mut operand);
    }
    let globals = program.globals.iter().map(|global| &global.bytes);
    let own = program.thread_locals.iter().map(|variable| &variable.bytes);
    for word in globals.chain(own).flat_map(|bytes| bytes.chunks_exact(8)) {
        let word: [u8; 8] = word.try_into().expect("chunks of eight bytes");
        mention(u64::from_le_bytes(word));
    }
    mentioned
}

fn last_call(block: &Block) -> Option<usize> {
    block.instructions.iter().rposition(|each| matches!(each, Instruction::Call { .. }))
}

/// A function that is being changed.
struct Rewriting<'a> {
    function: &'a mut Function,
    unwinding: Unwinding,
    /// How many values it returns.
    results: usize,
    /// Whether it is an atomic block, which ends with it.
    is_atomic: bool,
    /// The block by which exceptions leave it.
    way_out: Option<BlockId>,
}

impl Rewriting<'_> {
    fn block(&mut self, id: BlockId, landing: Option<&Landing>, throwers: &Throwers) {
        let block = &self.function.blocks[id.index()];
        if !block.instructions.iter().any(|each| throwers.wants_look(each)) {
            return;
        }
        let landed = landing.and_then(|landing| Some((last_call(block)?, landing)));
        let empty = Block::new(block.name.clone(), Terminator::Unreachable);
        let old = std::mem::replace(&mut self.function.blocks[id.index()], empty);
        let mut current = id;
        let mut arrives = None;
        let last = old.positions.last().copied().flatten();
        for (index, (instruction, position)) in
            old.instructions.into_iter().zip(old.positions).enumerate()
        {
            let throws = throwers.wants_look(&instruction);
            match landed {
                Some((at, landing)) if at == index && throws => {
                    if let Some(handlers) = landing.handlers {
                        let arguments = vec![Operand::Constant(handlers)];
                        self.call(current, self.unwinding.enter_try, &[], arguments, position);
                    }
                    self.push(current, instruction, position);
                    if landing.handlers.is_some() {
                        self.call(current, self.unwinding.leave_try, &[], Vec::new(), position);
                    }
                    arrives = Some((landing, position));
                }
                _ => {
                    self.push(current, instruction, position);
                    if throws {
                        let out = self.way_out();
                        let next = self.add(Block::new("returned", Terminator::Unreachable));
                        self.look(current, out, next, position);
                        current = next;
                    }
                }
            }
        }
        if let Some((landing, position)) = arrives {
            let landing = self.arrival(landing, position);
            let next = self.add(Block::new("returned", Terminator::Unreachable));
            self.look(current, landing, next, position);
            current = next;
        }
        let end = &mut self.function.blocks[current.index()];
        end.terminator = old.terminator;
        if let Some(position) = end.positions.last_mut() {
            *position = last;
        }
    }

    /// Ends a block by looking whether an exception is pending.
    fn look(
        &mut self,
        block: BlockId,
        pending: BlockId,
        none: BlockId,
        position: Option<SourcePosition>,
    ) {
        let [place, throw] = [self.register(), self.register()];
        let variable = self.unwinding.state;
        self.push(block, Instruction::ThreadLocalAddress { target: place, variable }, position);
        let (address, access) = (place.into(), Access::plain(8));
        self.push(block, Instruction::Load { target: throw, address, access }, position);
        let condition = throw.into();
        self.terminate(block, Terminator::Branch { condition, then: pending, otherwise: none });
    }

    /// The way to a landing pad, or past it.
    fn arrival(&mut self, landing: &Landing, position: Option<SourcePosition>) -> BlockId {
        let first = self.add(Block::new("thrown", Terminator::Unreachable));
        let [throw, number] = landing.results;
        if landing.has_filter {
            let what = "an exception that meets an exception specification".to_owned();
            self.push(first, Instruction::Unsupported { what }, position);
            return first;
        }
        let (target, value) = (number, Operand::Constant(0));
        match landing.handlers {
            Some(handlers) => {
                let arguments = vec![Operand::Constant(handlers)];
                self.call(first, self.unwinding.select, &[number], arguments, position);
            }
            None => self.push(first, Instruction::Assign { target, value }, position),
        }
        let landed = if landing.cleans_up {
            first
        } else {
            let landed = self.add(Block::new("landing", Terminator::Unreachable));
            let (condition, otherwise) = (number.into(), self.way_out());
            self.terminate(first, Terminator::Branch { condition, then: landed, otherwise });
            landed
        };
        let place = self.register();
        let variable = self.unwinding.state;
        self.push(landed, Instruction::ThreadLocalAddress { target: place, variable }, position);
        let (address, access) = (place.into(), Access::plain(8));
        self.push(landed, Instruction::Load { target: throw, address, access }, position);
        self.push(landed, Instruction::Store { address, value, access }, position);
        self.terminate(landed, Terminator::Jump(landing.pad));
        first
    }

    fn way_out(&mut self) -> BlockId {
        if let Some(block) = self.way_out {
            return block;
        }
        let values = vec![Operand::Undefined; self.results];
        let mut block = Block::new("thrown", Terminator::Return { values });
        if self.is_atomic {
            block.push(Instruction::AtomicEnd, None);
        }
        let id = self.add(block);
        self.way_out = Some(id);
        id
    }

    fn call(
        &mut self,
        block: BlockId,
        function: FunctionId,
        targets: &[Register],
        arguments: Vec<Operand>,
        position: Option<SourcePosition>,
    ) {
        let (callee, targets) = (Callee::Direct(function), targets.to_vec());
        self.push(block, Instruction::Call { targets, callee, arguments }, position);
    }

    fn push(&mut self, block: BlockId, what: Instruction, position: Option<SourcePosition>) {
        self.function.blocks[block.index()].push(what, position);
    }

    fn terminate(&mut self, block: BlockId, terminator: Terminator) {
        self.function.blocks[block.index()].terminator = terminator;
    }

    fn add(&mut self, block: Block) -> BlockId {
        self.function.blocks.push(block);
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    fn register(&mut self) -> Register {
        self.function.add_register("")
    }
}

//! The interpreter's loop: private instructions run here, visible ones end it.

use crate::thread::{FIRST_THREAD_LOCAL, Frame, Iteration, Progress, Thread, handle};
use crate::{Block, Context, Failure, Objects, Operation, Request};
use base::{Address, ObjectId, Ordering, Tags, ThreadId, Value, ViolationKind};
use program::eval::{self, Fault};
use program::{Callee, FunctionId, Instruction, Operand, Register, Terminator};

/// The deepest call stack, in activations.
const MAX_FRAMES: usize = 50_000;
/// The largest register file of a thread, in registers.
const MAX_REGISTERS: usize = 1 << 22;

impl Thread {
    pub(crate) fn value(&self, base: usize, operand: Operand) -> Value {
        match operand {
            Operand::Register(register) => self.registers[base + register.0 as usize],
            Operand::Constant(bits) => Value::new(bits),
            Operand::Undefined => Value::uninitialised(64),
        }
    }

    pub(crate) fn set(&mut self, base: usize, register: Register, value: Value) {
        self.registers[base + register.0 as usize] = value;
    }

    /// The value of an operand that decides something.
    pub(crate) fn decide(&self, base: usize, operand: Operand, what: &str) -> Result<u64, Request> {
        self.value(base, operand).defined().ok_or_else(|| {
            Failure::new(ViolationKind::UninitialisedRead, format!("{what} is not initialised"))
                .into()
        })
    }

    /// Runs private code from the current instruction on.
    pub(crate) fn run(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        budget: &mut u64,
    ) -> Request {
        match self.tracks_dependencies() {
            true => self.run_code::<true>(context, objects, budget),
            false => self.run_code::<false>(context, objects, budget),
        }
    }

    /// The same, following dependencies or not.
    fn run_code<const TRACKS: bool>(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        budget: &mut u64,
    ) -> Request {
        loop {
            let Frame { function, block, .. } = *self.frame();
            let definition = context.program.function(function).block(block);
            let base = self.frame().base as usize;
            // Straight-line code of this block.
            let mut changed_frame = false;
            while let Some(instruction) =
                definition.instructions.get(self.frame().instruction as usize)
            {
                match self.execute::<TRACKS>(context, objects, base, instruction) {
                    Ok(Next::Instruction) => self.frame_mut().instruction += 1,
                    Ok(Next::Frame) => {
                        changed_frame = true;
                        break;
                    }
                    Err(request) => return request,
                }
            }
            if !changed_frame
                && let Err(request) =
                    self.terminate::<TRACKS>(context, base, &definition.terminator)
            {
                return request;
            }
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
                return Request::Paused;
            }
        }
    }

    fn execute<const TRACKS: bool>(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        instruction: &Instruction,
    ) -> Result<Next, Request> {
        use Instruction as I;
        if TRACKS {
            self.track_instruction(base, instruction);
        }
        match instruction {
            I::Assign { target, value } => {
                let value = self.value(base, *value);
                self.set(base, *target, value);
            }
            I::Binary { operation, width, target, left, right } => {
                let (left, right) = (self.value(base, *left), self.value(base, *right));
                let result = eval::binary(*operation, u32::from(*width), left, right)
                    .map_err(|fault| Request::from(arithmetic_failure(fault)))?;
                self.set(base, *target, result);
            }
            I::Compare { predicate, width, target, left, right } => {
                let (left, right) = (self.value(base, *left), self.value(base, *right));
                let result = eval::compare(*predicate, u32::from(*width), left, right);
                self.set(base, *target, result);
            }
            I::SignExtend { from, to, target, value } => {
                let value = self.value(base, *value);
                let result = eval::sign_extend(u32::from(*from), u32::from(*to), value);
                self.set(base, *target, result);
            }
            I::Truncate { to, target, value } => {
                let value = self.value(base, *value).truncate(u32::from(*to));
                self.set(base, *target, value);
            }
            I::Select { target, condition, then, otherwise } => {
                let condition = self.decide(base, *condition, "the condition of a selection")?;
                let chosen = if condition != 0 { then } else { otherwise };
                let value = self.value(base, *chosen);
                self.set(base, *target, value);
            }
            I::Load { .. }
            | I::Store { .. }
            | I::ReadModifyWrite { .. }
            | I::CompareExchange { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexTryLock { .. }
            | I::CallLibrary { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. } => {
                self.begin_access(context, objects, base, instruction)?;
            }
            I::Fence { ordering, tags } => {
                let tags = self.tags(*tags);
                return Err(self.visible(Operation::Fence { ordering: *ordering, tags }));
            }
            I::Call { callee, arguments, .. } => {
                let function = match callee {
                    Callee::Direct(function) => *function,
                    Callee::Indirect(operand) => {
                        let arguments = Some(arguments.len() as u32);
                        self.function_at(context, base, *operand, arguments)?
                    }
                };
                if self.frames.len() >= MAX_FRAMES {
                    return Err(Request::Unsupported(
                        format!("more than {MAX_FRAMES} calls inside of each other").into(),
                    ));
                }
                if self.registers.len() >= MAX_REGISTERS {
                    let message = format!(
                        "more than {MAX_REGISTERS} registers in calls inside of each other"
                    );
                    return Err(Request::Unsupported(message.into()));
                }
                let values: Vec<Value> =
                    arguments.iter().map(|argument| self.value(base, *argument)).collect();
                self.push_frame(context.program, function, values.into_iter());
                if TRACKS {
                    self.track_call(base, arguments);
                }
                return Ok(Next::Frame);
            }
            I::CurrentThread { target } => {
                let handle = handle(self.id());
                self.set(base, *target, Value::new(handle));
            }
            I::MutexHeld { target, mutex } => {
                let mutex = Address(self.decide(base, *mutex, "the address of a mutex")?);
                let is_held = self.rare.held.iter().any(|held| held.mutex == mutex);
                self.set(base, *target, Value::new(u64::from(is_held)));
            }
            I::ThreadLocalAddress { target, variable } => {
                let index = FIRST_THREAD_LOCAL + variable.0;
                let address = ObjectId { thread: self.id(), index }.address();
                self.set(base, *target, Value::new(address.0));
            }
            I::Spawn { .. }
            | I::Join { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::Allocate { .. }
            | I::Free { .. }
            | I::ObjectSize { .. }
            | I::Choose { .. }
            | I::Fail { .. }
            | I::Print { .. } => self.call_runtime(context, objects, base, instruction)?,
            I::Assume { condition } => {
                if self.decide(base, *condition, "the condition of an assumption")? == 0 {
                    return Err(Request::Blocked(Block::Assume));
                }
            }
            I::AtomicBegin => {
                if self.atomic_depth == 0 {
                    self.atomic_started = false;
                }
                self.atomic_depth += 1;
            }
            I::AtomicEnd => {
                // A block is a barrier also if what it does is private, for the reason that
                // `access` gives. Then it is one event, a fence, which means nothing but that it is
                // in a block.
                if self.atomic_depth == 1 && !self.atomic_orders && !self.is_alone() {
                    let (ordering, tags) = (Ordering::Relaxed, self.tags(Tags::NONE));
                    return Err(self.visible(Operation::Fence { ordering, tags }));
                }
                self.end_atomic();
            }
            I::SpinMark { watched, effects } => {
                for (live, mark) in watched {
                    let value = self.value(base, Operand::Register(*live));
                    self.set(base, *mark, value);
                }
                let count = Value::new(self.effects);
                self.set(base, *effects, count);
                let depth = self.frames.len() as u32;
                self.iteration = Iteration { mark: effects.0, depth, events: self.events };
            }
            I::SpinCheck { watched, effects } => {
                let register = |register| self.value(base, Operand::Register(register));
                let unchanged = register(*effects).bits == self.effects
                    && watched.iter().all(|(live, mark)| register(*live) == register(*mark))
                    && (!TRACKS || self.carry_the_same(base, watched));
                if unchanged {
                    // A loop inside of this one has marked over it.
                    if (self.iteration.mark, self.iteration.depth)
                        != (effects.0, self.frames.len() as u32)
                    {
                        self.iteration = Iteration::default();
                    }
                    return Err(Request::Blocked(Block::Spin));
                }
            }
            I::Bound { counter, limit } => {
                let before = self.value(base, Operand::Register(*counter)).bits;
                let Some(after) = self.take_turn(before, *limit) else {
                    return Err(Request::Blocked(Block::Bound));
                };
                self.set(base, *counter, Value::new(after));
            }
            I::Unsupported { what } => return Err(Request::Unsupported(what.as_str().into())),
        }
        Ok(Next::Instruction)
    }

    fn terminate<const TRACKS: bool>(
        &mut self,
        context: &Context<'_>,
        base: usize,
        terminator: &Terminator,
    ) -> Result<(), Request> {
        if TRACKS {
            self.track_decision(context.program, base, terminator.decides_on());
        }
        let target = match terminator {
            Terminator::Jump(block) => *block,
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.decide(base, *condition, "the condition of a branch")?;
                if condition != 0 { *then } else { *otherwise }
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.decide(base, *value, "the value of a switch")?;
                let case = cases.iter().find(|(constant, _)| *constant == value);
                case.map_or(*default, |(_, block)| *block)
            }
            Terminator::Return { values } => {
                // What main leaves behind when it returns, the end of the program takes.
                match (self.frames.len(), self.id()) {
                    (1, ThreadId::MAIN) => {}
                    // The thread ends, and with it its thread-local variables.
                    (1, _) => self.end_local_objects(FIRST_THREAD_LOCAL)?,
                    _ => self.end_local_objects(self.frame().first_object)?,
                }
                return self.return_values(context, base, values);
            }
            Terminator::Unreachable => {
                let message = "code that must not be reached was reached";
                return Err(Failure::new(ViolationKind::UnreachableReached, message).into());
            }
        };
        let frame = self.frame_mut();
        frame.block = target;
        frame.instruction = 0;
        Ok(())
    }

    #[inline(always)]
    fn return_values(
        &mut self,
        context: &Context<'_>,
        base: usize,
        values: &[Operand],
    ) -> Result<(), Request> {
        let first = values.first().map_or(Value::ZERO, |value| self.value(base, *value));
        if self.frames.len() == 1 {
            return Err(self.finish(first));
        }
        let results: Vec<Value> =
            values.iter().skip(1).map(|value| self.value(base, *value)).collect();
        self.forget_objects(context, self.frame().first_object);
        self.frames.pop();
        self.registers.truncate(base);
        let caller = *self.frame();
        let block = context.program.function(caller.function).block(caller.block);
        let Instruction::Call { targets, .. } = &block.instructions[caller.instruction as usize]
        else {
            unreachable!("a frame below another one stands at a call");
        };
        if self.tracks_dependencies() {
            self.track_return((base, values), (caller.base as usize, targets));
        }
        for (target, value) in targets.iter().zip(std::iter::once(first).chain(results)) {
            self.set(caller.base as usize, *target, value);
        }
        self.frame_mut().instruction += 1;
        Ok(())
    }

    /// Leaves the innermost atomic block.
    pub(crate) fn end_atomic(&mut self) {
        self.atomic_depth = self.atomic_depth.saturating_sub(1);
        if self.atomic_depth == 0 {
            self.atomic_started = false;
            self.atomic_orders = false;
        }
    }

    /// The thread ends with this value, and with it any atomic block it is in.
    pub(crate) fn finish(&mut self, value: Value) -> Request {
        self.leave_atomic_blocks();
        if self.id() == ThreadId::MAIN && value.defined().is_none() {
            let message = "the value that main returns is not initialised";
            return Failure::new(ViolationKind::UninitialisedRead, message).into();
        }
        Request::Finished(value)
    }

    /// A thread that ends, or ends the program, is in no atomic block any more: what others do may
    /// come after that.
    pub(crate) fn leave_atomic_blocks(&mut self) {
        self.atomic_depth = 0;
        self.atomic_started = false;
        self.atomic_orders = false;
    }

    /// The function whose address an operand holds, if it can take that many arguments.
    pub(crate) fn function_at(
        &self,
        context: &Context<'_>,
        base: usize,
        operand: Operand,
        arguments: Option<u32>,
    ) -> Result<FunctionId, Request> {
        let address = Address(self.decide(base, operand, "a function pointer")?);
        let Some(function) = context.program.function_at(address) else {
            let (kind, message) = if address.is_near_null() {
                (ViolationKind::NullPointer, "call through a null pointer".to_owned())
            } else {
                let message = format!("call through a pointer to no function ({address:?})");
                (ViolationKind::InvalidPointer, message)
            };
            return Err(Failure::new(kind, message).into());
        };
        let definition = context.program.function(function);
        if arguments.is_some_and(|count| count < definition.parameters) {
            return Err(Request::Unsupported(
                format!("call of `{}` with too few arguments", definition.name).into(),
            ));
        }
        Ok(function)
    }

    /// The request for a visible operation that is not an access.
    pub(crate) fn visible(&mut self, operation: Operation) -> Request {
        self.progress = Progress::Waiting;
        Request::Visible { operation, grouped: self.in_open_block() }
    }

    /// Whether the next event happens at once with the previous one because of an atomic block.
    pub(crate) fn in_open_block(&self) -> bool {
        self.atomic_depth > 0 && self.atomic_started
    }
}

/// Where control goes after an instruction.
enum Next {
    Instruction,
    /// Into a new activation.
    Frame,
}

fn arithmetic_failure(fault: Fault) -> Failure {
    let (kind, message) = match fault {
        Fault::DivisionByZero => (ViolationKind::DivisionByZero, "division by zero"),
        Fault::DivisionOverflow => {
            (ViolationKind::DivisionByZero, "division of the least number by -1 overflows")
        }
        Fault::ShiftTooLarge => (ViolationKind::InvalidShift, "shift by at least the width"),
        Fault::Undefined => (ViolationKind::UninitialisedRead, "a divisor is not initialised"),
    };
    Failure::new(kind, message)
}

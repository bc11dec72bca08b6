//! The interpreter's loop: private instructions run here, visible ones end it.

use crate::thread::{FIRST_THREAD_LOCAL, Frame, Progress, Thread, handle};
use crate::{Block, Context, Failure, Objects, Operation, Request};
use base::{Address, ObjectId, ThreadId, Value, ViolationKind};
use program::eval::{self, Fault};
use program::{Instruction, Operand, Register, Terminator, ThreadLocalId};

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
                    .map_err(arithmetic_failure)?;
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
            I::Float { operation, from, to, target, operands } => {
                let result = eval::float(*operation, *from, *to, &self.values(base, operands));
                self.set(base, *target, result);
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
                self.enter_function::<TRACKS>(context, base, callee, arguments)?;
                return Ok(Next::Frame);
            }
            I::CurrentThread { target } => {
                self.set(base, *target, Value::new(handle(self.id())));
            }
            I::MutexHeld { target, mutex } => self.tell_if_held(base, *target, *mutex)?,
            I::ThreadLocalAddress { target, variable } => {
                let address = self.thread_local_address(*variable);
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
            I::AtomicBegin => self.atomic_begin(),
            I::AtomicEnd => self.atomic_end()?,
            I::SpinMark { watched, effects } => self.mark_iteration(base, watched, *effects),
            I::SpinCheck { watched, effects, since } => {
                self.check_iteration::<TRACKS>(base, watched, *effects, *since)?;
            }
            I::Bound { counter, limit } => self.count_turn(base, *counter, *limit)?,
            I::Unsupported { what } => return Err(Request::Unsupported(what.as_str().into())),
        }
        Ok(Next::Instruction)
    }

    fn values(&self, base: usize, operands: &[Operand]) -> Vec<Value> {
        operands.iter().map(|operand| self.value(base, *operand)).collect()
    }

    /// Whether the thread holds a mutex, which it knows without asking.
    fn tell_if_held(
        &mut self,
        base: usize,
        target: Register,
        mutex: Operand,
    ) -> Result<(), Request> {
        let mutex = Address(self.decide(base, mutex, "the address of a mutex")?);
        self.set(base, target, Value::new(u64::from(self.holds(mutex))));
        Ok(())
    }

    /// Where the thread's own copy of a variable is.
    fn thread_local_address(&self, variable: ThreadLocalId) -> Address {
        let index = FIRST_THREAD_LOCAL + variable.0;
        ObjectId { thread: self.id(), index }.address()
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
                let first = match (self.frames.len(), self.id()) {
                    // The thread ends, and with it its thread-local variables. Those of main are
                    // there until the program has ended.
                    (1, id) if id != ThreadId::MAIN => FIRST_THREAD_LOCAL,
                    _ => self.frame().first_object,
                };
                self.end_local_objects(context, first)?;
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

    /// The thread ends with this value, and with it any atomic block it is in.
    pub(crate) fn finish(&mut self, value: Value) -> Request {
        self.leave_atomic_blocks();
        if self.id() == ThreadId::MAIN && value.defined().is_none() {
            let message = "the value that main returns is not initialised";
            return Failure::new(ViolationKind::UninitialisedRead, message).into();
        }
        Request::Finished(value)
    }

    /// The request for a visible operation that is not an access.
    pub(crate) fn visible(&mut self, operation: Operation) -> Request {
        self.progress = Progress::Waiting;
        Request::Visible { operation, grouped: self.in_open_block() }
    }
}

/// Where control goes after an instruction.
enum Next {
    Instruction,
    /// Into a new activation.
    Frame,
}

fn arithmetic_failure(fault: Fault) -> Request {
    let (kind, message) = match fault {
        Fault::DivisionByZero => (ViolationKind::DivisionByZero, "division by zero"),
        Fault::DivisionOverflow => {
            (ViolationKind::DivisionByZero, "division of the least number by -1 overflows")
        }
        Fault::ShiftTooLarge => (ViolationKind::InvalidShift, "shift by at least the width"),
        Fault::Undefined => (ViolationKind::UninitialisedRead, "a divisor is not initialised"),
    };
    Failure::new(kind, message).into()
}

//! Calls and returns: activations come and go at the end of the call stack, and their registers
//! with them.
//!
//! C has no limit for stacks, and machines have one: more than eight MiB of local variables are too
//! much, and a recursion that does not end comes there. Deviation: states are copied for every
//! event, so that a stack beyond the other limits below is not explored by a thread with many
//! events, which is said as `unsupported`.

use crate::thread::Thread;
use crate::{Context, Failure, Request};
use base::{Address, Value, ViolationKind};
use program::{Callee, FunctionId, Instruction, Operand};

/// How many bytes a stack has, as on most systems.
const STACK_SIZE: u64 = 8 << 20;
/// What an activation takes of it at least, for the address to return to, if that is aligned.
const FRAME_SIZE: u64 = 16;
/// The deepest call stack of a thread that has had at least as many events.
const MAX_COPIED_FRAMES: usize = 50_000;
/// The largest register file of a thread, in registers.
const MAX_REGISTERS: usize = 1 << 23;

impl Thread {
    /// Starts the activation that a call asks for.
    #[inline]
    pub(crate) fn enter_function<const TRACKS: bool>(
        &mut self,
        context: &Context<'_>,
        base: usize,
        callee: &Callee,
        arguments: &[Operand],
    ) -> Result<(), Request> {
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Indirect(operand) => {
                let arguments = Some(arguments.len() as u32);
                self.function_at(context, base, *operand, arguments)?
            }
        };
        if self.frames.len() >= MAX_COPIED_FRAMES {
            self.check_stack(FRAME_SIZE)?;
            if self.events as usize >= MAX_COPIED_FRAMES {
                let message = format!("more than {MAX_COPIED_FRAMES} calls inside of each other");
                return Err(Request::Unsupported(message.into()));
            }
        }
        if self.registers.len() >= MAX_REGISTERS {
            let message =
                format!("more than {MAX_REGISTERS} registers in calls inside of each other");
            return Err(Request::Unsupported(message.into()));
        }
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.value(base, *argument)).collect();
        self.push_frame(context.program, function, values.into_iter());
        if TRACKS {
            self.track_call(base, arguments);
        }
        Ok(())
    }

    /// Complains if so many bytes more do not fit on the stack.
    pub(crate) fn check_stack(&self, more: u64) -> Result<(), Request> {
        let used = self.memory.local_bytes + FRAME_SIZE * self.frames.len() as u64;
        if used.saturating_add(more) <= STACK_SIZE {
            return Ok(());
        }
        let message = format!("more than {} MiB of local variables", STACK_SIZE >> 20);
        Err(Failure::new(ViolationKind::StackOverflow, message).into())
    }

    /// Ends the running activation, or the thread if there is no other, with these values.
    #[inline(always)]
    pub(crate) fn return_values(
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
}

//! Which part of this folder does what an instruction says? Those without a part are here: copies,
//! selections, fences, assumptions, failures, and the bookkeeping of the pass `spin`.
//!
//! An instruction either gives a register a value ([`Builder::result`]) or does something else
//! ([`Builder::effect`]); both list all instructions, so that the compiler asks for a new one.

use super::Builder;
use super::exchange::Exchange;
use super::state::{Held, State};
use crate::ValueId;
use base::{Address, ViolationKind};
use program::{Instruction, Operand, Register, Since};

impl Builder<'_> {
    /// The state after an instruction.
    pub(super) fn instruction(&mut self, mut state: State, instruction: &Instruction) -> State {
        match self.result(&mut state, instruction) {
            Some((target, held)) => {
                state.set(target, held);
                state
            }
            None => self.effect(state, instruction),
        }
    }

    /// The register that an instruction sets, and what to; `None` if it does anything else.
    fn result(&mut self, state: &mut State, instruction: &Instruction) -> Option<(Register, Held)> {
        use Instruction as I;
        Some(match instruction {
            I::Assign { target, value } => (*target, self.operand(state, *value)),
            I::Binary { operation, width, target, left, right } => {
                let (left, right) = (self.operand(state, *left), self.operand(state, *right));
                (*target, self.binary(state, *operation, *width, &left, &right))
            }
            I::Compare { predicate, width, target, left, right } => {
                let (left, right) = (self.operand(state, *left), self.operand(state, *right));
                (*target, self.compare(*predicate, *width, &left, &right))
            }
            I::SignExtend { from, to, target, value } => {
                let value = self.operand(state, *value);
                (*target, self.sign_extend(&value, *from, *to))
            }
            I::Truncate { to, target, value } => {
                let value = self.operand(state, *value);
                (*target, self.truncate(&value, *to))
            }
            I::Select { target, condition, then, otherwise } => {
                (*target, self.select(state, *condition, *then, *otherwise))
            }
            I::Load { target, address, access } => {
                let address = self.operand(state, *address);
                (*target, self.load(state, address, *access))
            }
            I::ReadModifyWrite { operation, target, address, operand, access }
                if !operation.is_float() =>
            {
                let (address, operand) =
                    (self.operand(state, *address), self.operand(state, *operand));
                (*target, self.read_modify_write(state, *operation, (address, operand), *access))
            }
            I::Spawn { target, function, argument } => {
                let (function, argument) =
                    (self.operand(state, *function), self.operand(state, *argument));
                (*target, self.spawn(state, function, argument))
            }
            I::Join { target, thread } => {
                let thread = self.operand(state, *thread);
                (*target, self.join(state, thread))
            }
            I::CurrentThread { target } => {
                (*target, self.constant(interp::thread_handle(self.id())))
            }
            I::MutexTryLock { target, mutex } => {
                let mutex = self.operand(state, *mutex);
                (*target, self.try_lock(state, mutex))
            }
            I::MutexHeld { target, mutex } => {
                let mutex = self.operand(state, *mutex);
                (*target, self.holds_mutex(state, mutex))
            }
            I::Allocate { target, size, kind, site } => {
                let size = self.operand(state, *size);
                (*target, self.allocate(state, size, (*kind, *site)))
            }
            I::ObjectSize { target, address } => {
                let address = self.operand(state, *address);
                (*target, self.object_size(state, address))
            }
            I::Choose { target, low, high } => {
                let (low, high) = (self.operand(state, *low), self.operand(state, *high));
                (*target, self.choose(state, low, high))
            }
            I::ThreadLocalAddress { target, variable } => {
                (*target, self.thread_local_address(state, variable.0))
            }
            I::CallLibrary { target, library, function, object, argument } => {
                let (object, argument) =
                    (self.operand(state, *object), self.operand(state, *argument));
                (*target, self.call_library(state, (*library, *function), object, argument))
            }
            I::Store { .. }
            | I::CompareExchange { .. }
            | I::ReadModifyWrite { .. }
            | I::Float { .. }
            | I::Fence { .. }
            | I::Call { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::Free { .. }
            | I::Assume { .. }
            | I::Fail { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::Print { .. }
            | I::SpinMark { .. }
            | I::SpinCheck { .. }
            | I::Bound { .. }
            | I::Unsupported { .. } => return None,
        })
    }

    /// The state after an instruction that does not only give a register a value; those that do
    /// have no other effect.
    fn effect(&mut self, mut state: State, instruction: &Instruction) -> State {
        use Instruction as I;
        match instruction {
            I::Store { address, value, access } => {
                let (address, value) =
                    (self.operand(&state, *address), self.operand(&state, *value));
                self.store(&mut state, address, value, *access);
            }
            I::CompareExchange {
                target,
                success,
                address,
                expected,
                desired,
                access,
                failure,
                weak,
            } => {
                let exchange = Exchange {
                    address: self.operand(&state, *address),
                    expected: self.operand(&state, *expected),
                    desired: self.operand(&state, *desired),
                    access: *access,
                    failure: *failure,
                    is_weak: *weak,
                };
                let (old, succeeded) = self.compare_exchange(&mut state, exchange);
                state.set(*target, old);
                state.set(*success, succeeded);
            }
            I::Fence { ordering, tags } => self.fence(&mut state, *ordering, *tags),
            I::Call { targets, callee, arguments } => {
                return self.call_function(state, targets, *callee, arguments);
            }
            I::ExitThread { value } => {
                let value = self.operand(&state, *value);
                self.exit_thread(&mut state, value);
            }
            // Nothing orders the end of the program after what others could do before it.
            I::ExitProgram { .. } => {
                self.made.exited.push(state.guard);
                state.guard = ValueId::FALSE;
            }
            I::MutexInit { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.initialise_mutex(&mut state, mutex);
            }
            I::MutexLock { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.lock(&mut state, mutex);
            }
            I::MutexUnlock { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.unlock(&mut state, mutex);
            }
            I::MutexDestroy { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.destroy_mutex(&mut state, mutex);
            }
            I::Free { address, by } => {
                let address = self.operand(&state, *address);
                self.free(&mut state, address, *by);
            }
            I::Assume { condition } => return self.assume(state, *condition),
            I::Fail { kind, message } => self.fail(&mut state, *kind, *message),
            I::Print { format, arguments } => self.print(&mut state, *format, arguments),
            I::SpinMark { watched, effects } => self.mark_iteration(&mut state, watched, *effects),
            I::SpinCheck { watched, effects, since } => {
                let goes_on = self.has_changed(&state, watched, *effects);
                let (next, stopped) = self.part(state, goes_on);
                self.leave_block(&stopped, stopped.guard);
                if *since == Since::Turn {
                    self.note_spin(&stopped, *effects);
                }
                return next;
            }
            I::ReadModifyWrite { operation, .. } if operation.is_float() => {
                self.refuse(&mut state, "an atomic update of a floating-point number");
            }
            I::Float { .. } => self.refuse(&mut state, "floating-point arithmetic"),
            I::AtomicBegin => self.begin_block(&mut state),
            I::AtomicEnd => self.end_block(&mut state),
            I::Bound { .. } => self.refuse(&mut state, "a loop that was bounded before"),
            I::Unsupported { what } => self.refuse(&mut state, what),
            I::Assign { .. }
            | I::Binary { .. }
            | I::Compare { .. }
            | I::SignExtend { .. }
            | I::Truncate { .. }
            | I::Select { .. }
            | I::Load { .. }
            | I::ReadModifyWrite { .. }
            | I::Spawn { .. }
            | I::Join { .. }
            | I::CurrentThread { .. }
            | I::ThreadLocalAddress { .. }
            | I::CallLibrary { .. }
            | I::MutexTryLock { .. }
            | I::MutexHeld { .. }
            | I::Allocate { .. }
            | I::ObjectSize { .. }
            | I::Choose { .. } => {}
        }
        state
    }

    /// Stops every execution that comes here: this is not known to the unrolling.
    fn refuse(&mut self, state: &mut State, what: &str) {
        self.stop_at_gap(state, ValueId::TRUE, what);
    }

    fn select(
        &mut self,
        state: &mut State,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Held {
        let condition = self.operand(state, condition);
        let value = self.decide(state, &condition, "the condition of a selection");
        let (then, otherwise) = (self.operand(state, then), self.operand(state, otherwise));
        let values = &mut self.made.values;
        let holds = values.is_nonzero(value);
        let chosen = Held::select(holds, &then, &otherwise, values);
        let from = chosen.from.and(&condition.from, values);
        Held { from, ..chosen }
    }

    /// The state if the condition holds, on which all that follows depends.
    fn assume(&mut self, mut state: State, condition: Operand) -> State {
        let condition = self.operand(&state, condition);
        let value = self.decide(&mut state, &condition, "the condition of an assumption");
        self.depend(&mut state, &condition.from, true);
        let holds = self.made.values.is_nonzero(value);
        self.go_on_if(state, holds)
    }

    /// The state where a condition holds; elsewhere the thread stops.
    fn go_on_if(&mut self, state: State, condition: ValueId) -> State {
        let (goes_on, stops) = self.part(state, condition);
        self.leave_block(&stops, stops.guard);
        goes_on
    }

    fn fail(&mut self, state: &mut State, kind: ViolationKind, message: Operand) {
        let at = self.operand(state, message);
        let text = self.only(at.bits).and_then(|at| self.program.constant_string(Address(at)));
        let message = match (kind, text) {
            (ViolationKind::Assertion, Some(text)) => format!("assertion `{text}` failed"),
            (_, Some(text)) => text,
            (_, None) => kind.name().replace('-', " "),
        };
        self.fail_if(state, ValueId::TRUE, kind, message);
    }

    /// Remembers what the registers hold at the start of an iteration, and how many effects the
    /// thread has had.
    fn mark_iteration(
        &mut self,
        state: &mut State,
        watched: &[(Register, Register)],
        effects: Register,
    ) {
        for (live, mark) in watched {
            let value = self.operand(state, (*live).into());
            state.set(*mark, value);
        }
        let count = self.defined(state.effects);
        state.set(effects, count);
        self.mark_turn(state, effects);
    }

    /// Whether anything changed since the mark: else the iteration was without effect, and the
    /// thread waits for ever.
    fn has_changed(
        &mut self,
        state: &State,
        watched: &[(Register, Register)],
        effects: Register,
    ) -> ValueId {
        let mark = state.registers[effects.index()].bits;
        let values = &mut self.made.values;
        let mut same = values.equal(mark, state.effects);
        for (live, mark) in watched {
            let (live, mark) = (&state.registers[live.index()], &state.registers[mark.index()]);
            let is_same = live.is_same(mark, values);
            same = values.and(same, is_same);
            if live.from != mark.from {
                same = ValueId::FALSE;
            }
        }
        values.not(same)
    }
}

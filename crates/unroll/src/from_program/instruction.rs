//! Which part of this folder does what an instruction says? Those without a part are here: copies,
//! calls, fences, assumptions, failures, and the bookkeeping of the pass `spin`.

use super::Builder;
use super::exchange::Exchange;
use super::state::{Held, State};
use crate::ValueId;
use base::{Address, ViolationKind};
use events::{Kind, c11};
use program::{Callee, Instruction, Operand, Register};

impl Builder<'_> {
    /// The state after an instruction.
    pub(super) fn instruction(&mut self, mut state: State, instruction: &Instruction) -> State {
        use Instruction as I;
        match instruction {
            I::Assign { target, value } => {
                let value = self.operand(&state, *value);
                set(&mut state, *target, value);
            }
            I::Binary { operation, width, target, left, right } => {
                let (left, right) = (self.operand(&state, *left), self.operand(&state, *right));
                let result = self.binary(&mut state, *operation, *width, &left, &right);
                set(&mut state, *target, result);
            }
            I::Compare { predicate, width, target, left, right } => {
                let (left, right) = (self.operand(&state, *left), self.operand(&state, *right));
                let result = self.compare(*predicate, *width, &left, &right);
                set(&mut state, *target, result);
            }
            I::SignExtend { from, to, target, value } => {
                let value = self.operand(&state, *value);
                let result = self.sign_extend(&value, *from, *to);
                set(&mut state, *target, result);
            }
            I::Truncate { to, target, value } => {
                let value = self.operand(&state, *value);
                let result = self.truncate(&value, *to);
                set(&mut state, *target, result);
            }
            I::Select { target, condition, then, otherwise } => {
                let condition = self.operand(&state, *condition);
                let value = self.decide(&mut state, &condition, "the condition of a selection");
                let (then, otherwise) =
                    (self.operand(&state, *then), self.operand(&state, *otherwise));
                let values = &mut self.made.values;
                let holds = values.is_nonzero(value);
                let chosen = Held::select(holds, &then, &otherwise, values);
                let from = chosen.from.and(&condition.from, values);
                set(&mut state, *target, Held { from, ..chosen });
            }
            I::Load { target, address, access } => {
                let address = self.operand(&state, *address);
                let result = self.load(&mut state, address, *access);
                set(&mut state, *target, result);
            }
            I::Store { address, value, access } => {
                let (address, value) =
                    (self.operand(&state, *address), self.operand(&state, *value));
                self.store(&mut state, address, value, *access);
            }
            I::ReadModifyWrite { operation, target, address, operand, access } => {
                let (address, operand) =
                    (self.operand(&state, *address), self.operand(&state, *operand));
                let old =
                    self.read_modify_write(&mut state, *operation, (address, operand), *access);
                set(&mut state, *target, old);
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
                set(&mut state, *target, old);
                set(&mut state, *success, succeeded);
            }
            I::Fence { ordering, tags } => {
                self.bare_event(&state, Kind::Fence, c11::fence(*ordering, *tags));
            }
            I::Call { targets, callee, arguments } => {
                return self.call_function(state, targets, *callee, arguments);
            }
            I::Spawn { target, function, argument } => {
                let (function, argument) =
                    (self.operand(&state, *function), self.operand(&state, *argument));
                let handle = self.spawn(&mut state, function, argument);
                set(&mut state, *target, handle);
            }
            I::Join { target, thread } => {
                let thread = self.operand(&state, *thread);
                let value = self.join(&mut state, thread);
                set(&mut state, *target, value);
            }
            I::CurrentThread { target } => {
                let handle = self.constant(interp::thread_handle(self.id()));
                set(&mut state, *target, handle);
            }
            I::ExitThread { value } => {
                let value = self.operand(&state, *value);
                self.exit_thread(&mut state, value);
            }
            // Nothing orders the end of the program after what others could do before it.
            I::ExitProgram { .. } => state.guard = ValueId::FALSE,
            I::MutexInit { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.initialise_mutex(&mut state, mutex);
            }
            I::MutexLock { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.lock(&mut state, mutex);
            }
            I::MutexTryLock { target, mutex } => {
                let mutex = self.operand(&state, *mutex);
                let result = self.try_lock(&mut state, mutex);
                set(&mut state, *target, result);
            }
            I::MutexUnlock { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.unlock(&mut state, mutex);
            }
            I::MutexDestroy { mutex } => {
                let mutex = self.operand(&state, *mutex);
                self.destroy_mutex(&mut state, mutex);
            }
            I::MutexHeld { target, mutex } => {
                let mutex = self.operand(&state, *mutex);
                let result = self.holds_mutex(&mut state, mutex);
                set(&mut state, *target, result);
            }
            I::ThreadLocalAddress { .. } => {
                self.stop_at_gap(
                    &mut state,
                    ValueId::TRUE,
                    "a variable of which each thread has its own",
                );
            }
            I::ObjectSize { .. } => {
                self.stop_at_gap(&mut state, ValueId::TRUE, "the size of allocated memory");
            }
            I::Allocate { target, size, kind, .. } => {
                let size = self.operand(&state, *size);
                let address = self.allocate(&mut state, size, *kind);
                set(&mut state, *target, address);
            }
            I::Free { address } => {
                let address = self.operand(&state, *address);
                self.free(&mut state, address);
            }
            I::Assume { condition } => {
                let condition = self.operand(&state, *condition);
                let value = self.decide(&mut state, &condition, "the condition of an assumption");
                self.depend(&mut state, &condition.from, true);
                let holds = self.made.values.is_nonzero(value);
                return self.part(state, holds).0;
            }
            I::Fail { kind, message } => {
                let message = match message {
                    Operand::Constant(at) => self.program.constant_string(Address(*at)),
                    Operand::Register(_) | Operand::Undefined => None,
                };
                let message = message.unwrap_or_else(|| kind.name().replace('-', " "));
                self.fail_if(&mut state, ValueId::TRUE, *kind, message);
            }
            I::Choose { target, low, high } => {
                let (low, high) = (self.operand(&state, *low), self.operand(&state, *high));
                let chosen = self.choose(&mut state, low, high);
                set(&mut state, *target, chosen);
            }
            I::Print { format, arguments } => self.print(&mut state, *format, arguments),
            I::SpinMark { watched, effects } => {
                for (live, mark) in watched {
                    let value = self.operand(&state, (*live).into());
                    set(&mut state, *mark, value);
                }
                let count = self.defined(state.effects);
                set(&mut state, *effects, count);
            }
            I::SpinCheck { watched, effects } => {
                let goes_on = self.has_changed(&state, watched, *effects);
                return self.part(state, goes_on).0;
            }
            I::AtomicBegin | I::AtomicEnd => {
                self.stop_at_gap(&mut state, ValueId::TRUE, "an atomic block");
            }
            I::CallLibrary { .. } => {
                self.stop_at_gap(&mut state, ValueId::TRUE, "a call of a library");
            }
            I::Bound { .. } => {
                let what = "a loop that was bounded before the program was unrolled";
                self.stop_at_gap(&mut state, ValueId::TRUE, what);
            }
            I::Unsupported { what } => self.stop_at_gap(&mut state, ValueId::TRUE, what.as_str()),
        }
        state
    }

    fn call_function(
        &mut self,
        mut state: State,
        targets: &[Register],
        callee: Callee,
        arguments: &[Operand],
    ) -> State {
        let function = match callee {
            Callee::Direct(function) => function,
            Callee::Indirect(operand) => {
                let pointer = self.operand(&state, operand);
                let address = self.decide(&mut state, &pointer, "a function pointer");
                self.depend(&mut state, &pointer.from, true);
                let known = self.only(address).map(Address);
                if let Some(address) = known.filter(|address| address.is_near_null()) {
                    let kind = ViolationKind::NullPointer;
                    let message = format!("call through a null pointer ({address:?})");
                    self.fail_if(&mut state, ValueId::TRUE, kind, message);
                    return state;
                }
                let found = known.and_then(|address| self.program.function_at(address));
                let Some(function) = found else {
                    let what = "a call of a function that is not known";
                    self.stop_at_gap(&mut state, ValueId::TRUE, what);
                    return state;
                };
                function
            }
        };
        let definition = self.program.function(function);
        if arguments.len() < definition.parameters as usize {
            let what = format!("call of `{}` with too few arguments", definition.name);
            self.stop_at_gap(&mut state, ValueId::TRUE, what);
            return state;
        }
        let arguments = arguments.iter().map(|argument| self.operand(&state, *argument)).collect();
        let (site, position) = (self.here.site.clone(), self.here.position);
        let (mut state, results) = self.call(state, function, arguments, site);
        self.here.position = position;
        let zero = self.constant(0);
        let results = results.into_iter().chain(std::iter::repeat(zero));
        for (target, result) in targets.iter().zip(results) {
            set(&mut state, *target, result);
        }
        state
    }

    /// Output without strings is nobody's business but the user's, if all of it is initialised:
    /// which bits a conversion looks at is not known here.
    fn print(&mut self, state: &mut State, format: Operand, arguments: &[Operand]) {
        let text = match format {
            Operand::Constant(at) => self.program.constant_string(Address(at)),
            Operand::Register(_) | Operand::Undefined => None,
        };
        let reads_memory = |text: &str| text.contains(['s', 'n', '*']) && text.contains('%');
        if text.is_none_or(|text| reads_memory(&text)) {
            self.stop_at_gap(state, ValueId::TRUE, "output of a string");
        }
        for argument in arguments {
            let held = self.operand(state, *argument);
            let undefined = self.made.values.is_nonzero(held.undefined);
            self.stop_at_gap(state, undefined, "output of a value that is not initialised");
        }
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
            let bits = values.equal(live.bits, mark.bits);
            let undefined = values.equal(live.undefined, mark.undefined);
            same = values.and(same, bits);
            same = values.and(same, undefined);
            if live.from != mark.from {
                same = ValueId::FALSE;
            }
        }
        values.not(same)
    }
}

fn set(state: &mut State, register: Register, held: Held) {
    state.registers[register.index()] = held;
}

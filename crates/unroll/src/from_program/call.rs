//! What does a call do? The body of the function is unrolled in its place; of a call through a
//! pointer, the bodies of all functions that it can be.

use super::Builder;
use super::state::State;
use crate::ValueId;
use crate::paths::Path;
use base::{Address, ViolationKind};
use program::{Callee, FunctionId, Operand, Register};

/// A pointer to more functions is too much.
const MOST_CALLEES: usize = 8;

impl Builder<'_> {
    pub(super) fn call_function(
        &mut self,
        mut state: State,
        targets: &[Register],
        callee: Callee,
        arguments: &[Operand],
    ) -> State {
        let operand = match callee {
            Callee::Direct(function) => {
                let site = self.here();
                return self.call_this(state, targets, function, arguments, site);
            }
            Callee::Indirect(operand) => operand,
        };
        let pointer = self.operand(&state, operand);
        let address = self.decide(&mut state, &pointer, "a function pointer");
        self.depend(&mut state, &pointer.from, true);
        let known = self.numbers(address).filter(|numbers| numbers.len() <= MOST_CALLEES);
        let Some(numbers) = known else {
            let what = "a call of a function that is not known";
            self.stop_at_gap(&mut state, ValueId::TRUE, what);
            return state;
        };
        let only = numbers.len() == 1;
        let mut after: Option<State> = None;
        for number in numbers.iter().copied() {
            let is_this = self.made.values.is(address, number);
            let at = Address(number);
            if at.is_near_null() {
                let message = format!("call through a null pointer ({at:?})");
                self.fail_if(&mut state, is_this, ViolationKind::NullPointer, message);
                continue;
            }
            let Some(function) = self.program.function_at(at) else {
                let message = format!("call through a pointer to no function ({at:?})");
                self.fail_if(&mut state, is_this, ViolationKind::InvalidPointer, message);
                continue;
            };
            let here = self.here();
            let site = self.facts.paths.next(here, function.0);
            let here = if only { state.clone() } else { self.part(state.clone(), is_this).0 };
            let returned = self.call_this(here, targets, function, arguments, site);
            after = Some(match after {
                None => returned,
                Some(other) => self.merge(other, returned),
            });
        }
        // On no way was there a function.
        after.unwrap_or(State { guard: ValueId::FALSE, ..state })
    }

    /// A call of one function, under a name.
    fn call_this(
        &mut self,
        mut state: State,
        targets: &[Register],
        function: FunctionId,
        arguments: &[Operand],
        site: Path,
    ) -> State {
        let definition = self.program.function(function);
        if arguments.len() < definition.parameters as usize {
            let what = format!("call of `{}` with too few arguments", definition.name);
            self.stop_at_gap(&mut state, ValueId::TRUE, what);
            return state;
        }
        let arguments = arguments.iter().map(|argument| self.operand(&state, *argument)).collect();
        let position = self.here.position;
        let (mut state, results) = self.call(state, function, arguments, site);
        self.here.position = position;
        let zero = self.constant(0);
        let results = results.into_iter().chain(std::iter::repeat(zero));
        for (target, result) in targets.iter().zip(results) {
            state.set(*target, result);
        }
        state
    }
}

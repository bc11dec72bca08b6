//! What does a call do? The body of the function is unrolled in its place.

use super::Builder;
use super::state::State;
use crate::ValueId;
use base::{Address, ViolationKind};
use program::{Callee, Operand, Register};

impl Builder<'_> {
    pub(super) fn call_function(
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
            state.set(*target, result);
        }
        state
    }
}

//! Functions, blocks, loops and calls: all ways through a function at once. A call is run in its
//! place and ends in one state, whatever it did.

use super::state::{Held, State};
use super::{Builder, Here};
use crate::carried::Carried;
use crate::paths::Path;
use crate::places::{Places, Rounds};
use crate::{Unwound, ValueId};
use base::ViolationKind;
use program::flow::{Dominators, Graph, Loops};
use program::{BlockId, Function, FunctionId, Terminator};
use std::collections::BTreeMap;
use std::rc::Rc;

/// More calls inside of each other are too many, even if constants decide them.
const MOST_CALLS: usize = 100;

/// The order of the blocks of a function.
pub(super) struct Shape {
    order: Vec<BlockId>,
    graph: Graph,
    places: Places,
    /// Some cycle of blocks has several entries.
    is_irreducible: bool,
}

impl Shape {
    fn new(function: &Function) -> Shape {
        let graph = Graph::new(function);
        let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
        let order = graph.order().to_vec();
        let position = |block| graph.position(block).expect("the order has reachable blocks");
        // Outer loops come first in the list.
        let around = |block: &BlockId| {
            let around = loops.loops.iter().filter(|own| own.contains(*block));
            around.map(|own| position(own.header)).collect()
        };
        let places = Places::new(order.iter().map(around).collect());
        Shape { order, places, is_irreducible: !loops.irreducible.is_empty(), graph }
    }

    fn place(&self, block: BlockId) -> usize {
        self.graph.position(block).expect("control goes to reachable blocks") as usize
    }
}

impl Builder<'_> {
    fn shape(&mut self, function: FunctionId) -> Rc<Shape> {
        let program = self.program;
        let new = || Rc::new(Shape::new(program.function(function)));
        Rc::clone(self.shapes.entry(function).or_insert_with(new))
    }

    /// Runs a function to its end: the state there, and what it returns. `name` tells the call
    /// apart from others.
    pub(super) fn call(
        &mut self,
        mut state: State,
        function: FunctionId,
        arguments: Vec<Held>,
        name: Path,
    ) -> (State, Vec<Held>) {
        let shape = self.shape(function);
        if shape.is_irreducible {
            let what = "a cycle of blocks with several entries";
            self.stop_at_gap(&mut state, ValueId::TRUE, what);
        }
        if self.here.calls.len() >= MOST_CALLS {
            self.stop_at_gap(&mut state, ValueId::TRUE, "too many calls inside of each other");
        }
        let earlier = self.here.calls.iter().filter(|own| **own == function).count();
        if earlier > self.unrolling.bound as usize {
            self.unwound(&mut state);
        }
        let before: Here = self.here.clone();
        self.here.path = name;
        self.here.calls.push(function);
        let definition = self.program.function(function);
        let zero = self.constant(0);
        let mut registers = arguments;
        registers.truncate(definition.parameters as usize);
        registers.resize(definition.registers.len(), zero);
        let registers = std::mem::replace(&mut state.registers, registers);
        let rounds = std::mem::take(&mut state.rounds);
        let locals = self.locals.len();
        let mut returned = self.blocks(&shape, definition, state);
        let ended = self.locals.split_off(locals);
        self.end_objects(&mut returned, &ended);
        self.here = before;
        let results = std::mem::replace(&mut returned.registers, registers);
        returned.rounds = rounds;
        (returned, results)
    }

    /// The state is cut off at the bound.
    fn unwound(&mut self, state: &mut State) {
        if state.guard != ValueId::FALSE {
            self.made.unwound.push(Unwound {
                condition: state.guard,
                thread: self.here.thread,
                line: None,
                position: self.here.position,
            });
        }
        self.leave_block(state, state.guard);
        state.guard = ValueId::FALSE;
    }

    /// Runs blocks until all ways have returned; what is returned is in the registers.
    fn blocks(&mut self, shape: &Shape, function: &Function, start: State) -> State {
        let nothing = State { guard: ValueId::FALSE, registers: Vec::new(), ..start.clone() };
        let mut pending = BTreeMap::from([(shape.places.start(), start)]);
        let mut returned = nothing;
        // What the runtime does has no place of its own.
        let outer = self.here.position;
        while let Some((name, mut state)) = pending.pop_first() {
            if state.guard == ValueId::FALSE {
                continue;
            }
            let place = Places::place(&name);
            state.rounds.arrive(&shape.places, place, state.guard);
            let block = function.block(shape.order[place]);
            self.here.block = self.facts.paths.extend(self.here.path, &name);
            for (index, instruction) in block.instructions.iter().enumerate() {
                self.steps += 1;
                if self.steps > self.unrolling.steps {
                    let what = "too many instructions in the unrolled program";
                    self.stop_at_gap(&mut state, ValueId::TRUE, what);
                }
                self.here.instruction = index as u32;
                self.here.position = block.positions[index].or(outer);
                state = self.instruction(state, instruction);
                state.guard = self.sharp(state.guard);
                if state.guard == ValueId::FALSE {
                    break;
                }
            }
            if state.guard == ValueId::FALSE {
                continue;
            }
            self.here.position = block.positions[block.instructions.len()].or(outer);
            let decides = !function.name.starts_with("heddle.");
            for (target, next) in self.terminate(state, &block.terminator, decides) {
                let Some(target) = target else {
                    let longest = next.registers.len().max(returned.registers.len());
                    returned = self.merge_returned(returned, next, longest);
                    continue;
                };
                self.enter(shape, &name, target, next, &mut pending);
            }
        }
        returned
    }

    fn merge_returned(&mut self, mut first: State, mut second: State, results: usize) -> State {
        let zero = self.constant(0);
        first.registers.resize(results, zero.clone());
        second.registers.resize(results, zero);
        first.rounds = Rounds::default();
        second.rounds = Rounds::default();
        self.merge(first, second)
    }

    /// Goes on in a block, unless that is one round too many.
    fn enter(
        &mut self,
        shape: &Shape,
        name: &[u32],
        target: BlockId,
        mut state: State,
        pending: &mut BTreeMap<Vec<u32>, State>,
    ) {
        let (from, target) = (Places::place(name), shape.place(target));
        let guard = state.guard;
        let bound = self.unrolling.bound;
        if target <= from && !state.rounds.go_back(&shape.places, (from, target), guard, bound) {
            self.unwound(&mut state);
            return;
        }
        let name = shape.places.next(name, target);
        let state = match pending.remove(&name) {
            None => state,
            Some(other) => self.merge(other, state),
        };
        pending.insert(name, state);
    }

    /// Where control goes from the end of a block; nowhere to return, with the results as
    /// registers.
    fn terminate(
        &mut self,
        mut state: State,
        terminator: &Terminator,
        decides: bool,
    ) -> Vec<(Option<BlockId>, State)> {
        match terminator {
            Terminator::Jump(block) => vec![(Some(*block), state)],
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.operand(&state, *condition);
                let value = self.decide(&mut state, &condition, "the condition of a branch");
                self.depend(&mut state, &condition.from, decides);
                let holds = self.made.values.is_nonzero(value);
                let (taken, left) = self.part(state, holds);
                vec![(Some(*then), taken), (Some(*otherwise), left)]
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(&state, *value);
                let number = self.decide(&mut state, &value, "the value of a switch");
                self.depend(&mut state, &value.from, decides);
                let mut all = Vec::new();
                for (case, block) in cases {
                    let is_it = self.made.values.is(number, *case);
                    let (taken, left) = self.part(state, is_it);
                    all.push((Some(*block), taken));
                    state = left;
                }
                all.push((Some(*default), state));
                all
            }
            Terminator::Return { values } => {
                let results = values.iter().map(|value| self.operand(&state, *value)).collect();
                state.registers = results;
                vec![(None, state)]
            }
            Terminator::Unreachable => {
                let message = "code that must not be reached was reached";
                let kind = ViolationKind::UnreachableReached;
                self.fail_if(&mut state, ValueId::TRUE, kind, message);
                Vec::new()
            }
        }
    }

    /// The state where a condition holds, and where it does not.
    pub(super) fn part(&mut self, state: State, condition: ValueId) -> (State, State) {
        let condition = self.sharp(condition);
        let values = &mut self.made.values;
        let decision = values.decision(condition);
        let (mut taken, mut left) = (state.clone(), state);
        taken.guard = values.and(taken.guard, decision);
        left.guard = values.and_not(left.guard, decision);
        (taken, left)
    }

    /// Everything that the thread does from here on depends on what was decided.
    pub(super) fn depend(&mut self, state: &mut State, on: &Carried, decides: bool) {
        if decides {
            state.ctrl = state.ctrl.and(on, &mut self.made.values);
        }
    }
}

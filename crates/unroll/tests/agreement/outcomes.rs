//! The outcomes of an acyclic litmus test by brute force: all executions, all choices of the model,
//! all checks at once.

use ::litmus::tree::{Constant, Place, Test};
use ::litmus::{Lowered, Width};
use cat::{Program, evaluate, judge};
use events::{CatView, EventStructure, Location, Primitives};
use relation::Relation;
use std::collections::BTreeSet;
use unroll::{Acyclic, Executed, Node, PlainExecution, plain_executions};

#[derive(Default, Debug)]
pub(crate) struct Found {
    pub states: BTreeSet<Vec<i64>>,
    pub positive: u64,
    pub negative: u64,
    pub is_undefined: bool,
    /// Some execution that the model allows meets something that is not understood.
    pub meets_gap: bool,
}

struct Question<'q> {
    test: &'q Test,
    lowered: &'q Lowered,
    acyclic: &'q Acyclic,
    program: &'q Program,
    primitives: Primitives,
    places: Vec<Place>,
    found: Found,
}

/// None if there are too many steps.
pub(crate) fn outcomes(
    test: &Test,
    lowered: &Lowered,
    acyclic: &Acyclic,
    program: &Program,
    limit: usize,
) -> Option<Found> {
    let places = test.locations.iter().chain(test.condition.proposition.places());
    let places = Place::observed(test.architecture, places.cloned());
    let primitives = Primitives::of(program);
    let found = Found::default();
    let mut question = Question { test, lowered, acyclic, program, primitives, places, found };
    let constants = acyclic.values.all().filter_map(|(_, node, _)| match node {
        Node::Constant(number) => Some(number),
        _ => None,
    });
    let numbers: BTreeSet<u64> = constants.collect();
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let is_complete = plain_executions(acyclic, &numbers, limit, &mut |execution| {
        let is_cut = |condition| execution.evaluation.holds(condition);
        // What was cut at the bound is no execution.
        if !acyclic.unwound.iter().any(|own| is_cut(own.condition)) {
            let mut executed = execution.executed(acyclic);
            question.choices(execution, &mut executed, 0);
        }
    });
    is_complete.then_some(question.found)
}

impl Question<'_> {
    fn choices(&mut self, execution: &PlainExecution, executed: &mut Executed, index: usize) {
        let structure: &mut EventStructure = &mut executed.structure;
        let Some(choice) = self.program.choices.get(index) else {
            let view = CatView::new(structure, &self.primitives);
            let judgement = judge(self.program, view.world(), &view);
            if judgement.is_allowed() {
                let is_undefined = !judgement.undefined.is_empty();
                self.finish(execution, executed, is_undefined);
            }
            return;
        };
        for later in index..self.program.choices.len() {
            let nothing = Relation::new(structure.size());
            *structure.choice(self.primitives.choice(later)) = Some(nothing);
        }
        let view = CatView::new(structure, &self.primitives);
        let world = view.world();
        let valuation = evaluate(self.program, &mut { world }, &view);
        for relation in choice.source.relations(world, &valuation).expect("models can be evaluated")
        {
            *executed.structure.choice(self.primitives.choice(index)) = Some(relation);
            self.choices(execution, executed, index + 1);
        }
    }

    fn finish(&mut self, execution: &PlainExecution, executed: &Executed, is_undefined: bool) {
        let holds = |condition| execution.evaluation.holds(condition);
        if self.acyclic.gaps.iter().any(|gap| holds(gap.condition)) {
            self.found.meets_gap = true;
            return;
        }
        let value = |place: &Place| self.value(place, execution, executed);
        let equal = |place: &Place, constant: &Constant| {
            let expected = self.lowered.layout.value(constant);
            expected.map(|expected| self.as_type(place, expected)) == Some(value(place))
        };
        if self.test.filter.as_ref().is_some_and(|filter| !filter.holds(&equal)) {
            return;
        }
        let is_positive = self.test.condition.proposition.holds(&equal);
        let state = self.places.iter().map(value).collect();
        let found = &mut self.found;
        found.states.insert(state);
        *(if is_positive { &mut found.positive } else { &mut found.negative }) += 1;
        found.is_undefined |= is_undefined;
    }

    fn width(&self, place: &Place) -> Width {
        self.lowered.width(self.test.architecture, place)
    }

    fn as_type(&self, place: &Place, value: i64) -> i64 {
        if self.lowered.layout.is_address(value) { value } else { self.width(place).wrap(value) }
    }

    fn value(&self, place: &Place, execution: &PlainExecution, executed: &Executed) -> i64 {
        let value = match place {
            Place::Register { thread, name } => {
                let register = self.lowered.register(self.test.architecture, *thread, name);
                register.map_or(0, |register| {
                    let registers = &self.acyclic.threads[*thread].registers;
                    execution.evaluation.number(registers[register.0]) as i64
                })
            }
            Place::Location { name, index } => {
                let address = self.lowered.layout.find(name, *index);
                address.map_or(0, |at| self.memory(executed, at, self.width(place).bytes))
            }
        };
        self.as_type(place, value)
    }

    /// What the last writes in coherence leave in some bytes.
    fn memory(&self, executed: &Executed, address: i64, bytes: u8) -> i64 {
        let structure = &executed.structure;
        let co = structure.co.as_ref().expect("coherence is chosen");
        let mut value = self.lowered.initial(address, bytes).expect("there is room");
        for (index, event) in structure.events.iter().enumerate() {
            let size = self.acyclic.event(executed.events[index]).size;
            let Some(Location(at)) = event.location else { continue };
            let is_inside = (address..address + i64::from(bytes)).contains(&at);
            let Some(written) = event.written.filter(|_| is_inside) else { continue };
            if co.successors(index).next().is_some() {
                continue;
            }
            if at == address && size >= bytes {
                return written;
            }
            let shift = 8 * (at - address);
            let part = Width::unsigned(size).wrap(-1) << shift;
            value = value & !part | written << shift;
        }
        value
    }
}

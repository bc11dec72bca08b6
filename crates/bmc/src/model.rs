//! A model as the encoding needs it: which slots depend on recursion, and which recursions are
//! monotone.

use crate::directions::Directions;
use base::Ordering;
use cat::program::{Operator, Recursion};
use cat::syntax::Role;
use cat::{Boolean, Program, Slot};
use events::{Primitive, Primitives};
use unroll::Acyclic;

/// Why a model cannot judge accesses that overlap in part.
pub(crate) const PARTS: &str = "accesses overlap in part (mixed sizes), and the model says nothing about parts of accesses (`si`)";

/// A compiled model, ready to become a formula.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) program: Program,
    pub(crate) primitives: Primitives,
    /// The recursion in whose body a slot is, if it depends on one of the variables there.
    pub(crate) recursion: Vec<Option<usize>>,
    /// Whether what each recursion computes only rises with its variables.
    pub(crate) is_monotone: Vec<bool>,
    pub(crate) directions: Directions,
}

impl Model {
    /// The model of a compiled program. What it chooses comes after what that is chosen from.
    pub fn new(program: &Program) -> Model {
        let primitives = Primitives::of(program);
        let reads_from = |index: usize| usize::from(primitives.input(index) == Primitive::Rf);
        let inputs: Vec<usize> = (0..program.inputs.len()).map(reads_from).collect();
        let place = |input: &cat::program::Input| {
            let found = program.inputs.iter().position(|own| own == input);
            inputs[found.expect("it is an input of the program")]
        };
        let stages = program.choices.len() + 2;
        let program = program.clone().in_stages(stages, place, |choice| 2 + choice).program;
        let recursion = recursive_slots(&program);
        let is_monotone = (0..program.recursions.len())
            .map(|index| is_monotone(&program, &recursion, index))
            .collect();
        let directions = Directions::new(&program, &primitives);
        Model { primitives, recursion, is_monotone, directions, program }
    }

    /// What the model computes.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the model says when a program is undefined, as that of a language.
    pub fn has_races(&self) -> bool {
        self.program.checks.iter().any(|check| check.role == Role::UndefinedUnless)
    }

    /// What store the end of an object's life is like (`unroll::Unrolling::ends`): a plain one in a
    /// language, which says that accesses must happen before; elsewhere a relaxed one. It orders
    /// nothing, as `free` and the return from a function do not.
    pub fn ends(&self) -> Ordering {
        match self.has_races() {
            true => Ordering::Plain,
            false => Ordering::Relaxed,
        }
    }

    /// Whether the model can judge a program: accesses that overlap in part need `si`.
    pub(crate) fn knows_parts_of(&self, acyclic: &Acyclic) -> bool {
        !acyclic.has_parts() || self.primitives.has_any(&[Primitive::SameAccess])
    }

    pub(crate) fn operator(&self, slot: Slot) -> Operator {
        self.program.instructions[slot.index()].operator
    }

    /// What a variable of a recursion becomes.
    pub(crate) fn result(&self, variable: Slot) -> Slot {
        let variables = self.program.recursions.iter().flat_map(|own| &own.variables);
        let found = variables.copied().find(|(own, _)| *own == variable);
        found.expect("a variable belongs to a recursion").1
    }

    /// The recursion that is not monotone and that a slot is in.
    pub(crate) fn rounds_of(&self, slot: Slot) -> Option<&Recursion> {
        let index = self.recursion[slot.index()]?;
        (!self.is_monotone[index]).then(|| &self.program.recursions[index])
    }

    /// The axioms, by their places among the checks.
    pub(crate) fn axioms(&self) -> Vec<usize> {
        let checks = self.program.checks.iter().enumerate();
        checks.filter(|(_, check)| check.role == Role::Axiom).map(|(index, _)| index).collect()
    }

    /// Which slots the axioms depend on. Recursions are computed as wholes.
    pub(crate) fn needed(&self) -> Vec<bool> {
        let program = &self.program;
        let mut needed = vec![false; program.instructions.len()];
        let axioms = self.axioms().into_iter();
        let mut waiting: Vec<Slot> = axioms.map(|axiom| program.checks[axiom].slot).collect();
        while let Some(slot) = waiting.pop() {
            if std::mem::replace(&mut needed[slot.index()], true) {
                continue;
            }
            let operator = self.operator(slot);
            waiting.extend(operator.arguments());
            if operator == Operator::Variable {
                waiting.push(self.result(slot));
            }
            let around = program.recursions.iter().filter(|own| own.body.contains(&slot.index()));
            let bodies: Vec<_> = around.map(|own| own.body.clone()).collect();
            let is_around = |other: &Slot| bodies.iter().any(|body| body.contains(&other.index()));
            waiting.extend(program.slots().filter(is_around));
        }
        needed
    }

    /// Whether nothing is computed from a slot.
    pub(crate) fn is_only_checked(&self, slot: Slot) -> bool {
        let instructions = &self.program.instructions[..self.program.judging];
        !instructions.iter().any(|own| own.operator.arguments().any(|argument| argument == slot))
    }

    /// Whether all recursions that axioms depend on are monotone.
    pub(crate) fn is_monotone(&self) -> bool {
        let needed = self.needed();
        let recursions = self.program.recursions.iter().zip(&self.is_monotone);
        recursions.into_iter().all(|(own, is_monotone)| *is_monotone || !needed[own.body.start])
    }

    /// The checks that are no axioms.
    pub(crate) fn remarks(&self) -> Vec<usize> {
        let checks = self.program.checks.iter().enumerate();
        checks.filter(|(_, check)| check.role != Role::Axiom).map(|(index, _)| index).collect()
    }
}

/// For each slot, the recursion whose variables it depends on, if it is in its body.
fn recursive_slots(program: &Program) -> Vec<Option<usize>> {
    let mut recursive = vec![None; program.instructions.len()];
    for (index, recursion) in program.recursions.iter().enumerate() {
        for (variable, _) in &recursion.variables {
            recursive[variable.index()] = Some(index);
        }
        for slot in recursion.body.clone() {
            let mut arguments = program.instructions[slot].operator.arguments();
            if arguments.any(|argument| recursive[argument.index()] == Some(index)) {
                recursive[slot] = Some(index);
            }
        }
    }
    recursive
}

fn is_monotone(program: &Program, recursive: &[Option<usize>], index: usize) -> bool {
    program.recursions[index].body.clone().all(|slot| match program.instructions[slot].operator {
        Operator::Boolean(Boolean::Difference, _, second) => {
            recursive[second.index()] != Some(index)
        }
        _ => true,
    })
}

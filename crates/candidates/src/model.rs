//! A model in stages: what is known of the events, what of reads-from, and what of each choice that
//! the model makes. Each check is made in the stage that decides it.
//!
//! Within a stage, some axioms can be checked before everything is chosen: those that can only get
//! worse when more is (`cat::Polarity`). Of these, the ones that take few instructions are worth it
//! at every step: an *early check* has them, and the instructions that they need.

use cat::program::{Meaning, Operator, Possibilities, Program};
use cat::syntax::Role;
use cat::{Failure, File, Loader, Options, Polarity, Slot, Staged, compile};
use events::{Primitive, Primitives};
use std::collections::BTreeSet;

/// The events are stage 0, reads-from is stage 1, the choices of the model follow.
pub(crate) const READS_FROM: usize = 1;
/// More instructions than that wait until everything is chosen.
const CHEAP: usize = 24;

/// A compiled model, ready to judge litmus tests.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) staged: Staged,
    /// The axioms that each stage decides, by their places among the checks.
    pub(crate) axioms: Vec<Vec<usize>>,
    /// For each stage but the first, what to check of a part of what is chosen there.
    pub(crate) early: Vec<Early>,
    /// The checks that are no axioms: they are about allowed executions.
    pub(crate) others: Vec<usize>,
    /// What its names mean. Coherence, from which final values come, is among what it chooses.
    pub(crate) primitives: Primitives,
    /// It looks at values, and not only at which events there are.
    pub(crate) sees_values: bool,
    /// It says what it means that several events are one access.
    pub(crate) sees_parts: bool,
}

/// What can be checked of a part.
#[derive(Clone, Default, Debug)]
pub(crate) struct Early {
    /// The instructions of the stage to compute, in order.
    pub instructions: Vec<usize>,
    /// The axioms, by their places among the checks.
    pub axioms: Vec<usize>,
    /// A relation that must be acyclic, or there is no order to choose in the next stage.
    pub order: Option<Slot>,
}

impl Model {
    /// Compiles files, a bell file before the model that needs it.
    pub fn compile(files: Vec<File>, loader: &dyn Loader) -> Result<Model, Box<Failure>> {
        let vocabulary = cat::machine_names();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader };
        compile(files, &options).map(Model::new)
    }

    /// What the model computes, in the order of its stages.
    pub fn program(&self) -> &Program {
        &self.staged.program
    }

    pub fn new(program: Program) -> Model {
        let count = program.choices.len() + READS_FROM + 1;
        let staged = program.in_stages(
            count,
            |input| if is_reads_from(&input.meaning) { READS_FROM } else { 0 },
            |choice| READS_FROM + 1 + choice,
        );
        let mut axioms = vec![Vec::new(); count];
        let mut others = Vec::new();
        for (index, check) in staged.program.checks.iter().enumerate() {
            match check.role {
                Role::Axiom => {
                    let stage = staged.stage(check.slot).expect("what is checked is computed");
                    axioms[stage].push(index);
                }
                Role::Flag | Role::UndefinedUnless | Role::Assert => others.push(index),
            }
        }
        let early = (0..count).map(|stage| early(&staged, stage, &axioms[stage])).collect();
        let primitives = Primitives::of(&staged.program);
        let sees_values = primitives.has_any(&[Primitive::SameValue]);
        let sees_parts = primitives.has_any(&[Primitive::SameAccess]);
        Model { staged, primitives, axioms, early, others, sees_values, sees_parts }
    }

    /// What the model calls itself.
    pub fn title(&self) -> Option<&str> {
        self.staged.program.title.last().map(String::as_str)
    }
}

fn is_reads_from(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Named(name) if &**name == "rf")
}

/// What can be checked while a stage is being chosen.
fn early(staged: &Staged, stage: usize, axioms: &[usize]) -> Early {
    if stage == 0 {
        return Early::default();
    }
    let program = &staged.program;
    let polarities = program.polarities(
        |input| stage == READS_FROM && is_reads_from(&input.meaning),
        |choice| stage == READS_FROM + 1 + choice,
    );
    let only_grows = |slot: Slot| polarities[slot.index()] == Polarity::Rising;
    let mut needed = BTreeSet::new();
    let mut add = |slot: Slot| {
        let mut slice = BTreeSet::new();
        let is_cheap = collect(staged, stage, slot, &mut slice) && slice.len() <= CHEAP;
        if is_cheap {
            needed.extend(slice);
        }
        is_cheap
    };
    let checks = axioms.iter().copied().filter(|index| {
        let check = &program.checks[*index];
        !check.negated && only_grows(check.slot) && add(check.slot)
    });
    let axioms: Vec<usize> = checks.collect();
    let order = match program.choices.get(stage - READS_FROM).map(|choice| &choice.source) {
        Some(Possibilities::Orders { order, .. }) if only_grows(*order) && add(*order) => {
            Some(*order)
        }
        _ => None,
    };
    Early { instructions: needed.into_iter().collect(), axioms, order }
}

/// Adds the instructions of a stage that a slot needs; whether there is no recursion among them.
fn collect(staged: &Staged, stage: usize, slot: Slot, found: &mut BTreeSet<usize>) -> bool {
    let index = slot.index();
    if staged.stage(slot) != Some(stage) || !found.insert(index) {
        return true;
    }
    let operator = staged.program.instructions[index].operator;
    let in_recursion =
        |index| staged.program.recursions.iter().any(|own| own.body.contains(&index));
    if operator == Operator::Variable || in_recursion(index) {
        return false;
    }
    operator.arguments().all(|argument| collect(staged, stage, argument, found))
}

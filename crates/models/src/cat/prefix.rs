//! Does a cat model allow the parts of what it allows (`genmc` §3, MM2)? The exploration goes on
//! with consistent graphs only, so what is forbidden must stay forbidden when events are added.
//!
//! That is so if every axiom says of some relation that it is empty, irreflexive or acyclic, and
//! that relation can only lose pairs when events are taken away. How a slot of the model's program
//! follows is computed from the operators. What is given (po, rf, co, kinds of events) is the same
//! for the events that are left. A composition can lose pairs, since what was in the middle may be
//! gone; but not if one side is an identity. The right side of `\` turns the direction round.

use ::cat::program::{Input, Meaning, Operator, Possibilities, Program};
use ::cat::syntax::Role;
use ::cat::{Boolean, Slot};

/// What becomes of a slot when events are taken away, with everything that depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// It is the same for the events that are left.
    None,
    Loses,
    Gains,
    Unknown,
}

impl Change {
    fn join(self, other: Change) -> Change {
        match (self, other) {
            (Change::None, other) => other,
            (own, Change::None) => own,
            (own, other) if own == other => own,
            _ => Change::Unknown,
        }
    }

    fn turned(self) -> Change {
        match self {
            Change::Loses => Change::Gains,
            Change::Gains => Change::Loses,
            Change::None | Change::Unknown => self,
        }
    }
}

/// Whether it is certain that a model allows every part of an execution that it allows, if that has
/// all its causes.
pub(super) fn is_closed(program: &Program) -> bool {
    let changes = changes(program);
    let never_gains = |slot: Slot| matches!(changes[slot.index()], Change::None | Change::Loses);
    let axioms = program.checks.iter().filter(|check| check.role == Role::Axiom);
    let mut axioms = axioms.map(|check| !check.negated && never_gains(check.slot));
    axioms.all(|is_closed| is_closed)
        && program.choices.iter().all(|choice| match choice.source {
            Possibilities::Orders { classes, order } => never_gains(classes) && never_gains(order),
            Possibilities::Interpreted(_) => false,
        })
}

fn changes(program: &Program) -> Vec<Change> {
    let mut changes = vec![Change::None; program.instructions.len()];
    // A least fixpoint follows what its equations follow; variables learn that in the next round.
    loop {
        let before = changes.clone();
        for index in 0..program.instructions.len() {
            changes[index] = change(program, index, &changes);
        }
        for (variable, result) in program.recursions.iter().flat_map(|own| &own.variables) {
            let joined = changes[variable.index()].join(changes[result.index()]);
            changes[variable.index()] = joined;
        }
        if changes == before {
            return changes;
        }
    }
}

fn change(program: &Program, index: usize, changes: &[Change]) -> Change {
    let operator = program.instructions[index].operator;
    let of = |slot: Slot| changes[slot.index()];
    let is_identity =
        |slot: Slot| matches!(program.instructions[slot.index()].operator, Operator::IdentityOn(_));
    match operator {
        Operator::Input(input) => given(&program.inputs[input]),
        Operator::Choice(_) | Operator::Empty | Operator::AllEvents => Change::None,
        Operator::Variable => changes[index],
        Operator::Boolean(Boolean::Difference, first, second) => {
            of(first).join(of(second).turned())
        }
        Operator::Boolean(Boolean::Union | Boolean::Intersection, first, second)
        | Operator::Product(first, second) => of(first).join(of(second)),
        Operator::IdentityOn(slot) | Operator::Inverse(slot) => of(slot),
        Operator::Sequence(first, second) => {
            let joined = of(first).join(of(second));
            if is_identity(first) || is_identity(second) {
                joined
            } else {
                joined.join(Change::Loses)
            }
        }
        Operator::Closure(slot) | Operator::Domain(slot) | Operator::Range(slot) => {
            of(slot).join(Change::Loses)
        }
    }
}

fn given(input: &Input) -> Change {
    match &input.meaning {
        // The read of an update whose write is gone is one no more.
        Meaning::Named(name) if &**name == "RMW" => Change::Loses,
        Meaning::Named(_) | Meaning::Tagged(_) | Meaning::Scope(_) => Change::None,
    }
}

//! In which directions are the relations of a model cheaper than in both, and from where do they
//! lead to one event only? Facts about each slot, found once for a model.

use cat::program::{Operator, Program};
use cat::{Boolean, Slot};
use events::{Primitive, Primitives};

/// What there is to know of each slot.
#[derive(Clone, Debug)]
pub(crate) struct Directions {
    above: Vec<bool>,
    below: Vec<bool>,
    /// Whether it relates an event to at most one other, and at most one other to an event.
    forwards: Vec<bool>,
    backwards: Vec<bool>,
}

impl Directions {
    pub(crate) fn new(program: &Program, primitives: &Primitives) -> Directions {
        let all = vec![false; program.instructions.len()];
        let [above, below, forwards, backwards] = [all.clone(), all.clone(), all.clone(), all];
        let mut own = Directions { above, below, forwards, backwards };
        for slot in program.slots() {
            let operator = program.instructions[slot.index()].operator;
            (own.above[slot.index()], own.below[slot.index()]) = own.cheaper(operator);
            let (forwards, backwards) = own.single(operator, primitives);
            (own.forwards[slot.index()], own.backwards[slot.index()]) = (forwards, backwards);
        }
        own
    }

    /// Whether an upper bound of a slot is cheaper than the slot: it depends on a sequence, or on a
    /// least fixpoint, that is, a closure or a recursion.
    pub(crate) fn is_cheaper_above(&self, slot: Slot) -> bool {
        self.above[slot.index()]
    }

    /// Whether a lower bound of a slot is cheaper: it depends on a sequence that is not below a
    /// fixpoint, of which a lower bound is as expensive as the least one.
    pub(crate) fn is_cheaper_below(&self, slot: Slot) -> bool {
        self.below[slot.index()]
    }

    /// Whether an event has at most one successor in a relation.
    pub(crate) fn has_one_successor(&self, slot: Slot) -> bool {
        self.forwards[slot.index()]
    }

    /// Whether an event has at most one predecessor in a relation.
    pub(crate) fn has_one_predecessor(&self, slot: Slot) -> bool {
        self.backwards[slot.index()]
    }

    fn cheaper(&self, operator: Operator) -> (bool, bool) {
        let (above, below) =
            (|own: Slot| self.above[own.index()], |own: Slot| self.below[own.index()]);
        match operator {
            Operator::Sequence(..) => (true, true),
            Operator::Closure(_) | Operator::Variable => (true, false),
            Operator::Boolean(Boolean::Difference, first, second) => {
                (above(first) || below(second), below(first) || above(second))
            }
            Operator::Boolean(Boolean::Union | Boolean::Intersection, ..)
            | Operator::Input(_)
            | Operator::Choice(_)
            | Operator::Empty
            | Operator::AllEvents
            | Operator::Product(..)
            | Operator::IdentityOn(_)
            | Operator::Inverse(_)
            | Operator::Domain(_)
            | Operator::Range(_) => {
                (operator.arguments().any(above), operator.arguments().any(below))
            }
        }
    }

    fn single(&self, operator: Operator, primitives: &Primitives) -> (bool, bool) {
        let of = |slot: Slot| (self.forwards[slot.index()], self.backwards[slot.index()]);
        match operator {
            // A write has many readers, and a read has one source.
            Operator::Input(input) => (false, primitives.input(input) == Primitive::Rf),
            Operator::IdentityOn(_) | Operator::Empty => (true, true),
            Operator::Inverse(relation) => {
                let (forwards, backwards) = of(relation);
                (backwards, forwards)
            }
            Operator::Sequence(first, second) => {
                let (first, second) = (of(first), of(second));
                (first.0 && second.0, first.1 && second.1)
            }
            Operator::Boolean(Boolean::Intersection, first, second) => {
                let (first, second) = (of(first), of(second));
                (first.0 || second.0, first.1 || second.1)
            }
            Operator::Boolean(Boolean::Difference, first, _) => of(first),
            Operator::Boolean(Boolean::Union, ..)
            | Operator::Product(..)
            | Operator::Closure(_)
            | Operator::Choice(_)
            | Operator::Variable
            | Operator::AllEvents
            | Operator::Domain(_)
            | Operator::Range(_) => (false, false),
        }
    }
}

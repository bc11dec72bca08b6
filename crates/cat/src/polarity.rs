//! What becomes of a relation when what is given grows? An engine that has chosen only a part of
//! reads-from and coherence may give up at once if an axiom fails that can only get worse:
//! `acyclic r` with `r` rising.
//!
//! Every operator is monotone but for the right side of `\\`, which turns the direction round.

use crate::domain::Boolean;
use crate::program::{Input, Operator, Program};

/// How a slot follows the inputs that grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polarity {
    /// It does not depend on them.
    Constant,
    /// It grows with them, or stays as it is.
    Rising,
    /// It shrinks when they grow, or stays as it is.
    Falling,
    /// Nothing is known.
    Mixed,
}

impl Polarity {
    fn join(self, other: Polarity) -> Polarity {
        match (self, other) {
            (Polarity::Constant, other) => other,
            (own, Polarity::Constant) => own,
            (own, other) if own == other => own,
            _ => Polarity::Mixed,
        }
    }

    fn turned(self) -> Polarity {
        match self {
            Polarity::Rising => Polarity::Falling,
            Polarity::Falling => Polarity::Rising,
            Polarity::Constant | Polarity::Mixed => self,
        }
    }
}

impl Program {
    /// The polarity of each slot, if these inputs and choices grow while the others, and the
    /// events, stay as they are.
    pub fn polarities(
        &self,
        input_grows: impl Fn(&Input) -> bool,
        choice_grows: impl Fn(usize) -> bool,
    ) -> Vec<Polarity> {
        let given = |grows| if grows { Polarity::Rising } else { Polarity::Constant };
        let mut polarities = vec![Polarity::Constant; self.instructions.len()];
        // A least fixpoint follows what its equations follow; variables learn that in the next
        // round.
        loop {
            let before = polarities.clone();
            for (index, instruction) in self.instructions.iter().enumerate() {
                polarities[index] = match instruction.operator {
                    Operator::Input(index) => given(input_grows(&self.inputs[index])),
                    Operator::Choice(index) => given(choice_grows(index)),
                    Operator::Variable => polarities[index],
                    Operator::Boolean(Boolean::Difference, first, second) => {
                        polarities[first.index()].join(polarities[second.index()].turned())
                    }
                    operator => operator
                        .arguments()
                        .map(|slot| polarities[slot.index()])
                        .fold(Polarity::Constant, Polarity::join),
                };
            }
            for (variable, result) in
                self.recursions.iter().flat_map(|recursion| &recursion.variables)
            {
                let joined = polarities[variable.index()].join(polarities[result.index()]);
                polarities[variable.index()] = joined;
            }
            if polarities == before {
                return polarities;
            }
        }
    }
}

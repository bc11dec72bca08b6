//! What has to be computed again when something else is chosen? Engines choose in stages (the
//! events, then reads-from, then coherence), and go through many choices of a later stage for each
//! of an earlier one. So a program can be put in the order of stages: what is of a stage is
//! computed when that is chosen, and stays while later stages change.

use crate::program::{Choice, Input, Instruction, Operator, Program, Recursion, Slot};
use std::ops::Range;

/// A program in the order of stages.
#[derive(Clone, Debug)]
pub struct Staged {
    pub program: Program,
    /// The instructions of each stage, one after the other. What only pictures need is in none.
    pub ranges: Vec<Range<usize>>,
}

impl Staged {
    /// The stage in which a slot is filled; none if only pictures need it.
    pub fn stage(&self, slot: Slot) -> Option<usize> {
        self.ranges.iter().position(|range| range.contains(&slot.index()))
    }
}

impl Program {
    /// For each slot, the largest of the stages of the inputs and choices that it depends on; a
    /// recursion is of one stage as a whole.
    pub fn stages(
        &self,
        input: impl Fn(&Input) -> usize,
        choice: impl Fn(usize) -> usize,
    ) -> Vec<usize> {
        let mut stages = vec![0; self.instructions.len()];
        // What follows a recursion learns of its stage in the next round.
        loop {
            let before = stages.clone();
            for (index, instruction) in self.instructions.iter().enumerate() {
                let own = match instruction.operator {
                    Operator::Input(index) => input(&self.inputs[index]),
                    Operator::Choice(index) => choice(index),
                    operator => {
                        operator.arguments().map(|slot| stages[slot.index()]).max().unwrap_or(0)
                    }
                };
                stages[index] = stages[index].max(own);
            }
            for recursion in &self.recursions {
                let highest = stages[recursion.body.clone()].iter().copied().max().unwrap_or(0);
                stages[recursion.body.clone()].fill(highest);
            }
            if stages == before {
                return stages;
            }
        }
    }

    /// The same program in the order of so many stages; checks and choices keep their order.
    pub fn in_stages(
        self,
        count: usize,
        input: impl Fn(&Input) -> usize,
        choice: impl Fn(usize) -> usize,
    ) -> Staged {
        let mut stages = self.stages(input, choice);
        stages[self.judging..].fill(count);
        let mut order: Vec<usize> = (0..stages.len()).collect();
        // Stable, so what depends on something stays after it, and recursions stay together.
        order.sort_by_key(|index| stages[*index]);
        let mut places = vec![Slot(0); order.len()];
        for (place, index) in order.iter().enumerate() {
            places[*index] = Slot(place as u32);
        }
        let end = |stage: usize| stages.iter().filter(|own| **own < stage).count();
        let ranges = (0..count).map(|stage| end(stage)..end(stage + 1)).collect();
        let instructions = order
            .iter()
            .map(|index| rename_instruction(self.instructions[*index], &places))
            .collect();
        Staged { program: self.renamed(instructions, &places), ranges }
    }

    fn renamed(self, instructions: Vec<Instruction>, places: &[Slot]) -> Program {
        let place = |slot: Slot| places[slot.index()];
        let recursions = self.recursions.iter().map(|recursion| {
            let start = places[recursion.body.start].index();
            let variables = recursion.variables.iter();
            Recursion {
                body: start..start + recursion.body.len(),
                variables: variables
                    .map(|(variable, result)| (place(*variable), place(*result)))
                    .collect(),
            }
        });
        let mut recursions: Vec<Recursion> = recursions.collect();
        recursions.sort_by_key(|recursion| recursion.body.start);
        let choices = self.choices.into_iter().map(|choice| Choice {
            slot: choice.slot.map(place),
            source: choice.source.rename(place),
            ..choice
        });
        let choices = choices.collect();
        let mut checks = self.checks;
        checks.iter_mut().for_each(|check| check.slot = place(check.slot));
        let shown = self.shown.into_iter().map(|(name, slot)| (name, place(slot))).collect();
        Program { instructions, recursions, choices, checks, shown, ..self }
    }
}

fn rename_instruction(instruction: Instruction, places: &[Slot]) -> Instruction {
    let operator = instruction.operator.map(|slot| places[slot.index()]);
    Instruction { operator, ..instruction }
}

//! In which order is what a model needs computed?
//!
//! The builder's slots are in an order that can be computed, but for recursion: the body of a
//! recursion must stand together, and without what does not change in it. What only pictures need
//! comes last.

use crate::builder::Builder;
use crate::program::{Instruction, Operator, Recursion, Slot};
use crate::recursion::{dependents, reached_until};
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions that are needed, in order.
#[derive(Debug)]
pub(crate) struct Schedule {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) recursions: Vec<Recursion>,
    /// Where the builder's slots are now.
    renamed: FxHashMap<Slot, Slot>,
}

impl Schedule {
    pub(crate) fn new() -> Schedule {
        Schedule { instructions: Vec::new(), recursions: Vec::new(), renamed: FxHashMap::default() }
    }

    /// Where a slot is now, if it was needed.
    pub(crate) fn find(&self, slot: Slot) -> Option<Slot> {
        self.renamed.get(&slot).copied()
    }

    /// Adds everything that these slots need.
    pub(crate) fn add(&mut self, builder: &Builder, roots: impl IntoIterator<Item = Slot>) {
        let needed = reached_until(builder, roots, |slot| self.renamed.contains_key(&slot));
        self.emit(builder, needed.into_iter().collect());
    }

    fn emit(&mut self, builder: &Builder, mut slots: Vec<Slot>) {
        slots.sort_unstable();
        for slot in slots {
            if self.renamed.contains_key(&slot) {
                continue;
            }
            if builder.operator(slot) == Operator::Variable {
                self.emit_recursion(builder, slot);
            } else {
                self.push(builder, slot);
            }
        }
    }

    fn push(&mut self, builder: &Builder, slot: Slot) {
        let Instruction { operator, kind } = builder.instructions[slot.index()];
        let operator = operator.map(|argument| self.renamed[&argument]);
        self.instructions.push(Instruction { operator, kind });
        self.renamed.insert(slot, Slot(self.instructions.len() as u32 - 1));
    }

    /// Adds the recursion that a variable belongs to.
    fn emit_recursion(&mut self, builder: &Builder, variable: Slot) {
        let group = builder
            .groups
            .iter()
            .find(|group| group.variables.iter().any(|(member, _)| *member == variable))
            .expect("a variable that is needed belongs to a recursion");
        let variables: FxHashSet<Slot> =
            group.variables.iter().map(|(member, _)| *member).collect();
        // What was emitted before includes the variables of the recursions around this one.
        let results = group.variables.iter().map(|(_, result)| *result);
        let needed = reached_until(builder, results, |slot| self.renamed.contains_key(&slot));
        let dependent = dependents(builder, &needed, &variables);
        let (inside, before): (Vec<Slot>, Vec<Slot>) = needed
            .into_iter()
            .filter(|slot| !variables.contains(slot))
            .partition(|slot| dependent.contains(slot));
        self.emit(builder, before);
        let start = self.instructions.len();
        group.variables.iter().for_each(|(member, _)| self.push(builder, *member));
        self.emit(builder, inside);
        let place = |slot: &Slot| self.renamed[slot];
        let variables =
            group.variables.iter().map(|(member, result)| (place(member), place(result))).collect();
        let recursion = Recursion { body: start..self.instructions.len(), variables };
        let at = self.recursions.partition_point(|other| other.body.start < start);
        self.recursions.insert(at, recursion);
    }
}

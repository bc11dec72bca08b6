//! What of a model has to be computed for executions with given events? A test without locks needs
//! nothing that is about locks.
//!
//! When the events are known, some relations are known to stay empty whatever is chosen: an
//! intersection with something empty, a sequence through a set without events. They are filled
//! once. What only they were needed for is not computed at all. That is decided once for all
//! executions that differ only in values.

use crate::model::Model;
use cat::program::{Operator, Program};
use cat::{Boolean, Concrete, Datum, Slot, Valuation};
use std::ops::Range;

/// The instructions to compute, stage by stage; the first stage has been computed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub ranges: Vec<Vec<Range<usize>>>,
    /// Those for what is checked of a part of what a stage chooses.
    pub early: Vec<Vec<Range<usize>>>,
}

impl Plan {
    /// Plans the stages after the first, for a valuation in which that is computed; slots that stay
    /// empty are filled.
    pub(crate) fn new(
        model: &Model,
        world: &mut Concrete,
        valuation: &mut Valuation<Concrete>,
    ) -> Plan {
        let program = &model.staged.program;
        let start = model.staged.ranges[0].end;
        let end = program.judging;
        let empty = stays_empty(program, start..end, valuation);
        let needed = needed(program, start..end, &empty);
        for slot in program.slots().take(end).skip(start).filter(|slot| empty[slot.index()]) {
            valuation.set_empty(program, world, slot);
        }
        let ranges = model.staged.ranges.iter().map(|range| {
            let wanted = range.clone().filter(|index| *index >= start && needed[*index]);
            in_ranges(program, wanted)
        });
        let early = model.early.iter().map(|early| {
            let wanted = early.instructions.iter().copied().filter(|index| needed[*index]);
            in_ranges(program, wanted)
        });
        Plan { ranges: ranges.collect(), early: early.collect() }
    }
}

/// Which slots hold nothing, whatever is chosen. Variables of a recursion are nothing unless the
/// equations say otherwise, as they are computed from nothing.
fn stays_empty(
    program: &Program,
    range: Range<usize>,
    valuation: &Valuation<Concrete>,
) -> Vec<bool> {
    let known = |slot: Slot| match valuation.get(slot) {
        Some(Datum::Set(set)) => set.is_empty(),
        Some(Datum::Relation(relation)) => relation.is_empty(),
        None => false,
    };
    let mut empty: Vec<bool> =
        program.slots().map(|slot| slot.index() < range.start && known(slot)).collect();
    let recursions = || program.recursions.iter().filter(|own| own.body.start >= range.start);
    for (variable, _) in recursions().flat_map(|recursion| &recursion.variables) {
        empty[variable.index()] = true;
    }
    loop {
        for index in range.clone() {
            let is = |slot: Slot| empty[slot.index()];
            empty[index] = match program.instructions[index].operator {
                Operator::Input(_) | Operator::Choice(_) | Operator::AllEvents => false,
                Operator::Variable => empty[index],
                Operator::Empty => true,
                Operator::Boolean(Boolean::Union, first, second) => is(first) && is(second),
                Operator::Boolean(Boolean::Intersection, first, second)
                | Operator::Product(first, second)
                | Operator::Sequence(first, second) => is(first) || is(second),
                Operator::Boolean(Boolean::Difference, first, _) => is(first),
                Operator::IdentityOn(slot)
                | Operator::Inverse(slot)
                | Operator::Closure(slot)
                | Operator::Domain(slot)
                | Operator::Range(slot) => is(slot),
            };
        }
        // A variable that becomes something is something, and then perhaps others are.
        let mut changed = false;
        for (variable, result) in recursions().flat_map(|recursion| &recursion.variables) {
            if empty[variable.index()] && !empty[result.index()] {
                empty[variable.index()] = false;
                changed = true;
            }
        }
        if !changed {
            return empty;
        }
    }
}

/// Which instructions the checks and choices need; what stays empty needs nothing.
fn needed(program: &Program, range: Range<usize>, empty: &[bool]) -> Vec<bool> {
    let mut needed = vec![false; program.instructions.len()];
    let checked = program.checks.iter().map(|check| check.slot);
    let chosen_from = program.choices.iter().flat_map(|choice| choice.source.slots());
    for slot in checked.chain(chosen_from) {
        needed[slot.index()] = !empty[slot.index()];
    }
    // A recursion is needed as a whole, and repeats what it needs of itself.
    loop {
        let before = needed.clone();
        for index in range.clone().rev() {
            if needed[index] {
                for slot in program.instructions[index].operator.arguments() {
                    needed[slot.index()] |= !empty[slot.index()];
                }
            }
        }
        for recursion in &program.recursions {
            let body = recursion.body.clone();
            if needed[body.clone()].contains(&true) {
                needed[body].fill(true);
            }
        }
        if needed == before {
            return needed;
        }
    }
}

/// Instructions as ranges, with recursions as wholes.
fn in_ranges(program: &Program, wanted: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for index in wanted {
        match ranges.last_mut() {
            Some(last) if last.end == index => last.end = index + 1,
            Some(last) if last.contains(&index) => {}
            _ => ranges.push(index..index + 1),
        }
    }
    let splits = |range: &Range<usize>| {
        program
            .recursions
            .iter()
            .any(|own| own.body.contains(&range.start) && own.body.start < range.start)
    };
    assert!(!ranges.iter().any(splits), "recursions are computed as wholes");
    ranges
}

//! What does a program compute? One walk over its instructions, in any world.

use crate::domain::Domain;
use crate::program::{Input, Kind, Operator, Program, Recursion, Slot};
use std::ops::Range;

/// A set or a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum<S, R> {
    Set(S),
    Relation(R),
}

/// A datum of a world.
pub type DatumOf<D> = Datum<<D as Domain>::Set, <D as Domain>::Relation>;

/// What is in the slots of a program.
#[derive(Debug)]
pub struct Valuation<D: Domain> {
    slots: Vec<Option<DatumOf<D>>>,
}

impl<D: Domain> Clone for Valuation<D> {
    fn clone(&self) -> Valuation<D> {
        Valuation { slots: self.slots.clone() }
    }
}

impl<D: Domain> Valuation<D> {
    /// Nothing is in any slot.
    pub fn new(program: &Program) -> Valuation<D> {
        Valuation { slots: vec![None; program.instructions.len()] }
    }

    pub fn get(&self, slot: Slot) -> Option<&DatumOf<D>> {
        self.slots[slot.index()].as_ref()
    }

    /// Fills a slot with nothing: for whoever knows that nothing will be computed there.
    pub fn set_empty(&mut self, program: &Program, domain: &mut D, slot: Slot) {
        self.slots[slot.index()] = Some(empty(domain, program.kind(slot)));
    }

    /// The set in a slot of which it is known that there is one.
    pub fn set(&self, slot: Slot) -> &D::Set {
        match &self.slots[slot.index()] {
            Some(Datum::Set(set)) => set,
            other => panic!("slot {} holds a set and not {other:?}", slot.index()),
        }
    }

    /// The relation in a slot of which it is known that there is one.
    pub fn relation(&self, slot: Slot) -> &D::Relation {
        match &self.slots[slot.index()] {
            Some(Datum::Relation(relation)) => relation,
            other => panic!("slot {} holds a relation and not {other:?}", slot.index()),
        }
    }
}

/// What a program takes as given.
pub trait Given<D: Domain> {
    fn input(&self, domain: &mut D, index: usize, input: &Input) -> DatumOf<D>;
    /// What was chosen for the choice with this index.
    fn choice(&self, domain: &mut D, index: usize) -> D::Relation;
}

/// Computes all slots.
pub fn evaluate<D: Domain>(
    program: &Program,
    domain: &mut D,
    given: &impl Given<D>,
) -> Valuation<D> {
    let mut valuation = Valuation::new(program);
    compute(program, domain, given, 0..program.instructions.len(), &mut valuation);
    valuation
}

/// Computes some slots; those before that they depend on are filled. The range has recursions as
/// wholes.
pub fn compute<D: Domain>(
    program: &Program,
    domain: &mut D,
    given: &impl Given<D>,
    range: Range<usize>,
    valuation: &mut Valuation<D>,
) {
    let mut index = range.start;
    while index < range.end {
        match program.recursion_at(index) {
            Some(recursion) => {
                iterate(program, domain, given, recursion, valuation, &mut |_| {});
                index = recursion.body.end;
            }
            None => {
                valuation.slots[index] = Some(step(program, domain, given, index, valuation));
                index += 1;
            }
        }
    }
}

/// What is in the slots in each round of a recursion, if those before it are filled: in the first
/// one its variables are empty, and the last one changes nothing.
pub fn rounds<D: Domain>(
    program: &Program,
    domain: &mut D,
    given: &impl Given<D>,
    recursion: &Recursion,
    valuation: &Valuation<D>,
) -> Vec<Valuation<D>> {
    let mut found = Vec::new();
    let mut own = valuation.clone();
    iterate(program, domain, given, recursion, &mut own, &mut |round| found.push(round.clone()));
    found
}

/// Repeats the body of a recursion, with all variables empty at first, until it changes nothing.
/// Each round is shown.
fn iterate<D: Domain>(
    program: &Program,
    domain: &mut D,
    given: &impl Given<D>,
    recursion: &Recursion,
    valuation: &mut Valuation<D>,
    show: &mut dyn FnMut(&Valuation<D>),
) {
    for (variable, _) in &recursion.variables {
        let empty = empty(domain, program.kind(*variable));
        valuation.slots[variable.index()] = Some(empty);
    }
    let body = recursion.body.start + recursion.variables.len()..recursion.body.end;
    loop {
        compute(program, domain, given, body.clone(), valuation);
        show(valuation);
        let is_fixed = recursion.variables.iter().all(|(variable, result)| {
            valuation.slots[variable.index()] == valuation.slots[result.index()]
        });
        if is_fixed {
            return;
        }
        let results: Vec<Option<DatumOf<D>>> = recursion
            .variables
            .iter()
            .map(|(_, result)| valuation.slots[result.index()].clone())
            .collect();
        for ((variable, _), result) in recursion.variables.iter().zip(results) {
            valuation.slots[variable.index()] = result;
        }
    }
}

fn empty<D: Domain>(domain: &mut D, kind: Kind) -> DatumOf<D> {
    match kind {
        Kind::Set => Datum::Set(domain.empty_set()),
        Kind::Relation => Datum::Relation(domain.empty_relation()),
    }
}

fn step<D: Domain>(
    program: &Program,
    domain: &mut D,
    given: &impl Given<D>,
    index: usize,
    valuation: &Valuation<D>,
) -> DatumOf<D> {
    let set = |slot: Slot| valuation.set(slot);
    let relation = |slot: Slot| valuation.relation(slot);
    let instruction = program.instructions[index];
    match instruction.operator {
        Operator::Input(input) => given.input(domain, input, &program.inputs[input]),
        Operator::Choice(choice) => Datum::Relation(given.choice(domain, choice)),
        Operator::Variable => unreachable!("variables are filled by their recursion"),
        Operator::Empty => empty(domain, instruction.kind),
        Operator::AllEvents => Datum::Set(domain.all_events()),
        Operator::Boolean(operator, first, second) => match instruction.kind {
            Kind::Set => Datum::Set(domain.set(operator, set(first), set(second))),
            Kind::Relation => {
                Datum::Relation(domain.relation(operator, relation(first), relation(second)))
            }
        },
        Operator::Product(first, second) => {
            Datum::Relation(domain.product(set(first), set(second)))
        }
        Operator::IdentityOn(slot) => Datum::Relation(domain.identity_on(set(slot))),
        Operator::Sequence(first, second) => {
            Datum::Relation(domain.sequence(relation(first), relation(second)))
        }
        Operator::Inverse(slot) => Datum::Relation(domain.inverse(relation(slot))),
        Operator::Closure(slot) => Datum::Relation(domain.closure(relation(slot))),
        Operator::Domain(slot) => Datum::Set(domain.domain(relation(slot))),
        Operator::Range(slot) => Datum::Set(domain.range(relation(slot))),
    }
}

//! Is an execution one of the model? The checks in their order, each as soon as what it is about is
//! computed, with evidence where one fails.

use crate::concrete::Concrete;
use crate::evaluate::{Datum, Given, Valuation, compute};
use crate::program::{Check, Program};
use crate::syntax::{Role, Test};
use relation::{Relation, Set};

/// Why a test fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// Events on a cycle, in order.
    Cycle(Vec<usize>),
    /// An event that is related to itself, or in a set that should be empty.
    Event(usize),
    /// A pair in a relation that should be empty.
    Pair(usize, usize),
}

/// A check that did not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Its place in [`Program::checks`].
    pub check: usize,
    /// None for a negated check: there is nothing to show.
    pub witness: Option<Witness>,
}

/// What the checks say of one execution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Judgement {
    /// The first axiom that does not hold; what comes after it was not looked at.
    pub forbidden: Option<Violation>,
    /// The flags that hold, by their place in [`Program::checks`].
    pub flags: Vec<usize>,
    /// What is required for the program to be defined, and does not hold.
    pub undefined: Vec<Violation>,
    /// What the model asserts of every execution, and does not hold.
    pub refuted: Vec<Violation>,
}

impl Judgement {
    pub fn is_allowed(&self) -> bool {
        self.forbidden.is_none()
    }
}

/// Judges an execution with all choices made.
pub fn judge(program: &Program, world: Concrete, given: &impl Given<Concrete>) -> Judgement {
    let mut world = world;
    let mut valuation = Valuation::new(program);
    let mut judgement = Judgement::default();
    let mut done = 0;
    for (index, check) in program.checks.iter().enumerate() {
        let end = program.prefix(check.slot).max(done);
        compute(program, &mut world, given, done..end, &mut valuation);
        done = end;
        let outcome = perform(check, &valuation);
        let violation = |witness| Violation { check: index, witness };
        match (check.role, outcome) {
            (Role::Axiom, Err(witness)) => {
                judgement.forbidden = Some(violation(witness));
                return judgement;
            }
            (Role::Flag, Ok(())) => judgement.flags.push(index),
            (Role::UndefinedUnless, Err(witness)) => judgement.undefined.push(violation(witness)),
            (Role::Assert, Err(witness)) => judgement.refuted.push(violation(witness)),
            (Role::Axiom | Role::UndefinedUnless | Role::Assert, Ok(())) | (Role::Flag, Err(_)) => {
            }
        }
    }
    judgement
}

/// Performs a check whose slot is filled.
pub fn perform(check: &Check, valuation: &Valuation<Concrete>) -> Result<(), Option<Witness>> {
    let datum = valuation.get(check.slot).expect("what is checked was computed");
    match (witness(check.test, datum), check.negated) {
        (None, false) | (Some(_), true) => Ok(()),
        (Some(witness), false) => Err(Some(witness)),
        (None, true) => Err(None),
    }
}

/// Evidence that a test, without a negation, fails.
fn witness(test: Test, datum: &Datum<Set, Relation>) -> Option<Witness> {
    match (test, datum) {
        (Test::Empty, Datum::Set(set)) => set.iter().next().map(Witness::Event),
        (Test::Empty, Datum::Relation(relation)) => {
            relation.pairs().next().map(|(from, to)| Witness::Pair(from, to))
        }
        (Test::Acyclic, Datum::Relation(relation)) => relation.find_cycle().map(Witness::Cycle),
        (Test::Irreflexive, Datum::Relation(relation)) => {
            let is_reflexive = |event: &usize| relation.contains(*event, *event);
            (0..relation.size()).find(is_reflexive).map(Witness::Event)
        }
        (Test::Acyclic | Test::Irreflexive, Datum::Set(_)) => {
            unreachable!("the compiler lets these tests have relations only")
        }
    }
}

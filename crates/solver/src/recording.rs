//! What was a solver told, and what did it answer? A record of all clauses, of what its propagator
//! objected with, and of the questions, for who wants to see or to prove it.
//!
//! The clauses together with the lemmas decide every question that was answered so far, without the
//! propagator: an assignment that was found satisfies all of them, and what was refuted follows
//! from them.

use crate::{Answer, GoesOn, Literal, Propagator, Shared, Solver, Statistics, Variable};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Clauses, one after the other in one piece of memory.
#[derive(Clone, Default, Debug)]
pub struct Clauses {
    literals: Vec<Literal>,
    /// Where each clause ends among the literals.
    ends: Vec<usize>,
}

impl Clauses {
    pub fn push(&mut self, clause: &[Literal]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.literals[start..*end])
    }
}

/// A question that was asked.
#[derive(Clone, Debug)]
pub struct Question {
    pub assumptions: Vec<Literal>,
    pub answer: Answer,
}

/// All that a solver was told.
#[derive(Clone, Default, Debug)]
pub struct Record {
    pub variables: usize,
    pub clauses: Clauses,
    /// Objections of the propagator.
    pub lemmas: Clauses,
    pub questions: Vec<Question>,
}

/// A record that is still being written.
pub type SharedRecord = Rc<RefCell<Record>>;

/// A solver that is listened to.
pub(crate) struct Recording {
    solver: Box<dyn Solver>,
    record: SharedRecord,
}

impl Recording {
    pub(crate) fn new(solver: Box<dyn Solver>) -> Recording {
        Recording { solver, record: SharedRecord::default() }
    }

    pub(crate) fn record(&self) -> SharedRecord {
        self.record.clone()
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a recording of {:?}", self.solver.statistics())
    }
}

impl Solver for Recording {
    fn new_variable(&mut self) -> Variable {
        self.record.borrow_mut().variables += 1;
        self.solver.new_variable()
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.record.borrow_mut().clauses.push(clause);
        self.solver.add_clause(clause);
    }

    fn search(&mut self, assumptions: &[Literal], goes_on: GoesOn<'_>) -> Answer {
        let answer = self.solver.search(assumptions, goes_on);
        let question = Question { assumptions: assumptions.to_vec(), answer };
        self.record.borrow_mut().questions.push(question);
        answer
    }

    fn value(&mut self, literal: Literal) -> bool {
        self.solver.value(literal)
    }

    fn core(&mut self) -> Vec<Literal> {
        self.solver.core()
    }

    fn connect(&mut self, propagator: Shared) {
        let record = self.record.clone();
        self.solver.connect(Rc::new(RefCell::new(Listener { propagator, record })));
    }

    fn observe(&mut self, variable: Variable) {
        self.solver.observe(variable);
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

/// A propagator that is listened to.
struct Listener {
    propagator: Shared,
    record: SharedRecord,
}

impl Propagator for Listener {
    fn assign(&mut self, literal: Literal) {
        self.propagator.borrow_mut().assign(literal);
    }

    fn push_level(&mut self) {
        self.propagator.borrow_mut().push_level();
    }

    fn backtrack(&mut self, levels: usize) {
        self.propagator.borrow_mut().backtrack(levels);
    }

    fn objection(&mut self) -> Option<Vec<Literal>> {
        let clause = self.propagator.borrow_mut().objection()?;
        self.record.borrow_mut().lemmas.push(&clause);
        Some(clause)
    }
}

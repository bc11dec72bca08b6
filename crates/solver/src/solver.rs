//! What is asked of a solver? Clauses come one after the other, and between them questions: is
//! there an assignment that satisfies all of them and some assumptions?
//!
//! The interface is that of incremental solving (Eén and Sörensson, *Temporal induction by
//! incremental SAT solving*, 2003): what was learnt stays. It is small so that every backend has
//! all of it, and one test suite (`tests/backends.rs`) holds for all.

use crate::{Literal, Shared, Variable};

/// What is known after a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Satisfiable,
    Unsatisfiable,
    /// It was told to stop.
    Stopped,
}

/// How large a formula is, and how much was done about it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    pub variables: u64,
    /// Those that were given, without what was learnt.
    pub clauses: u64,
    pub conflicts: u64,
}

/// Who is told how far a search is, and says whether it goes on.
pub type GoesOn<'g> = &'g dyn Fn(&Statistics) -> bool;

/// A SAT solver.
pub trait Solver {
    fn new_variable(&mut self) -> Variable;

    /// Every assignment from now on satisfies one of these literals.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Looks for an assignment that satisfies all clauses, all assumptions and the propagator.
    /// Tells `goes_on` now and then how far it is, and stops when that says no.
    fn search(&mut self, assumptions: &[Literal], goes_on: GoesOn<'_>) -> Answer;

    /// The same for who does not want to know how far it is.
    fn solve(&mut self, assumptions: &[Literal], goes_on: &dyn Fn() -> bool) -> Answer {
        self.search(assumptions, &|_| goes_on())
    }

    /// The value of a literal in the assignment that was found.
    ///
    /// # Panics
    ///
    /// Unless the last thing that happened was the answer `Satisfiable`.
    fn value(&mut self, literal: Literal) -> bool;

    /// Some of the assumptions that the clauses do not allow together.
    ///
    /// # Panics
    ///
    /// Unless the last thing that happened was the answer `Unsatisfiable`.
    fn core(&mut self) -> Vec<Literal>;

    /// Connects a propagator, which nothing was connected before, and which stays for good. It must
    /// be done before the first question.
    fn connect(&mut self, propagator: Shared);

    /// The propagator is told of this variable. A variable is observed before the first question
    /// after it was made.
    fn observe(&mut self, variable: Variable);

    fn statistics(&self) -> Statistics;
}

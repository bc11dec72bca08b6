//! batsat (a MiniSat in Rust, by Simon Cruanes) behind our interface.
//!
//! Its theories see the trail as a whole, and remember themselves how much of it they have seen at
//! which level.

use super::CONFLICTS_AT_A_TIME;
use crate::{Answer, GoesOn, Literal, Shared, Solver, Statistics, Variable};
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, Theory, TheoryArg, lbool};
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// A solver.
pub struct Batsat {
    solver: batsat::Solver<ConflictLimit>,
    theory: Connection,
    variables: usize,
    clauses: u64,
    /// Of the last question, until something else happens.
    answer: Option<Answer>,
}

impl Default for Batsat {
    fn default() -> Batsat {
        Batsat::new()
    }
}

impl Batsat {
    pub fn new() -> Batsat {
        let is_refuted = Rc::new(Cell::new(false));
        let limit = ConflictLimit { left: CONFLICTS_AT_A_TIME, is_refuted: is_refuted.clone() };
        Batsat {
            solver: batsat::Solver::new(SolverOpts::default(), limit),
            theory: Connection { is_refuted, ..Connection::default() },
            variables: 0,
            clauses: 0,
            answer: None,
        }
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(batsat::Var::unsafe_from_idx(literal.variable().index() as u32), !literal.is_negated())
}

fn literal(lit: Lit) -> Literal {
    let variable = Variable::new(lit.var().idx() as usize);
    variable.positive().negated_if(!lit.sign())
}

impl Solver for Batsat {
    fn new_variable(&mut self) -> Variable {
        let variable = self.solver.new_var_default();
        assert_eq!(variable.idx() as usize, self.variables, "variables are numbered as ours");
        self.variables += 1;
        self.answer = None;
        Variable::new(variable.idx() as usize)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        let mut clause: Vec<Lit> = clause.iter().copied().map(lit).collect();
        // That there is no assignment any more, the next question will say.
        self.solver.add_clause_reuse(&mut clause);
        self.clauses += 1;
        self.answer = None;
    }

    fn search(&mut self, assumptions: &[Literal], goes_on: GoesOn<'_>) -> Answer {
        let assumptions: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
        let answer = loop {
            if !goes_on(&self.statistics()) {
                break Answer::Stopped;
            }
            self.solver.cb_mut().left = CONFLICTS_AT_A_TIME;
            let found = match self.theory.is_refuted.get() {
                true => lbool::FALSE,
                false => self.solver.solve_limited_th(&mut self.theory, &assumptions),
            };
            // An assignment that was found after an objection to what is certain is none.
            if self.theory.is_refuted.get() {
                break Answer::Unsatisfiable;
            }
            if found == lbool::TRUE {
                break Answer::Satisfiable;
            }
            if found == lbool::FALSE {
                break Answer::Unsatisfiable;
            }
        };
        self.answer = Some(answer);
        answer
    }

    fn value(&mut self, literal: Literal) -> bool {
        assert_eq!(self.answer, Some(Answer::Satisfiable), "there is an assignment");
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }

    fn core(&mut self) -> Vec<Literal> {
        assert_eq!(self.answer, Some(Answer::Unsatisfiable), "there is a core");
        if self.theory.is_refuted.get() {
            return Vec::new();
        }
        // batsat has it as a clause.
        let mut core: Vec<Literal> =
            self.solver.unsat_core().iter().map(|failed| literal(!*failed)).collect();
        core.sort_unstable();
        core.dedup();
        core
    }

    fn connect(&mut self, propagator: Shared) {
        assert!(self.theory.propagator.is_none(), "a solver has one propagator");
        self.theory.propagator = Some(propagator);
    }

    fn observe(&mut self, variable: Variable) {
        self.theory.observed.resize(self.variables, false);
        self.theory.observed[variable.index()] = true;
        self.theory.newly_observed.push(variable);
        self.answer = None;
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            variables: self.variables as u64,
            clauses: self.clauses,
            conflicts: self.solver.num_conflicts(),
        }
    }
}

impl fmt::Debug for Batsat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "batsat with {} variables and {} clauses", self.variables, self.clauses)
    }
}

/// Says when it is time to ask whether the search goes on.
struct ConflictLimit {
    left: u32,
    is_refuted: Rc<Cell<bool>>,
}

impl Callbacks for ConflictLimit {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        match kind {
            ClauseKind::Learnt | ClauseKind::Theory => self.left = self.left.saturating_sub(1),
            ClauseKind::Axiom => {}
        }
    }

    fn stop(&self) -> bool {
        self.left == 0 || self.is_refuted.get()
    }
}

/// A propagator as batsat sees it.
#[derive(Default)]
struct Connection {
    propagator: Option<Shared>,
    observed: Vec<bool>,
    /// How much of the trail was shown.
    seen: usize,
    /// How much of it was shown when each level began.
    levels: Vec<usize>,
    /// Observed since the last question. They may have had their value before.
    newly_observed: Vec<Variable>,
    /// The propagator has objected to what holds whatever is decided. batsat takes a clause of one
    /// literal for a new fact even if it knows the opposite, so that it is not told of this.
    is_refuted: Rc<Cell<bool>>,
}

impl Connection {
    fn check(&mut self, arguments: &mut TheoryArg<'_>) {
        let Some(shared) = &self.propagator else { return };
        let mut propagator = shared.borrow_mut();
        let trail = arguments.model();
        // Before the first level, what was seen in earlier searches is still there.
        let old: Vec<Literal> = match self.newly_observed.is_empty() {
            true => Vec::new(),
            false => trail[..self.seen].iter().copied().map(literal).collect(),
        };
        old.into_iter()
            .filter(|old| self.newly_observed.contains(&old.variable()))
            .for_each(|old| propagator.assign(old));
        self.newly_observed.clear();
        for assigned in trail[self.seen..].iter().copied().map(literal) {
            if self.observed.get(assigned.variable().index()).copied().unwrap_or(false) {
                propagator.assign(assigned);
            }
        }
        self.seen = trail.len();
        if let Some(clause) = propagator.objection() {
            let certain = &trail[..self.levels.first().copied().unwrap_or(trail.len())];
            if clause.iter().all(|own| certain.contains(&lit(!*own))) {
                self.is_refuted.set(true);
                return;
            }
            let clause: Vec<Lit> = clause.into_iter().map(lit).collect();
            arguments.raise_conflict(&clause, false);
        }
    }
}

impl Theory for Connection {
    fn final_check(&mut self, arguments: &mut TheoryArg<'_>) {
        self.check(arguments);
    }

    fn partial_check(&mut self, arguments: &mut TheoryArg<'_>) {
        self.check(arguments);
    }

    fn create_level(&mut self) {
        self.levels.push(self.seen);
        if let Some(propagator) = &self.propagator {
            propagator.borrow_mut().push_level();
        }
    }

    fn pop_levels(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let left = self.levels.len() - count;
        self.seen = self.levels[left];
        self.levels.truncate(left);
        if let Some(propagator) = &self.propagator {
            propagator.borrow_mut().backtrack(left);
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        unreachable!("propagators only object")
    }
}

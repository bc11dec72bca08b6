//! CaDiCaL (Biere et al., *CaDiCaL 2.0*, CAV 2024) behind our interface, through the safe bindings
//! of `cadical-sys`.
//!
//! Its rules: variables are declared before they are used; clauses of a propagator are about
//! observed variables only; and every full assignment is shown to the propagator before it counts.

use super::CONFLICTS_AT_A_TIME;
use crate::{Answer, GoesOn, Literal, Shared, Solver, Statistics, Variable};
use cadical_sys::{CaDiCal, ExternalPropagator, Status};
use std::fmt;

/// A solver.
pub struct Cadical {
    solver: CaDiCal,
    variables: usize,
    clauses: u64,
    assumptions: Vec<Literal>,
    /// Of the last question, until something else happens.
    answer: Option<Answer>,
    is_connected: bool,
}

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical::new()
    }
}

impl Cadical {
    pub fn new() -> Cadical {
        let mut solver = CaDiCal::new();
        // Variables of its own would get numbers that ours should have.
        assert!(solver.set("factor", 0), "CaDiCaL has the option `factor`");
        Cadical {
            solver,
            variables: 0,
            clauses: 0,
            assumptions: Vec::new(),
            answer: None,
            is_connected: false,
        }
    }
}

impl Solver for Cadical {
    fn new_variable(&mut self) -> Variable {
        let variable = Variable::new(self.variables);
        let declared = self.solver.declare_one_more_variable();
        assert_eq!(declared, variable.positive().dimacs(), "variables are numbered as ours");
        self.variables += 1;
        self.answer = None;
        variable
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        for literal in clause {
            self.solver.add(literal.dimacs());
        }
        self.solver.add(0);
        self.clauses += 1;
        self.answer = None;
    }

    fn search(&mut self, assumptions: &[Literal], goes_on: GoesOn<'_>) -> Answer {
        self.assumptions = assumptions.to_vec();
        let answer = loop {
            if !goes_on(&self.statistics()) {
                break Answer::Stopped;
            }
            for literal in assumptions {
                self.solver.assume(literal.dimacs());
            }
            let limited = self.solver.limit("conflicts", CONFLICTS_AT_A_TIME as i32);
            assert!(limited, "CaDiCaL has a limit of conflicts");
            match self.solver.solve() {
                Status::SATISFIABLE => break Answer::Satisfiable,
                Status::UNSATISFIABLE => break Answer::Unsatisfiable,
                Status::UNKNOWN => {}
            }
        };
        self.answer = Some(answer);
        answer
    }

    fn value(&mut self, literal: Literal) -> bool {
        assert_eq!(self.answer, Some(Answer::Satisfiable), "there is an assignment");
        // The sign is that of the variable's value.
        (self.solver.val(literal.variable().positive().dimacs()) > 0) != literal.is_negated()
    }

    fn core(&mut self) -> Vec<Literal> {
        assert_eq!(self.answer, Some(Answer::Unsatisfiable), "there is a core");
        let mut core = self.assumptions.clone();
        core.sort_unstable();
        core.dedup();
        core.retain(|literal| self.solver.failed(literal.dimacs()));
        core
    }

    fn connect(&mut self, propagator: Shared) {
        assert!(!self.is_connected, "a solver has one propagator");
        self.is_connected = true;
        self.solver.connect_external_propagator(Connection { propagator, clause: None });
    }

    fn observe(&mut self, variable: Variable) {
        self.solver.add_observed_var(variable.positive().dimacs());
        self.answer = None;
    }

    fn statistics(&self) -> Statistics {
        let conflicts = self.solver.get_statistic_value("conflicts");
        Statistics {
            variables: self.variables as u64,
            clauses: self.clauses,
            conflicts: u64::try_from(conflicts).unwrap_or(0),
        }
    }
}

impl fmt::Debug for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CaDiCaL with {} variables and {} clauses", self.variables, self.clauses)
    }
}

/// A propagator as CaDiCaL sees it.
struct Connection {
    propagator: Shared,
    /// What is left of the objection that CaDiCaL is reading, last literal first.
    clause: Option<Vec<Literal>>,
}

impl Connection {
    fn look(&mut self) -> bool {
        if self.clause.is_none() {
            self.clause = self.propagator.borrow_mut().objection();
        }
        self.clause.is_some()
    }
}

impl ExternalPropagator for Connection {
    fn notify_assignment(&mut self, literals: &[i32]) {
        let mut propagator = self.propagator.borrow_mut();
        for literal in literals {
            propagator.assign(Literal::from_dimacs(*literal));
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.propagator.borrow_mut().push_level();
    }

    fn notify_backtrack(&mut self, new_level: usize) {
        // An objection that was not read is made again, if it still holds.
        self.clause = None;
        self.propagator.borrow_mut().backtrack(new_level);
    }

    fn cb_check_found_model(&mut self, _: &[i32]) -> bool {
        !self.look()
    }

    fn cb_has_external_clause(&mut self, is_forgettable: &mut bool) -> bool {
        *is_forgettable = true;
        self.look()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        let clause = self.clause.as_mut().expect("CaDiCaL reads a clause that it was told of");
        match clause.pop() {
            Some(literal) => literal.dimacs(),
            None => {
                self.clause = None;
                0
            }
        }
    }
}

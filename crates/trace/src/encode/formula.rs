//! Clauses and graphs: what a reduction is written into.
//!
//! Constants are literals too: [`Formula::always`] and its negation, so that what is known before
//! the search costs nothing.

use solver::{Acyclicity, Answer, Backend, Literal, Solver};
use std::cell::RefCell;
use std::rc::Rc;

/// A formula that grows, and is solved once.
pub(super) struct Formula {
    solver: Box<dyn Solver>,
    graphs: Rc<RefCell<Acyclicity>>,
    always: Literal,
    /// By variable: whether the propagator is told of it.
    observed: Vec<bool>,
}

impl Formula {
    pub(super) fn new() -> Formula {
        let mut solver = Backend::default().start();
        let graphs = Rc::new(RefCell::new(Acyclicity::new()));
        solver.connect(graphs.clone());
        let always = solver.new_variable().positive();
        let mut formula = Formula { solver, graphs, always, observed: Vec::new() };
        formula.observe(always);
        formula
    }

    /// The literal that is true.
    pub(super) fn always(&self) -> Literal {
        self.always
    }

    pub(super) fn fresh(&mut self) -> Literal {
        self.solver.new_variable().positive()
    }

    pub(super) fn clause(&mut self, clause: &[Literal]) {
        if clause.contains(&self.always) {
            return;
        }
        let never = !self.always;
        let open: Vec<Literal> = clause.iter().copied().filter(|l| *l != never).collect();
        self.solver.add_clause(&open);
    }

    pub(super) fn nodes(&mut self, count: usize) -> usize {
        self.graphs.borrow_mut().add_nodes(count)
    }

    /// An edge that is there while the literal is true.
    pub(super) fn edge(&mut self, literal: Literal, from: usize, to: usize) {
        if literal == !self.always {
            return;
        }
        self.observe(literal);
        self.graphs.borrow_mut().add_edge(literal, from, to);
    }

    fn observe(&mut self, literal: Literal) {
        let index = literal.variable().index();
        if self.observed.len() <= index {
            self.observed.resize(index + 1, false);
        }
        if !std::mem::replace(&mut self.observed[index], true) {
            self.solver.observe(literal.variable());
        }
    }

    /// Whether there is an assignment; `None` if it was told to stop.
    pub(super) fn solve(&mut self, goes_on: &dyn Fn() -> bool) -> Option<bool> {
        self.solver.add_clause(&[self.always]);
        match self.solver.solve(&[], goes_on) {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Stopped => None,
        }
    }

    pub(super) fn value(&mut self, literal: Literal) -> bool {
        self.solver.value(literal)
    }
}

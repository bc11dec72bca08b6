//! Clauses and graphs: what a reduction is written into.
//!
//! Constants are literals too: [`Formula::always`] and its negation, so that what is known before
//! the search costs nothing. What follows from the whole ([`Saturation`]) is found before the
//! solver is told of it.

use super::saturation::{Edge, Saturation};
use solver::{Acyclicity, Answer, Backend, Literal, Solver};
use std::cell::RefCell;
use std::rc::Rc;

/// How many clauses and edges are added between two questions whether to go on.
const PAUSE: usize = 1 << 16;

/// A formula that grows, and is solved once.
pub(super) struct Formula<'a> {
    /// Asked while it grows, too: histories with few values have very large formulas.
    goes_on: &'a dyn Fn() -> bool,
    is_stopped: bool,
    solver: Box<dyn Solver>,
    always: Literal,
    variables: usize,
    clauses: Vec<Vec<Literal>>,
    nodes: usize,
    edges: Vec<Edge>,
}

impl<'a> Formula<'a> {
    pub(super) fn new(goes_on: &'a dyn Fn() -> bool) -> Formula<'a> {
        let mut solver = Backend::default().start();
        let always = solver.new_variable().positive();
        let (clauses, edges) = (vec![vec![always]], Vec::new());
        let is_stopped = false;
        Formula { goes_on, is_stopped, solver, always, variables: 1, clauses, nodes: 0, edges }
    }

    /// The literal that is true.
    pub(super) fn always(&self) -> Literal {
        self.always
    }

    pub(super) fn fresh(&mut self) -> Literal {
        self.variables += 1;
        self.solver.new_variable().positive()
    }

    pub(super) fn clause(&mut self, clause: &[Literal]) {
        if clause.contains(&self.always) || self.is_over() {
            return;
        }
        let never = !self.always;
        self.clauses.push(clause.iter().copied().filter(|l| *l != never).collect());
    }

    /// So many new nodes of graphs; the number of the first.
    pub(super) fn nodes(&mut self, count: usize) -> usize {
        self.nodes += count;
        self.nodes - count
    }

    /// An edge that is there while the literal is true.
    pub(super) fn edge(&mut self, literal: Literal, from: usize, to: usize) {
        if literal != !self.always && !self.is_over() {
            self.edges.push((literal, from, to));
        }
    }

    /// Whether it was told to stop; then nothing is added any more.
    pub(super) fn is_over(&mut self) -> bool {
        let added = self.clauses.len() + self.edges.len();
        if !self.is_stopped && added.is_multiple_of(PAUSE) {
            self.is_stopped = !(self.goes_on)();
        }
        self.is_stopped
    }

    /// Whether there is an assignment; `None` if it was told to stop.
    pub(super) fn solve(&mut self) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        let (clauses, edges) = (std::mem::take(&mut self.clauses), std::mem::take(&mut self.edges));
        let mut saturation = Saturation::new(self.variables, self.nodes, clauses, edges);
        if saturation.run(self.goes_on).is_err() {
            return Some(false);
        }
        self.tell(&saturation);
        match self.solver.solve(&[], self.goes_on) {
            Answer::Satisfiable => Some(true),
            Answer::Unsatisfiable => Some(false),
            Answer::Stopped => None,
        }
    }

    /// Tells the solver what is left, and what is known.
    fn tell(&mut self, saturation: &Saturation) {
        let mut graphs = Acyclicity::new();
        graphs.add_nodes(self.nodes);
        let certain = saturation.certain().map(|(from, to)| (self.always, from, to));
        let edges: Vec<Edge> = certain.chain(saturation.open()).collect();
        for (literal, from, to) in &edges {
            graphs.add_edge(*literal, *from, *to);
        }
        self.solver.connect(Rc::new(RefCell::new(graphs)));
        let mut is_observed = vec![false; self.variables];
        for (literal, _, _) in edges {
            if !std::mem::replace(&mut is_observed[literal.variable().index()], true) {
                self.solver.observe(literal.variable());
            }
        }
        for literal in &saturation.known {
            self.solver.add_clause(&[*literal]);
        }
        for clause in &saturation.clauses {
            self.solver.add_clause(clause);
        }
    }

    pub(super) fn value(&mut self, literal: Literal) -> bool {
        self.solver.value(literal)
    }
}

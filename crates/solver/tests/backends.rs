//! Every backend does what brute force does: on random formulas, with clauses that come in rounds,
//! with assumptions, cores, graphs that must not have cycles, and limits.

use solver::{Acyclicity, Answer, Backend, Literal, Propagator, Solver, Variable};
use std::cell::RefCell;
use std::rc::Rc;

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn literal(&mut self, variables: usize) -> Literal {
        let variable = Variable::new(self.below(variables));
        variable.positive().negated_if(self.below(2) == 0)
    }
}

fn holds(assignment: u32, literal: Literal) -> bool {
    (assignment >> literal.variable().index() & 1 == 1) != literal.is_negated()
}

fn satisfies(assignment: u32, clauses: &[Vec<Literal>], assumptions: &[Literal]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|literal| holds(assignment, *literal)))
        && assumptions.iter().all(|literal| holds(assignment, *literal))
}

/// Clauses and a graph over the same variables, by brute force.
#[derive(Default)]
struct Reference {
    variables: usize,
    clauses: Vec<Vec<Literal>>,
    nodes: usize,
    edges: Vec<(Literal, usize, usize)>,
}

impl Reference {
    fn is_allowed(&self, assignment: u32, assumptions: &[Literal]) -> bool {
        satisfies(assignment, &self.clauses, assumptions) && self.is_acyclic(assignment)
    }

    fn is_acyclic(&self, assignment: u32) -> bool {
        let present: Vec<(usize, usize)> = self
            .edges
            .iter()
            .filter(|(literal, ..)| holds(assignment, *literal))
            .map(|(_, from, to)| (*from, *to))
            .collect();
        // Nodes without a predecessor among those that are left go away, as long as there are some.
        let mut left: Vec<usize> = (0..self.nodes).collect();
        loop {
            let is_source =
                |node: &usize| !present.iter().any(|(from, to)| to == node && left.contains(from));
            let stays: Vec<usize> = left.iter().copied().filter(|node| !is_source(node)).collect();
            if stays.is_empty() {
                return true;
            }
            if stays.len() == left.len() {
                return false;
            }
            left = stays;
        }
    }

    fn is_satisfiable(&self, assumptions: &[Literal]) -> bool {
        (0..1u32 << self.variables).any(|assignment| self.is_allowed(assignment, assumptions))
    }

    /// Asks a solver, compares what it says, and says what that was.
    fn compare(&self, solver: &mut dyn Solver, assumptions: &[Literal]) -> Answer {
        let answer = solver.solve(assumptions, &|| true);
        match answer {
            Answer::Satisfiable => {
                let mut assignment = 0;
                for index in 0..self.variables {
                    let literal = Variable::new(index).positive();
                    let value = solver.value(literal);
                    assert_eq!(value, !solver.value(!literal));
                    assignment |= u32::from(value) << index;
                }
                assert!(self.is_allowed(assignment, assumptions));
            }
            Answer::Unsatisfiable => {
                assert!(!self.is_satisfiable(assumptions));
                let core = solver.core();
                assert!(core.iter().all(|literal| assumptions.contains(literal)));
                assert!(!self.is_satisfiable(&core), "a core is enough");
            }
            Answer::Stopped => panic!("nobody told it to stop"),
        }
        answer
    }
}

/// Rounds of new variables, clauses, edges and questions; how often each answer came.
fn rounds(backend: Backend, seed: u64, with_graph: bool) -> [usize; 2] {
    let mut random = Random(seed);
    let mut solver = backend.start();
    let mut reference = Reference::default();
    let graph = Rc::new(RefCell::new(Acyclicity::new()));
    if with_graph {
        solver.connect(graph.clone());
        reference.nodes = 2 + random.below(4);
        graph.borrow_mut().add_nodes(reference.nodes);
    }
    let mut answers = [0, 0];
    for _ in 0..1 + random.below(4) {
        for _ in 0..1 + random.below(4) {
            let variable = solver.new_variable();
            assert_eq!(variable.index(), reference.variables);
            reference.variables += 1;
            if with_graph && random.below(3) > 0 {
                solver.observe(variable);
                for _ in 0..1 + random.below(2) {
                    let literal = variable.positive().negated_if(random.below(2) == 0);
                    let (from, to) = (random.below(reference.nodes), random.below(reference.nodes));
                    graph.borrow_mut().add_edge(literal, from, to);
                    reference.edges.push((literal, from, to));
                }
            }
        }
        for _ in 0..random.below(2 * reference.variables + 1) {
            let length = 1 + random.below(3);
            let clause: Vec<Literal> =
                (0..length).map(|_| random.literal(reference.variables)).collect();
            solver.add_clause(&clause);
            reference.clauses.push(clause);
        }
        for _ in 0..1 + random.below(3) {
            let assumptions: Vec<Literal> =
                (0..random.below(4)).map(|_| random.literal(reference.variables)).collect();
            let answer = reference.compare(&mut *solver, &assumptions);
            answers[usize::from(answer == Answer::Satisfiable)] += 1;
        }
    }
    answers
}

fn campaign(with_graph: bool) {
    for backend in Backend::ALL {
        let mut answers = [0, 0];
        for seed in 0..1500 {
            let found = rounds(backend, seed, with_graph);
            answers[0] += found[0];
            answers[1] += found[1];
        }
        assert!(answers[0] > 1000 && answers[1] > 1000, "{}: {answers:?}", backend.name());
    }
}

#[test]
fn clauses_and_assumptions_are_what_brute_force_says() {
    campaign(false);
}

#[test]
fn graphs_without_cycles_are_what_brute_force_says() {
    campaign(true);
}

/// The pigeonhole principle: takes many conflicts.
fn pigeons(solver: &mut dyn Solver, holes: usize) {
    let literals: Vec<Vec<Literal>> = (0..=holes)
        .map(|_| (0..holes).map(|_| solver.new_variable().positive()).collect())
        .collect();
    for (index, pigeon) in literals.iter().enumerate() {
        solver.add_clause(pigeon);
        for other in &literals[..index] {
            for (first, second) in pigeon.iter().zip(other) {
                solver.add_clause(&[!*first, !*second]);
            }
        }
    }
}

#[test]
fn a_search_stops_when_it_is_told_to_and_goes_on_later() {
    for backend in Backend::ALL {
        let mut solver = backend.start();
        pigeons(&mut *solver, 8);
        let asked = std::cell::Cell::new(0);
        let goes_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        assert_eq!(solver.solve(&[], &goes_on), Answer::Stopped, "{}", backend.name());
        assert_eq!(asked.get(), 3);
        assert!(solver.statistics().conflicts >= 1000);
        assert_eq!(solver.solve(&[], &|| true), Answer::Unsatisfiable);
        assert_eq!(solver.core(), []);
    }
}

/// Objects, once something was decided, to what is certain anyway.
struct Late {
    certain: Vec<Literal>,
    levels: usize,
}

impl Propagator for Late {
    fn assign(&mut self, _: Literal) {}

    fn push_level(&mut self) {
        self.levels += 1;
    }

    fn backtrack(&mut self, levels: usize) {
        self.levels = levels;
    }

    fn objection(&mut self) -> Option<Vec<Literal>> {
        (self.levels > 0).then(|| self.certain.iter().map(|literal| !*literal).collect())
    }
}

#[test]
fn a_late_objection_to_what_is_certain_ends_the_search() {
    for backend in Backend::ALL {
        for count in 1..4 {
            let mut solver = backend.start();
            let variables: Vec<Variable> = (0..8).map(|_| solver.new_variable()).collect();
            let certain: Vec<Literal> =
                variables[..count].iter().map(|variable| variable.positive()).collect();
            let late = Late { certain: certain.clone(), levels: 0 };
            solver.connect(Rc::new(RefCell::new(late)));
            variables.iter().for_each(|variable| solver.observe(*variable));
            certain.iter().for_each(|literal| solver.add_clause(&[*literal]));
            solver.add_clause(&[variables[6].positive(), variables[7].positive()]);
            for assumptions in [&[][..], &[variables[5].positive()]] {
                let answer = solver.solve(assumptions, &|| true);
                assert_eq!(answer, Answer::Unsatisfiable, "{} {count}", backend.name());
                assert_eq!(solver.core(), [], "{} {count}", backend.name());
            }
        }
    }
}

/// Total orders of n things by literals for pairs: all of them are found, by blocking.
#[test]
fn all_orders_are_found() {
    for backend in Backend::ALL {
        let mut solver = backend.start();
        let graph = Rc::new(RefCell::new(Acyclicity::new()));
        solver.connect(graph.clone());
        graph.borrow_mut().add_nodes(5);
        let mut literals = Vec::new();
        for from in 0..5 {
            for to in from + 1..5 {
                let literal = solver.new_variable().positive();
                solver.observe(literal.variable());
                graph.borrow_mut().add_edge(literal, from, to);
                graph.borrow_mut().add_edge(!literal, to, from);
                literals.push(literal);
            }
        }
        let mut count = 0;
        while solver.solve(&[], &|| true) == Answer::Satisfiable {
            count += 1;
            let block: Vec<Literal> =
                literals.iter().map(|literal| literal.negated_if(solver.value(*literal))).collect();
            solver.add_clause(&block);
        }
        assert_eq!(count, 120, "{}", backend.name());
    }
}

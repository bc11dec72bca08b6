//! What follows before anything is guessed: saturation of clauses and graphs.
//!
//! A clause with one literal left makes it true. The edges that are certain have a transitive
//! closure, and an edge against it makes its literal false. With the clauses of a reduction these
//! are the rules that are otherwise written one by one for each model (R1 and R2 of `rf-sc` §5.1,
//! the closure of `rf-tso-pso` §4.3): a write that must come before a read comes before its source
//! or is it, a source that must come after its read is none, and so on, for every view and every
//! model, until nothing follows any more.
//!
//! What is left for the solver is smaller: clauses without what is known, no edge that follows from
//! others, and of the certain edges only those that do not follow from others either (the
//! transitive reduction).
//!
//! Guarantee: the assignments that remain are those that there were, without the values of literals
//! whose edges have no effect. Stopping early is harmless, and there is a bound on the work.
//!
//! Oracle: `tests/agreement.rs`, where every model is compared with brute force.

use super::components::{Component, components};
use solver::Literal;

/// An edge that is there while a literal is true.
pub(super) type Edge = (Literal, usize, usize);

/// That no assignment is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// How many words of closures are combined at most.
const MOST_WORK: usize = 2_000_000_000;

/// What is known of clauses and graphs.
pub(super) struct Saturation {
    /// By variable.
    values: Vec<Option<bool>>,
    pub(super) clauses: Vec<Vec<Literal>>,
    /// The graphs, each by itself.
    components: Vec<Component>,
    /// Literals that became true, in this order; the first `propagated` were looked up in clauses.
    pub(super) known: Vec<Literal>,
    propagated: usize,
    /// The clauses that have the negation of a literal, by its index.
    against: Vec<Vec<usize>>,
}

impl Saturation {
    pub(super) fn new(
        variables: usize,
        nodes: usize,
        clauses: Vec<Vec<Literal>>,
        edges: Vec<Edge>,
    ) -> Saturation {
        let mut against = vec![Vec::new(); 2 * variables];
        for (number, clause) in clauses.iter().enumerate() {
            for literal in clause {
                against[(!*literal).index()].push(number);
            }
        }
        let components = components(nodes, edges);
        let (values, known) = (vec![None; variables], Vec::new());
        Saturation { values, clauses, components, known, propagated: 0, against }
    }

    /// Until nothing follows, or the work is too much for what it may be worth.
    pub(super) fn run(&mut self, goes_on: &dyn Fn() -> bool) -> Result<(), Contradiction> {
        for number in 0..self.clauses.len() {
            match self.clauses[number][..] {
                [] => return Err(Contradiction),
                [only] => self.learn(only)?,
                _ => {}
            }
        }
        let mut work = 0;
        loop {
            self.propagate()?;
            let before = self.known.len();
            for number in 0..self.components.len() {
                let (values, component) = (&self.values, &mut self.components[number]);
                if component.settle(|literal| value(values, literal)) {
                    let (gone, words) = component.close().ok_or(Contradiction)?;
                    work += words;
                    gone.into_iter().try_for_each(|literal| self.learn(!literal))?;
                }
            }
            if self.known.len() == before {
                break;
            }
            if work > MOST_WORK || !goes_on() {
                self.propagate()?;
                for component in &mut self.components {
                    component.settle(|literal| value(&self.values, literal));
                }
                break;
            }
        }
        let mut clauses = std::mem::take(&mut self.clauses);
        clauses.retain(|clause| clause.iter().all(|l| value(&self.values, *l) != Some(true)));
        for clause in &mut clauses {
            clause.retain(|literal| value(&self.values, *literal).is_none());
        }
        self.clauses = clauses;
        Ok(())
    }

    /// The edges that may be there.
    pub(super) fn open(&self) -> impl Iterator<Item = Edge> + '_ {
        self.components.iter().flat_map(Component::open)
    }

    /// The edges that are there, without those that follow from others.
    pub(super) fn certain(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.components.iter().flat_map(Component::certain)
    }

    fn learn(&mut self, literal: Literal) -> Result<(), Contradiction> {
        match value(&self.values, literal) {
            Some(true) => Ok(()),
            Some(false) => Err(Contradiction),
            None => {
                self.values[literal.variable().index()] = Some(!literal.is_negated());
                self.known.push(literal);
                Ok(())
            }
        }
    }

    /// Clauses with one literal left.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some(literal) = self.known.get(self.propagated).copied() {
            self.propagated += 1;
            for place in 0..self.against[literal.index()].len() {
                let clause = &self.clauses[self.against[literal.index()][place]];
                let mut is_true = false;
                let mut left: Vec<Literal> = Vec::new();
                for other in clause {
                    match value(&self.values, *other) {
                        Some(true) => is_true = true,
                        Some(false) => {}
                        None if left.contains(other) => {}
                        None => left.push(*other),
                    }
                }
                match (is_true, &left[..]) {
                    (true, _) | (false, [_, _, ..]) => {}
                    (false, [only]) => self.learn(*only)?,
                    (false, []) => return Err(Contradiction),
                }
            }
        }
        Ok(())
    }
}

fn value(values: &[Option<bool>], literal: Literal) -> Option<bool> {
    values[literal.variable().index()].map(|value| value != literal.is_negated())
}

//! When does an execution satisfy a check of the model (`dat3m-thesis` §4.5.5)?
//!
//! What must hold becomes clauses, over upper bounds: `acyclic` by a graph that must not have a
//! cycle, of which only the edges are there that can be on one; `irreflexive` and `empty` by what
//! must be false. The closure of a relation is irreflexive if the relation is acyclic, and a cycle
//! in a union with a closure is one without it. What is to be broken is shown with lower bounds.
//! Anything else (negated axioms, flags) is a literal over exact relations.

use crate::encoding::{Encoding, Item, Mode};
use cat::program::{Check, Operator};
use cat::syntax::Test;
use cat::{Boolean, Slot};
use relation::Relation;
use solver::Literal;

impl Encoding<'_> {
    /// Lets only executions be in which an axiom holds.
    pub(crate) fn require(&mut self, check: &Check) {
        if check.negated {
            let fails = self.fails(check);
            self.executions.circuit.require(&[fails]);
        } else {
            match (check.test, self.model.operator(check.slot)) {
                (Test::Acyclic, _) => self.require_acyclic(check.slot),
                (Test::Irreflexive, Operator::Closure(relation)) => self.require_acyclic(relation),
                (Test::Irreflexive | Test::Empty, _) => {
                    for item in self.violating(check.test, check.slot) {
                        let literal = self.literal(check.slot, Mode::Upper, item);
                        self.executions.circuit.require(&[!literal]);
                    }
                }
            }
        }
        self.settle();
    }

    /// What must not be in a slot for a test to hold that is not about cycles.
    fn violating(&self, test: Test, slot: Slot) -> Vec<Item> {
        let is_wrong = |item: &Item| match (test, item) {
            (Test::Empty, _) => true,
            (Test::Irreflexive | Test::Acyclic, Item::Pair(from, to)) => from == to,
            (Test::Irreflexive | Test::Acyclic, Item::Event(_)) => {
                unreachable!("sets are only tested for emptiness")
            }
        };
        self.may_items(slot).into_iter().filter(is_wrong).collect()
    }

    fn require_acyclic(&mut self, slot: Slot) {
        let mut parts = Vec::new();
        self.parts(slot, &mut parts);
        let mut may = Relation::new(self.events());
        parts.iter().for_each(|part| may.union_with(self.may_pairs(*part)));
        let reaches = may.transitive_closure();
        let graph = self.executions.add_graph(self.events());
        for part in parts {
            let pairs: Vec<(usize, usize)> = self
                .may_pairs(part)
                .pairs()
                .filter(|(from, to)| from == to || reaches.contains(*to, *from))
                .collect();
            for (from, to) in pairs {
                let literal = self.literal(part, Mode::Upper, Item::Pair(from, to));
                if from == to {
                    self.executions.circuit.require(&[!literal]);
                } else {
                    self.executions.add_edge(literal, graph + from, graph + to);
                }
            }
        }
    }

    /// The relations whose union has the same cycles.
    pub(crate) fn parts(&self, slot: Slot, parts: &mut Vec<Slot>) {
        match self.model.operator(slot) {
            Operator::Boolean(Boolean::Union, first, second) => {
                self.parts(first, parts);
                self.parts(second, parts);
            }
            Operator::Closure(relation) => self.parts(relation, parts),
            _ if parts.contains(&slot) => {}
            _ => parts.push(slot),
        }
    }

    /// Whether the test of a check fails, without its negation.
    fn fails(&mut self, check: &Check) -> Literal {
        match check.test {
            Test::Empty | Test::Irreflexive => self.has_violating(check, Mode::Exact),
            Test::Acyclic => {
                let pairs = (0..self.events()).map(|event| Item::Pair(event, event));
                let circles: Vec<Literal> =
                    pairs.map(|pair| self.closure(check.slot, Mode::Exact, pair)).collect();
                self.executions.circuit.or(circles)
            }
        }
    }

    /// Whether something is in a slot that must not be there for a check that is not about cycles.
    fn has_violating(&mut self, check: &Check, mode: Mode) -> Literal {
        let items = self.violating(check.test, check.slot).into_iter();
        let literals: Vec<Literal> =
            items.map(|item| self.literal(check.slot, mode, item)).collect();
        self.executions.circuit.or(literals)
    }

    /// A literal that is true only if a check does not hold, for who wants such an execution: in
    /// one in which it does not hold, it may be true. A cycle is guessed (`dat3m-thesis` §5.5.3),
    /// which asks for much less than an exact closure.
    pub(crate) fn shows_failure(&mut self, check: &Check) -> Literal {
        let shown = match (check.test, self.model.operator(check.slot)) {
            _ if check.negated => return !self.holds(check),
            (Test::Acyclic, _) => self.shows_cycle(check.slot),
            (Test::Irreflexive, Operator::Closure(relation)) => self.shows_cycle(relation),
            (Test::Irreflexive | Test::Empty, _) => self.has_violating(check, Mode::Lower),
        };
        self.settle();
        shown
    }

    /// Whether a check holds.
    pub(crate) fn holds(&mut self, check: &Check) -> Literal {
        let fails = self.fails(check);
        self.settle();
        fails.negated_if(!check.negated)
    }
}

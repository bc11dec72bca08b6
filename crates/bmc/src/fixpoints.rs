//! When is something in a closure, or in what a recursion defines? Two answers, and a third for
//! recursions that are not monotone.
//!
//! *Large enough* ([`Mode::Upper`]; Knaster and Tarski; `dat3m-thesis` §4.5.7): a literal that
//! follows from what its equation computes. Every solution contains the least fixpoint, and the
//! solver picks a small one if the axioms want that. It is right where the literal is only ever
//! required to be false.
//!
//! *Least* ([`Mode::Exact`]): the literal is equal to what its equation computes, and whatever is
//! true has a derivation that does not go round in circles: it is derived from something, and the
//! graph of what is derived from what has no cycle. (Answer sets have been encoded like that:
//! Gebser, Janhunen, Rintanen, *Answer set programming as SAT modulo acyclicity*, ECAI 2014.)
//!
//! *Round by round* ([`Mode::Round`]): as `cat::evaluate` does it, for as many rounds as can change
//! anything. `cat::recursion` says which such recursions there are: one relation grows, and the
//! others follow it.

use crate::encoding::{Encoding, Item, Mode};
use cat::Slot;
use cat::program::{Operator, Recursion};
use solver::Literal;

/// An item of a fixpoint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Atom {
    of: Fixpoint,
    mode: Mode,
    item: Item,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fixpoint {
    /// The closure of what is in a slot.
    Closure(Slot),
    /// A variable of a recursion.
    Variable(Slot),
}

impl Encoding<'_> {
    /// How many rounds a recursion that is not monotone can take: in each but as many as it has
    /// variables, the relation that grows has grown.
    pub(crate) fn rounds(&self, recursion: &Recursion) -> usize {
        let variables = recursion.variables.len();
        let items: usize =
            recursion.variables.iter().map(|(variable, _)| self.may_items(*variable).len()).sum();
        (items + 1) * (variables + 1)
    }

    /// Whether something is in a variable of a recursion.
    pub(crate) fn variable(&mut self, slot: Slot, mode: Mode, item: Item) -> Literal {
        match mode {
            Mode::Round(0) => self.never(),
            Mode::Round(rounds) => {
                self.literal(self.model.result(slot), Mode::Round(rounds - 1), item)
            }
            Mode::Upper | Mode::Lower | Mode::Exact => {
                self.atom(Atom { of: Fixpoint::Variable(slot), mode, item })
            }
        }
    }

    /// Whether a pair is in the closure of what is in a slot.
    pub(crate) fn closure(&mut self, relation: Slot, mode: Mode, item: Item) -> Literal {
        let Item::Pair(from, to) = item else { panic!("a closure is a relation") };
        if !self.may_closure(relation).contains(from, to) {
            return self.never();
        }
        self.atom(Atom { of: Fixpoint::Closure(relation), mode, item })
    }

    fn atom(&mut self, atom: Atom) -> Literal {
        if let Some(literal) = self.atoms.get(&atom) {
            return *literal;
        }
        let literal = self.executions.circuit.free();
        self.atoms.insert(atom, literal);
        self.waiting.push(atom);
        literal
    }

    /// Says what there is to say of the items that have got literals.
    pub(crate) fn settle(&mut self) {
        while let Some(atom) = self.waiting.pop() {
            let literal = self.atoms[&atom];
            match atom.of {
                Fixpoint::Variable(slot) => self.settle_variable(atom, literal, slot),
                Fixpoint::Closure(slot) => self.settle_closure(atom, literal, slot),
            }
        }
    }

    fn settle_variable(&mut self, atom: Atom, literal: Literal, slot: Slot) {
        let result = self.model.result(slot);
        let follows = self.literal(result, atom.mode, atom.item);
        self.executions.circuit.require(&[!follows, literal]);
        if atom.mode != Mode::Upper {
            let support = self.support(result, atom, atom.item);
            self.executions.circuit.require(&[!literal, support]);
        }
    }

    /// `r^+` is `r | r ; r^+`.
    fn settle_closure(&mut self, atom: Atom, literal: Literal, slot: Slot) {
        let Item::Pair(from, to) = atom.item else { panic!("a closure is a relation") };
        let closure = self.may_closure(slot);
        let at_once = self.literal(slot, atom.mode, atom.item);
        self.executions.circuit.require(&[!at_once, literal]);
        let is_exact = atom.mode != Mode::Upper;
        let mut derivations = Vec::new();
        if is_exact {
            derivations.push(self.support(slot, atom, atom.item));
        }
        let betweens: Vec<usize> = self
            .may_pairs(slot)
            .successors(from)
            .filter(|between| *between != from && closure.contains(*between, to))
            .collect();
        for between in betweens {
            let step = Item::Pair(from, between);
            let rest = Atom { item: Item::Pair(between, to), ..atom };
            let first = self.literal(slot, atom.mode, step);
            let then = self.atom(rest);
            self.executions.circuit.require(&[!first, !then, literal]);
            if is_exact {
                let first = self.support(slot, atom, step);
                // Without a way back, the rest is not derived from this.
                let is_round = closure.contains(between, from) || self.is_recursive(slot);
                let then = if is_round { self.premise(atom, rest) } else { then };
                derivations.push(self.executions.circuit.and([first, then]));
            }
        }
        if is_exact {
            derivations.push(!literal);
            self.executions.circuit.require(&derivations);
        }
    }

    /// Whether a slot depends on the variables of a monotone recursion that it is in.
    fn is_recursive(&self, slot: Slot) -> bool {
        let recursion = self.model.recursion[slot.index()];
        recursion.is_some_and(|index| self.model.is_monotone[index])
    }

    /// Whether something is in a slot by a derivation that an atom can be derived from: what it is
    /// made of, with an edge to each atom of the same recursion.
    fn support(&mut self, slot: Slot, of: Atom, item: Item) -> Literal {
        // What is certain has a derivation, whatever else there is.
        let is_leaf = !self.may(slot, item) || self.must(slot, item) || !self.is_recursive(slot);
        if is_leaf {
            return self.literal(slot, of.mode, item);
        }
        match self.model.operator(slot) {
            Operator::Variable => {
                let atom = Atom { of: Fixpoint::Variable(slot), item, ..of };
                self.premise(of, atom)
            }
            Operator::Closure(relation) => {
                let atom = Atom { of: Fixpoint::Closure(relation), item, ..of };
                self.premise(of, atom)
            }
            Operator::Boolean(operator, first, second) => {
                let one = self.support(first, of, item);
                let circuit = |own: &mut Self, other: Literal, is_union: bool| match is_union {
                    true => own.executions.circuit.or([one, other]),
                    false => own.executions.circuit.and([one, other]),
                };
                match operator {
                    cat::Boolean::Union => {
                        let other = self.support(second, of, item);
                        circuit(self, other, true)
                    }
                    cat::Boolean::Intersection => {
                        let other = self.support(second, of, item);
                        circuit(self, other, false)
                    }
                    // The right side does not depend on the recursion.
                    cat::Boolean::Difference => {
                        let other = self.literal(second, of.mode, item);
                        circuit(self, !other, false)
                    }
                }
            }
            Operator::Product(first, second) => {
                let Item::Pair(from, to) = item else { panic!("a product is a relation") };
                let parts = [
                    self.support(first, of, Item::Event(from)),
                    self.support(second, of, Item::Event(to)),
                ];
                self.executions.circuit.and(parts)
            }
            Operator::IdentityOn(set) => match item {
                Item::Pair(from, to) if from == to => self.support(set, of, Item::Event(from)),
                _ => self.never(),
            },
            Operator::Sequence(first, second) => {
                let ways: Vec<Literal> = self
                    .between(first, second, item)
                    .into_iter()
                    .map(|(one, other)| {
                        let parts = [self.support(first, of, one), self.support(second, of, other)];
                        self.executions.circuit.and(parts)
                    })
                    .collect();
                self.executions.circuit.or(ways)
            }
            Operator::Inverse(relation) => {
                let Item::Pair(from, to) = item else { panic!("an inverse is a relation") };
                self.support(relation, of, Item::Pair(to, from))
            }
            Operator::Domain(relation) | Operator::Range(relation) => {
                let pairs = self.ends(slot, relation, item);
                let ways: Vec<Literal> =
                    pairs.into_iter().map(|pair| self.support(relation, of, pair)).collect();
                self.executions.circuit.or(ways)
            }
            Operator::Input(_) | Operator::Choice(_) | Operator::Empty | Operator::AllEvents => {
                unreachable!("what has no arguments is not recursive")
            }
        }
    }

    /// An atom that another one is derived from.
    fn premise(&mut self, of: Atom, from: Atom) -> Literal {
        let literal = self.atom(from);
        if of == from {
            return self.never();
        }
        let edge = match self.derivations.get(&(of, from)) {
            Some(edge) => *edge,
            None => {
                let edge = self.executions.circuit.free();
                let (start, end) = (self.node(of), self.node(from));
                self.executions.add_edge(edge, start, end);
                self.derivations.insert((of, from), edge);
                edge
            }
        };
        self.executions.circuit.and([literal, edge])
    }

    fn node(&mut self, atom: Atom) -> usize {
        if let Some(node) = self.nodes.get(&atom) {
            return *node;
        }
        let node = self.executions.add_graph(1);
        self.nodes.insert(atom, node);
        node
    }
}

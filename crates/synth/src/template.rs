//! Template relations (`dat3m-thesis` §6.4.1): a complete binary tree of which a solver chooses
//! what its nodes are. In a view, each node has a literal for each pair of events.
//!
//! Deviations: 1. A node is the union of some base relations and of an operator on its children, or
//! of some base relations alone. So unions of base relations take no depth, and `eq`, which passes
//! a child on, is not needed: what is below it can stand where it is. 2. An operator may restrict
//! its left child by a base relation, which the node chooses (§6.8, "x + y").
//!
//! Of trees that say the same the solver is offered few: a node that is not used is bare, a union
//! has operators below it, and a closure has none directly below it.

use crate::base_relations::{BaseRelation, Use};
use crate::expression::{Expression, System};
use crate::gates::{Gates, Pairs};
use cat::{Boolean, Domain};
use solver::{Circuit, Literal};
use std::rc::Rc;

/// What is done with the children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// Nothing: it is a leaf.
    None,
    Union,
    Intersection,
    Sequence,
    Closure,
    /// The left child without, or within, a base relation.
    Without,
    Within,
}

const OPERATIONS: [Operation; 7] = [
    Operation::None,
    Operation::Union,
    Operation::Intersection,
    Operation::Sequence,
    Operation::Closure,
    Operation::Without,
    Operation::Within,
];

const BINARY: [Operation; 3] = [Operation::Union, Operation::Intersection, Operation::Sequence];

/// The choices of a node.
#[derive(Debug)]
struct Node {
    /// A literal for each operation; none for the nodes at the bottom.
    operations: Vec<Literal>,
    /// A literal for each base relation, and for each name, that is in the union.
    added: Vec<Literal>,
    /// A literal for each base relation: what restricts.
    limits: Vec<Literal>,
    /// Whether the relation depends on it.
    used: Literal,
}

/// A tree.
#[derive(Debug)]
pub(crate) struct Template {
    /// The children of a node are at twice its place and one and two more.
    nodes: Vec<Node>,
    uses: Vec<Use>,
}

/// The values of leaves in a view: the rows of base relations, and the pairs of names.
#[derive(Clone, Copy)]
pub(crate) struct Leaves<'l> {
    pub base: &'l [&'l [u32]],
    pub names: &'l [Pairs],
}

impl Template {
    /// A tree of a depth over base relations and so many names; a leaf alone has none.
    pub(crate) fn new(
        circuit: &mut Circuit,
        base: &[BaseRelation],
        names: usize,
        depth: u32,
    ) -> Template {
        let inner = (1_usize << depth) - 1;
        let uses: Vec<Use> = base.iter().map(|own| own.used).collect();
        let mut nodes: Vec<Node> = Vec::new();
        for place in 0..2 * inner + 1 {
            let used = match place.checked_sub(1) {
                None => circuit.constant(true),
                Some(before) => {
                    let parent = &nodes[before / 2];
                    let is_needed = match before % 2 == 0 {
                        true => !parent.of(Operation::None),
                        false => circuit.or(BINARY.map(|operation| parent.of(operation))),
                    };
                    circuit.and([parent.used, is_needed])
                }
            };
            let free = |circuit: &mut Circuit, count: usize| -> Vec<Literal> {
                (0..count).map(|_| circuit.free()).collect()
            };
            let is_inner = place < inner;
            let operations = if is_inner { one_of(circuit, OPERATIONS.len()) } else { Vec::new() };
            let limits = if is_inner { free(circuit, base.len()) } else { Vec::new() };
            nodes.push(Node { operations, added: free(circuit, base.len() + names), limits, used });
        }
        let template = Template { nodes, uses };
        (0..2 * inner + 1).for_each(|place| template.exclude(circuit, place));
        template
    }

    /// What is not chosen at a node.
    fn exclude(&self, circuit: &mut Circuit, place: usize) {
        let node = &self.nodes[place];
        for added in &node.added {
            circuit.require(&[node.used, !*added]);
        }
        for (added, used) in node.added.iter().zip(&self.uses) {
            if *used == Use::Restricts {
                circuit.require(&[!*added]);
            }
        }
        let something = [!node.used].into_iter().chain(node.added.iter().copied());
        if node.operations.is_empty() {
            circuit.require(&something.collect::<Vec<_>>());
            return;
        }
        let none = node.of(Operation::None);
        circuit.require(&something.chain([!none]).collect::<Vec<_>>());
        circuit.require(&[node.used, none]);
        // A base relation restricts if the operation says so, and then only one.
        let [without, within] = [Operation::Without, Operation::Within].map(|own| node.of(own));
        circuit.require(&[&[!without], &node.limits[..]].concat());
        circuit.require(&[&[!within], &node.limits[..]].concat());
        at_most_one(circuit, &node.limits);
        for (limit, used) in node.limits.iter().zip(&self.uses) {
            circuit.require(&[!*limit, without, within]);
            if *used == Use::Builds {
                circuit.require(&[!*limit, !within]);
            }
        }
        // Base relations are added, and not united.
        let union = node.of(Operation::Union);
        for child in [2 * place + 1, 2 * place + 2] {
            let child = &self.nodes[child];
            match child.operations.is_empty() {
                true => circuit.require(&[!union]),
                false => circuit.require(&[!union, !child.of(Operation::None)]),
            }
        }
        let left = &self.nodes[2 * place + 1];
        if !left.operations.is_empty() {
            let closure = Operation::Closure;
            circuit.require(&[!node.of(closure), !left.of(closure)]);
        }
    }

    /// The relation has the cycles of its closure, so that none is needed at the root if this is
    /// true.
    pub(crate) fn is_no_closure(&self, circuit: &mut Circuit, condition: Literal) {
        if !self.nodes[0].operations.is_empty() {
            circuit.require(&[!condition, !self.nodes[0].of(Operation::Closure)]);
        }
    }

    /// What each choice adds to the size.
    pub(crate) fn weights(&self) -> Vec<(Literal, usize)> {
        let mut weights = Vec::new();
        for node in &self.nodes {
            weights.extend(node.added.iter().map(|added| (*added, 1)));
            for (operation, literal) in OPERATIONS.iter().zip(&node.operations) {
                let weight = match operation {
                    Operation::None | Operation::Union => 0,
                    Operation::Intersection | Operation::Sequence | Operation::Closure => 1,
                    Operation::Without | Operation::Within => 2,
                };
                weights.push((*literal, weight));
            }
        }
        weights
    }

    /// The relation in a view.
    pub(crate) fn pairs(&self, gates: &mut Gates<'_>, leaves: Leaves<'_>) -> Pairs {
        self.pairs_at(gates, 0, leaves)
    }

    fn pairs_at(&self, gates: &mut Gates<'_>, place: usize, leaves: Leaves<'_>) -> Pairs {
        let node = &self.nodes[place];
        let (of_base, of_names) = node.added.split_at(self.uses.len());
        let mut ways: Vec<Pairs> = vec![chosen_pairs(gates, of_base, leaves.base)];
        for (name, pairs) in of_names.iter().zip(leaves.names) {
            ways.push(guarded(gates, *name, pairs));
        }
        if !node.operations.is_empty() {
            let left = self.pairs_at(gates, 2 * place + 1, leaves);
            let right = self.pairs_at(gates, 2 * place + 2, leaves);
            let limit = chosen_pairs(gates, &node.limits, leaves.base);
            for operation in OPERATIONS {
                let value = match operation {
                    Operation::None => continue,
                    Operation::Union => gates.relation(Boolean::Union, &left, &right),
                    Operation::Intersection => gates.relation(Boolean::Intersection, &left, &right),
                    Operation::Sequence => gates.sequence(&left, &right),
                    Operation::Closure => gates.closure(&left),
                    Operation::Without => gates.relation(Boolean::Difference, &left, &limit),
                    Operation::Within => gates.relation(Boolean::Intersection, &left, &limit),
                };
                ways.push(guarded(gates, node.of(operation), &value));
            }
        }
        let size = gates.size;
        let pair = |circuit: &mut Circuit, from: usize, to: usize| {
            circuit.or(ways.iter().map(|way| way[from][to]))
        };
        let row = |from: usize| (0..size).map(|to| pair(gates.circuit, from, to)).collect();
        (0..size).map(row).collect()
    }

    /// What is chosen in the assignment that was found, where names are those of a system.
    pub(crate) fn expression(
        &self,
        circuit: &mut Circuit,
        name: &dyn Fn(usize) -> Expression,
    ) -> Rc<Expression> {
        self.expression_at(circuit, 0, name)
    }

    fn expression_at(
        &self,
        circuit: &mut Circuit,
        place: usize,
        name: &dyn Fn(usize) -> Expression,
    ) -> Rc<Expression> {
        let node = &self.nodes[place];
        let mut parts: Vec<Rc<Expression>> = Vec::new();
        for (index, added) in node.added.iter().enumerate() {
            if circuit.value(*added) {
                parts.push(Rc::new(match index.checked_sub(self.uses.len()) {
                    None => Expression::Base(index),
                    Some(index) => name(index),
                }));
            }
        }
        let chosen = node.operations.iter().position(|own| circuit.value(*own));
        let operation = chosen.map_or(Operation::None, |chosen| OPERATIONS[chosen]);
        if operation != Operation::None {
            let left = self.expression_at(circuit, 2 * place + 1, name);
            let limit = node.limits.iter().position(|own| circuit.value(*own));
            let limit = || Rc::new(Expression::Base(limit.expect("something restricts")));
            let mut right = || self.expression_at(circuit, 2 * place + 2, name);
            parts.push(Rc::new(match operation {
                Operation::None => unreachable!("it was looked at before"),
                Operation::Union => Expression::Union(left, right()),
                Operation::Intersection => Expression::Intersection(left, right()),
                Operation::Sequence => Expression::Sequence(left, right()),
                Operation::Closure => Expression::Closure(left),
                Operation::Without => Expression::Difference(left, limit()),
                Operation::Within => Expression::Intersection(left, limit()),
            }));
        }
        let union = |first, second| Rc::new(Expression::Union(first, second));
        parts.into_iter().reduce(union).expect("a node is something")
    }
}

/// The relations that some templates define together.
pub(crate) fn system(templates: &[Template], circuit: &mut Circuit) -> Option<Rc<System>> {
    let bodies: Vec<Rc<Expression>> =
        templates.iter().map(|own| own.expression(circuit, &Expression::Variable)).collect();
    (!bodies.is_empty()).then(|| Rc::new(System { bodies }))
}

impl Node {
    fn of(&self, operation: Operation) -> Literal {
        let place = OPERATIONS.iter().position(|own| *own == operation);
        self.operations[place.expect("it is an operation")]
    }
}

/// Literals of which exactly one is true.
pub(crate) fn one_of(circuit: &mut Circuit, count: usize) -> Vec<Literal> {
    let literals: Vec<Literal> = (0..count).map(|_| circuit.free()).collect();
    circuit.require(&literals);
    at_most_one(circuit, &literals);
    literals
}

fn at_most_one(circuit: &mut Circuit, literals: &[Literal]) {
    for (place, first) in literals.iter().enumerate() {
        for second in &literals[..place] {
            circuit.require(&[!*first, !*second]);
        }
    }
}

/// The union of the base relations that are chosen.
fn chosen_pairs(gates: &mut Gates<'_>, choices: &[Literal], values: &[&[u32]]) -> Pairs {
    let mut pairs = gates.empty_relation();
    for (from, row) in pairs.iter_mut().enumerate() {
        for (to, pair) in row.iter_mut().enumerate() {
            let with = choices.iter().zip(values).filter(|(_, rows)| rows[from] >> to & 1 == 1);
            *pair = gates.circuit.or(with.map(|(choice, _)| *choice));
        }
    }
    pairs
}

/// The pairs if something holds.
fn guarded(gates: &mut Gates<'_>, condition: Literal, pairs: &Pairs) -> Pairs {
    let guard = |circuit: &mut Circuit, literal: &Literal| circuit.and([condition, *literal]);
    let row = |row: &Vec<Literal>| row.iter().map(|own| guard(gates.circuit, own)).collect();
    pairs.iter().map(row).collect()
}

//! Template relations (`dat3m-thesis` §6.4.1): a complete binary tree whose leaves are some base
//! relations and whose inner nodes are some operators; a solver chooses which. In a view, each node
//! has a literal for each pair of events.
//!
//! Deviations: 1. An inner node may restrict its left child by a base relation, which the node
//! itself chooses (§6.8, "x + y"). 2. `eq`, which passes the left child on, is there for leaves
//! that are not at the bottom only: everything else can stand where the `eq` is. 3. The test is a
//! choice, too: acyclic, irreflexive or empty.

use crate::base_relations::{BaseRelation, Use};
use crate::expression::Expression;
use crate::matrices::Matrices;
use solver::{Circuit, Literal};
use std::ops::Range;
use std::rc::Rc;

/// The pairs of a relation in a view, as literals.
type Pairs = Vec<Vec<Literal>>;

/// What is done at an inner node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    /// The left child.
    Same,
    Union,
    Intersection,
    Sequence,
    Closure,
    /// The left child without, or within, a base relation.
    Without,
    Within,
}

const OPERATIONS: [Operation; 7] = [
    Operation::Same,
    Operation::Union,
    Operation::Intersection,
    Operation::Sequence,
    Operation::Closure,
    Operation::Without,
    Operation::Within,
];

/// What is checked of the relation.
const TESTS: [&str; 3] = ["acyclic", "irreflexive", "empty"];

/// The choices of a node.
#[derive(Debug)]
struct Node {
    /// A literal for each operation; none for a leaf.
    operations: Vec<Literal>,
    /// A literal for each base relation: that of a leaf, or what restricts.
    bases: Vec<Literal>,
    /// Whether the relation depends on it.
    used: Literal,
}

/// An axiom over a template.
#[derive(Debug)]
pub(crate) struct Template {
    /// The children of a node are at twice its place and one and two more.
    nodes: Vec<Node>,
    tests: Vec<Literal>,
    restricts: Vec<bool>,
}

/// What was chosen for a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Instance {
    pub test: &'static str,
    pub expression: Rc<Expression>,
}

impl Template {
    /// A tree of a depth; a leaf alone has none.
    pub(crate) fn new(circuit: &mut Circuit, base: &[BaseRelation], depth: u32) -> Template {
        let inner = (1_usize << depth) - 1;
        let restricts: Vec<bool> = base.iter().map(|own| own.used == Use::Restricts).collect();
        let mut template = Template { nodes: Vec::new(), tests: Vec::new(), restricts };
        template.tests = one_of(circuit, TESTS.len());
        for place in 0..2 * inner + 1 {
            let used = match place.checked_sub(1) {
                None => circuit.constant(true),
                Some(before) => {
                    let parent = &template.nodes[before / 2];
                    let binary = [Operation::Union, Operation::Intersection, Operation::Sequence];
                    let is_binary = binary.map(|operation| parent.of(operation));
                    let (used, is_left) = (parent.used, before % 2 == 0);
                    let is_needed = circuit.or(is_binary);
                    if is_left { used } else { circuit.and([used, is_needed]) }
                }
            };
            let is_inner = place < inner;
            let operations = if is_inner { one_of(circuit, OPERATIONS.len()) } else { Vec::new() };
            let bases = one_of(circuit, base.len());
            template.nodes.push(Node { operations, bases, used });
        }
        template.exclude(circuit, inner);
        template
    }

    /// What is not chosen: relations that only restrict as leaves, and `eq` above operators.
    fn exclude(&self, circuit: &mut Circuit, inner: usize) {
        for (place, node) in self.nodes.iter().enumerate() {
            for (base, restricts) in self.restricts.iter().enumerate() {
                if place >= inner && *restricts {
                    circuit.require(&[!node.bases[base]]);
                }
                if place < inner && !*restricts {
                    circuit.require(&[!node.of(Operation::Within), !node.bases[base]]);
                }
            }
            if place < inner && 2 * place + 1 < inner {
                let left = &self.nodes[2 * place + 1];
                let same = Operation::Same;
                circuit.require(&[!node.of(same), left.of(same)]);
            }
        }
    }

    /// What each choice adds to the size.
    pub(crate) fn weights(&self, circuit: &mut Circuit) -> Vec<(Literal, usize)> {
        let mut weights: Vec<(Literal, usize)> =
            self.tests[1..].iter().map(|test| (*test, 2)).collect();
        for node in &self.nodes {
            if node.operations.is_empty() {
                weights.push((node.used, 1));
            }
            for (operation, literal) in OPERATIONS.iter().zip(&node.operations) {
                let weight = match operation {
                    Operation::Same | Operation::Union => 0,
                    Operation::Intersection | Operation::Sequence | Operation::Closure => 1,
                    Operation::Without | Operation::Within => 2,
                };
                weights.push((circuit.and([node.used, *literal]), weight));
            }
        }
        weights
    }

    /// Whether the axiom forbids a view, whose rows are there in the values of base relations.
    pub(crate) fn forbids(
        &self,
        circuit: &mut Circuit,
        values: &[Matrices],
        rows: Range<usize>,
    ) -> Literal {
        let root = self.pairs(circuit, 0, values, &rows);
        let diagonal = |pairs: &Pairs| -> Vec<Literal> {
            (0..pairs.len()).map(|event| pairs[event][event]).collect()
        };
        let closed = closure(circuit, root.clone());
        let cyclic = circuit.or(diagonal(&closed));
        let reflexive = circuit.or(diagonal(&root));
        let inhabited = circuit.or(root.into_iter().flatten());
        let fails = [cyclic, reflexive, inhabited];
        let ways = self.tests.iter().zip(fails).map(|(test, fails)| circuit.and([*test, fails]));
        let ways: Vec<Literal> = ways.collect();
        circuit.or(ways)
    }

    fn pairs(
        &self,
        circuit: &mut Circuit,
        place: usize,
        values: &[Matrices],
        rows: &Range<usize>,
    ) -> Pairs {
        let node = &self.nodes[place];
        let own = base_pairs(circuit, &node.bases, values, rows);
        if node.operations.is_empty() {
            return own;
        }
        let left = self.pairs(circuit, 2 * place + 1, values, rows);
        let right = self.pairs(circuit, 2 * place + 2, values, rows);
        let sequence = compose(circuit, &left, &right);
        let closed = closure(circuit, left.clone());
        let mut found = left.clone();
        for (from, found) in found.iter_mut().enumerate() {
            for (to, found) in found.iter_mut().enumerate() {
                let (left, right, own) = (left[from][to], right[from][to], own[from][to]);
                let ways = OPERATIONS.map(|operation| {
                    let value = match operation {
                        Operation::Same => left,
                        Operation::Union => circuit.or([left, right]),
                        Operation::Intersection => circuit.and([left, right]),
                        Operation::Sequence => sequence[from][to],
                        Operation::Closure => closed[from][to],
                        Operation::Without => circuit.and([left, !own]),
                        Operation::Within => circuit.and([left, own]),
                    };
                    circuit.and([node.of(operation), value])
                });
                *found = circuit.or(ways);
            }
        }
        found
    }

    /// What is chosen in the assignment that was found.
    pub(crate) fn instance(&self, circuit: &mut Circuit) -> Instance {
        let test = chosen(circuit, &self.tests);
        Instance { test: TESTS[test], expression: self.expression(circuit, 0) }
    }

    fn expression(&self, circuit: &mut Circuit, place: usize) -> Rc<Expression> {
        let node = &self.nodes[place];
        let base = chosen(circuit, &node.bases);
        if node.operations.is_empty() {
            return Rc::new(Expression::Base(base));
        }
        let operation = OPERATIONS[chosen(circuit, &node.operations)];
        let left = self.expression(circuit, 2 * place + 1);
        let mut right = || self.expression(circuit, 2 * place + 2);
        let base = Rc::new(Expression::Base(base));
        Rc::new(match operation {
            Operation::Same => return left,
            Operation::Union => Expression::Union(left, right()),
            Operation::Intersection => Expression::Intersection(left, right()),
            Operation::Sequence => Expression::Sequence(left, right()),
            Operation::Closure => Expression::Closure(left),
            Operation::Without => Expression::Difference(left, base),
            Operation::Within => Expression::Intersection(left, base),
        })
    }
}

impl Node {
    fn of(&self, operation: Operation) -> Literal {
        let place = OPERATIONS.iter().position(|own| *own == operation);
        self.operations[place.expect("it is an operation")]
    }
}

/// Literals of which exactly one is true.
fn one_of(circuit: &mut Circuit, count: usize) -> Vec<Literal> {
    let literals: Vec<Literal> = (0..count).map(|_| circuit.free()).collect();
    circuit.require(&literals);
    for (place, first) in literals.iter().enumerate() {
        for second in &literals[..place] {
            circuit.require(&[!*first, !*second]);
        }
    }
    literals
}

fn chosen(circuit: &mut Circuit, literals: &[Literal]) -> usize {
    let place = literals.iter().position(|literal| circuit.value(*literal));
    place.expect("one of them is true")
}

fn base_pairs(
    circuit: &mut Circuit,
    choices: &[Literal],
    values: &[Matrices],
    rows: &Range<usize>,
) -> Pairs {
    let size = rows.len();
    let mut pairs = vec![vec![circuit.constant(false); size]; size];
    for (from, own) in pairs.iter_mut().enumerate() {
        for (to, pair) in own.iter_mut().enumerate() {
            let has = |value: &Matrices| value[rows.start + from] >> to & 1 == 1;
            let with = choices.iter().zip(values).filter(|(_, value)| has(value));
            let with: Vec<Literal> = with.map(|(choice, _)| *choice).collect();
            *pair = circuit.or(with);
        }
    }
    pairs
}

fn compose(circuit: &mut Circuit, first: &Pairs, second: &Pairs) -> Pairs {
    let size = first.len();
    let mut pairs = first.clone();
    for (from, own) in pairs.iter_mut().enumerate() {
        for (to, pair) in own.iter_mut().enumerate() {
            let ways: Vec<Literal> = (0..size)
                .map(|middle| circuit.and([first[from][middle], second[middle][to]]))
                .collect();
            *pair = circuit.or(ways);
        }
    }
    pairs
}

/// The transitive closure, by squares.
fn closure(circuit: &mut Circuit, pairs: Pairs) -> Pairs {
    let (size, mut closed, mut length) = (pairs.len(), pairs, 1);
    while length < size {
        let longer = compose(circuit, &closed, &closed);
        for (own, longer) in closed.iter_mut().flatten().zip(longer.into_iter().flatten()) {
            *own = circuit.or([*own, longer]);
        }
        length *= 2;
    }
    closed
}

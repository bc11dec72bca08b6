//! What is every value of an acyclic program, if it is given what events read and what is chosen?
//! By a single pass, since operands come first. This shares nothing with how values are built but
//! `program::eval`, and judges both the rules of `fold` and what a solver says.

use crate::{Acyclic, EventId, Node, ValueId};
use base::Value;
use base::value::mask;
use program::eval;
use std::collections::BTreeMap;

/// What an execution decides. What is not mentioned is 0.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assignment {
    pub reads: BTreeMap<EventId, Found>,
    /// By the numbers of the choices.
    pub choices: Vec<u64>,
}

/// What an event reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub number: u64,
    pub is_uninitialised: bool,
}

/// The numbers that all values are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    numbers: Vec<u64>,
}

impl Evaluation {
    pub fn new(acyclic: &Acyclic, assignment: &Assignment) -> Evaluation {
        let mut own = Evaluation { numbers: Vec::with_capacity(acyclic.values.len()) };
        for (id, node, width) in acyclic.values.all() {
            let number = match node {
                Node::Read(event) => {
                    assignment.reads.get(&event).map_or(0, |found| found.number)
                        & mask(width.into())
                }
                Node::Uninitialised(event) => {
                    let found = assignment.reads.get(&event);
                    u64::from(found.is_some_and(|found| found.is_uninitialised))
                }
                Node::Choice(choice) => {
                    let chosen = assignment.choices.get(choice.index());
                    chosen.copied().unwrap_or(0) & mask(width.into())
                }
                node => {
                    let operand = |id: ValueId| {
                        (own.numbers[id.index()], u32::from(acyclic.values.width(id)))
                    };
                    compute(node, width, operand).expect("operations have a result")
                }
            };
            debug_assert_eq!(id.index(), own.numbers.len());
            own.numbers.push(number);
        }
        own
    }

    pub fn number(&self, id: ValueId) -> u64 {
        self.numbers[id.index()]
    }

    /// Whether a condition is 1.
    pub fn holds(&self, condition: ValueId) -> bool {
        self.number(condition) == 1
    }
}

/// What a node is that is no leaf, where `operand` knows the number and the width of its operands;
/// none where these are such that an operation has no result.
pub(crate) fn compute(
    node: Node,
    width: u8,
    operand: impl Fn(ValueId) -> (u64, u32),
) -> Option<u64> {
    let width = u32::from(width);
    let value = |id| Value::new(operand(id).0);
    Some(match node {
        Node::Constant(number) => number,
        Node::Read(_) | Node::Uninitialised(_) | Node::Choice(_) => {
            unreachable!("leaves are given, not computed")
        }
        Node::Binary(operation, first, second) => {
            let result = eval::binary(operation, width, value(first), value(second));
            result.ok()?.bits
        }
        Node::Compare(predicate, first, second) => {
            eval::compare(predicate, operand(first).1, value(first), value(second)).bits
        }
        Node::Decision(inner) | Node::ZeroExtend(inner) => operand(inner).0,
        Node::SignExtend(inner) => eval::sign_extend(operand(inner).1, width, value(inner)).bits,
        Node::Extract { from, low } => operand(from).0 >> low & mask(width),
        Node::Concat(high, low) => {
            let (below, bits) = operand(low);
            operand(high).0 << bits | below
        }
        Node::Select(condition, then, otherwise) => {
            operand(if operand(condition).0 == 1 { then } else { otherwise }).0
        }
    })
}

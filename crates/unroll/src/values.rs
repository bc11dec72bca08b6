//! The values of an acyclic program, in which equal nodes are one node and what constants decide is
//! decided at once.
//!
//! Whoever needs a value asks for it by the operation; `fold` says which simpler value, if any, is
//! the same. What constants make of an operation is asked of `program::eval`, so that there is no
//! second definition of one.

use crate::fold;
use crate::{Node, ValueId};
use base::Value;
use base::value::mask;
use program::{BinaryOperation, Predicate, eval};
use rustc_hash::FxHashMap;

/// The graph of values. Operands stand before what is computed from them.
#[derive(Clone, Debug)]
pub struct Values {
    nodes: Vec<(Node, u8)>,
    known: FxHashMap<(Node, u8), ValueId>,
}

impl Default for Values {
    fn default() -> Values {
        let mut values = Values { nodes: Vec::new(), known: FxHashMap::default() };
        let truth = [values.constant(1, 0), values.constant(1, 1)];
        assert_eq!(truth, [ValueId::FALSE, ValueId::TRUE]);
        values
    }
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, id: ValueId) -> Node {
        self.nodes[id.index()].0
    }

    /// In bits, from 1 to 64.
    pub fn width(&self, id: ValueId) -> u8 {
        self.nodes[id.index()].1
    }

    /// All values in an order in which operands come first.
    pub fn all(&self) -> impl Iterator<Item = (ValueId, Node, u8)> {
        let numbered = self.nodes.iter().enumerate();
        numbered.map(|(index, (node, width))| (ValueId(index as u32), *node, *width))
    }

    /// The number that a value is in every execution, if that is known.
    pub fn number(&self, id: ValueId) -> Option<u64> {
        match self.node(id) {
            Node::Constant(number) => Some(number),
            _ => None,
        }
    }

    fn insert(&mut self, node: Node, width: u8) -> ValueId {
        assert!((1..=64).contains(&width), "a value has 1 to 64 bits");
        let next = ValueId(self.nodes.len() as u32);
        let id = *self.known.entry((node, width)).or_insert(next);
        if id == next {
            self.nodes.push((node, width));
        }
        id
    }

    pub fn constant(&mut self, width: u8, number: u64) -> ValueId {
        self.insert(Node::Constant(number & mask(width.into())), width)
    }

    /// A value that an execution decides.
    pub fn leaf(&mut self, node: Node, width: u8) -> ValueId {
        assert_eq!(node.operands().count(), 0, "a leaf has no operands");
        self.insert(node, width)
    }

    /// The result of an operation. A divisor must not be zero in any execution, and neither must a
    /// quotient overflow or a shift be by the width or more: the caller selects another operand
    /// where that would be so.
    pub fn binary(
        &mut self,
        operation: BinaryOperation,
        first: ValueId,
        second: ValueId,
    ) -> ValueId {
        let width = self.width(first);
        assert_eq!(width, self.width(second), "operands have one width");
        let (first, second) = fold::in_order(self, operation, first, second);
        if let (Some(one), Some(other)) = (self.number(first), self.number(second)) {
            let (one, other) = (Value::new(one), Value::new(other));
            let result = eval::binary(operation, width.into(), one, other);
            return self.constant(width, result.expect("operations have a result").bits);
        }
        match fold::binary(self, operation, first, second) {
            Some(simpler) => simpler,
            None => self.insert(Node::Binary(operation, first, second), width),
        }
    }

    pub fn compare(&mut self, predicate: Predicate, first: ValueId, second: ValueId) -> ValueId {
        let width = self.width(first);
        assert_eq!(width, self.width(second), "operands have one width");
        if let (Some(one), Some(other)) = (self.number(first), self.number(second)) {
            let (one, other) = (Value::new(one), Value::new(other));
            let result = eval::compare(predicate, width.into(), one, other);
            return self.constant(1, result.bits);
        }
        match fold::compare(self, predicate, first, second) {
            Some(simpler) => simpler,
            None => self.insert(Node::Compare(predicate, first, second), 1),
        }
    }

    pub fn zero_extend(&mut self, value: ValueId, width: u8) -> ValueId {
        let from = self.width(value);
        assert!(from <= width, "extension makes a value wider");
        if from == width {
            return value;
        }
        match self.node(value) {
            Node::Constant(number) => self.constant(width, number),
            Node::ZeroExtend(inner) => self.zero_extend(inner, width),
            _ => self.insert(Node::ZeroExtend(value), width),
        }
    }

    pub fn sign_extend(&mut self, value: ValueId, width: u8) -> ValueId {
        let from = self.width(value);
        assert!(from <= width, "extension makes a value wider");
        if from == width {
            return value;
        }
        match self.node(value) {
            Node::Constant(number) => {
                let extended = eval::sign_extend(from.into(), width.into(), Value::new(number));
                self.constant(width, extended.bits)
            }
            // The highest bit is a zero.
            Node::ZeroExtend(inner) => self.zero_extend(inner, width),
            _ => self.insert(Node::SignExtend(value), width),
        }
    }

    /// So many bits of a value, from this one on.
    pub fn extract(&mut self, from: ValueId, low: u8, width: u8) -> ValueId {
        let whole = self.width(from);
        assert!(low + width <= whole, "there are so many bits");
        if width == whole {
            return from;
        }
        if let Some(number) = self.number(from) {
            return self.constant(width, number >> low);
        }
        match fold::extract(self, from, low, width) {
            Some(simpler) => simpler,
            None => self.insert(Node::Extract { from, low }, width),
        }
    }

    /// The first above the second.
    pub fn concat(&mut self, high: ValueId, low: ValueId) -> ValueId {
        let (above, below) = (self.width(high), self.width(low));
        let width = above + below;
        match (self.number(high), self.number(low)) {
            (Some(high), Some(low)) => self.constant(width, high << below | low),
            (Some(0), None) => self.zero_extend(low, width),
            _ => match (self.node(high), self.node(low)) {
                (Node::Extract { from: one, low: start }, Node::Extract { from: other, low })
                    if one == other && start == low + below =>
                {
                    self.extract(one, low, width)
                }
                (Node::Select(condition, then, otherwise), _) => {
                    match self.chosen_by(condition, low) {
                        Some((below, beside)) => {
                            let then = self.concat(then, below);
                            let otherwise = self.concat(otherwise, beside);
                            self.select(condition, then, otherwise)
                        }
                        None => self.insert(Node::Concat(high, low), width),
                    }
                }
                _ => self.insert(Node::Concat(high, low), width),
            },
        }
    }

    /// What a value is if a condition holds, and if not, where a part of it is selected by that
    /// condition and the rest is constant. The bytes of one pointer or another, of which some are
    /// the same, are so: together they are one of the two, and no mixture.
    fn chosen_by(&mut self, condition: ValueId, value: ValueId) -> Option<(ValueId, ValueId)> {
        let width = self.width(value);
        match self.node(value) {
            Node::Select(own, then, otherwise) => (own == condition).then_some((then, otherwise)),
            Node::ZeroExtend(inner) => {
                let (then, otherwise) = self.chosen_by(condition, inner)?;
                Some((self.zero_extend(then, width), self.zero_extend(otherwise, width)))
            }
            Node::Concat(high, low) if self.number(high).is_some() => {
                let (then, otherwise) = self.chosen_by(condition, low)?;
                Some((self.concat(high, then), self.concat(high, otherwise)))
            }
            Node::Concat(high, low) if self.number(low).is_some() => {
                let (then, otherwise) = self.chosen_by(condition, high)?;
                Some((self.concat(then, low), self.concat(otherwise, low)))
            }
            Node::Constant(_)
            | Node::Read(_)
            | Node::Uninitialised(_)
            | Node::Choice(_)
            | Node::Decision(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::SignExtend(_)
            | Node::Extract { .. }
            | Node::Concat(..) => None,
        }
    }

    pub fn select(&mut self, condition: ValueId, then: ValueId, otherwise: ValueId) -> ValueId {
        let width = self.width(then);
        assert_eq!(width, self.width(otherwise), "what is selected has one width");
        assert_eq!(self.width(condition), 1, "a condition has one bit");
        match fold::select(self, condition, then, otherwise) {
            Some(simpler) => simpler,
            None => self.insert(Node::Select(condition, then, otherwise), width),
        }
    }

    /// A node of other values, of which `of` says what they are here. What it says of events is
    /// kept.
    pub(crate) fn remade(
        &mut self,
        node: Node,
        width: u8,
        of: impl Fn(ValueId) -> ValueId,
    ) -> ValueId {
        match node {
            Node::Constant(number) => self.constant(width, number),
            Node::Read(_) | Node::Uninitialised(_) | Node::Choice(_) => self.leaf(node, width),
            Node::Decision(inner) => of(inner),
            Node::Binary(operation, first, second) => self.binary(operation, of(first), of(second)),
            Node::Compare(predicate, first, second) => {
                self.compare(predicate, of(first), of(second))
            }
            Node::ZeroExtend(inner) => self.zero_extend(of(inner), width),
            Node::SignExtend(inner) => self.sign_extend(of(inner), width),
            Node::Extract { from, low } => self.extract(of(from), low, width),
            Node::Concat(high, low) => self.concat(of(high), of(low)),
            Node::Select(condition, then, otherwise) => {
                self.select(of(condition), of(then), of(otherwise))
            }
        }
    }

    /// A condition that decides where control goes.
    pub(crate) fn decision(&mut self, condition: ValueId) -> ValueId {
        assert_eq!(self.width(condition), 1, "a condition has one bit");
        match self.node(condition) {
            Node::Constant(_) | Node::Decision(_) => condition,
            _ => self.insert(Node::Decision(condition), 1),
        }
    }

    pub fn not(&mut self, condition: ValueId) -> ValueId {
        assert_eq!(self.width(condition), 1, "a condition has one bit");
        self.binary(BinaryOperation::Xor, condition, ValueId::TRUE)
    }

    pub fn and(&mut self, first: ValueId, second: ValueId) -> ValueId {
        assert_eq!(self.width(first), 1, "a condition has one bit");
        self.binary(BinaryOperation::And, first, second)
    }

    pub fn or(&mut self, first: ValueId, second: ValueId) -> ValueId {
        assert_eq!(self.width(first), 1, "a condition has one bit");
        self.binary(BinaryOperation::Or, first, second)
    }

    /// The first and not the second.
    pub fn and_not(&mut self, first: ValueId, second: ValueId) -> ValueId {
        let negated = self.not(second);
        self.and(first, negated)
    }

    pub fn equal(&mut self, first: ValueId, second: ValueId) -> ValueId {
        self.compare(Predicate::Eq, first, second)
    }

    /// Whether a value is a number.
    pub fn is(&mut self, value: ValueId, number: u64) -> ValueId {
        let width = self.width(value);
        let number = self.constant(width, number);
        self.equal(value, number)
    }

    /// Whether a value is not zero.
    pub fn is_nonzero(&mut self, value: ValueId) -> ValueId {
        let zero = self.is(value, 0);
        self.not(zero)
    }
}

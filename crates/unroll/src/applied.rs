//! What do operations make of sets of numbers? Everything that some numbers of the sets give
//! together; the same operation on the same sets is asked once.

use crate::evaluate::compute;
use crate::sets::{MOST, MOST_BITS, SetId, Sets};
use crate::{Node, ValueId, Values};
use program::BinaryOperation as B;

/// An operation, the widths of its result and its operands, and what these can be. The node has no
/// operands of its own.
pub(crate) type Operation = (Node, u8, [u8; 2], [SetId; 2]);

impl Sets {
    /// What a value can be, where `read` is for what an event reads.
    pub(crate) fn compute(
        &mut self,
        values: &Values,
        id: ValueId,
        of: &[SetId],
        read: SetId,
    ) -> SetId {
        let (node, width) = (values.node(id), values.width(id));
        let of = |id: ValueId| of[id.index()];
        match node {
            Node::Constant(number) => self.one(number),
            Node::Read(_) if read == SetId::ANY => self.any(width),
            Node::Read(_) => read,
            Node::Uninitialised(_) | Node::Decision(_) => SetId::BIT,
            Node::Choice(_) => self.any(width),
            Node::Select(condition, then, otherwise) => {
                let may_be = |number| self.contains(of(condition), number);
                let then = if may_be(1) { of(then) } else { SetId::NONE };
                let otherwise = if may_be(0) { of(otherwise) } else { SetId::NONE };
                self.union(then, otherwise, width)
            }
            node => self.apply(values, node, width, of),
        }
    }

    /// An operation on everything that its operands can be.
    fn apply(
        &mut self,
        values: &Values,
        node: Node,
        width: u8,
        of: impl Fn(ValueId) -> SetId,
    ) -> SetId {
        let mut operands = node.operands();
        let first = operands.next().expect("an operation has operands");
        let second = operands.next();
        let is_twice = second == Some(first);
        let widths = [values.width(first), second.map_or(0, |own| values.width(own))];
        let sets = [of(first), second.map_or(SetId::NONE, of)];
        if sets[0] == SetId::NONE || second.is_some() && sets[1] == SetId::NONE {
            return self.half(node, width, sets);
        }
        // The same value twice is one number: that is another operation.
        let bare = bare(node, is_twice);
        let key = (bare, width, widths, sets);
        if let Some(known) = self.results.get(&key) {
            return *known;
        }
        let numbers = |set| self.numbers(set).cloned();
        let result = match (numbers(sets[0]), numbers(sets[1])) {
            (Some(one), Some(other)) => {
                let mut found = Vec::with_capacity(one.len());
                let mut compute_both = |left: u64, right: u64| {
                    let operand = |id: ValueId| {
                        if id == first {
                            (left, widths[0].into())
                        } else {
                            (right, widths[1].into())
                        }
                    };
                    // Numbers that exclude each other may have no result together.
                    found.extend(compute(node, width, operand));
                };
                for left in one.iter() {
                    if second.is_none() || is_twice {
                        compute_both(*left, *left);
                    } else {
                        other.iter().for_each(|right| compute_both(*left, *right));
                    }
                }
                self.of(found, width)
            }
            _ => self.unless_absorbed(node, sets, width),
        };
        self.results.insert(key, result);
        result
    }

    /// What a value can be of which an operand can be nothing yet: what the other one decides
    /// alone.
    fn half(&mut self, node: Node, width: u8, sets: [SetId; 2]) -> SetId {
        let may_be =
            |number| sets.into_iter().any(|own| own != SetId::NONE && self.contains(own, number));
        match node {
            Node::Binary(B::And, ..) if may_be(0) => SetId::ZERO,
            Node::Binary(B::Or, ..) if width == 1 && may_be(1) => self.one(1),
            _ => SetId::NONE,
        }
    }

    /// What a value can be of which an operand can be anything.
    fn unless_absorbed(&mut self, node: Node, sets: [SetId; 2], width: u8) -> SetId {
        let is_zero = sets.contains(&SetId::ZERO);
        match node {
            Node::Binary(B::And | B::Mul, ..) if is_zero => SetId::ZERO,
            // What is left of any number by a mask with few bits, or as a remainder.
            Node::Binary(B::And, ..) => match self.only(sets[1]) {
                Some(mask) if mask.count_ones() <= MOST_BITS => {
                    let (mut all, mut part) = (vec![0], mask);
                    while part != 0 {
                        all.push(part);
                        part = (part - 1) & mask;
                    }
                    self.of(all, width)
                }
                _ => self.any(width),
            },
            Node::Binary(B::URem, ..) => match self.only(sets[1]) {
                Some(divisor) if (1..=MOST as u64).contains(&divisor) => {
                    self.of((0..divisor).collect(), width)
                }
                _ => self.any(width),
            },
            // A remainder has the sign of what is divided.
            Node::Binary(B::SRem, ..) => match self.only(sets[1]) {
                Some(divisor) if (1..=MOST as u64 / 2).contains(&divisor) => {
                    let all = (0..divisor).flat_map(|own| [own, own.wrapping_neg() & mask(width)]);
                    self.of(all.collect(), width)
                }
                _ => self.any(width),
            },
            _ => self.any(width),
        }
    }
}

/// All bits of a number of so many.
fn mask(width: u8) -> u64 {
    base::value::mask(width.into())
}

/// An operation without its operands, or with the same one twice.
fn bare(node: Node, is_twice: bool) -> Node {
    let (none, other) = (ValueId(0), ValueId(u32::from(is_twice)));
    match node {
        Node::Binary(operation, ..) => Node::Binary(operation, none, other),
        Node::Compare(predicate, ..) => Node::Compare(predicate, none, other),
        Node::ZeroExtend(_) => Node::ZeroExtend(none),
        Node::SignExtend(_) => Node::SignExtend(none),
        Node::Extract { low, .. } => Node::Extract { from: none, low },
        Node::Concat(..) => Node::Concat(none, other),
        Node::Constant(_)
        | Node::Read(_)
        | Node::Uninitialised(_)
        | Node::Choice(_)
        | Node::Decision(_)
        | Node::Select(..) => unreachable!("this is no operation on numbers"),
    }
}

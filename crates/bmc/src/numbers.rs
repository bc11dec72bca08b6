//! How do the values of an acyclic program become bits? Each value once, when it is asked for, by
//! the circuit of its operation.

use crate::known_bits::Possible;
use program::{BinaryOperation, Predicate};
use solver::bitvector::{self, Bits};
use solver::{Circuit, Literal};
use unroll::{Acyclic, ChoiceId, Node, ValueId};

/// The values that have become bits.
#[derive(Debug)]
pub(crate) struct Numbers {
    bits: Vec<Option<Bits>>,
    possible: Vec<Possible>,
}

/// Leaves that somebody else knows.
pub(crate) trait Leaves {
    /// Whether what an event reads was never written.
    fn uninitialised(&self, circuit: &mut Circuit, event: unroll::EventId) -> Literal;
}

impl Numbers {
    pub(crate) fn new(possible: Vec<Possible>) -> Numbers {
        Numbers { bits: vec![None; possible.len()], possible }
    }

    /// The bits of a value, if they were asked for before.
    pub(crate) fn known(&self, id: ValueId) -> Option<&Bits> {
        self.bits[id.index()].as_ref()
    }

    /// The bits of a value.
    pub(crate) fn bits(
        &mut self,
        acyclic: &Acyclic,
        circuit: &mut Circuit,
        leaves: &impl Leaves,
        id: ValueId,
    ) -> Bits {
        // Values can be deep, so that what waits for its operands is on a stack of its own.
        let mut waiting = vec![id];
        while let Some(next) = waiting.last().copied() {
            let node = acyclic.values.node(next);
            let open = node.operands().filter(|operand| self.known(*operand).is_none());
            let open: Vec<ValueId> = open.collect();
            if open.is_empty() {
                waiting.pop();
                if self.known(next).is_none() {
                    let bits = self.compute(acyclic, circuit, leaves, next, node);
                    self.bits[next.index()] = Some(bits);
                }
            }
            waiting.extend(open);
        }
        self.bits[id.index()].clone().expect("it was computed")
    }

    /// A leaf: constants where a bit has only one value.
    fn leaf(&self, circuit: &mut Circuit, id: ValueId, width: u8) -> Bits {
        let Possible { zeros, ones } = self.possible[id.index()];
        (0..width)
            .map(|bit| match (zeros >> bit & 1 == 1, ones >> bit & 1 == 1) {
                (true, true) => circuit.free(),
                // A read without any source is never executed; any value will do.
                (_, false) => circuit.constant(false),
                (false, true) => circuit.constant(true),
            })
            .collect()
    }

    fn compute(
        &self,
        acyclic: &Acyclic,
        circuit: &mut Circuit,
        leaves: &impl Leaves,
        id: ValueId,
        node: Node,
    ) -> Bits {
        let width = acyclic.values.width(id);
        let of = |id: ValueId| self.known(id).expect("operands come first");
        match node {
            Node::Constant(number) => {
                bitvector::constant(circuit, u128::from(number), width.into())
            }
            Node::Read(_) | Node::Choice(_) => self.leaf(circuit, id, width),
            Node::Decision(inner) => of(inner).clone(),
            Node::Uninitialised(event) => vec![leaves.uninitialised(circuit, event)],
            Node::Binary(operation, first, second) => {
                binary(circuit, operation, of(first), of(second))
            }
            Node::Compare(predicate, first, second) => {
                vec![compare(circuit, predicate, of(first), of(second))]
            }
            Node::ZeroExtend(inner) => bitvector::zero_extend(circuit, of(inner), width.into()),
            Node::SignExtend(inner) => bitvector::sign_extend(of(inner), width.into()),
            Node::Extract { from, low } => bitvector::extract(of(from), low.into(), width.into()),
            Node::Concat(high, low) => bitvector::concatenate(of(high), of(low)),
            Node::Select(condition, then, otherwise) => {
                bitvector::select(circuit, of(condition)[0], of(then), of(otherwise))
            }
        }
    }

    /// All values that have become bits.
    pub(crate) fn all(&self) -> impl Iterator<Item = (ValueId, &Bits)> {
        let bits = self.bits.iter().enumerate();
        bits.filter_map(|(index, bits)| Some((ValueId(index as u32), bits.as_ref()?)))
    }

    /// The choices that have become bits.
    pub(crate) fn choices<'n>(
        &'n self,
        acyclic: &'n Acyclic,
    ) -> impl Iterator<Item = (ChoiceId, &'n Bits)> {
        acyclic.values.all().filter_map(|(id, node, _)| match node {
            Node::Choice(choice) => Some((choice, self.known(id)?)),
            _ => None,
        })
    }
}

fn binary(
    circuit: &mut Circuit,
    operation: BinaryOperation,
    first: &[Literal],
    second: &[Literal],
) -> Bits {
    use BinaryOperation as B;
    match operation {
        B::Add => bitvector::add(circuit, first, second),
        B::Sub => bitvector::subtract(circuit, first, second),
        B::Mul => bitvector::multiply(circuit, first, second),
        B::And => bitvector::and(circuit, first, second),
        B::Or => bitvector::or(circuit, first, second),
        B::Xor => bitvector::xor(circuit, first, second),
        B::UDiv => bitvector::divide(circuit, first, second).0,
        B::URem => bitvector::divide(circuit, first, second).1,
        B::SDiv => bitvector::signed_divide(circuit, first, second).0,
        B::SRem => bitvector::signed_divide(circuit, first, second).1,
        B::Shl => bitvector::shift_left(circuit, first, second),
        B::LShr => bitvector::shift_right(circuit, first, second),
        B::AShr => bitvector::signed_shift_right(circuit, first, second),
        B::Gather => bitvector::gather(circuit, first, second),
        B::Scatter => bitvector::scatter(circuit, first, second),
    }
}

fn compare(
    circuit: &mut Circuit,
    predicate: Predicate,
    first: &[Literal],
    second: &[Literal],
) -> Literal {
    match predicate {
        Predicate::Eq => bitvector::equal(circuit, first, second),
        Predicate::Ne => !bitvector::equal(circuit, first, second),
        Predicate::Ult => bitvector::less(circuit, first, second),
        Predicate::Ule => !bitvector::less(circuit, second, first),
        Predicate::Ugt => bitvector::less(circuit, second, first),
        Predicate::Uge => !bitvector::less(circuit, first, second),
        Predicate::Slt => bitvector::signed_less(circuit, first, second),
        Predicate::Sle => !bitvector::signed_less(circuit, second, first),
        Predicate::Sgt => bitvector::signed_less(circuit, second, first),
        Predicate::Sge => !bitvector::signed_less(circuit, first, second),
    }
}

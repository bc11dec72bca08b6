//! Which bits of a value can be 0, and which can be 1, in some execution? What cannot be both needs
//! no variable.
//!
//! A least fixpoint over all values: a read can have the bits of every write that may be at one of
//! its addresses, whether that is executed or not. So values that only justify themselves (out of
//! thin air) are left out as far as their bits are: what no write of the text can produce is not
//! read. This is what `candidates` does, and what herd does.

use program::BinaryOperation;
use unroll::{Acyclic, EventId, Node, ValueId};

/// Bits that can be 0 and bits that can be 1. A value without any has not been found yet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Possible {
    pub zeros: u64,
    pub ones: u64,
}

impl Possible {
    fn exactly(number: u64, width: u8) -> Possible {
        Possible { zeros: !number & mask(width), ones: number }
    }

    fn anything(width: u8) -> Possible {
        Possible { zeros: mask(width), ones: mask(width) }
    }

    /// Anything, but with zeros from this bit on.
    fn below(bits: u32, width: u8) -> Possible {
        let low = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        Possible { zeros: mask(width), ones: mask(width) & low }
    }

    fn or(self, other: Possible) -> Possible {
        Possible { zeros: self.zeros | other.zeros, ones: self.ones | other.ones }
    }

    fn shifted_left(self, bits: u8) -> Possible {
        Possible { zeros: self.zeros << bits, ones: self.ones << bits }
    }

    fn shifted_right(self, bits: u8) -> Possible {
        Possible { zeros: self.zeros >> bits, ones: self.ones >> bits }
    }

    fn cut(self, width: u8) -> Possible {
        Possible { zeros: self.zeros & mask(width), ones: self.ones & mask(width) }
    }

    fn is_found(self) -> bool {
        self != Possible::default()
    }

    /// How many bits are needed to hold the largest.
    fn length(self) -> u32 {
        64 - self.ones.leading_zeros()
    }
}

fn mask(width: u8) -> u64 {
    base::value::mask(width.into())
}

/// The bits of all values, where `sources` are the writes that a read may read from.
pub(crate) fn possible_bits(
    acyclic: &Acyclic,
    sources: impl Fn(EventId) -> Vec<EventId>,
) -> Vec<Possible> {
    let mut found = vec![Possible::default(); acyclic.values.len()];
    loop {
        let before = found.clone();
        for (id, node, width) in acyclic.values.all() {
            let of = |id: ValueId| found[id.index()];
            let now = match node {
                Node::Constant(number) => Possible::exactly(number, width),
                Node::Read(event) => sources(event)
                    .into_iter()
                    .map(|source| match acyclic.event(source).value {
                        Some(value) => of(value),
                        None => Possible::exactly(0, width),
                    })
                    .fold(Possible::default(), Possible::or),
                Node::Uninitialised(_) | Node::Choice(_) => Possible::anything(width),
                node => compute(acyclic, node, width, of),
            };
            found[id.index()] = found[id.index()].or(now);
        }
        if found == before {
            return found;
        }
    }
}

/// What an operation can make of the bits of its operands. Nothing, while one of them is not found.
fn compute(acyclic: &Acyclic, node: Node, width: u8, of: impl Fn(ValueId) -> Possible) -> Possible {
    let is_selection = matches!(node, Node::Select(..));
    if !is_selection && !node.operands().all(|operand| of(operand).is_found()) {
        return Possible::default();
    }
    match node {
        Node::Constant(_) | Node::Read(_) | Node::Uninitialised(_) | Node::Choice(_) => {
            unreachable!("leaves are no operations")
        }
        Node::Binary(operation, first, second) => binary(operation, width, of(first), of(second)),
        Node::Decision(inner) => of(inner),
        Node::Compare(..) => Possible::anything(width),
        Node::ZeroExtend(inner) => {
            let above = mask(width) & !mask(acyclic.values.width(inner));
            of(inner).or(Possible { zeros: above, ones: 0 })
        }
        Node::SignExtend(inner) => {
            let (from, inner) = (acyclic.values.width(inner), of(inner));
            let above = mask(width) & !mask(from);
            let sign = inner.shifted_right(from - 1);
            Possible {
                zeros: inner.zeros | if sign.zeros & 1 == 1 { above } else { 0 },
                ones: inner.ones | if sign.ones & 1 == 1 { above } else { 0 },
            }
        }
        Node::Extract { from, low } => of(from).shifted_right(low).cut(width),
        Node::Concat(high, low) => of(high).shifted_left(acyclic.values.width(low)).or(of(low)),
        Node::Select(condition, then, otherwise) => {
            let condition = of(condition);
            let chosen = |bits: u64, value: ValueId| match bits & 1 == 1 {
                true => of(value),
                false => Possible::default(),
            };
            chosen(condition.ones, then).or(chosen(condition.zeros, otherwise))
        }
    }
}

fn binary(operation: BinaryOperation, width: u8, first: Possible, second: Possible) -> Possible {
    use BinaryOperation as B;
    match operation {
        B::And => Possible { zeros: first.zeros | second.zeros, ones: first.ones & second.ones },
        B::Or => Possible { zeros: first.zeros & second.zeros, ones: first.ones | second.ones },
        B::Xor => Possible {
            zeros: first.zeros & second.zeros | first.ones & second.ones,
            ones: first.ones & second.zeros | first.zeros & second.ones,
        },
        B::Add => Possible::below(first.length().max(second.length()) + 1, width),
        B::Mul => Possible::below(first.length() + second.length(), width),
        B::UDiv | B::LShr => Possible::below(first.length(), width),
        B::URem => Possible::below(first.length().min(second.length()), width),
        B::Sub | B::SDiv | B::SRem | B::Shl | B::AShr | B::Gather | B::Scatter => {
            Possible::anything(width)
        }
    }
}

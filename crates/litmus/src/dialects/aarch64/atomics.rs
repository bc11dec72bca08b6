//! The atomic instructions of LSE: `CAS`, `SWP`, `LDADD` and its like, and the forms `STADD`
//! without a result.

use super::super::operands::Operands;
use super::{address, register_size, source, target};
use crate::builder::Builder;
use crate::code::{Access, Expression, Instruction, Operation, Otherwise, Shape, Update};
use crate::width::Width;
use base::{Diagnostic, tags};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    CompareAndSwap,
    Swap,
    /// Keeps the old value, and writes the result of an operation.
    Fetch(Operation),
    /// The same without keeping anything.
    Apply(Operation),
}

pub(super) struct Atomic {
    effect: Effect,
    acquire: bool,
    release: bool,
    size: Option<u8>,
}

const OPERATIONS: [(&str, Operation); 8] = [
    ("add", Operation::Add),
    ("clr", Operation::AndNot),
    ("set", Operation::Or),
    ("eor", Operation::ExclusiveOr),
    ("smax", Operation::Maximum),
    ("smin", Operation::Minimum),
    ("umax", Operation::MaximumUnsigned),
    ("umin", Operation::MinimumUnsigned),
];

impl Atomic {
    /// The instruction of this name: an effect, then `a`, `l` or `al`, then a size.
    pub(super) fn parse(name: &str) -> Option<Atomic> {
        let (effect, rest) = if let Some(rest) = name.strip_prefix("cas") {
            (Effect::CompareAndSwap, rest)
        } else if let Some(rest) = name.strip_prefix("swp") {
            (Effect::Swap, rest)
        } else {
            let is_load = name.starts_with("ld");
            let stem = name.strip_prefix("ld").or_else(|| name.strip_prefix("st"))?;
            let found = OPERATIONS.into_iter().find(|(known, _)| stem.starts_with(known))?;
            let effect = if is_load { Effect::Fetch(found.1) } else { Effect::Apply(found.1) };
            (effect, &stem[found.0.len()..])
        };
        let (order, size) = match rest.as_bytes().last() {
            Some(b'b') => (&rest[..rest.len() - 1], Some(1)),
            Some(b'h') => (&rest[..rest.len() - 1], Some(2)),
            _ => (rest, None),
        };
        let (acquire, release) = match order {
            "" => (false, false),
            "a" => (true, false),
            "l" => (false, true),
            "al" => (true, true),
            _ => return None,
        };
        Some(Atomic { effect, acquire, release, size })
    }

    pub(super) fn lower(
        self,
        operands: &mut Operands<'_>,
        builder: &mut Builder,
    ) -> Result<(), Diagnostic> {
        let size = self.size.unwrap_or(register_size(operands));
        let old = builder.temporary();
        let (_, name) = operands.register_word()?;
        // Minima and maxima may look at a sign.
        let is_signed = matches!(
            self.effect,
            Effect::Fetch(Operation::Minimum | Operation::Maximum)
                | Effect::Apply(Operation::Minimum | Operation::Maximum)
        );
        let numbers = Width { bytes: size, is_signed };
        let first = match name.as_str() {
            "XZR" => Expression::Constant(0),
            name => Expression::from(builder.register(name)).wrap(numbers),
        };
        let result = |operation, first| {
            Expression::operation(operation, Expression::from(old).wrap(numbers), first)
        };
        let (to, expected, new, keeps) = match self.effect {
            Effect::CompareAndSwap => {
                operands.comma()?;
                let new = source(operands, builder)?;
                let keeps = name != "XZR";
                let to = keeps.then(|| builder.register(&name));
                (to, Some(first), new, keeps)
            }
            Effect::Swap => {
                operands.comma()?;
                let keeps = !operands.peek_word().to_ascii_uppercase().ends_with("ZR");
                let (to, _) = target(operands, builder)?;
                (Some(to), None, first, keeps)
            }
            Effect::Fetch(operation) => {
                operands.comma()?;
                let keeps = !operands.peek_word().to_ascii_uppercase().ends_with("ZR");
                let (to, _) = target(operands, builder)?;
                (Some(to), None, result(operation, first), keeps)
            }
            Effect::Apply(operation) => (None, None, result(operation, first), false),
        };
        operands.comma()?;
        let address = address(operands, builder)?;
        // An atomic instruction that keeps nothing does not acquire.
        let mark = if keeps { tags!["X"] } else { tags!["X", "NoRet"] };
        let tags = if keeps && self.acquire { mark.with(tags!["A"]) } else { mark };
        let write_tags = if self.release { mark.with(tags!["L"]) } else { mark };
        builder.push(Instruction::Update(Box::new(Update {
            shape: Shape::Pair,
            read: Access { address, size, tags },
            write_tags,
            old,
            success: None,
            expected,
            may_fail: false,
            new,
            otherwise: Otherwise::Read(tags),
            picks: self.effect == Effect::CompareAndSwap,
            around: None,
        })));
        if let Some(to) = to {
            builder.assign(to, old);
        }
        Ok(())
    }
}

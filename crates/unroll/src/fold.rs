//! Which simpler value is the same as the result of an operation, whatever its leaves are? A few
//! rules that keep guards short: where two branches meet again, the guard is the one from before.
//!
//! `tests/values.rs` holds random expressions that were made simpler against the evaluator.

use crate::{Node, ValueId, Values};
use base::value::mask;
use program::{BinaryOperation as B, Predicate};

/// Operands in the order in which they are kept: where it does not matter, constants last.
pub(crate) fn in_order(
    values: &Values,
    operation: B,
    first: ValueId,
    second: ValueId,
) -> (ValueId, ValueId) {
    let commutes = matches!(operation, B::Add | B::Mul | B::And | B::Or | B::Xor);
    let rank = |id: ValueId| (values.number(id).is_some(), id);
    if commutes && rank(first) > rank(second) { (second, first) } else { (first, second) }
}

pub(crate) fn binary(
    values: &mut Values,
    operation: B,
    first: ValueId,
    second: ValueId,
) -> Option<ValueId> {
    let width = values.width(first);
    let all = mask(width.into());
    let constant = values.number(second);
    match operation {
        B::Add | B::Sub | B::Or | B::Xor | B::Shl | B::LShr | B::AShr if constant == Some(0) => {
            Some(first)
        }
        B::And | B::Mul if constant == Some(0) => Some(second),
        B::And if constant == Some(all) => Some(first),
        B::Or if constant == Some(all) => Some(second),
        B::Mul | B::UDiv | B::SDiv if constant == Some(1) && width > 1 => Some(first),
        B::And | B::Or if first == second => Some(first),
        B::Sub | B::Xor if first == second => Some(values.constant(width, 0)),
        B::Add | B::Xor if constant.is_some() => chained(values, operation, first, second),
        B::And | B::Or if width == 1 => condition(values, operation, first, second),
        B::And => masked(values, first, constant?),
        _ => None,
    }
}

/// The low bits of what was extended, or of anything: an extension of an extraction.
fn masked(values: &mut Values, first: ValueId, constant: u64) -> Option<ValueId> {
    match values.node(first) {
        Node::ZeroExtend(inner) if mask(values.width(inner).into()) & !constant == 0 => Some(first),
        _ => None,
    }
}

/// (x + a) + b, and (x ^ a) ^ b.
fn chained(values: &mut Values, operation: B, first: ValueId, second: ValueId) -> Option<ValueId> {
    let Node::Binary(inner, operand, constant) = values.node(first) else { return None };
    if inner != operation || values.number(constant).is_none() {
        return None;
    }
    let together = values.binary(operation, constant, second);
    Some(values.binary(operation, operand, together))
}

/// The operands of a conjunction or disjunction.
pub(crate) fn parts(values: &Values, operation: B, id: ValueId) -> Option<(ValueId, ValueId)> {
    match values.node(id) {
        Node::Binary(own, first, second) if own == operation => Some((first, second)),
        _ => None,
    }
}

pub(crate) fn is_negation(values: &Values, first: ValueId, second: ValueId) -> bool {
    let negates = |one, other| {
        matches!(values.node(one), Node::Binary(B::Xor, inner, constant)
            if inner == other && values.number(constant) == Some(1))
    };
    negates(first, second) || negates(second, first)
}

/// Conjunctions and disjunctions of conditions: complements, absorption, and what two branches have
/// in common.
fn condition(
    values: &mut Values,
    operation: B,
    first: ValueId,
    second: ValueId,
) -> Option<ValueId> {
    let dual = if operation == B::And { B::Or } else { B::And };
    if is_negation(values, first, second) {
        return Some(if operation == B::And { ValueId::FALSE } else { ValueId::TRUE });
    }
    for (one, other) in [(first, second), (second, first)] {
        if let Some((left, right)) = parts(values, operation, one) {
            if left == other || right == other {
                return Some(one);
            }
            if is_negation(values, left, other) || is_negation(values, right, other) {
                return Some(if operation == B::And { ValueId::FALSE } else { ValueId::TRUE });
            }
        }
        if let Some((left, right)) = parts(values, dual, one) {
            if left == other || right == other {
                return Some(other);
            }
            // a | (!a & b) is a | b, and a & (!a | b) is a & b.
            for (inner, rest) in [(left, right), (right, left)] {
                if is_negation(values, inner, other) {
                    return Some(values.binary(operation, other, rest));
                }
            }
        }
    }
    let (one, other) = (parts(values, dual, first)?, parts(values, dual, second)?);
    for (common, rest) in [(one.0, one.1), (one.1, one.0)] {
        for (also, remainder) in [(other.0, other.1), (other.1, other.0)] {
            if common == also && is_negation(values, rest, remainder) {
                return Some(common);
            }
        }
    }
    None
}

pub(crate) fn compare(
    values: &mut Values,
    predicate: Predicate,
    first: ValueId,
    second: ValueId,
) -> Option<ValueId> {
    use Predicate as P;
    if first == second {
        let holds = matches!(predicate, P::Eq | P::Ule | P::Uge | P::Sle | P::Sge);
        return Some(if holds { ValueId::TRUE } else { ValueId::FALSE });
    }
    match predicate {
        P::Ne => {
            let equal = values.equal(first, second);
            return Some(values.not(equal));
        }
        P::Ugt => return Some(values.compare(P::Ult, second, first)),
        P::Sgt => return Some(values.compare(P::Slt, second, first)),
        P::Uge => {
            let less = values.compare(P::Ult, first, second);
            return Some(values.not(less));
        }
        P::Sge => {
            let less = values.compare(P::Slt, first, second);
            return Some(values.not(less));
        }
        P::Ule => {
            let less = values.compare(P::Ult, second, first);
            return Some(values.not(less));
        }
        P::Sle => {
            let less = values.compare(P::Slt, second, first);
            return Some(values.not(less));
        }
        P::Eq | P::Ult | P::Slt => {}
    }
    if predicate != P::Eq {
        return None;
    }
    if values.number(first).is_some() {
        return Some(values.equal(second, first));
    }
    match values.number(second) {
        Some(constant) => equal_to(values, first, constant),
        None if first > second => Some(values.equal(second, first)),
        None => None,
    }
}

/// Whether a value is a constant, where that says something simpler about its operands.
fn equal_to(values: &mut Values, first: ValueId, constant: u64) -> Option<ValueId> {
    let width = values.width(first);
    if width == 1 {
        return Some(if constant == 1 { first } else { values.not(first) });
    }
    match values.node(first) {
        Node::ZeroExtend(inner) => {
            let fits = constant & !mask(values.width(inner).into()) == 0;
            Some(if fits { values.is(inner, constant) } else { ValueId::FALSE })
        }
        Node::Select(condition, then, otherwise) => {
            let (one, other) = (values.number(then), values.number(otherwise));
            if one.is_none() && other.is_none() {
                return None;
            }
            let (then, otherwise) = (values.is(then, constant), values.is(otherwise, constant));
            Some(values.select(condition, then, otherwise))
        }
        Node::Binary(B::Add, operand, added) => {
            let added = values.number(added)?;
            Some(values.is(operand, constant.wrapping_sub(added)))
        }
        Node::Binary(B::Xor, operand, added) => {
            let added = values.number(added)?;
            Some(values.is(operand, constant ^ added))
        }
        _ => None,
    }
}

pub(crate) fn extract(values: &mut Values, from: ValueId, low: u8, width: u8) -> Option<ValueId> {
    match values.node(from) {
        Node::Extract { from, low: before } => Some(values.extract(from, before + low, width)),
        Node::ZeroExtend(inner) => {
            let own = values.width(inner);
            if low >= own {
                return Some(values.constant(width, 0));
            }
            if low + width <= own {
                return Some(values.extract(inner, low, width));
            }
            let part = values.extract(inner, low, own - low);
            Some(values.zero_extend(part, width))
        }
        Node::SignExtend(inner) if low + width <= values.width(inner) => {
            Some(values.extract(inner, low, width))
        }
        Node::SignExtend(inner) if low == 0 => Some(values.sign_extend(inner, width)),
        Node::Concat(high, below) => {
            let own = values.width(below);
            if low >= own {
                return Some(values.extract(high, low - own, width));
            }
            (low + width <= own).then(|| values.extract(below, low, width))
        }
        Node::Select(condition, then, otherwise)
            if values.number(then).is_some() || values.number(otherwise).is_some() =>
        {
            let then = values.extract(then, low, width);
            let otherwise = values.extract(otherwise, low, width);
            Some(values.select(condition, then, otherwise))
        }
        _ => None,
    }
}

pub(crate) fn select(
    values: &mut Values,
    condition: ValueId,
    then: ValueId,
    otherwise: ValueId,
) -> Option<ValueId> {
    match values.number(condition) {
        Some(1) => return Some(then),
        Some(_) => return Some(otherwise),
        None => {}
    }
    if then == otherwise {
        return Some(then);
    }
    if values.width(then) == 1 {
        match (values.number(then), values.number(otherwise)) {
            (Some(1), _) => return Some(values.or(condition, otherwise)),
            (Some(_), _) => {
                let negated = values.not(condition);
                return Some(values.and(negated, otherwise));
            }
            (None, Some(0)) => return Some(values.and(condition, then)),
            (None, Some(_)) => {
                let negated = values.not(condition);
                return Some(values.or(negated, then));
            }
            (None, None) => {}
        }
    }
    if let Node::Binary(B::Xor, inner, constant) = values.node(condition)
        && values.number(constant) == Some(1)
    {
        return Some(values.select(inner, otherwise, then));
    }
    match (values.node(then), values.node(otherwise)) {
        (Node::Select(inner, first, _), _) if inner == condition => {
            Some(values.select(condition, first, otherwise))
        }
        (_, Node::Select(inner, _, second)) if inner == condition => {
            Some(values.select(condition, then, second))
        }
        _ => None,
    }
}

//! Where two ways meet, which condition tells them apart?

use crate::fold::{is_negation, parts};
use crate::{ValueId, Values};
use program::BinaryOperation as B;

/// A condition that is 1 on the first of two ways and 0 on the second, given that it is one of
/// them: what differs between their guards if they part at one branch, and else the first guard.
pub(crate) fn selector(values: &Values, first: ValueId, second: ValueId) -> ValueId {
    if is_negation(values, first, second) {
        return first;
    }
    let (Some(one), Some(other)) = (parts(values, B::And, first), parts(values, B::And, second))
    else {
        return first;
    };
    for (common, rest) in [(one.0, one.1), (one.1, one.0)] {
        for (also, remainder) in [(other.0, other.1), (other.1, other.0)] {
            if common == also && is_negation(values, rest, remainder) {
                return rest;
            }
        }
    }
    first
}

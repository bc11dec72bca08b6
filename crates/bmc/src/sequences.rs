//! When is a pair in a sequence of two relations? For an upper bound, if there is a way through it:
//! one clause for each. For a lower bound, only if there is one; and where at most one event is the
//! next of the first relation, as in `rf^-1 ; co`, it is named by that, and the ways need no
//! literals: the event is one of those between, and whichever it is, the second relation goes on
//! from it. So it is from the other end, where the last step has one start.

use crate::encoding::{Encoding, Item, Mode};
use cat::Slot;
use solver::{Circuit, Literal};

impl Encoding<'_> {
    /// Whether a pair is in a sequence.
    pub(crate) fn sequence(
        &mut self,
        first: Slot,
        second: Slot,
        mode: Mode,
        item: Item,
    ) -> Literal {
        let never = self.never();
        let mut ways = Vec::new();
        for (one, other) in self.between(first, second, item) {
            let way = [self.literal(first, mode, one), self.literal(second, mode, other)];
            if !way.contains(&never) {
                ways.push(way);
            }
        }
        let directions = &self.model.directions;
        let forwards = directions.has_one_successor(first);
        let backwards = directions.has_one_predecessor(second);
        let circuit = &mut self.executions.circuit;
        match mode {
            Mode::Upper if ways.len() > 1 => follows_from(circuit, &ways),
            Mode::Lower if ways.len() > 1 && forwards => implies_by(circuit, &ways),
            Mode::Lower if ways.len() > 1 && backwards => {
                ways.iter_mut().for_each(|way| way.reverse());
                implies_by(circuit, &ways)
            }
            Mode::Upper | Mode::Lower | Mode::Exact | Mode::Round(_) => {
                let ways: Vec<Literal> = ways.into_iter().map(|way| circuit.and(way)).collect();
                circuit.or(ways)
            }
        }
    }
}

/// A literal that is true if there is a way.
fn follows_from(circuit: &mut Circuit, ways: &[[Literal; 2]]) -> Literal {
    // The default solver tries to make variables true, and this is rather false.
    let follows = !circuit.free();
    for [one, other] in ways {
        circuit.require(&[!*one, !*other, follows]);
    }
    follows
}

/// A literal that is true only if there is a way, of ways with at most one true first step.
fn implies_by(circuit: &mut Circuit, ways: &[[Literal; 2]]) -> Literal {
    let is_there = !circuit.free();
    let some: Vec<Literal> = ways.iter().map(|way| way[0]).chain([!is_there]).collect();
    circuit.require(&some);
    for [one, other] in ways {
        circuit.require(&[!is_there, !*one, *other]);
    }
    is_there
}

//! One view as a world of cat whose pairs are literals of a solver: what is certain is folded, and
//! everything else is a gate (`cat::Domain`). Templates are built from the operators here, and the
//! checks of a sketch are evaluated in it with templates in their holes.

use crate::matrices::bits;
use cat::{Boolean, Domain};
use solver::{Circuit, Literal};

/// The pairs of a relation in a view.
pub(crate) type Pairs = Vec<Vec<Literal>>;

/// A view of so many events.
pub(crate) struct Gates<'c> {
    pub circuit: &'c mut Circuit,
    pub size: usize,
}

impl Gates<'_> {
    /// A relation of which everything is known.
    pub(crate) fn constant(&self, rows: &[u32]) -> Pairs {
        let row = |row: &u32| {
            let has = |to: usize| self.circuit.constant(row >> to & 1 == 1);
            (0..self.size).map(has).collect()
        };
        rows.iter().map(row).collect()
    }

    /// The same as a set: the events that are related to themselves.
    pub(crate) fn constant_set(&self, rows: &[u32]) -> Vec<Literal> {
        let is_in = |(event, row): (usize, &u32)| self.circuit.constant(row >> event & 1 == 1);
        rows.iter().enumerate().map(is_in).collect()
    }

    /// Pair by pair.
    pub(crate) fn pairwise(
        &mut self,
        first: &Pairs,
        second: &Pairs,
        gate: impl Fn(&mut Circuit, Literal, Literal) -> Literal,
    ) -> Pairs {
        let mut found = first.clone();
        for (own, other) in found.iter_mut().flatten().zip(second.iter().flatten()) {
            *own = gate(self.circuit, *own, *other);
        }
        found
    }

    pub(crate) fn is_reflexive(&mut self, pairs: &Pairs) -> Literal {
        self.circuit.or((0..pairs.len()).map(|event| pairs[event][event]))
    }

    pub(crate) fn is_inhabited(&mut self, pairs: &Pairs) -> Literal {
        self.circuit.or(pairs.iter().flatten().copied())
    }

    /// Whether there is a cycle: whether the closure is reflexive, of pairs that may be on one.
    pub(crate) fn is_cyclic(&mut self, pairs: &Pairs) -> Literal {
        let none = self.circuit.constant(false);
        let mut reach: Vec<u32> = self.possible(pairs);
        crate::matrices::close(&mut reach);
        let mut on_cycles = pairs.clone();
        for (from, row) in on_cycles.iter_mut().enumerate() {
            for (to, pair) in row.iter_mut().enumerate() {
                if reach[to] >> from & 1 == 0 {
                    *pair = none;
                }
            }
        }
        let closed = self.closure(&on_cycles);
        self.is_reflexive(&closed)
    }

    /// The pairs that are not certainly absent.
    fn possible(&self, pairs: &Pairs) -> Vec<u32> {
        let is_possible = |literal: &Literal| self.circuit.known(*literal) != Some(false);
        let row = |row: &Vec<Literal>| {
            let possible = row.iter().enumerate().filter(|(_, literal)| is_possible(literal));
            possible.fold(0, |row, (to, _)| row | 1 << to)
        };
        pairs.iter().map(row).collect()
    }

    /// How long a path can be.
    fn longest_path(&self, pairs: &Pairs) -> usize {
        let possible = self.possible(pairs);
        let mut ends = possible.clone();
        let mut length = 1;
        // A path that is not simple is no reason for a pair that a simple one is not.
        while length < self.size {
            let longer = |row: &u32| bits(*row).fold(0, |all, middle| all | possible[middle]);
            ends = ends.iter().map(longer).collect();
            if ends.iter().all(|row| *row == 0) {
                break;
            }
            length += 1;
        }
        length
    }
}

impl Domain for Gates<'_> {
    type Set = Vec<Literal>;
    type Relation = Pairs;

    fn empty_set(&mut self) -> Vec<Literal> {
        vec![self.circuit.constant(false); self.size]
    }

    fn all_events(&mut self) -> Vec<Literal> {
        vec![self.circuit.constant(true); self.size]
    }

    fn set(
        &mut self,
        operator: Boolean,
        first: &Vec<Literal>,
        second: &Vec<Literal>,
    ) -> Vec<Literal> {
        let both = first.iter().zip(second);
        both.map(|(first, second)| boolean(self.circuit, operator, *first, *second)).collect()
    }

    fn empty_relation(&mut self) -> Pairs {
        vec![self.empty_set(); self.size]
    }

    fn relation(&mut self, operator: Boolean, first: &Pairs, second: &Pairs) -> Pairs {
        self.pairwise(first, second, |circuit, first, second| {
            boolean(circuit, operator, first, second)
        })
    }

    fn product(&mut self, first: &Vec<Literal>, second: &Vec<Literal>) -> Pairs {
        let row = |from: &Literal| second.iter().map(|to| self.circuit.and([*from, *to])).collect();
        first.iter().map(row).collect()
    }

    fn identity_on(&mut self, set: &Vec<Literal>) -> Pairs {
        let mut pairs = self.empty_relation();
        (0..self.size).for_each(|event| pairs[event][event] = set[event]);
        pairs
    }

    fn sequence(&mut self, first: &Pairs, second: &Pairs) -> Pairs {
        let mut pairs = self.empty_relation();
        for (from, row) in pairs.iter_mut().enumerate() {
            for (to, pair) in row.iter_mut().enumerate() {
                let middles = 0..self.size;
                let ways: Vec<Literal> = middles
                    .map(|middle| self.circuit.and([first[from][middle], second[middle][to]]))
                    .collect();
                *pair = self.circuit.or(ways);
            }
        }
        pairs
    }

    fn inverse(&mut self, relation: &Pairs) -> Pairs {
        let column = |to: usize| relation.iter().map(|row| row[to]).collect();
        (0..self.size).map(column).collect()
    }

    /// By squares.
    fn closure(&mut self, relation: &Pairs) -> Pairs {
        let longest = self.longest_path(relation);
        let (mut closed, mut length) = (relation.clone(), 1);
        while length < longest {
            let longer = self.sequence(&closed, &closed);
            closed = self.relation(Boolean::Union, &closed, &longer);
            length *= 2;
        }
        closed
    }

    fn domain(&mut self, relation: &Pairs) -> Vec<Literal> {
        relation.iter().map(|row| self.circuit.or(row.iter().copied())).collect()
    }

    fn range(&mut self, relation: &Pairs) -> Vec<Literal> {
        let inverse = self.inverse(relation);
        self.domain(&inverse)
    }
}

fn boolean(circuit: &mut Circuit, operator: Boolean, first: Literal, second: Literal) -> Literal {
    match operator {
        Boolean::Union => circuit.or([first, second]),
        Boolean::Intersection => circuit.and([first, second]),
        Boolean::Difference => circuit.and([first, !second]),
    }
}

//! Expansion by enumeration (`dat3m-thesis` §6.3): all relations in order of size, each once.
//!
//! Pruning is *observational*: of the expressions with the same value in every view, the first and
//! so a smallest one is kept. This subsumes the normal forms of §6.3.1 and loses nothing, since
//! every operator gives equal results on equal values. Values are compared, not only their hashes.
//!
//! Deviations: 1. The normal forms of §6.3.1 are not used. One of its laws does not hold: r1;(r2 &
//! r3) is contained in (r1;r2) & (r1;r3) and need not be equal to it; others make expressions
//! larger. Only commutative operators are applied once to each pair. 2. Reflexive closure is not
//! enumerated. 3. Only base relations are subtracted (§6.8, "x + y").

use crate::base_relations::BaseRelation;
use crate::expression::Expression;
use crate::matrices::{Layout, Matrices};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub expression: Rc<Expression>,
    pub size: usize,
    pub matrices: Matrices,
}

/// The relations that are known so far.
#[derive(Debug)]
pub(crate) struct Expansion {
    layout: Layout,
    /// What may be subtracted.
    subtracted: Vec<Known>,
    /// In order of size; no two have the same matrices, and none is empty everywhere.
    pub known: Vec<Known>,
    by_hash: FxHashMap<u64, Vec<usize>>,
    /// All relations up to this size are known.
    pub size: usize,
}

impl Expansion {
    pub(crate) fn new(layout: Layout, base: &[BaseRelation], values: Vec<Matrices>) -> Expansion {
        let mut expansion = Expansion {
            layout,
            subtracted: Vec::new(),
            known: Vec::new(),
            by_hash: FxHashMap::default(),
            size: 1,
        };
        for (index, (relation, matrices)) in base.iter().zip(values).enumerate() {
            let expression = Expression::Base(index);
            let own = Known { expression: Rc::new(expression.clone()), size: 1, matrices };
            if !relation.only_subtracted {
                expansion.add(|| expression.clone(), 1, own.matrices.clone());
            }
            expansion.subtracted.push(own);
        }
        expansion
    }

    /// Adds all relations of the next size; whether it could before it was told to stop.
    pub(crate) fn expand(&mut self, go_on: &dyn Fn() -> bool) -> bool {
        let size = self.size + 1;
        let end = self.known.len();
        for index in 0..end {
            if !go_on() {
                return false;
            }
            let own = self.known[index].clone();
            if own.size + 1 == size {
                self.unary(&own, size);
            }
            for other in index..end {
                let other_size = self.known[other].size;
                if own.size + other_size > size {
                    break;
                }
                if own.size + other_size == size {
                    let other = self.known[other].clone();
                    self.binary(&own, &other, size);
                }
            }
        }
        self.size = size;
        true
    }

    fn unary(&mut self, own: &Known, size: usize) {
        let of = || Rc::clone(&own.expression);
        let inverse = self.layout.inverse(&own.matrices);
        self.add(|| Expression::Inverse(of()), size, inverse);
        let closure = self.layout.closure(&own.matrices);
        self.add(|| Expression::Closure(of()), size, closure);
        for index in 0..self.subtracted.len() {
            let other = self.subtracted[index].clone();
            let matrices = zip(own, &other, |own, other| own & !other);
            let right = || Rc::clone(&other.expression);
            self.add(|| Expression::Difference(of(), right()), size, matrices);
        }
    }

    fn binary(&mut self, own: &Known, other: &Known, size: usize) {
        let left = || Rc::clone(&own.expression);
        let right = || Rc::clone(&other.expression);
        let union = zip(own, other, |own, other| own | other);
        self.add(|| Expression::Union(left(), right()), size, union);
        let intersection = zip(own, other, |own, other| own & other);
        self.add(|| Expression::Intersection(left(), right()), size, intersection);
        let sequence = self.layout.then(&own.matrices, &other.matrices);
        self.add(|| Expression::Sequence(left(), right()), size, sequence);
        let sequence = self.layout.then(&other.matrices, &own.matrices);
        self.add(|| Expression::Sequence(right(), left()), size, sequence);
    }

    fn add(&mut self, expression: impl Fn() -> Expression, size: usize, matrices: Matrices) {
        if matrices.iter().all(|row| *row == 0) {
            return;
        }
        let mut hasher = FxHasher::default();
        matrices.hash(&mut hasher);
        let same = self.by_hash.entry(hasher.finish()).or_default();
        if !same.iter().any(|index| self.known[*index].matrices == matrices) {
            same.push(self.known.len());
            self.known.push(Known { expression: Rc::new(expression()), size, matrices });
        }
    }
}

fn zip(first: &Known, second: &Known, operation: impl Fn(u32, u32) -> u32) -> Matrices {
    let rows = first.matrices.iter().zip(&second.matrices);
    rows.map(|(first, second)| operation(*first, *second)).collect()
}

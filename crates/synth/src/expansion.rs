//! Expansion by enumeration (`dat3m-thesis` §6.3): all relations in order of size, each once.
//!
//! Pruning is *observational*: of the expressions with the same value in every view, the first and
//! so a smallest one is kept. This subsumes the normal forms of §6.3.1 and loses nothing, since
//! every operator gives equal results on equal values. Values are compared, not only their hashes.
//!
//! Deviations: 1. The normal forms of §6.3.1 are not used. One of its laws does not hold: r1;(r2 &
//! r3) is contained in (r1;r2) & (r1;r3) and need not be equal to it; others make expressions
//! larger. Only commutative operators are applied once to each pair. 2. Reflexive closure and
//! inverse are not enumerated: `fr` is a base relation, and other inverses make models that fit the
//! tests and nothing else; who wants one offers it (`rf^-1`). 3. Only base relations are subtracted
//! (§6.8, "x + y").

use crate::base_relations::{BaseRelation, Use};
use crate::expression::Expression;
use crate::matrices::{Layout, Matrices, zip};
use crate::recursion::Bodies;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub expression: Rc<Expression>,
    pub size: usize,
    pub matrices: Rc<Matrices>,
}

/// The relations that are known so far.
#[derive(Debug)]
pub(crate) struct Expansion {
    layout: Layout,
    /// What is subtracted, and what of it also is intersected with.
    subtracted: Vec<(Known, Use)>,
    /// In order of size; no two have the same matrices, and none is empty everywhere.
    pub known: Vec<Known>,
    by_hash: FxHashMap<u64, Vec<usize>>,
    /// Definitions of what is defined by itself, if that is wanted.
    bodies: Option<Bodies>,
    /// All relations up to this size are known.
    pub size: usize,
}

impl Expansion {
    pub(crate) fn new(
        layout: Layout,
        base: &[BaseRelation],
        values: &[Matrices],
        is_recursive: bool,
    ) -> Expansion {
        let mut expansion = Expansion {
            layout,
            subtracted: Vec::new(),
            known: Vec::new(),
            by_hash: FxHashMap::default(),
            bodies: is_recursive.then(Bodies::new),
            size: 1,
        };
        for (index, (relation, matrices)) in base.iter().zip(values).enumerate() {
            let expression = Rc::new(Expression::Base(index));
            if relation.used == Use::Builds {
                expansion.add(|| (*expression).clone(), 1, matrices.clone());
            }
            let matrices = Rc::new(matrices.clone());
            let own = Known { expression, size: 1, matrices };
            expansion.subtracted.push((own, relation.used));
        }
        expansion
    }

    /// Adds all relations of the next size; whether it could before it was told to stop.
    pub(crate) fn expand(&mut self, go_on: &dyn Fn() -> bool) -> bool {
        let size = self.size + 1;
        let end = self.known.len();
        for index in 0..end {
            let own = self.known[index].clone();
            if own.size + 1 == size {
                self.unary(&own, size);
            }
            if own.size + 2 == size {
                self.restrictions(&own, size);
            }
            for other in index..end {
                if !go_on() {
                    return false;
                }
                let together = own.size + self.known[other].size;
                if together > size {
                    break;
                }
                if together + 1 >= size {
                    let other = self.known[other].clone();
                    self.binary(&own, &other, together == size, size);
                }
            }
        }
        if !self.recursions(size, go_on) {
            return false;
        }
        self.size = size;
        true
    }

    /// Adds what definitions of one less define: a name and its definition.
    fn recursions(&mut self, size: usize, go_on: &dyn Fn() -> bool) -> bool {
        let Some(mut bodies) = self.bodies.take() else { return true };
        for (expression, matrices) in bodies.defined(size - 1, &self.layout) {
            self.add(|| expression.clone(), size, matrices);
        }
        let is_done = bodies.expand(&self.known, &self.subtracted, go_on);
        self.bodies = Some(bodies);
        is_done
    }

    fn unary(&mut self, own: &Known, size: usize) {
        let of = || Rc::clone(&own.expression);
        let closure = self.layout.transitive(&own.matrices);
        self.add(|| Expression::Closure(of()), size, closure);
    }

    fn restrictions(&mut self, own: &Known, size: usize) {
        let left = || Rc::clone(&own.expression);
        for index in 0..self.subtracted.len() {
            let (other, used) = self.subtracted[index].clone();
            let right = || Rc::clone(&other.expression);
            if used == Use::Restricts {
                let both = zip(&own.matrices, &other.matrices, |own, other| own & other);
                self.add(|| Expression::Intersection(left(), right()), size, both);
            }
            let difference = zip(&own.matrices, &other.matrices, |own, other| own & !other);
            self.add(|| Expression::Difference(left(), right()), size, difference);
        }
    }

    fn binary(&mut self, own: &Known, other: &Known, is_union: bool, size: usize) {
        let left = || Rc::clone(&own.expression);
        let right = || Rc::clone(&other.expression);
        if is_union {
            let union = zip(&own.matrices, &other.matrices, |own, other| own | other);
            self.add(|| Expression::Union(left(), right()), size, union);
            return;
        }
        let intersection = zip(&own.matrices, &other.matrices, |own, other| own & other);
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
        if !same.iter().any(|index| *self.known[*index].matrices == matrices) {
            same.push(self.known.len());
            let (expression, matrices) = (Rc::new(expression()), Rc::new(matrices));
            self.known.push(Known { expression, size, matrices });
        }
    }
}

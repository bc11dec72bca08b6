//! The calculus of relations on bit matrices, row by row: what the operators of cat compute
//! (`dat3m-thesis` §2.3, Fig. 2.5). Union, composition and closure are with [`Relation`] itself.

use crate::{Relation, Set};

impl Relation {
    /// Every pair of a number of the first set and one of the second.
    pub fn product(first: &Set, second: &Set) -> Relation {
        assert_eq!(first.size(), second.size(), "sets of the same numbers");
        let mut product = Relation::new(first.size());
        let width = product.words_per_row;
        for from in first.iter() {
            product.rows[from * width..][..width].copy_from_slice(&second.words);
        }
        product
    }

    /// Each number of the set with itself.
    pub fn identity_on(set: &Set) -> Relation {
        let mut identity = Relation::new(set.size());
        set.iter().for_each(|number| identity.insert(number, number));
        identity
    }

    /// Every pair of numbers below `size` of the same class, each number also with itself; numbers
    /// without a class are in no pair.
    pub fn equivalence<C: PartialEq>(size: usize, class: impl Fn(usize) -> Option<C>) -> Relation {
        let mut relation = Relation::new(size);
        let width = relation.words_per_row;
        for number in 0..size {
            let Some(own) = class(number) else { continue };
            let is_same = |other: &usize| class(*other).as_ref() == Some(&own);
            // All of a class have the same row, which the first of them is the first to know.
            match (0..number).find(is_same) {
                Some(first) => {
                    relation.rows.copy_within(first * width..(first + 1) * width, number * width);
                }
                None => {
                    (number..size).filter(is_same).for_each(|other| relation.insert(number, other));
                }
            }
        }
        relation
    }

    /// The pairs that are in both relations.
    pub fn and(mut self, other: &Relation) -> Relation {
        assert_eq!(self.size, other.size, "relations over the same numbers");
        self.rows.iter_mut().zip(&other.rows).for_each(|(own, other)| *own &= other);
        self
    }

    /// The pairs that are not in the other relation.
    pub fn without(mut self, other: &Relation) -> Relation {
        assert_eq!(self.size, other.size, "relations over the same numbers");
        self.rows.iter_mut().zip(&other.rows).for_each(|(own, other)| *own &= !other);
        self
    }

    /// The pairs the other way round.
    pub fn inverse(&self) -> Relation {
        let mut inverse = Relation::new(self.size);
        for from in 0..self.size {
            self.successors(from).for_each(|to| inverse.insert(to, from));
        }
        inverse
    }

    /// The numbers that are related to something.
    pub fn domain(&self) -> Set {
        let is_related = |from: &usize| self.successors(*from).next().is_some();
        Set::from_numbers(self.size, (0..self.size).filter(is_related))
    }

    /// The numbers that something is related to.
    pub fn range(&self) -> Set {
        let mut range = Set::new(self.size);
        for row in self.rows.chunks_exact(self.words_per_row.max(1)) {
            range.words.iter_mut().zip(row).for_each(|(own, row)| *own |= row);
        }
        range
    }

    /// All pairs, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.size).flat_map(move |from| self.successors(from).map(move |to| (from, to)))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|word| *word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type Pairs = BTreeSet<(usize, usize)>;

    /// Pseudo-random relations and sets, compared with what the definitions say pair by pair.
    #[test]
    fn operations_are_those_of_relations() {
        let mut seed = 99u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for size in [1, 3, 8, 66] {
            for _ in 0..20 {
                let mut pairs = || -> Pairs {
                    let count = random(size as u64 * 2);
                    (0..count)
                        .map(|_| (random(size as u64) as usize, random(size as u64) as usize))
                        .collect()
                };
                let (a, b) = (pairs(), pairs());
                let s: BTreeSet<usize> = (0..size).filter(|_| random(2) == 0).collect();
                let t: BTreeSet<usize> = (0..size).filter(|_| random(2) == 0).collect();
                let relation = |pairs: &Pairs| {
                    let mut relation = Relation::new(size);
                    pairs.iter().for_each(|(from, to)| relation.insert(*from, *to));
                    relation
                };
                let set = |numbers: &BTreeSet<usize>| Set::from_numbers(size, numbers.clone());
                let all = || (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
                let check = |relation: Relation, holds: &dyn Fn(usize, usize) -> bool| {
                    assert!(relation.pairs().eq(all().filter(|(from, to)| holds(*from, *to))));
                };
                check(relation(&a).and(&relation(&b)), &|x, y| {
                    a.contains(&(x, y)) && b.contains(&(x, y))
                });
                check(relation(&a).without(&relation(&b)), &|x, y| {
                    a.contains(&(x, y)) && !b.contains(&(x, y))
                });
                check(relation(&a).then(&relation(&b)), &|x, y| {
                    (0..size).any(|z| a.contains(&(x, z)) && b.contains(&(z, y)))
                });
                let closure = relation(&a).transitive_closure();
                check(closure.clone(), &|x, y| {
                    let first = a.iter().filter(|(from, _)| *from == x);
                    first.clone().any(|(_, next)| *next == y || closure.contains(*next, y))
                });
                assert!(closure.then(&closure).without(&closure).is_empty());
                check(relation(&a).inverse(), &|x, y| a.contains(&(y, x)));
                check(Relation::product(&set(&s), &set(&t)), &|x, y| {
                    s.contains(&x) && t.contains(&y)
                });
                let class = |number: usize| s.contains(&number).then_some(number % 3);
                check(Relation::equivalence(size, class), &|x, y| {
                    class(x).is_some() && class(x) == class(y)
                });
                check(Relation::identity_on(&set(&s)), &|x, y| x == y && s.contains(&x));
                let domain: BTreeSet<usize> = a.iter().map(|(from, _)| *from).collect();
                let range: BTreeSet<usize> = a.iter().map(|(_, to)| *to).collect();
                assert_eq!(relation(&a).domain(), set(&domain));
                assert_eq!(relation(&a).range(), set(&range));
                assert_eq!(relation(&a).is_empty(), a.is_empty());
            }
        }
        assert!(Relation::new(0).range().is_empty());
    }
}

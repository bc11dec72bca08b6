//! Finite sets and binary relations over the numbers below `n`, as bit vectors and bit matrices,
//! and orders that grow. Pure mathematics.

mod algebra;
pub mod order;
mod set;

pub use order::{Node, Order};
pub use set::Set;

/// A relation: row `a` has bit `b` set if `(a, b)` is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    size: usize,
    words_per_row: usize,
    rows: Vec<u64>,
}

impl Relation {
    /// The empty relation over the numbers below `size`.
    pub fn new(size: usize) -> Relation {
        let words_per_row = size.div_ceil(64);
        Relation { size, words_per_row, rows: vec![0; size * words_per_row] }
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn insert(&mut self, from: usize, to: usize) {
        assert!(from < self.size && to < self.size, "a relation over {} numbers", self.size);
        self.rows[from * self.words_per_row + to / 64] |= 1 << (to % 64);
    }

    pub fn contains(&self, from: usize, to: usize) -> bool {
        self.rows[from * self.words_per_row + to / 64] >> (to % 64) & 1 == 1
    }

    /// The numbers that `from` is related to, in ascending order.
    pub fn successors(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        set::bits(&self.rows[from * self.words_per_row..][..self.words_per_row])
    }

    /// Adds every pair of another relation over the same numbers.
    pub fn union_with(&mut self, other: &Relation) {
        assert_eq!(self.size, other.size, "relations over the same numbers");
        self.rows.iter_mut().zip(&other.rows).for_each(|(own, other)| *own |= other);
    }

    /// The pairs of this relation that a condition holds for.
    pub fn filter(&self, mut keep: impl FnMut(usize, usize) -> bool) -> Relation {
        let mut filtered = Relation::new(self.size);
        for from in 0..self.size {
            self.successors(from).filter(|to| keep(from, *to)).for_each(|to| {
                filtered.insert(from, to);
            });
        }
        filtered
    }

    /// The pairs `(a, c)` for which there is a `b` with `(a, b)` in this relation and `(b, c)` in
    /// the other.
    pub fn then(&self, other: &Relation) -> Relation {
        assert_eq!(self.size, other.size, "relations over the same numbers");
        let width = self.words_per_row;
        let mut composed = Relation::new(self.size);
        if width == 1 {
            for (own, row) in composed.rows.iter_mut().zip(&self.rows) {
                *own = set::bits(&[*row]).fold(0, |joined, middle| joined | other.rows[middle]);
            }
            return composed;
        }
        for from in 0..self.size {
            for middle in self.successors(from) {
                let row = &other.rows[middle * width..][..width];
                let own = &mut composed.rows[from * width..][..width];
                own.iter_mut().zip(row).for_each(|(own, other)| *own |= other);
            }
        }
        composed
    }

    /// This relation and the other one.
    pub fn or(mut self, other: &Relation) -> Relation {
        self.union_with(other);
        self
    }

    /// This relation and every pair of a number with itself.
    pub fn reflexive(mut self) -> Relation {
        (0..self.size).for_each(|number| self.insert(number, number));
        self
    }

    /// Whether no number is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|number| !self.contains(number, number))
    }

    /// The least transitive relation that contains this one (Warshall).
    pub fn transitive_closure(mut self) -> Relation {
        let width = self.words_per_row;
        if width == 1 {
            for middle in 0..self.size {
                let row = self.rows[middle];
                let joins = |own: &&mut u64| **own >> middle & 1 == 1;
                self.rows.iter_mut().filter(joins).for_each(|own| *own |= row);
            }
            return self;
        }
        for middle in 0..self.size {
            let row: Vec<u64> = self.rows[middle * width..][..width].to_vec();
            for from in 0..self.size {
                if self.contains(from, middle) {
                    let own = &mut self.rows[from * width..][..width];
                    own.iter_mut().zip(&row).for_each(|(own, other)| *own |= other);
                }
            }
        }
        self
    }

    /// A cycle, as the numbers on it in order; `None` if the relation is acyclic.
    pub fn find_cycle(&self) -> Option<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            OnPath,
            Done,
        }
        let mut marks = vec![Mark::New; self.size];
        for start in 0..self.size {
            if marks[start] != Mark::New {
                continue;
            }
            let mut path = vec![(start, self.successors(start).collect::<Vec<_>>())];
            marks[start] = Mark::OnPath;
            while let Some((node, rest)) = path.last_mut() {
                match rest.pop() {
                    None => {
                        marks[*node] = Mark::Done;
                        path.pop();
                    }
                    Some(next) if marks[next] == Mark::OnPath => {
                        let nodes = path.iter().map(|(node, _)| *node);
                        return Some(nodes.skip_while(|node| *node != next).collect());
                    }
                    Some(next) if marks[next] == Mark::New => {
                        marks[next] = Mark::OnPath;
                        path.push((next, self.successors(next).collect()));
                    }
                    Some(_) => {}
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(size: usize, pairs: &[(usize, usize)]) -> Relation {
        let mut relation = Relation::new(size);
        pairs.iter().for_each(|(from, to)| relation.insert(*from, *to));
        relation
    }

    #[test]
    fn closure_follows_paths() {
        let closure = relation(70, &[(0, 1), (1, 69), (69, 2)]).transitive_closure();
        assert!(closure.contains(0, 2) && closure.contains(1, 2) && !closure.contains(2, 0));
        assert_eq!(closure.successors(0).collect::<Vec<_>>(), [1, 2, 69]);
    }

    #[test]
    fn cycles_are_found_with_evidence() {
        assert_eq!(relation(3, &[(0, 1), (1, 2), (0, 2)]).find_cycle(), None);
        assert_eq!(
            relation(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]).find_cycle(),
            Some(vec![1, 2, 3])
        );
        assert_eq!(relation(1, &[(0, 0)]).find_cycle(), Some(vec![0]));
    }

    /// On every relation over three numbers: a cycle is found if and only if the closure has a
    /// reflexive pair.
    #[test]
    fn cycles_and_closure_agree() {
        for bits in 0..512u32 {
            let pairs: Vec<(usize, usize)> =
                (0..9).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / 3, bit % 3)).collect();
            let relation = relation(3, &pairs);
            let cyclic = relation.find_cycle().is_some();
            let closure = relation.transitive_closure();
            assert_eq!(cyclic, (0..3).any(|number| closure.contains(number, number)));
        }
    }
}

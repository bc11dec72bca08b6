//! A relation on all views at once: the bit matrices of its values one after the other, a row a
//! word. Judging an expression on all executions is then a few passes over words.

use crate::views::{MOST_EVENTS, Views};

/// Where the matrix of each view begins: its first row and how many it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout(Vec<(usize, usize)>);

/// The rows of all matrices.
pub(crate) type Matrices = Vec<u32>;

impl Layout {
    /// The layout for some views, and the matrices of each base relation.
    pub(crate) fn new(views: &Views, relations: usize) -> (Layout, Vec<Matrices>) {
        let mut places = Vec::new();
        let mut base = vec![Matrices::new(); relations];
        let mut start = 0;
        for view in &views.views {
            let size = view.first().map_or(0, relation::Relation::size);
            assert!(size <= MOST_EVENTS, "a row is a word");
            for (matrices, value) in base.iter_mut().zip(view) {
                let row = |from| value.successors(from).fold(0, |row: u32, to| row | 1 << to);
                matrices.extend((0..size).map(row));
            }
            places.push((start, size));
            start += size;
        }
        (Layout(places), base)
    }

    fn each(&self, matrices: &[u32], change: impl Fn(&[u32], usize, &mut [u32])) -> Matrices {
        let mut changed = vec![0; matrices.len()];
        for (start, size) in &self.0 {
            let range = *start..start + size;
            change(&matrices[range.clone()], *start, &mut changed[range]);
        }
        changed
    }

    pub(crate) fn then(&self, first: &[u32], second: &[u32]) -> Matrices {
        self.each(first, |own, start, composed| {
            for (row, composed) in own.iter().zip(composed) {
                *composed = bits(*row).fold(0, |joined, middle| joined | second[start + middle]);
            }
        })
    }

    pub(crate) fn inverse(&self, matrices: &[u32]) -> Matrices {
        self.each(matrices, |own, _, inverse| {
            for (from, row) in own.iter().enumerate() {
                bits(*row).for_each(|to| inverse[to] |= 1 << from);
            }
        })
    }

    /// The transitive closure (Warshall).
    pub(crate) fn closure(&self, matrices: &[u32]) -> Matrices {
        self.each(matrices, |own, _, closed| {
            closed.copy_from_slice(own);
            for middle in 0..closed.len() {
                let row = closed[middle];
                let joins = |own: &&mut u32| **own >> middle & 1 == 1;
                closed.iter_mut().filter(joins).for_each(|own| *own |= row);
            }
        })
    }

    /// In which views a relation has a cycle.
    pub(crate) fn cyclic(&self, matrices: &[u32]) -> Vec<bool> {
        let closed = self.closure(matrices);
        let has_cycle = |(start, size): &(usize, usize)| {
            (0..*size).any(|event| closed[start + event] >> event & 1 == 1)
        };
        self.0.iter().map(has_cycle).collect()
    }
}

fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(next)
    })
}

//! A relation on all views at once: the bit matrices of its values one after the other, a row a
//! word. Judging an expression on all executions is then a few passes over words. Sets are the
//! diagonals of such matrices, so that cat itself can be evaluated on all views (`cat::Domain`).

use crate::views::{Rows, View};
use cat::{Boolean, Domain};
use std::ops::Range;

/// Where the matrix of each view begins: its first row and how many it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout(Vec<(usize, usize)>);

/// The rows of all matrices.
pub(crate) type Matrices = Rows;

impl Layout {
    /// The layout for some views, and the matrices of each base relation.
    pub(crate) fn new(views: &[View], relations: usize) -> (Layout, Vec<Matrices>) {
        let mut places = Vec::new();
        let mut base = vec![Matrices::new(); relations];
        let mut start = 0;
        for view in views {
            for (matrices, value) in base.iter_mut().zip(&view.values) {
                matrices.extend(value);
            }
            places.push((start, view.events));
            start += view.events;
        }
        (Layout(places), base)
    }

    /// How many views there are.
    pub(crate) fn views(&self) -> usize {
        self.0.len()
    }

    /// Where the rows of a view are.
    pub(crate) fn range(&self, view: usize) -> Range<usize> {
        let (start, size) = self.0[view];
        start..start + size
    }

    /// How many rows all of them have.
    pub(crate) fn rows(&self) -> usize {
        self.0.last().map_or(0, |(start, size)| start + size)
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

    pub(crate) fn converse(&self, matrices: &[u32]) -> Matrices {
        self.each(matrices, |own, _, inverse| {
            for (from, row) in own.iter().enumerate() {
                bits(*row).for_each(|to| inverse[to] |= 1 << from);
            }
        })
    }

    pub(crate) fn transitive(&self, matrices: &[u32]) -> Matrices {
        let mut closed = matrices.to_vec();
        for (start, size) in &self.0 {
            close(&mut closed[*start..start + size]);
        }
        closed
    }

    /// In which views something holds of the rows.
    pub(crate) fn holds(&self, matrices: &[u32], test: impl Fn(&[u32]) -> bool) -> Vec<bool> {
        self.0.iter().map(|(start, size)| test(&matrices[*start..start + size])).collect()
    }
}

/// The transitive closure (Warshall).
pub(crate) fn close(rows: &mut [u32]) {
    for middle in 0..rows.len() {
        let row = rows[middle];
        if row != 0 {
            let joins = |own: &&mut u32| **own >> middle & 1 == 1;
            rows.iter_mut().filter(joins).for_each(|own| *own |= row);
        }
    }
}

/// Whether some event is related to itself.
pub(crate) fn is_reflexive(rows: &[u32]) -> bool {
    rows.iter().enumerate().any(|(event, row)| row >> event & 1 == 1)
}

/// Whether a relation has a cycle: events without successors are taken away while there are any.
pub(crate) fn is_cyclic(rows: &[u32]) -> bool {
    let all = if rows.len() == 32 { u32::MAX } else { (1 << rows.len()) - 1 };
    let mut left: u32 = all;
    loop {
        let stays = |event: &usize| rows[*event] & left != 0;
        let next = bits(left).filter(stays).fold(0, |kept, event| kept | 1 << event);
        if next == left {
            return left != 0;
        }
        left = next;
    }
}

/// The numbers of the bits in a word.
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(next)
    })
}

/// Row by row.
pub(crate) fn zip(first: &[u32], second: &[u32], operation: impl Fn(u32, u32) -> u32) -> Matrices {
    first.iter().zip(second).map(|(first, second)| operation(*first, *second)).collect()
}

fn boolean(operator: Boolean, first: &[u32], second: &[u32]) -> Matrices {
    match operator {
        Boolean::Union => zip(first, second, |first, second| first | second),
        Boolean::Intersection => zip(first, second, |first, second| first & second),
        Boolean::Difference => zip(first, second, |first, second| first & !second),
    }
}

/// All views as one world of cat; a set is the identity on it.
impl Domain for Layout {
    type Set = Matrices;
    type Relation = Matrices;

    fn empty_set(&mut self) -> Matrices {
        self.empty_relation()
    }

    fn all_events(&mut self) -> Matrices {
        self.each(&vec![0; self.rows()], |_, _, rows| {
            rows.iter_mut().enumerate().for_each(|(event, row)| *row = 1 << event);
        })
    }

    fn set(&mut self, operator: Boolean, first: &Matrices, second: &Matrices) -> Matrices {
        boolean(operator, first, second)
    }

    fn empty_relation(&mut self) -> Matrices {
        vec![0; self.rows()]
    }

    fn relation(&mut self, operator: Boolean, first: &Matrices, second: &Matrices) -> Matrices {
        boolean(operator, first, second)
    }

    fn product(&mut self, first: &Matrices, second: &Matrices) -> Matrices {
        self.each(first, |own, start, rows| {
            let members = second[start..start + own.len()].iter().fold(0, |all, row| all | row);
            let product = own.iter().map(|row| if *row == 0 { 0 } else { members });
            rows.iter_mut().zip(product).for_each(|(row, product)| *row = product);
        })
    }

    fn identity_on(&mut self, set: &Matrices) -> Matrices {
        set.clone()
    }

    fn sequence(&mut self, first: &Matrices, second: &Matrices) -> Matrices {
        self.then(first, second)
    }

    fn inverse(&mut self, relation: &Matrices) -> Matrices {
        self.converse(relation)
    }

    fn closure(&mut self, relation: &Matrices) -> Matrices {
        self.transitive(relation)
    }

    fn domain(&mut self, relation: &Matrices) -> Matrices {
        self.each(relation, |own, _, rows| {
            for (event, (row, own)) in rows.iter_mut().zip(own).enumerate() {
                *row = if *own == 0 { 0 } else { 1 << event };
            }
        })
    }

    fn range(&mut self, relation: &Matrices) -> Matrices {
        let inverse = self.converse(relation);
        self.domain(&inverse)
    }
}

//! How large is a sum of weights of literals? A sequential counter (Sinz, *Towards an optimal CNF
//! encoding of Boolean cardinality constraints*, CP 2005), with weights, in one direction only: if
//! the sum is at least n, the literal for n is true. To bound the sum by n, the literal for n + 1
//! is assumed to be false.

use solver::{Literal, Solver};

/// The literals for "at least one", "at least two", … up to one more than `most`.
pub(crate) fn sums(
    solver: &mut dyn Solver,
    items: impl IntoIterator<Item = (Literal, usize)>,
    most: usize,
) -> Vec<Literal> {
    // The sum of the items so far is at least its index and one.
    let mut sums: Vec<Literal> = Vec::new();
    for (item, weight) in items {
        if weight == 0 {
            continue;
        }
        let reaches = (sums.len() + weight).min(most + 1);
        let mut next = Vec::with_capacity(reaches);
        for sum in 1..=reaches {
            let output = solver.new_variable().positive();
            if let Some(before) = sums.get(sum - 1) {
                solver.add_clause(&[!*before, output]);
            }
            match sum.checked_sub(weight + 1) {
                Some(rest) => {
                    if let Some(rest) = sums.get(rest) {
                        solver.add_clause(&[!item, !*rest, output]);
                    }
                }
                None => solver.add_clause(&[!item, output]),
            }
            next.push(output);
        }
        sums = next;
    }
    sums
}

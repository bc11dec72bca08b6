//! Does a lemma follow from the graphs having no cycle? It does if the edges that are there while
//! none of its literals is true have one: then one of its literals must be.

use crate::{Formula, Rejected};
use std::collections::HashMap;

/// Checks all lemmas of a formula.
pub(crate) fn check(formula: &Formula) -> Result<(), Rejected> {
    let first = formula.clauses.len() - formula.lemmas;
    for (index, lemma) in formula.clauses.iter().enumerate().skip(first) {
        let edges = lemma.iter().filter_map(|literal| formula.edges.get(&-literal));
        if !has_cycle(edges.flatten().copied()) {
            let message = format!("clause {} is no lemma: it excludes no cycle", index + 1);
            return Err(Rejected::lemma(message));
        }
    }
    Ok(())
}

/// Whether some edges have a cycle: taking away nodes that no edge leads to (Kahn 1962) leaves
/// some.
fn has_cycle(edges: impl Iterator<Item = (u64, u64)>) -> bool {
    let mut successors: HashMap<u64, Vec<u64>> = HashMap::new();
    let mut incoming: HashMap<u64, usize> = HashMap::new();
    for (from, to) in edges {
        successors.entry(from).or_default().push(to);
        incoming.entry(from).or_default();
        *incoming.entry(to).or_default() += 1;
    }
    let mut free: Vec<u64> =
        incoming.iter().filter(|(_, count)| **count == 0).map(|(node, _)| *node).collect();
    let mut taken = 0;
    while let Some(node) = free.pop() {
        taken += 1;
        for to in successors.get(&node).map_or(&[][..], Vec::as_slice) {
            let count = incoming.get_mut(to).expect("every end of an edge is counted");
            *count -= 1;
            if *count == 0 {
                free.push(*to);
            }
        }
    }
    taken < incoming.len()
}

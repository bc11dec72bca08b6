//! Brute force: the reachable markings of a net whose number of tokens stays small.
//!
//! The reference that everything else is compared with. It shares nothing but the net with the
//! methods, stores plain vectors, and says nothing if there are too many markings.

use crate::linear::Clause;
use crate::net::{Kind, Net};
use crate::property::Question;
use std::collections::BTreeSet;

/// Whether the answer to the question is yes, if at most so many markings are reachable.
///
/// A net with more markings than that is taken as undecided, but for unboundedness: that is
/// decided only if the markings are few, and then the answer is no.
pub fn decide(net: &Net, question: &Question, most: usize) -> Option<bool> {
    let markings = reachable(net, most)?;
    match question {
        Question::Unbounded => Some(false),
        Question::Reach(clauses) => {
            Some(markings.iter().any(|m| clauses.iter().any(|clause| holds(net, clause, m))))
        }
    }
}

/// All reachable markings, if they are not more.
pub fn reachable(net: &Net, most: usize) -> Option<BTreeSet<Vec<u64>>> {
    let mut seen = BTreeSet::from([net.initial().tokens().to_vec()]);
    let mut open: Vec<Vec<u64>> = seen.iter().cloned().collect();
    while let Some(marking) = open.pop() {
        for transition in net.transitions() {
            let enough = transition.consumes().iter().all(|(p, w)| marking[p.index()] >= *w);
            if !enough {
                continue;
            }
            let mut next = marking.clone();
            transition.consumes().iter().for_each(|(p, w)| next[p.index()] -= w);
            transition.produces().iter().for_each(|(p, w)| next[p.index()] += w);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(seen)
}

fn holds(net: &Net, clause: &Clause, marking: &[u64]) -> bool {
    let is_dead = net
        .transitions()
        .iter()
        .filter(|t| t.kind == Kind::Ordinary)
        .all(|transition| transition.consumes().iter().any(|(p, w)| marking[p.index()] < *w));
    clause.constraints.iter().all(|constraint| {
        let terms = constraint.terms().iter();
        let sum: i128 = terms.map(|(p, k)| k * i128::from(marking[p.index()])).sum();
        sum >= constraint.bound()
    }) && (!clause.is_dead || is_dead)
}

//! Is there a run that fires each transition about as often as a solution of the state equation?
//!
//! Where the state equation cannot exclude a clause, it says how often each transition fires on the
//! way to a marking of the clause, if there is a way. Depth first, with a way back and a limit,
//! transitions are fired in such numbers until the clause holds. That finds long runs in nets with
//! too many markings for a breadth-first search. Source of the idea: H. Wimmel, K. Wolf, *Applying
//! CEGAR to the Petri Net State Equation*, LMCS 2012, without the refinement.
//!
//! Guarantee: none but that what comes out is a run to the clause, which `replay` confirms.

use crate::halt::{Halt, Stop};
use crate::linear::Clause;
use crate::marking::Marking;
use crate::net::{Net, TransitionId};
use rustc_hash::FxHashSet;

/// Numbers that are kept to recognise what was tried.
const MOST_NUMBERS: usize = 4_000_000;

/// Looks for a run that fires transitions at most so often, in so many steps forward and back.
pub fn realise(
    net: &Net,
    clause: &Clause,
    counts: &[u64],
    steps: usize,
    stop: Stop<'_>,
) -> Result<Option<Vec<TransitionId>>, Halt> {
    let allowed: Vec<TransitionId> =
        net.transition_ids().filter(|id| counts[id.index()] > 0).collect();
    let most_kept = MOST_NUMBERS / net.transitions().len().max(1);
    let mut left = counts.to_vec();
    let mut tried: FxHashSet<Vec<u64>> = FxHashSet::default();
    let mut run: Vec<TransitionId> = Vec::new();
    // The markings along the run, each with the first of the allowed transitions to try next.
    let mut path: Vec<(Marking, usize)> = vec![(net.initial().clone(), 0)];
    for _ in 0..steps {
        if stop() {
            return Err(Halt::Stopped);
        }
        let Some((marking, next)) = path.last_mut() else { return Ok(None) };
        if *next == 0 && clause.holds(net, marking) {
            return Ok(Some(run));
        }
        let is_possible =
            |id: &TransitionId| left[id.index()] > 0 && marking.enables(net.transition(*id));
        match allowed[*next..].iter().position(is_possible) {
            Some(more) => {
                let id = allowed[*next + more];
                *next += more + 1;
                let after = marking.fire(net.transition(id))?;
                left[id.index()] -= 1;
                if tried.len() < most_kept && !tried.insert(left.clone()) {
                    left[id.index()] += 1;
                    continue;
                }
                run.push(id);
                path.push((after, 0));
            }
            None => {
                path.pop();
                if let Some(id) = run.pop() {
                    left[id.index()] += 1;
                }
            }
        }
    }
    Err(Halt::Exhausted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Builder, PlaceId};
    use crate::property::{Property, Question};
    use crate::refute::{Outcome, Spaces, refute};
    use crate::replay::{Witness, replay};

    /// Forty philosophers who all take the left fork: about 3^40 markings, and forty steps.
    #[test]
    fn a_long_run_among_very_many() {
        let mut builder = Builder::default();
        let count = 40;
        let mut places = |name: &str, tokens: u64| -> Vec<PlaceId> {
            let mut place = |number: usize| {
                let place = builder.add_place(format!("{name}{number}")).unwrap();
                builder.mark(place, tokens).unwrap();
                place
            };
            (0..count).map(&mut place).collect()
        };
        let (fork, think, has, eat) =
            (places("fork", 1), places("think", 1), places("has", 0), places("eat", 0));
        for i in 0..count {
            let right = fork[(i + 1) % count];
            let mut add = |name: &str, from: &[PlaceId], to: &[PlaceId]| {
                let arcs = |places: &[PlaceId]| places.iter().map(|place| (*place, 1)).collect();
                builder.add_transition(format!("{name}{i}"), arcs(from), arcs(to)).unwrap();
            };
            add("left", &[think[i], fork[i]], &[has[i]]);
            add("right", &[has[i], right], &[eat[i]]);
            add("done", &[eat[i]], &[think[i], fork[i], right]);
        }
        let net = builder.build();
        let question = Property::deadlock().question;
        let Question::Reach(clauses) = &question else { unreachable!() };
        let mut spaces = Spaces::default();
        let found = refute(&net, &clauses[0], &mut spaces, 200, &|| false).unwrap();
        let Outcome::Possible(counts) = found else { panic!("{found:?}") };
        let run = realise(&net, &clauses[0], &counts, 10_000, &|| false).unwrap().unwrap();
        let witness = Witness { run, repeats_from: None };
        assert_eq!(replay(&net, &question, &witness), Ok(()));
    }
}

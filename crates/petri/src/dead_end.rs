//! A run into a deadlock, by going where less and less can fire.
//!
//! The deadlocks of large systems are often many steps away and easy to walk into: everybody takes
//! one thing and waits for another. At each step the transition is fired after which the fewest
//! ordinary transitions can fire. Ties go to one that has fired least, then to the first. How many
//! can fire is kept up to date from the places that a step changes, so that a step takes what the
//! neighbours of the enabled transitions have of arcs, and a net of ten thousand places is walked
//! through in seconds.
//!
//! Guarantee: none needed. It finds a run or nothing; runs are replayed.

use crate::halt::{Halt, Stop};
use crate::marking::Marking;
use crate::net::{Kind, Net, TransitionId};

/// A run to a marking in which no ordinary transition can fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadEnd {
    pub run: Vec<TransitionId>,
    pub marking: Marking,
}

/// Walks for at most so many steps.
pub fn walk(net: &Net, most: usize, stop: Stop<'_>) -> Result<Option<DeadEnd>, Halt> {
    let mut walk = Walk::new(net);
    let mut run = Vec::new();
    for _ in 0..most {
        if walk.enabled == 0 {
            return Ok(Some(DeadEnd { run, marking: walk.marking }));
        }
        if stop() {
            return Err(Halt::Stopped);
        }
        let Some(next) = walk.best() else { return Ok(None) };
        walk.fire(next)?;
        run.push(next);
    }
    Ok(None)
}

struct Walk<'n> {
    net: &'n Net,
    marking: Marking,
    /// By place: the ordinary transitions that take from it.
    takers: Vec<Vec<TransitionId>>,
    /// By transition: how many of its places have too few tokens.
    missing: Vec<u32>,
    /// How many ordinary transitions can fire.
    enabled: usize,
    fired: Vec<u32>,
}

impl<'n> Walk<'n> {
    fn new(net: &'n Net) -> Walk<'n> {
        let mut takers = vec![Vec::new(); net.place_count()];
        let mut missing = vec![0; net.transitions().len()];
        let mut enabled = 0;
        for id in net.transition_ids() {
            let transition = net.transition(id);
            for (place, weight) in transition.consumes() {
                takers[place.index()].push(id);
                missing[id.index()] += u32::from(net.initial()[*place] < *weight);
            }
            enabled += usize::from(is_counted(net, id) && missing[id.index()] == 0);
        }
        let fired = vec![0; missing.len()];
        Walk { net, marking: net.initial().clone(), takers, missing, enabled, fired }
    }

    /// The transition to fire.
    fn best(&self) -> Option<TransitionId> {
        let can_fire =
            |id: &TransitionId| is_counted(self.net, *id) && self.missing[id.index()] == 0;
        let candidates = self.net.transition_ids().filter(can_fire);
        candidates.min_by_key(|id| (self.change(*id), self.fired[id.index()], *id))
    }

    /// By how much the number of enabled transitions changes if one fires.
    fn change(&self, id: TransitionId) -> i64 {
        // By transition: how many more of its places have too few tokens afterwards.
        let mut touched: Vec<(TransitionId, i64)> = Vec::new();
        for (place, effect) in self.net.transition(id).effect() {
            let before = i128::from(self.marking[*place]);
            for taker in &self.takers[place.index()] {
                let weight = i128::from(self.net.transition(*taker).consumed_at(*place));
                let more = i64::from(before + effect < weight) - i64::from(before < weight);
                if more != 0 {
                    touched.push((*taker, more));
                }
            }
        }
        touched.sort_unstable();
        let mut change = 0;
        for group in touched.chunk_by(|first, second| first.0 == second.0) {
            let taker = group[0].0;
            if !is_counted(self.net, taker) {
                continue;
            }
            let before = i64::from(self.missing[taker.index()]);
            let after = before + group.iter().map(|(_, more)| more).sum::<i64>();
            change += i64::from(after == 0) - i64::from(before == 0);
        }
        change
    }

    fn fire(&mut self, id: TransitionId) -> Result<(), Halt> {
        let change = self.change(id);
        let next = self.marking.fire(self.net.transition(id)).map_err(|_| Halt::Overflow)?;
        for (place, _) in self.net.transition(id).effect() {
            for taker in &self.takers[place.index()] {
                let weight = self.net.transition(*taker).consumed_at(*place);
                let (before, after) = (self.marking[*place] < weight, next[*place] < weight);
                let missing = &mut self.missing[taker.index()];
                *missing = *missing + u32::from(after) - u32::from(before);
            }
        }
        self.marking = next;
        self.enabled = self.enabled.saturating_add_signed(change as isize);
        self.fired[id.index()] += 1;
        Ok(())
    }
}

/// Whether a marking in which it can fire is no deadlock.
fn is_counted(net: &Net, id: TransitionId) -> bool {
    net.transition(id).kind != Kind::Supply
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::marking::markings_along;
    use testing::Random;

    /// What it finds are deadlocks; and it finds many of those that there are.
    #[test]
    fn walks_end_in_deadlocks() {
        let mut random = Random::new(18);
        let mut found = 0;
        for _ in 0..3000 {
            let net = generate::net(&mut random);
            let Ok(Some(end)) = walk(&net, 200, &|| false) else { continue };
            let markings = markings_along(&net, &end.run).expect("each step can fire");
            assert_eq!(markings.last(), Some(&end.marking), "{net:?}");
            assert!(net.is_dead(&end.marking), "{net:?}");
            found += 1;
        }
        assert!(found > 300, "only {found}");
    }
}

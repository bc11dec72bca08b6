//! Which markings are reachable? All of them, one after the other, breadth first.
//!
//! Finds the shortest run to a clause. If it comes to an end, the markings themselves are a
//! certificate; if the net is not bounded, it has no end but its limit.

use crate::halt::{Halt, Stop};
use crate::linear::Clause;
use crate::marking::Marking;
use crate::net::{Net, TransitionId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// How a search that was finished ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This run reaches a clause.
    Reached(Vec<TransitionId>),
    /// These are all markings.
    All(Vec<Marking>),
}

/// Places times markings that are kept.
const MOST_NUMBERS: usize = 40_000_000;

#[derive(Debug)]
pub struct Forward<'n> {
    net: &'n Net,
    clauses: Vec<Clause>,
    markings: Vec<Marking>,
    /// The marking and the transition that each one was first reached by.
    origins: Vec<Option<(u32, TransitionId)>>,
    /// The last marking with a hash, and for each marking the one before it with the same hash.
    by_hash: FxHashMap<u64, u32>,
    same_hash: Vec<Option<u32>>,
    /// The next one to fire from.
    next: usize,
    reached: Option<usize>,
}

impl<'n> Forward<'n> {
    pub fn new(net: &'n Net, clauses: &[Clause]) -> Forward<'n> {
        let mut search = Forward {
            net,
            clauses: clauses.to_vec(),
            markings: Vec::new(),
            origins: Vec::new(),
            by_hash: FxHashMap::default(),
            same_hash: Vec::new(),
            next: 0,
            reached: None,
        };
        search.insert(net.initial().clone(), None);
        search
    }

    pub fn size(&self) -> usize {
        self.origins.len()
    }

    /// Fires from so many markings; `None` if there is more to do.
    pub fn advance(&mut self, steps: usize, stop: Stop<'_>) -> Result<Option<Ending>, Halt> {
        for _ in 0..steps {
            if let Some(reached) = self.reached {
                return Ok(Some(Ending::Reached(self.run_to(reached))));
            }
            if self.next == self.markings.len() {
                return Ok(Some(Ending::All(std::mem::take(&mut self.markings))));
            }
            if stop() {
                return Err(Halt::Stopped);
            }
            if self.markings.len().saturating_mul(self.net.place_count()) > MOST_NUMBERS {
                return Err(Halt::Exhausted);
            }
            let from = self.next;
            for id in self.net.transition_ids() {
                let transition = self.net.transition(id);
                if self.markings[from].enables(transition) {
                    let next = self.markings[from].fire(transition)?;
                    self.insert(next, Some((from as u32, id)));
                }
                if self.reached.is_some() {
                    break;
                }
            }
            self.next += 1;
        }
        Ok(None)
    }

    fn insert(&mut self, marking: Marking, origin: Option<(u32, TransitionId)>) {
        let hash = FxBuildHasher.hash_one(&marking);
        let mut known = self.by_hash.get(&hash).copied();
        let last = known;
        while let Some(number) = known {
            if self.markings[number as usize] == marking {
                return;
            }
            known = self.same_hash[number as usize];
        }
        let number = self.markings.len();
        if self.clauses.iter().any(|clause| clause.holds(self.net, &marking)) {
            self.reached.get_or_insert(number);
        }
        self.by_hash.insert(hash, number as u32);
        self.same_hash.push(last);
        self.markings.push(marking);
        self.origins.push(origin);
    }

    fn run_to(&self, mut number: usize) -> Vec<TransitionId> {
        let mut run = Vec::new();
        while let Some((from, id)) = self.origins[number] {
            run.push(id);
            number = from as usize;
        }
        run.reverse();
        run
    }
}

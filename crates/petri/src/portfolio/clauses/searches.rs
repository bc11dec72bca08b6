//! What no half space excludes is searched for: forwards, backwards and by a Karp–Miller tree in
//! turn, with growing shares, until one of them ends.

use super::Work;
use crate::backward::{self, Backward};
use crate::certificate::Proof;
use crate::forward::{self, Forward};
use crate::halt::Halt;
use crate::karp_miller::KarpMiller;
use crate::linear::{Clause, Constraint};
use crate::marking::Marking;
use crate::net::TransitionId;
use crate::omega::OmegaMarking;
use crate::portfolio::{Method, is_stopped, note};

/// A step forward costs so many times less than one of the other searches.
const CHEAP: usize = 10;

impl<'a> Work<'a> {
    /// The searches in turn, until nothing is open, a run is found, or none can go on.
    pub(super) fn search(&mut self) -> Option<Vec<TransitionId>> {
        let net = self.net;
        let open: Vec<Clause> =
            self.open.iter().map(|number| self.clauses[*number].clone()).collect();
        let mut forward = Some(Forward::new(net, &open));
        let mut backward = self.backward_searches();
        let mut tree = Some(KarpMiller::new(net));
        let mut steps = self.effort.first_turn;
        while forward.is_some() || !backward.is_empty() || tree.is_some() {
            if let Some(search) = &mut forward {
                let ended = search.advance(steps.saturating_mul(CHEAP), self.stop);
                let size = search.size();
                match self.ended(Method::Forward, size, ended)? {
                    Turn::More => {}
                    Turn::Given => forward = None,
                    Turn::Ended(forward::Ending::Reached(run)) => return Some(run),
                    Turn::Ended(forward::Ending::All(markings)) => {
                        self.close(self.open.clone(), Proof::Markings(markings));
                        return None;
                    }
                }
            }
            for (numbers, is_exact, mut search) in std::mem::take(&mut backward) {
                let ended = search.advance(steps, self.stop);
                let size = search.size();
                match self.ended(Method::Backward, size, ended)? {
                    Turn::More => backward.push((numbers, is_exact, search)),
                    Turn::Given => {}
                    Turn::Ended(backward::Ending::Covered(run)) if is_exact => return Some(run),
                    Turn::Ended(backward::Ending::Covered(_)) => {}
                    Turn::Ended(backward::Ending::NotCovered { spaces, minimal }) => {
                        self.close(numbers, Proof::Backward { spaces, minimal });
                    }
                }
            }
            if self.open.is_empty() {
                return None;
            }
            if let Some(search) = &mut tree {
                let ended = search.advance(steps, self.stop);
                let size = search.size();
                match self.ended(Method::KarpMiller, size, ended)? {
                    Turn::More => {}
                    Turn::Given => tree = None,
                    Turn::Ended(maximal) => {
                        tree = None;
                        self.exclude_above(maximal);
                    }
                }
            }
            if self.open.is_empty() {
                return None;
            }
            steps = steps.saturating_mul(2);
        }
        None
    }

    /// What a turn of a search means; `None` ends everything.
    fn ended<T>(
        &mut self,
        method: Method,
        size: usize,
        ended: Result<Option<T>, Halt>,
    ) -> Option<Turn<T>> {
        match ended {
            Ok(None) => Some(Turn::More),
            Ok(Some(ending)) => {
                note(&mut self.tried, method, format!("finished, {size} markings"));
                Some(Turn::Ended(ending))
            }
            Err(halt) => {
                note(&mut self.tried, method, format!("{halt}, {size} markings"));
                (!is_stopped(halt)).then_some(Turn::Given)
            }
        }
    }

    /// One search for all clauses that are upward closed, and one for each other clause without
    /// the constraints that make it so.
    fn backward_searches(&self) -> Vec<(Vec<usize>, bool, Backward<'a>)> {
        let mut searches = Vec::new();
        let (mut exact, mut targets) = (Vec::new(), Vec::new());
        for number in &self.open {
            let clause = &self.clauses[*number];
            if let Some(minimal) = clause.minimal_markings(self.net) {
                exact.push(*number);
                targets.extend(minimal);
                continue;
            }
            let constraints = clause.constraints.iter().filter(|known| known.is_monotone());
            let constraints: Vec<Constraint> = constraints.cloned().collect();
            let wider = Clause { constraints, is_dead: false };
            let is_useful = |minimal: &Marking| minimal.marked().next().is_some();
            if let Some(minimal) = wider.minimal_markings(self.net)
                && minimal.iter().all(is_useful)
            {
                let search = Backward::new(self.net, &minimal, &self.spaces.0);
                searches.push((vec![*number], false, search));
            }
        }
        if !exact.is_empty() {
            let search = Backward::new(self.net, &targets, &self.spaces.0);
            searches.insert(0, (exact, true, search));
        }
        searches
    }

    /// Closes the clauses of which a constraint holds nowhere below these markings.
    fn exclude_above(&mut self, maximal: Vec<OmegaMarking>) {
        let is_possible = |constraint: &Constraint, top: &OmegaMarking| {
            let mut most = Some(0_i128);
            for (place, coefficient) in constraint.terms().iter().filter(|(_, k)| *k > 0) {
                let product = top.at(*place).and_then(|m| coefficient.checked_mul(m.into()));
                most = most.and_then(|most| most.checked_add(product?));
            }
            most.is_none_or(|most| most >= constraint.bound())
        };
        let is_excluded = |number: &usize| {
            let constraints = &self.clauses[*number].constraints;
            let meets =
                |top: &OmegaMarking| constraints.iter().all(|known| is_possible(known, top));
            !maximal.iter().any(meets)
        };
        let excluded: Vec<usize> = self.open.iter().copied().filter(is_excluded).collect();
        if !excluded.is_empty() {
            self.close(excluded, Proof::Forward { maximal });
        }
    }
}

/// What a turn of a search came to.
enum Turn<T> {
    /// There is more to do.
    More,
    /// The search gave up.
    Given,
    Ended(T),
}

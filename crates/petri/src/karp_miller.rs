//! Which markings can be covered, and is their number limited? By going forward, with ω.
//!
//! Method: the tree of R. Karp and R. Miller, *Parallel Program Schemata*, JCSS 1969: a marking
//! that is larger than one on the way to it can grow without limit where it is larger, which ω says
//! (acceleration). What is below a marking that is already there is not pursued; nothing is ever
//! removed from the tree, so that the known errors of cleverer prunings cannot occur (A. Finkel, G.
//! Geeraerts, J.-F. Raskin, L. Van Begin, *On the Efficient Computation of the Minimal Coverability
//! Set for Petri Nets*, 2010). The maximal markings at the end are an inductive downward-closed
//! set, which `certificate::check` verifies.
//!
//! The first acceleration happens among markings without ω, so that the way to it is a run that
//! can be repeated: the witness of unboundedness.

use crate::halt::{Halt, Stop};
use crate::net::{Net, TransitionId};
use crate::omega::OmegaMarking;
use crate::replay::Witness;
use std::collections::VecDeque;

#[derive(Debug)]
pub struct KarpMiller<'n> {
    net: &'n Net,
    /// With the node and the transition that it came from.
    nodes: Vec<(OmegaMarking, Option<(usize, TransitionId)>)>,
    open: VecDeque<usize>,
    /// Nodes that no other one covers.
    maximal: Vec<usize>,
    unbounded: Option<Witness>,
}

impl<'n> KarpMiller<'n> {
    pub fn new(net: &'n Net) -> KarpMiller<'n> {
        KarpMiller {
            net,
            nodes: vec![(OmegaMarking::from(net.initial()), None)],
            open: VecDeque::from([0]),
            maximal: vec![0],
            unbounded: None,
        }
    }

    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Why the net is not bounded, if that is known.
    pub fn unbounded(&self) -> Option<&Witness> {
        self.unbounded.as_ref()
    }

    /// Fires from so many markings; the maximal ones if there is nothing more to do.
    pub fn advance(
        &mut self,
        steps: usize,
        stop: Stop<'_>,
    ) -> Result<Option<Vec<OmegaMarking>>, Halt> {
        for _ in 0..steps {
            let Some(from) = self.open.pop_front() else {
                let maximal = self.maximal.iter().map(|node| self.nodes[*node].0.clone());
                return Ok(Some(maximal.collect()));
            };
            if stop() {
                return Err(Halt::Stopped);
            }
            // Something larger came later, and is pursued instead.
            if self.maximal.contains(&from) {
                self.expand(from)?;
            }
        }
        Ok(None)
    }

    fn expand(&mut self, from: usize) -> Result<(), Halt> {
        for id in self.net.transition_ids() {
            let transition = self.net.transition(id);
            if !self.nodes[from].0.enables(transition) {
                continue;
            }
            let mut next = self.nodes[from].0.fire(transition)?;
            self.accelerate(&mut next, from, id);
            let covers = |node: &usize| self.nodes[*node].0.covers(&next);
            if self.maximal.iter().any(covers) {
                continue;
            }
            let nodes = &self.nodes;
            self.maximal.retain(|node| !next.covers(&nodes[*node].0));
            self.maximal.push(self.nodes.len());
            self.open.push_back(self.nodes.len());
            self.nodes.push((next, Some((from, id))));
        }
        Ok(())
    }

    /// Puts ω where the marking is larger than one on the way to it, again and again.
    fn accelerate(&mut self, marking: &mut OmegaMarking, from: usize, id: TransitionId) {
        let mut ancestor = Some(from);
        while let Some(node) = ancestor {
            let (old, parent) = &self.nodes[node];
            ancestor = parent.map(|(parent, _)| parent);
            if !marking.covers(old) || marking == old {
                continue;
            }
            let grows = |place: &crate::net::PlaceId| match (old.at(*place), marking.at(*place)) {
                (Some(old), Some(new)) => old < new,
                _ => false,
            };
            let growing: Vec<_> = self.net.places().filter(grows).collect();
            if growing.is_empty() {
                continue;
            }
            if self.unbounded.is_none() && !marking.has_omega() {
                self.unbounded = Some(self.witness(node, from, id));
            }
            growing.into_iter().for_each(|place| marking.set_omega(place));
            ancestor = Some(from);
        }
    }

    /// The run to `from` and on by a transition, which repeats what comes after an earlier node.
    fn witness(&self, repeats: usize, from: usize, id: TransitionId) -> Witness {
        let mut run = vec![id];
        let mut node = from;
        let mut repeated = 1;
        let mut is_after = true;
        while let Some((parent, id)) = self.nodes[node].1 {
            is_after &= node != repeats;
            repeated += usize::from(is_after);
            run.push(id);
            node = parent;
        }
        run.reverse();
        let repeats_from = Some(run.len() - repeated);
        Witness { run, repeats_from }
    }
}

//! The executions of this engine, judged again ([`crate::judging`]).
//!
//! A trace has its events in one order, and what is wrong with another one is reported when that is
//! explored. So what the judge finds is kept, and looked for at the end. Where the memory does not
//! order stores, a trace stands for executions with other orders, and is not judged.

use super::buffering::Buffering;
use super::explorer::Explorer;
use super::strategy::Strategy;
use crate::judging::{Judged, Wanted};
use crate::scene::Scene;
use answer::Ending;
use base::ViolationKind;
use execution::{EventId, Slot};

impl<B: Buffering, S: Strategy> Explorer<'_, B, S> {
    /// Has a violation confirmed that is about to be reported.
    pub(super) fn confirm(
        &self,
        scene: Scene<'_>,
        (kind, slot): (ViolationKind, Slot),
        about: &[EventId],
    ) {
        let judged = Judged::new(scene, self.config, &B::order(scene.graph), None);
        if !judged.has(kind, slot, about) {
            judged.refute(kind, slot, about);
        }
    }

    /// Keeps what the judge finds in an execution that has come to its end.
    pub(super) fn hear_judge(&mut self, ending: Ending) {
        if !B::ORDERS_WRITES {
            return;
        }
        let (graph, _) = self.machine.graph();
        let scene = self.machine.scene(&graph);
        let judged = Judged::new(scene, self.config, &B::order(&graph), None);
        let is_new = |wanted: &Vec<Wanted>| {
            !self.wanted.iter().any(|known| {
                known.len() == wanted.len()
                    && known.iter().zip(wanted).all(|(one, other)| one.is_like(other))
            })
        };
        let new: Vec<Vec<Wanted>> = judged.wanted(ending).into_iter().filter(is_new).collect();
        self.wanted.extend(new);
    }
}

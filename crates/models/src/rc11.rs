//! RC11: C11 with its seq_cst accesses and fences repaired, and without values out of thin air.
//!
//! (Lahav et al., *Repairing Sequential Consistency in C/C++11*, PLDI 2017; `genmc` App. A.3.) The
//! axioms are in [`crate::hb`].
//!
//! C++20 has shorter release sequences (H.-J. Boehm, O. Giroux, V. Vafeiadis, *P0982R1: Weaken
//! Release Sequences*, WG21 2018): a plain store no longer continues one, also if it is of the same
//! thread. That is a model of its own, weaker than RC11.

use crate::hb::{Causal, Mode, ReleaseSequences, Synchronisation};
use execution::Label;

/// RC11, following a graph.
pub type Rc11 = Causal<C11>;

/// Every event says what its order says.
#[derive(Clone, Copy, Default, Debug)]
pub struct C11;

impl Synchronisation for C11 {
    const NAME: &'static str = "rc11";

    fn mode(label: &Label) -> Mode {
        Mode::of(label)
    }
}

/// RC11 with the release sequences of C++20, following a graph.
pub type Rc11Of20 = Causal<Cpp20>;

/// Every event says what its order says, and only updates continue a release sequence.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cpp20;

impl Synchronisation for Cpp20 {
    const NAME: &'static str = "rc11-20";
    const SEQUENCES: ReleaseSequences = ReleaseSequences::OfUpdates;

    fn mode(label: &Label) -> Mode {
        Mode::of(label)
    }
}

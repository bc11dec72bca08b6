//! RC11: C11 with its seq_cst accesses and fences repaired, and without values out of thin air.
//!
//! (Lahav et al., *Repairing Sequential Consistency in C/C++11*, PLDI 2017; `genmc` App. A.3.) The axioms are in
//! [`crate::hb`].

use crate::hb::{Causal, Mode, Synchronisation};
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

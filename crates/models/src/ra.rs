//! RA: C11 without sequential consistency, which leaves release and acquire as the strongest
//! orders.
//!
//! Every event says what its order says in C11 ([`crate::rc11`]), but seq_cst is acquire and
//! release only, for accesses and for fences. For programs that keep to release and acquire this is
//! the release–acquire fragment of C11.

use crate::hb::{Causal, Mode, Synchronisation};
use execution::Label;

/// RA, following a graph.
pub type Ra = Causal<ReleaseAcquire>;

/// No event is sequentially consistent.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReleaseAcquire;

impl Synchronisation for ReleaseAcquire {
    const NAME: &'static str = "ra";

    fn mode(label: &Label) -> Mode {
        Mode { is_sequential: false, ..Mode::of(label) }
    }
}

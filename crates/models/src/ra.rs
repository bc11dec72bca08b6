//! RA: the release–acquire fragment of C11.
//!
//! Every atomic write releases and every atomic read acquires, whatever their orders are, so hb is `(po | rf)+` over atomic
//! accesses; no access or fence is sequentially consistent, and fences do nothing.

use crate::hb::{Causal, Mode, Synchronisation};
use execution::Label;

/// RA, following a graph.
pub type Ra = Causal<ReleaseAcquire>;

/// Every atomic access releases or acquires.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReleaseAcquire;

impl Synchronisation for ReleaseAcquire {
    const NAME: &'static str = "ra";

    fn mode(label: &Label) -> Mode {
        let Mode { is_atomic, .. } = Mode::of(label);
        Mode {
            is_atomic,
            acquires: is_atomic && matches!(label, Label::Read { .. }),
            releases: is_atomic && matches!(label, Label::Write { .. }),
            is_sequential: false,
        }
    }
}

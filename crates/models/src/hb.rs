//! Models in which threads agree on what they have told each other, and on nothing else: RA, RC11,
//! and RC11 with C++20's release sequences.
//!
//! ```text
//! let rs  = [W]; (po & loc)?; [W & Atomic]; (rf; rmw)*
//! let sw  = [Releases]; ([F]; po)?; rs; rf; [R & Atomic]; (po; [F])?; [Acquires]
//! let hb  = (po | sw)+
//! let eco = (rf | co | rf^-1; co)+
//! irreflexive hb; eco?                  (coherence)
//! empty rmw & (rf^-1; co); co           (atomicity)
//! acyclic psc                           (see `psc`)
//! acyclic po | rf                       (holds by construction)
//! ```
//!
//! (`genmc` App. A.3.) The events of one access that was split into cells synchronise together: who
//! reads from one of them knows of all. Creation and joining of threads are part of hb.

pub mod axioms;
mod clocks;
mod incremental;
mod psc;

pub use clocks::Clocks;
pub use incremental::Causal;

use base::Ordering;
use execution::Label;

/// What an event says to other threads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mode {
    /// Whether it is an atomic access.
    pub is_atomic: bool,
    pub acquires: bool,
    pub releases: bool,
    /// Whether all threads agree on its place among others of its kind.
    pub is_sequential: bool,
}

/// What of a release sequence is there besides its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReleaseSequences {
    /// Later writes of the same thread to the location, and updates: C11, C++11 to C++17.
    WithStores,
    /// Updates, as in C++20:
    ///
    /// ```text
    /// let rs = [W & Atomic]; (rf; rmw)*
    /// ```
    OfUpdates,
}

/// How a model takes what events say.
pub trait Synchronisation: Clone + Default + std::fmt::Debug {
    /// The name of the model on the command line.
    const NAME: &'static str;

    const SEQUENCES: ReleaseSequences = ReleaseSequences::WithStores;

    fn mode(label: &Label) -> Mode;
}

impl Mode {
    /// What an event says in C11.
    pub fn of(label: &Label) -> Mode {
        match label {
            Label::Read { ordering, .. } => Mode {
                is_atomic: *ordering != Ordering::Plain,
                acquires: acquires(*ordering),
                releases: false,
                is_sequential: *ordering == Ordering::SeqCst,
            },
            Label::Write { ordering, .. } => Mode {
                is_atomic: *ordering != Ordering::Plain,
                acquires: false,
                releases: releases(*ordering),
                is_sequential: *ordering == Ordering::SeqCst,
            },
            Label::Fence { ordering, .. } => Mode {
                is_atomic: false,
                acquires: acquires(*ordering),
                releases: releases(*ordering),
                is_sequential: *ordering == Ordering::SeqCst,
            },
            Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => Mode::default(),
        }
    }
}

fn acquires(ordering: Ordering) -> bool {
    matches!(ordering, Ordering::Acquire | Ordering::AcquireRelease | Ordering::SeqCst)
}

fn releases(ordering: Ordering) -> bool {
    matches!(ordering, Ordering::Release | Ordering::AcquireRelease | Ordering::SeqCst)
}

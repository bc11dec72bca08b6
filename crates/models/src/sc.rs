//! Sequential consistency: one interleaving explains everything.
//!
//! ```text
//! let fr = rf^-1; co
//! acyclic po | rf | co | fr   (over groups: the events of a group happen at once)
//! ```
//!
//! (`genmc` App. A.1.) Atomicity of read-modify-writes needs no axiom of its own: a write between the read
//! part's source and the write part would be after the read part and before the write part, which is a
//! cycle through their group. Creation and joining of threads are part of po.

pub mod axioms;
mod incremental;

pub use incremental::Sc;

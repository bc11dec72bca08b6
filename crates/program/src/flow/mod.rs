//! What can be known about a function without running it: the questions passes ask.
//!
//! Everything here is a value computed from a function as it is; a pass that changes the function
//! computes it again, or says why it need not.

pub mod bits;
pub mod definitions;
pub mod dominators;
pub mod escape;
pub mod graph;
pub mod liveness;
pub mod loops;
pub mod waits;
pub mod width;

pub use bits::BitSet;
pub use definitions::{Definition, Definitions};
pub use dominators::Dominators;
pub use graph::Graph;
pub use liveness::Liveness;
pub use loops::{Loop, Loops};
pub use waits::Waits;

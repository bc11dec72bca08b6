//! What the tests of all crates share: one source of random numbers, garbled texts, and one way to
//! write expected texts anew.

mod blessed;
mod garble;
mod random;

pub use blessed::{assert_blessed, is_blessing};
pub use garble::garble;
pub use random::Random;

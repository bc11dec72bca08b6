//! What the tests of all crates share: one source of random numbers, and one way to write expected
//! texts anew.

mod blessed;
mod random;

pub use blessed::{assert_blessed, is_blessing};
pub use random::Random;

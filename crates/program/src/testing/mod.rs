//! What the tests of this crate share: random programs.

pub(crate) mod arbitrary;
pub(crate) mod random;

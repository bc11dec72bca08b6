//! What the tests of this crate share: random programs, and a machine to compare them with.

pub(crate) mod arbitrary;
pub(crate) mod environment;
pub(crate) mod machine;
pub(crate) mod spinning;
pub(crate) mod structured;
pub(crate) mod trace;

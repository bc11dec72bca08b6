//! Which executions are the same for an engine.
//!
//! Engines are compared class by class, so each says what its classes are.

/// What makes two executions different for an engine, the finest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Classes {
    /// po, rf or co.
    Executions,
    /// po, rf, or the order of stores of which a later read finds one.
    ObservedOrder,
    /// po or rf.
    ReadsFrom,
}

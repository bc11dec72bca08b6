//! Models that tell executions apart by what reads read, and not by co: (po, rf) is consistent if (po, rf, co) is for some co.
//!
//! For the models of [`crate::hb`], most of co is known: [`writes_before`] is what coherence and atomicity force, and without
//! seq_cst events any order that respects it will do (`genmc` §2.5, App. B). With them, [`sequential`] looks for a co that psc
//! accepts. [`causal`] follows a graph with both.

mod causal;
mod sequential;
mod writes_before;

pub use causal::ReadsFrom;

//! Models that tell executions apart by what reads read, and not by co: (po, rf) is consistent if
//! (po, rf, co) is for some co.
//!
//! For the models of [`crate::hb`], most of co is known: [`writes_before`] is what coherence and
//! atomicity force, and without seq_cst events any order that respects it will do (`genmc` §2.5,
//! App. B). With them, [`sequential`] looks for a co that psc accepts, by [`search`]. [`causal`]
//! follows a graph with both.
//!
//! For the models of [`crate::global`], [`saturation`] is what is certain of their order, which is
//! less, so the search is needed more often; [`total`] follows a graph.
//!
//! Both keep a [`witness`]: a co that explains the graph.

mod causal;
mod chains;
mod open;
mod reader;
mod saturation;
mod search;
mod sequential;
mod total;
mod trial;
mod witness;
mod writes_before;

pub use causal::CausalReadsFrom;
pub use total::TotalReadsFrom;
pub(crate) use witness::Reorderable;

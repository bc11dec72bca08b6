//! Is an execution that somebody claims one of the program and of the model? It is run again, by
//! the interpreter that every other engine drives, and judged by axioms from scratch.
//!
//! A claim says little: what each thread reads from whom, in which order writes come, which
//! numbers inputs have, and what is wrong. The threads are coroutines of `interp`; their requests
//! are answered from the claim. A read gets what its source has written in this run, and not what
//! the claim says. So everything else follows: addresses, values, who writes what, how threads end.
//!
//! In reading order: [`Claim`], `names` (threads and objects have other names in a claim), `run`
//! and `driver` (the run), `memory` (what is read and written in it), `chosen` (which numbers it is
//! given), `standing` (how its threads end), [`Performed`] (what happened in it), `graph` and
//! `structure` (the same for native models and for those in cat), `lifetimes` (uses of what is
//! gone), `lives` (what a language demands of the lives of objects), `mapped` (with what a compiler
//! puts around it), `ending` (deadlocks, and loops that wait), `judged` (is it wrong by the
//! rules of safety, too?), `witness`, and [`rerun`] (all of
//! it).
//!
//! What is compared: each access with its address, the values of reads that somebody looked at, the
//! creation and the joining of threads, how each thread ends, and what goes wrong. What is judged:
//! the axioms of the native model, if there is one, and those in cat. What is not compared is in
//! the openings of `driver` and `mapped`, numbered.

mod chosen;
mod claim;
mod driver;
mod ending;
mod graph;
mod judged;
mod lifetimes;
mod lives;
mod mapped;
mod memory;
mod names;
mod native;
mod performed;
mod run;
mod standing;
mod structure;
mod verdict;
mod witness;

pub use claim::{Claim, ClaimedThread, End, Mapped, Place, ReadPart, Step, WritePart, Wrong};
pub use native::Native;
pub use performed::{Performed, Source};
pub use verdict::{Judges, rerun};

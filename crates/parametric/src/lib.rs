//! Is a program right for every number of threads? Its threads as a Petri net, under SC.
//!
//! A thread that main creates stands for any number of copies of it. Copies cannot be told apart,
//! so a state of the program is how many of them are in which local state, and what shared
//! variables hold: a marking of a net (German and Sistla, *Reasoning about Systems with Many
//! Processes*, JACM 1992; for programs with shared memory Kaiser, Kroening, Wahl, *Dynamic Cutoff
//! Detection in Parameterized Concurrent Programs*, CAV 2010). An assertion that can fail is a
//! place that can be covered, which `petri` decides.
//!
//! In reading order: [`suitable`] (which programs are taken), `local` (what one thread can do, by
//! `interp`), `step` (what it does at once), [`net`] (all of it as a net), [`check()`], [`story`]
//! (a run, told by copies and source lines).
//!
//! **What is exact.** A place for each local state and for each value of each shared cell; a
//! transition for each step and each combination of values that it reads or overwrites. Which
//! values a cell may have is found on the way (`check`): a step that writes another one leads to a
//! place that says so, and the answer counts only if that place cannot be covered. The same holds
//! for whatever is not supported. So *holds* is a proof about the net alone, for all numbers of
//! copies, with a certificate that the checker of `petri` has accepted; *violated* is a run of the
//! net, which is a run of the program with as many copies as it uses.
//!
//! **What is asked.** Whether a thread can fail: assertions and what `interp` finds wrong. Not
//! asked: deadlocks, data races, leaks, whether threads come to an end.
//!
//! **What would notice a mistake.** `tests/agreement.rs`: random programs of this class against
//! brute force with one, two and three copies, in both directions.

pub mod check;
mod local;
pub mod net;
mod step;
pub mod story;
pub mod suitable;

pub use check::{Outcome, check};
pub use local::Gap;
pub use story::Story;
pub use suitable::Unsuitable;

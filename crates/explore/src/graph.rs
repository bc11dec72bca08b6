//! `graph`: execution graphs, one event at a time, with backward revisits of reads.
//!
//! The idea is that of `genmc` §2 and §4: a read may read from any write in the graph, and a new write
//! may be read by reads that are already there. The bookkeeping is that of TruSt (POPL 2022), which
//! remembers nothing of what it tried: a revisit is taken only from the one graph in which everything
//! that it deletes had been chosen canonically ([`canonical`]). Each consistent graph of complete
//! executions is reached exactly once, in memory linear in the size of the program's executions, and
//! branches share no state.
//!
//! In reading order: [`task`] (parts of the tree of choices), [`layer`] (one graph with its model and thread states),
//! [`explorer`] (the walk), [`schedule`] (whose event is next), [`choices`] (what can be chosen), [`events`] (adding
//! one), [`canonical`] and [`revisits`] (which reads are revisited, and how), [`locks`] (the choices of mutexes), [`watch`] (whether the model can be relied on),
//! [`findings`], [`lifetime`], [`races`], [`deadlock`], [`liveness`] and [`robustness`] (what is wrong). [`schedules`] is another walk,
//! as published, for comparison.

mod canonical;
mod choices;
mod deadlock;
mod events;
mod explorer;
mod findings;
mod layer;
mod lifetime;
mod liveness;
mod locks;
mod races;
mod revisits;
mod robustness;
mod schedule;
mod schedules;
mod task;
mod watch;

pub(crate) use explorer::Explorer;
pub(crate) use task::{Alone, Others, Task};

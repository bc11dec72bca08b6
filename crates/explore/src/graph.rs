//! `graph`: execution graphs, one event at a time, with backward revisits of reads.
//!
//! The idea is that of `genmc` §2 and §4: a read may read from any write in the graph, and a new write
//! may be read by reads that are already there. The bookkeeping is that of TruSt (POPL 2022), which
//! remembers nothing of what it tried: a revisit is taken only from the one graph in which everything
//! that it deletes had been chosen canonically ([`canonical`]). Each consistent graph of complete
//! executions is reached exactly once, in memory linear in the size of the program's executions, and
//! branches share no state.
//!
//! The parts: [`explorer`] walks the tree of choices; [`layer`] is one graph with its model and thread states;
//! [`canonical`] decides which revisits are taken; [`locks`] are the choices of mutexes; [`lifetime`] and [`deadlock`] look for violations that
//! no single thread commits; [`evidence`] turns a graph into a witness.

mod canonical;
mod deadlock;
mod evidence;
mod explorer;
mod layer;
mod lifetime;
mod locks;
mod states;

pub(crate) use explorer::{Alone, End, Explorer, Others, Tally, Task};

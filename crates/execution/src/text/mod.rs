//! The text form: what does an execution look like on paper, and how does it come back?
//!
//! For tests of graphs and of memory models. One event on a line, under the thread that does it;
//! `#` starts a comment.
//!
//! ```text
//! thread t1
//!   a: write x 1 relaxed
//!   b: fence seq_cst
//! thread t2
//!   c: update x 1 -> 2 from a acq_rel volatile
//!   d: read y 0 from initial acquire
//! order x: a, c
//! ```
//!
//! **The order of the lines is the order in which the events are added to the graph.** A thread can
//! be returned to, by another `thread` line, so every order of insertion can be written; and since
//! a read names a write that is already there, what has a cycle in po and rf together cannot (no
//! model here allows it: see `models::Model`).
//!
//! An event has a name, which only the text knows, and then one of
//!
//! ```text
//! read L V from W …           write L V …              what is read from is a write, or `initial`
//! read_exclusive L V from W … write_exclusive L V …    the parts of an atomic update
//! update L V -> V from W …    both of them, at once, under one name
//! lock L from W …             unlock L …               mutexes; the value, if it is not 0, follows the location
//! trylock L from W …
//! mutex_init L from W …       mutex_destroy L from W …
//! fence …
//! spawn T                     join T
//! free T/3                    the third object of a thread, or of `global`
//! choose 2 low 0              a choice among the numbers from 0 on
//! ```
//!
//! where `…` is an order (`plain` if there is none, as in programs) and tags, of which
//! `atomic_block` marks the accesses in one. `and` before the name says that the event happens at
//! once with the one before it in its thread. Threads are `main`, `t1`, `t2.1`. A location `L` is a
//! word of at most ten letters, digits and `_`, or an address `0x…`; it has eight bytes, or as many
//! as are written behind a dot: `x.4`. A word *is* an address, another one for each word, so the
//! same word is the same location in every text. Values are decimal or `0x…`; `0?0xff` is a value
//! whose lowest eight bits are not initialised.
//!
//! A line can be about a location as a whole, anywhere in the text:
//!
//! ```text
//! order L: a, b               co; required if there are several writes
//! ```
//!
//! [`parse`] does not judge: every graph that can be built is accepted, whatever a model would say.
//! What no engine builds is refused: a read of another value than its write wrote, a thread that
//! does something before its creation, or after it was joined. [`print`] writes a graph so that
//! [`parse`] gives back the same execution, built in the same order. What is not kept is what means
//! nothing outside of a run: the numbers of slots and locations, stamps and snapshots.

mod build;
mod line;
mod names;
mod orders;
mod print;
mod statement;

pub use print::print;

use crate::{Canonical, Cells, Graph, Slots};
use base::Diagnostic;

/// A graph with what its numbers stand for.
#[derive(Clone, Debug)]
pub struct Execution {
    pub graph: Graph,
    pub slots: Slots,
    pub cells: Cells,
}

impl Execution {
    pub fn canonical(&self) -> Canonical {
        Canonical::new(&self.graph, &self.slots, &self.cells)
    }
}

/// Builds the execution that a text describes.
pub fn parse(text: &str) -> Result<Execution, Diagnostic> {
    build::build(&statement::statements(text)?)
}

#[cfg(test)]
mod tests;

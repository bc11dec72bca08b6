//! One thread's step.
//!
//! A thread is a coroutine: given the answer to its last [`Request`] it runs its private code until
//! the next *visible* operation and hands that back. It knows no other thread, no shared memory
//! and no memory model; every engine drives this same interpreter.
//!
//! Memory that only its creator has ever been seen to touch is private and lives in the thread's
//! state, so that accesses to it are no events, unless they order others (`access` says which do).
//! Whether an object is private is a guess that [`Knowledge`] corrects: the first access by another
//! thread is a discovery, after which the exploration starts again knowing better. What is known at
//! the end is a function of the program's executions, never of the order in which they were
//! explored.
//!
//! In reading order: [`request`], [`thread`], [`knowledge`], `cuts`, [`memory`], `step`, `call`,
//! `atomic`, `iteration`, `turns`, `access`, `mutex`, `place`, `runtime`, `print`, `dependencies`,
//! `divergence`, `spurious`, `whereabouts`, `standing`, [`finished`].

mod access;
mod atomic;
mod blocks;
mod call;
mod cuts;
mod dependencies;
mod divergence;
mod failure;
pub mod finished;
mod iteration;
pub mod knowledge;
mod library;
pub mod memory;
mod mutex;
mod place;
mod print;
pub mod request;
mod runtime;
mod spurious;
mod standing;
mod step;
pub mod thread;
mod turns;
mod whereabouts;

pub use cuts::{Cut, Cuts};
pub use failure::Failure;
pub use knowledge::{Discovery, Knowledge, looks_at_kinds, thread_entry};
pub use memory::{Object, ObjectState, Objects};
pub use mutex::{glibc_mutex, is_free_mutex};
pub use place::{dead_object, unended_object, unordered_object};
pub use request::{Block, Expected, Operation, Otherwise, Request};
pub use spurious::{Reliance, WeakCas};
pub use thread::{Output, Thread, handle as thread_handle, thread_of as mutex_holder};

use program::Program;

/// What every step of every thread needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub knowledge: &'a Knowledge,
}

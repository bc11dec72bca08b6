//! Libraries whose functions are not run: a call of one is an event, and what it does is specified.
//!
//! An object of a library is a few bytes of memory, eight if it is specified, that hold the
//! object's *state*: all that has been done to it, in order. A function of a library reads the
//! state, replaces it, or does both at once. Which states there are, and what a call does in one,
//! only the [`Semantics`] knows; 0 is the state in which nothing has been done.

use base::{Address, Ordering};
use std::fmt::Debug;
use std::sync::Arc;

/// How large the state of an object of a specified library is, in bytes.
pub const STATE_SIZE: u8 = 8;

/// A library.
#[derive(Clone, Debug)]
pub struct Library {
    pub name: String,
    pub functions: Vec<LibraryFunction>,
    pub semantics: Arc<dyn Semantics>,
}

/// A function of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryFunction {
    pub name: String,
    pub effect: Effect,
    pub ordering: Ordering,
    /// How many bytes of the object it reads or writes.
    pub size: u8,
    /// Whether a call takes a value besides the object.
    pub takes_value: bool,
    /// Whether what it returns means something.
    pub returns: bool,
}

/// What a call does to the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Read,
    /// Whatever was done before is forgotten.
    Write,
    /// Reads and writes at once.
    Update,
}

/// One call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LibraryCall {
    /// Its number in [`Library::functions`].
    pub function: u32,
    /// The thread, as a number.
    pub thread: u32,
    pub argument: u64,
}

/// What a call does in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reaction {
    Returns {
        value: u64,
        state: u64,
    },
    /// The call waits for another state.
    Waits,
    /// What the call stands for does not happen here: this is no execution.
    Never,
    /// The call is more than Heddle can do.
    Unsupported(String),
    /// The call breaks a rule.
    Breaks(String),
    /// The call is a mistake that everybody knows: this is what is wrong.
    Misuse(String),
    /// This is no state of the library.
    Foreign,
}

/// What the calls of a library do.
pub trait Semantics: Send + Sync + Debug {
    /// What a call does that finds its object, which is at this address, in a state.
    fn react(&self, state: u64, object: Address, call: LibraryCall) -> Reaction;
    /// Whether what a function does depends on where its object is.
    fn knows_address(&self, _function: u32) -> bool {
        false
    }
    /// Whether a function may find memory that was never written, which is then the state 0.
    fn takes_undefined(&self, _function: u32) -> bool {
        false
    }
    /// How many threads a state of the object of a function says are in a call, or between two that
    /// belong together. A thread that is so more than once is counted more than once.
    fn waiting(&self, _function: u32, _state: u64) -> usize {
        0
    }
    /// The call that led to a state, and what it returned; `None` if this is no state, or nothing
    /// has been done.
    fn last_call(&self, state: u64) -> Option<(LibraryCall, u64)>;
}

/// Libraries are the same if they have the same name and functions.
impl PartialEq for Library {
    fn eq(&self, other: &Library) -> bool {
        self.name == other.name && self.functions == other.functions
    }
}

impl Eq for Library {}

//! Brute force: the reference that engines are compared with, deliberately simple and for small
//! programs only.
//!
//! [`interleavings`] runs a machine over the same interpreter, one visible operation at a time, in
//! every order: threads, a memory that is just the last write to each cell, and for TSO and PSO
//! buffers from which writes reach it later (`chronological-traces` §2). It knows no axioms, no
//! graphs until an execution is over, and no reductions.
//!
//! [`axiomatic`] needs no machine: it tries every graph and asks the axioms. It is the reference
//! for models that have none.
//!
//! In reading order: [`buffers`] (what waits, and when it may be done), `common`, `deadlock`,
//! `ending`, `rest`, `world` (a state of the machine), `search`, `record` (from what happened to a
//! graph).

pub mod axiomatic;
pub mod buffers;
mod common;
mod deadlock;
mod ending;
mod record;
mod rest;
mod search;
mod world;

pub use buffers::Buffers;
pub use ending::{Answers, Ending};

use base::{SourcePosition, ViolationKind};
use execution::Canonical;
use interp::{Context, Discovery, Knowledge};
use program::Program;
use rustc_hash::FxHashSet;

/// What brute force finds.
#[derive(Clone, Default, Debug)]
pub struct Enumeration {
    /// The complete executions.
    pub executions: FxHashSet<Canonical>,
    /// How many interleavings there were.
    pub interleavings: u64,
    pub violations: FxHashSet<(ViolationKind, Option<SourcePosition>)>,
    /// Whether something unsupported was reached.
    pub unsupported: bool,
    /// Whether a loop bound cut an interleaving short.
    pub bound_reached: bool,
    /// Whether some execution has a data race; only [`axiomatic`] looks for them.
    pub has_race: bool,
    /// Whether in some execution an object is touched that need not be there yet; only
    /// [`axiomatic`] looks for that.
    pub has_unordered_allocation: bool,
    /// What else was asked about the executions.
    pub answers: Answers,
}

/// What is asked about each execution at its end.
pub type Questions<'a> = &'a dyn Fn(&Ending<'_>) -> Answers;

/// Asks nothing.
pub const NO_QUESTIONS: Questions<'static> =
    &|_| Answers { waits_for_ever: false, leaks: false, is_not_sequential: false, has_race: false };

/// The program is too large: the limit on steps was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Why a search ends early.
pub(crate) enum End {
    TooLarge,
    Discovered(Discovery),
}

/// Enumerates the interleavings of a verified program on a machine with these buffers, in at most
/// `limit` steps.
pub fn interleavings(
    program: &Program,
    buffers: Buffers,
    limit: u64,
    questions: Questions<'_>,
) -> Result<Enumeration, TooLarge> {
    let mut knowledge = Knowledge::new(program);
    loop {
        let context = Context { program, knowledge: &knowledge };
        match search::search(context, buffers, limit, questions) {
            Ok(found) => return Ok(found),
            Err(End::TooLarge) => return Err(TooLarge),
            Err(End::Discovered(discovery)) => {
                assert!(knowledge.learn(discovery), "a discovery teaches something");
            }
        }
    }
}

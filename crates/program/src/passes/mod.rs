//! Transformations of programs, one file each. Every pass takes a verified program and leaves one
//! that does the same: the same visible operations with the same values in the same order, the same
//! failures. The two exceptions say so: [`spin`] stops iterations that changed nothing, [`bound`]
//! stops loops that run too often.
//!
//! **Dependencies.** Every pass also leaves the same syntactic dependencies
//! (`interp::dependencies`), so there is one profile for all models. [`fold`] computes with
//! constants and follows copies only: `x ^ x`, `x * 0` and `x & 0` stay, and a `select` carries
//! what it chooses. [`promote`] makes registers of memory that carries like registers. [`dead`]
//! removes what no visible operation and no decision is computed from. [`control`] decides on
//! constants only, [`threading`] on those that a register holds, and both leave a branch with two
//! equal targets. [`coalesce`] and [`compact`] rename.
//! A pass that knows more algebra than that would have to be left out for models with dependencies;
//! `oracle/tests/dependencies.rs` would notice.

pub mod bound;
pub mod coalesce;
pub mod compact;
pub mod control;
pub mod dead;
mod edges;
pub mod fold;
pub mod promote;
pub mod spin;
pub mod threading;

use crate::structure::Program;

/// What [`standard`] does beyond what nobody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassConfig {
    /// Whether loops that only wait are stopped.
    pub spin: bool,
    /// How often control may go back in a loop.
    pub bound: Option<u32>,
}

impl Default for PassConfig {
    fn default() -> PassConfig {
        PassConfig { spin: true, bound: None }
    }
}

/// Makes a program fit for checking. Time is linear in its size, but for the sizes of liveness
/// sets.
pub fn standard(program: &mut Program, config: PassConfig) {
    control::run(program);
    // Constant sizes and offsets first: promotion depends on them.
    fold::run(program);
    promote::run(program);
    // Merged blocks and computations in place show more copies and constants, once.
    for _ in 0..2 {
        fold::run(program);
        threading::run(program);
        control::run(program);
        dead::run(program);
        coalesce::run(program);
    }
    if config.spin {
        spin::run(program);
    }
    if let Some(limit) = config.bound {
        bound::run(program, limit);
    }
    compact::run(program);
}

#[cfg(test)]
mod tests;

//! Transformations of programs, one file each. Every pass takes a verified program and leaves one that
//! does the same: the same visible operations with the same values in the same order, the same
//! failures. The two exceptions say so: [`spin`] ends iterations that changed nothing, [`bound`] ends
//! loops that run too often.

pub mod bound;
pub mod coalesce;
pub mod compact;
pub mod control;
pub mod dead;
mod edges;
pub mod fold;
pub mod promote;
pub mod spin;

#[cfg(test)]
mod tests;

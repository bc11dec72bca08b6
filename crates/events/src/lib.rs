//! One execution as axioms see it: numbered events and relations between them, and what the names
//! in a cat model mean there.
//!
//! Whoever has executions of another form fills an [`EventStructure`] with them and hands it to a
//! model as a [`CatView`]: graphs of explored programs (`models::cat::structure`), candidates of
//! litmus tests (`candidates::structure`). There is no second place that says what `po-loc` or
//! `Acq` is made of.
//!
//! In reading order: [`Event`], [`EventStructure`], [`Primitives`] (what the names of a compiled
//! model mean, looked up once), [`CatView`] (their values in a structure), [`c11`] (what events of
//! C programs are called).

pub mod c11;
mod event;
mod primitives;
mod structure;
mod view;

pub use event::{Event, Kind, Location};
pub use primitives::{Choice, Primitive, Primitives};
pub use structure::{Dependencies, EventStructure};
pub use view::CatView;

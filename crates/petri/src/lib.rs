//! Petri nets: can a bad marking be reached, and if not, why not?
//!
//! In reading order: `net`, `marking`, `linear` and `property` (what is asked), `formats` (files),
//! `half_space`, `sums` and `inductivity` (chapter 7 of `dat3m-thesis`), `rational` and `simplex`
//! (exact linear programs), `structure`, `refute`, `separate` and `small_vectors` (finding half
//! spaces), `realise`, `dead_end`, `omega`, `karp_miller`, `backward` and `forward` (searches),
//! `certificate` and `replay` (what is believed), `portfolio` (the answer). `naive` and `generate`
//! are for comparisons.

pub mod backward;
pub mod certificate;
pub mod compare;
pub mod dead_end;
pub mod families;
pub mod formats;
pub mod formula;
pub mod forward;
pub mod generate;
pub mod half_space;
pub mod halt;
pub mod inductivity;
pub mod karp_miller;
pub mod linear;
pub mod marking;
pub mod naive;
pub mod net;
pub mod omega;
pub mod portfolio;
pub mod property;
pub mod rational;
pub mod realise;
pub mod refute;
pub mod replay;
pub mod separate;
pub mod simplex;
pub mod small_vectors;
pub mod structure;
pub mod sums;
mod tokens;

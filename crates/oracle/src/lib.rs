//! Random programs on which every engine must agree with brute force.
//!
//! A [`case::Case`] is a small concurrent program as a tree; [`generate`] makes random ones,
//! [`lower`] turns one into a program, [`compare`] runs the engines on it and states what must be
//! equal, [`monotone`] says what more order may not do ([`stronger`] asks for it), [`traces`] looks
//! at chronological traces, [`written`] compares cat files with native models, [`questions`] has
//! what is asked on request, answered by brute force, and [`shrink`] makes a failing one small.
//! [`graphs`] and [`small`] are for tests of models without programs, [`harvest`] is for those of
//! `history`. The binary runs for a given number of seeds.

mod by_rules;
pub mod case;
pub mod compare;
pub mod exhaustive;
pub mod explicit;
mod family;
pub mod fingerprint;
pub mod generate;
pub mod graphs;
pub mod harvest;
pub mod judged;
pub mod large;
pub mod lower;
pub mod metamorphic;
pub mod monotone;
mod polling;
pub mod questions;
pub mod replayed;
pub mod runs;
mod schedules;
pub mod shrink;
pub mod small;
pub mod stronger;
pub mod traces;
pub mod written;

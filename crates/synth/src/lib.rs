//! Which memory model is behind these observations? Litmus tests with outcomes that were seen or
//! never are, and a model in cat that explains them (`dat3m-thesis` ch. 6).
//!
//! In reading order: [`Observed`] (what is claimed of tests), [`Frame`] with `holes` (a sketch, or
//! nothing), [`BaseRelation`] with [`offer`] (what models are built from), `views` (what tests say,
//! as executions without a model), `matrices` (relations on all of them at once), `expression`,
//! `expansion` (all relations in order of size) with `recursion` (those that are defined by
//! themselves), `fillings` and `problem` (what may be put where, and what that forbids), `choice`
//! with `counter` (a solver that chooses), `gates`, `template`, `cegis` and `by_templates` (a
//! solver that also builds), `contradiction` (claims that exclude each other), `text` (the file),
//! [`Question`] and [`Answer`], and [`synthesise`], which takes turns and confirms what it found.

mod base_relations;
mod by_templates;
mod cegis;
mod choice;
mod contradiction;
mod counter;
mod expansion;
mod expression;
mod fillings;
mod frame;
mod gates;
mod holes;
mod matrices;
mod observed;
mod offer;
mod problem;
mod question;
mod recursion;
mod synthesis;
mod template;
mod text;
mod views;

pub use base_relations::{BaseRelation, Use};
pub use frame::Frame;
pub use observed::{About, Claim, Label, Observed, all_outcomes};
pub use offer::offer;
pub use question::{
    Answer, Effort, Expansions, Found, Other, Problematic, Question, Said, Stage, Synthesis,
    Watcher,
};
pub use synthesis::synthesise;

//! The command line as its users meet it: answers, refusals, limits, help.

mod answers;
mod bad_input;
mod cat_models;
mod help;
#[cfg(unix)]
mod limits;
mod litmus;
mod run;
mod traces;

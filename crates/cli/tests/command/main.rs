//! The command line as its users meet it: answers, refusals, limits, help.

mod answers;
mod bad_input;
mod cat_models;
mod contradictions;
mod help;
#[cfg(unix)]
mod limits;
mod litmus;
mod litmus_checks;
#[cfg(target_os = "linux")]
mod output;
mod petri;
mod port;
mod proof;
mod run;
mod synth;
mod task;
mod trace;
mod traces;

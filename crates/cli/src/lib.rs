//! The command line: arguments, files, processes, signals, exit codes. Nothing below this crate
//! prints, reads the clock or starts a process.
//!
//! In reading order: [`arguments`], [`check`] (the verb), [`load`] (files to a program) with
//! `input`, `clang` `include` and `litmus_test`, [`litmus`], [`port`](mod@port), [`mod@synth`],
//! [`petri`], [`trace`] and [`proof`](mod@proof) (the other verbs), [`model`] and `cat_file` (which
//! model is meant), `watch` and `progress` (limits and the line that moves), [`output`].

pub mod arguments;
mod bounded;
pub mod bounds;
mod cat_file;
mod certificate;
pub mod check;
mod clang;
mod contradictions;
mod deepening;
mod default_model;
mod error_calls;
mod exit;
mod include;
mod input;
mod library;
pub mod litmus;
mod litmus_test;
pub mod load;
mod loop_marks;
mod mapping;
pub mod model;
pub mod output;
mod overflow;
pub mod petri;
pub mod port;
mod progress;
pub mod proof;
mod property;
mod race;
mod refused;
mod rejection;
mod repairing;
mod sources;
pub mod synth;
mod task;
mod thread_bound;
mod to_net;
pub mod trace;
mod traces;
mod under_sc;
mod volatile;
pub mod watch;
mod watchdog;

pub use exit::Exit;
pub use rejection::Rejection;

use arguments::{Arguments, Verb};
use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a whole command; the first word is the program's name.
pub fn main(words: Vec<OsString>) -> Exit {
    // The panic has told its message and its place on the way here.
    catch_unwind(AssertUnwindSafe(|| run(words))).unwrap_or_else(|_| {
        output::complain(OUR_BUG);
        Exit::OurBug
    })
}

const OUR_BUG: &str = "\
This is a bug in Heddle: it broke one of its own rules and stopped rather than give a wrong answer.
Please report it, with the message above and the input.
";

/// Names the value that was meant, where clap finds none: it thinks that upper and lower case are
/// far apart.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    let nearest = match (error.get(ContextKind::InvalidValue), error.get(ContextKind::ValidValue)) {
        (Some(ContextValue::String(wrong)), Some(ContextValue::Strings(valid))) => {
            cat::nearest(wrong, valid.iter().map(String::as_str)).map(str::to_owned)
        }
        _ => None,
    };
    if let Some(nearest) = nearest
        && error.get(ContextKind::SuggestedValue).is_none()
    {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(nearest));
    }
    error
}

fn run(words: Vec<OsString>) -> Exit {
    match Arguments::try_parse_from(&words) {
        Ok(Arguments { verb: Verb::Check(check) }) => check::run(&check, &words),
        Ok(Arguments { verb: Verb::Litmus(options) }) => litmus::run(&options),
        Ok(Arguments { verb: Verb::Port(options) }) => port::run(&options),
        Ok(Arguments { verb: Verb::Petri(options) }) => petri::run(&options),
        Ok(Arguments { verb: Verb::Trace(options) }) => trace::run(&options),
        Ok(Arguments { verb: Verb::Proof(options) }) => proof::run(&options),
        Ok(Arguments { verb: Verb::Synth(options) }) => synth::run(&options),
        Err(error) => {
            let error = with_suggestion(error);
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                output::complain(&text);
                return Exit::BadInput;
            }
            output::say(&text).map_or_else(|rejection| output::refuse(&rejection), |()| Exit::Holds)
        }
    }
}

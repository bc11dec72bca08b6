//! A litmus test that is checked: its program, and whether that means the same as the test under a
//! model.

use crate::Rejection;
use crate::input::read;
use ::litmus::Test;
use ::litmus::translate::{Meaning, Source, to_program};
use engines::Model;
use program::Program;
use std::path::Path;

/// The test in a file, and its program.
pub(crate) fn load(file: &Path) -> Result<(Program, Test), Rejection> {
    let text = read(file)?;
    let path = file.display().to_string();
    let read = ::litmus::parse(&text).and_then(|test| {
        let lowered = ::litmus::lower(&test, &text)?;
        Ok((to_program(&test, &lowered, Source { path: &path, text: &text }), test))
    });
    let (program, test) = read.map_err(|diagnostic| Rejection::InText {
        path: path.clone(),
        text: text.clone(),
        diagnostic,
    })?;
    // A test has no limits of its own: arrays may be too large, and registers too many.
    match program::verify(&program) {
        Ok(()) => Ok((program, test)),
        Err(problems) => Err(Rejection::new(format!("{path} is too large: {}", problems[0]))),
    }
}

/// Why a test cannot be explored under a model.
pub(crate) fn objection(test: &Test, model: &Model) -> Option<Rejection> {
    let meaning = Meaning::of(test);
    let is_right = match model {
        Model::Sc => true,
        Model::Tso | Model::Pso => meaning != Meaning::OnlySc,
        Model::Ra | Model::Rc11 | Model::Rc11Of20 => meaning == Meaning::C11,
        Model::Cat { .. } => false,
    };
    if is_right {
        return None;
    }
    let models = match meaning {
        Meaning::C11 => "sc, tso, pso, ra, rc11 and rc11-20",
        Meaning::StoreBuffers => "sc, tso and pso",
        Meaning::OnlySc => "sc",
    };
    let language = match test.architecture.name() {
        "C" if test.is_kernel() => "the C of the Linux kernel",
        name => name,
    };
    Some(Rejection::with_help(
        format!(
            "a test in {language} can be explored under {models}, and not under {}",
            model.name()
        ),
        "`heddle litmus` answers it under every model",
    ))
}

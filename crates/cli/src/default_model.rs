//! Which model judges a program if none is named? That of its language, as the standard has it.
//!
//! C and C++ programs, and what was made of them, are taken as C11 means them (`rc11`): what a
//! compiler and a machine may do with relaxed accesses is looked at, and data races are errors. A
//! litmus test is judged by the model of its machine or language, as `heddle litmus` does, where
//! its executions can be explored. What is about sequential consistency by definition stays so: the
//! properties of the software verification competition and nets of threads; and so does what runs
//! a machine with store buffers, for which rc11 has none.

use crate::arguments::{Check, CheckEngine};
use crate::litmus_test;
use ::litmus::translate::Meaning;
use ::litmus::{Architecture, Test};
use engines::{Model, Objection, Question};
use std::path::Path;

/// The name of the model of C and C++.
const LANGUAGE: &str = "rc11";

impl Check {
    /// The name of the model that judges the program.
    pub(crate) fn model(&self) -> &str {
        of(self)
    }

    /// Whether a litmus test is asked about.
    pub(crate) fn is_litmus_test(&self) -> bool {
        self.files.iter().any(|file| is_litmus_test(file))
    }

    /// The same options, with the model by its name.
    pub(crate) fn with_model(&self) -> Check {
        Check { model: Some(self.model().to_owned()), ..self.clone() }
    }
}

fn of(options: &Check) -> &str {
    if let Some(named) = &options.model {
        return named;
    }
    let is_sequential = options.property.is_some() || options.to_net.is_some();
    if is_sequential || options.trace.is_some() || !knows_the_language(options.engine) {
        return Model::Sc.name();
    }
    match options.files.as_slice() {
        [file] if is_litmus_test(file) => of_test(file),
        _ => LANGUAGE,
    }
}

fn is_litmus_test(file: &Path) -> bool {
    file.extension().is_some_and(|own| own == "litmus")
}

/// Whether an engine explores executions of the model of C.
fn knows_the_language(engine: CheckEngine) -> bool {
    match engine {
        CheckEngine::Explores(engine) => {
            engine.objection(Question::Errors, &Model::Rc11) != Some(Objection::NoMachine)
        }
        CheckEngine::Bmc => true,
    }
}

/// The model of a litmus test; what is wrong with a file is said when it is loaded.
fn of_test(file: &Path) -> &'static str {
    litmus_test::load(file).map_or("sc", |(_, test)| of_dialect(&test))
}

fn of_dialect(test: &Test) -> &'static str {
    match test.architecture {
        Architecture::X86 | Architecture::X86_64 if Meaning::of(test) != Meaning::OnlySc => "tso",
        Architecture::C if Meaning::of(test) == Meaning::C11 => LANGUAGE,
        Architecture::X86
        | Architecture::X86_64
        | Architecture::C
        | Architecture::Power
        | Architecture::Arm
        | Architecture::AArch64
        | Architecture::RiscV => "sc",
    }
}

//! The models that tests judge executions by.

use cat::{File, LibraryOnly, Program, bundled_model};

/// A model that comes with Heddle.
pub(crate) fn program(name: &str) -> Program {
    compiled(bundled_model(name).unwrap())
}

pub(crate) fn compiled(model: File) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![model], &options);
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

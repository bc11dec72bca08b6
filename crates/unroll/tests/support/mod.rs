//! What tests of acyclic programs share.

pub(crate) mod outcomes;

use cat::{LibraryOnly, Program, bundled_model};

/// A model that comes with Heddle.
pub(crate) fn program(name: &str) -> Program {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

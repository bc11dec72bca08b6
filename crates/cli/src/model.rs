//! Which memory model is meant: a native one, one that comes with Heddle as a cat file, or a file.

use crate::{Rejection, cat_file};
use engines::Model;

/// The model with this name, or in this file.
pub fn find(name: &str, include: &[String]) -> Result<Model, Rejection> {
    if let Some(model) = Model::native(name) {
        return Ok(model);
    }
    let files = cat_file::find(name, &Model::NATIVE.each_ref().map(Model::name), None)?;
    let vocabulary = cat::machine_names();
    let loader = cat_file::search_path(include);
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
    let program = cat::compile(files, &options).map_err(|failure| cat_file::rejection(&failure))?;
    Model::of_file(name, program).map_err(|objection| {
        Rejection::with_help(
            format!("the model {name} cannot be explored with: it {objection}"),
            "`heddle litmus` answers small tests under every model",
        )
    })
}

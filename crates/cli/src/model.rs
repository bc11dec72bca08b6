//! Which memory model is meant: a native one, one that comes with Heddle as a cat file, or a file.

use crate::{Rejection, cat_file};
use engines::Model;

/// The model with this name, or in this file.
pub fn find(name: &str, include: &[String]) -> Result<Model, Rejection> {
    if let Some(model) = Model::native(name) {
        return Ok(model);
    }
    Model::of_file(name, compile(name, include)?).map_err(|objection| {
        Rejection::with_help(
            format!("the model {name} cannot be explored with: it {objection}"),
            "`--engine bmc` takes every model, and so does `heddle litmus` with small tests",
        )
    })
}

/// The same for a litmus test, which is asked about otherwise under other models.
pub(crate) fn find_for_test(name: &str, include: &[String]) -> Result<Model, Rejection> {
    match needs_formula(name, include) {
        true => Err(Rejection::with_help(
            format!("litmus tests are not explored as programs under {name}"),
            "`heddle litmus` answers them under every model",
        )),
        false => find(name, include),
    }
}

/// Whether there is such a model, and its executions cannot be explored.
pub(crate) fn needs_formula(name: &str, include: &[String]) -> bool {
    Model::native(name).is_none()
        && compile(name, include).is_ok_and(|program| Model::of_file(name, program).is_err())
}

fn compile(name: &str, include: &[String]) -> Result<cat::Program, Rejection> {
    let files = cat_file::find(name, &Model::NATIVE.each_ref().map(Model::name), None)?;
    let vocabulary = cat::machine_names();
    let loader = cat_file::search_path(include);
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
    cat::compile(files, &options).map_err(|failure| cat_file::rejection(&failure))
}

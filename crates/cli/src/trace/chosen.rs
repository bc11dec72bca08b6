//! Which model is meant: one with views, by its name, or a cat model.

use crate::{Rejection, cat_file};
use ::trace::{Asked, Axiomatic, Model, Unsuitable};

/// The model that was asked for.
pub(super) enum Chosen {
    Views(Model),
    Axioms(Box<Axiomatic>),
}

impl Chosen {
    pub(super) fn asked(&self) -> Asked<'_> {
        match self {
            Chosen::Views(model) => Asked::Views(*model),
            Chosen::Axioms(model) => Asked::Axioms(model),
        }
    }

    /// The model with this name, or the cat model in this file.
    pub(super) fn find(name: &str, include: &[String]) -> Result<Chosen, Rejection> {
        if let Some(model) = Model::of_name(name) {
            return Ok(Chosen::Views(model));
        }
        let files = cat_file::find(name, &Model::ALL.map(Model::name), None)?;
        let (vocabulary, loader) = (cat::machine_names(), cat_file::search_path(include));
        let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
        let program = cat::compile(files, &options).map_err(|fail| cat_file::rejection(&fail))?;
        match Axiomatic::new(name, &program) {
            Ok(model) => Ok(Chosen::Axioms(Box::new(model))),
            Err(Unsuitable { what }) => Err(Rejection::with_help(
                format!("the model {name} needs what a history does not say: {what}"),
                "models of po, rf, co, rmw, fences and what derives from them can judge a history",
            )),
        }
    }
}

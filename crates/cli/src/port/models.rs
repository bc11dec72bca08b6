//! Which models are compared: those of `--from` and `--to`, or all of `--matrix`.

use crate::arguments::{PlainAccesses, Port};
use crate::mapping;
use crate::watch::Watch;
use crate::{Rejection, cat_file};
use ::port::{Accesses, Model, Moving, Pair};
use cat::Options;

/// What a litmus test is compiled for, for each side of a pair.
pub(super) fn moving(options: &Port, pair: Pair<'_>) -> Result<Moving, Rejection> {
    let accesses = match options.accesses {
        PlainAccesses::Relaxed => Accesses::Relaxed,
        PlainAccesses::Ordered => Accesses::Ordered,
    };
    Ok(Moving {
        from: mapping::for_test(options.from_mapping, pair.source.name())?,
        to: mapping::for_test(options.to_mapping, pair.target.name())?,
        accesses,
    })
}

/// The models, and sequential consistency, which says what is certain where one of them does not
/// know a fence.
#[derive(Debug)]
pub(super) struct Models {
    /// For one pair, the source and the target.
    models: Vec<Model>,
    sequential: Model,
}

impl Models {
    pub(super) fn load(options: &Port, watch: &Watch) -> Result<Models, Rejection> {
        let names: Vec<&str> = match (&options.matrix, &options.from, &options.to) {
            (Some(names), _, _) => names.iter().map(String::as_str).collect(),
            (None, Some(from), Some(to)) => vec![from, to],
            (None, _, _) => unreachable!("clap requires both, or a matrix"),
        };
        if let Some(twice) = options.matrix.as_ref().and_then(|names| first_twice(names)) {
            return Err(Rejection::new(format!("`--matrix` has the model {twice} twice")));
        }
        let mut models = Vec::new();
        for name in names {
            watch.enter(format!("while it read the model {name}"));
            models.push(load(name, &options.include)?);
        }
        Ok(Models { models, sequential: Model::sequential() })
    }

    pub(super) fn count(&self) -> usize {
        self.models.len()
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.models.iter().map(Model::name).collect()
    }

    /// The pair of two of the models, by their places.
    pub(super) fn pair(&self, source: usize, target: usize) -> Pair<'_> {
        let (source, target) = (&self.models[source], &self.models[target]);
        Pair { source, target, sequential: &self.sequential }
    }
}

fn first_twice(names: &[String]) -> Option<&String> {
    names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)).map(|own| own.1)
}

fn load(name: &str, include: &[String]) -> Result<Model, Rejection> {
    let files = cat_file::find(name, &[], None)?;
    let vocabulary = cat::machine_names();
    let loader = cat_file::search_path(include);
    let options = Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
    let program = cat::compile(files, &options).map_err(|failure| cat_file::rejection(&failure))?;
    Model::new(name, program).map_err(Rejection::new)
}

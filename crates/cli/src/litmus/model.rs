//! Which model is meant: one that comes with Heddle, a file, or the one that is usual for the
//! architecture of a test.

use crate::arguments::Litmus;
use crate::{Rejection, cat_file};
use ::litmus::{Architecture, Test};
use candidates::Model;
use cat::{File, LibraryOnly, Loader, bundled_model, bundled_names};
use std::collections::BTreeMap;

/// The models that the tests need.
#[derive(Debug)]
pub(super) enum Models {
    One(Box<Model>),
    /// By the name of the model.
    Usual(BTreeMap<&'static str, Model>),
}

impl Models {
    pub(super) fn load(options: &Litmus) -> Result<Models, Rejection> {
        match &options.model {
            Some(name) => Ok(Models::One(Box::new(load(name, options)?))),
            None => {
                let usual = bundled_names().map(|name| {
                    let file = bundled_model(name).expect("bundled models have their names");
                    Ok((name, compile(vec![file], &LibraryOnly)?))
                });
                Ok(Models::Usual(usual.collect::<Result<_, Rejection>>()?))
            }
        }
    }

    /// The model for a test.
    pub(super) fn of(&self, test: &Test) -> Result<&Model, Rejection> {
        match self {
            Models::One(model) => Ok(model),
            Models::Usual(models) => models.get(usual(test)).ok_or_else(|| {
                let message = format!("no model is usual for {}", test.architecture.name());
                Rejection::with_help(message, "--model says which one to take")
            }),
        }
    }
}

fn usual(test: &Test) -> &'static str {
    match test.architecture {
        Architecture::X86 | Architecture::X86_64 => "x86-tso",
        Architecture::Power => "power",
        Architecture::Arm => "armv7",
        Architecture::AArch64 => "aarch64",
        Architecture::RiscV => "riscv",
        Architecture::C if test.is_kernel() => "lkmm",
        Architecture::C => "rc11",
    }
}

fn load(name: &str, options: &Litmus) -> Result<Model, Rejection> {
    let files = cat_file::find(name, &[], options.bell.as_deref())?;
    compile(files, &cat_file::search_path(&options.include))
}

fn compile(files: Vec<File>, loader: &dyn Loader) -> Result<Model, Rejection> {
    let model = Model::compile(files, loader).map_err(|failure| cat_file::rejection(&failure))?;
    let unknown = [("FW", "the final writes"), ("B", "branches")];
    match unknown.into_iter().find(|(name, _)| model.program().takes(name)) {
        Some((name, what)) => {
            Err(Rejection::new(format!("the model is about `{name}`: {what} are not known here")))
        }
        None => Ok(model),
    }
}

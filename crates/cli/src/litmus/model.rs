//! Which model is meant: one that comes with Heddle, a file, or the one that is usual for the architecture of a test.

use crate::Rejection;
use crate::arguments::Litmus;
use crate::input::read;
use ::litmus::{Architecture, Test};
use candidates::Model;
use cat::{File, LibraryOnly, Loader, SearchPath, bundled_model, bundled_names};
use std::collections::BTreeMap;
use std::path::Path;

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
    let file = match bundled_model(name) {
        Some(file) => file,
        None if !name.contains(['.', '/']) && !Path::new(name).exists() => {
            let names: Vec<&str> = bundled_names().collect();
            let help = format!("there are {}, and cat files", names.join(", "));
            return Err(Rejection::with_help(format!("there is no model `{name}`"), help));
        }
        None => File { path: name.to_owned(), text: read(Path::new(name))? },
    };
    let bell = options
        .bell
        .iter()
        .map(|path| Ok(File { path: path.display().to_string(), text: read(path)? }));
    let mut files = bell.collect::<Result<Vec<File>, Rejection>>()?;
    files.push(file);
    let read = |path: &str| std::fs::read_to_string(path).ok();
    compile(files, &SearchPath { folders: options.include.clone(), read })
}

fn compile(files: Vec<File>, loader: &dyn Loader) -> Result<Model, Rejection> {
    Model::compile(files, loader).map_err(|failure| {
        let file = failure.sources.file(failure.error.span.file);
        Rejection::InText {
            path: file.path.clone(),
            text: file.text.clone(),
            diagnostic: failure.error.diagnostic(),
        }
    })
}

//! Libraries on the command line: `--library queue`, `--library my.library`, `--library mutex:lock=enter,unlock=leave`.

use crate::Rejection;
use crate::input::read;
use libraries::install::Problem;
use libraries::{Binding, Installed, Specification, parse, shipped};
use std::path::Path;

/// The libraries that some words ask for.
pub(crate) fn load_all(words: &[String]) -> Result<Vec<Installed>, Rejection> {
    words.iter().map(|word| load(word)).collect()
}

fn load(word: &str) -> Result<Installed, Rejection> {
    let (source, bindings) = word.split_once(':').unwrap_or((word, ""));
    let bindings = bindings.split(',').filter(|binding| !binding.is_empty()).map(|binding| {
        let (function, name) = binding.split_once('=').ok_or_else(|| {
            let help = format!("for example `--library {source}:lock=my_lock,unlock=my_unlock`");
            Rejection::with_help(format!("`{binding}` does not say which function is which"), help)
        })?;
        Ok(Binding { function: function.to_owned(), name: name.to_owned() })
    });
    let bindings = bindings.collect::<Result<Vec<Binding>, Rejection>>()?;
    let (path, text) = match shipped::find(source) {
        Some(text) => (format!("{source} (which comes with Heddle)"), text.to_owned()),
        None => (source.to_owned(), find(source)?),
    };
    let specification = parse(&text).map_err(|diagnostic| Rejection::InText {
        path: path.clone(),
        text: text.clone(),
        diagnostic,
    })?;
    Installed::new(&specification, &path, &bindings)
        .map_err(|problem| rejected(&specification, &path, problem))
}

/// The text of a specification in a file.
fn find(source: &str) -> Result<String, Rejection> {
    if !source.contains(['.', '/']) && !Path::new(source).exists() {
        let names: Vec<&str> = shipped::SHIPPED.iter().map(|(name, _)| *name).collect();
        let help = format!("there are {}, and files", names.join(", "));
        return Err(Rejection::with_help(format!("there is no library `{source}`"), help));
    }
    read(Path::new(source))
}

fn rejected(specification: &Specification, path: &str, problem: Problem) -> Rejection {
    match problem {
        Problem::Other(message) => Rejection::new(format!("{path}: {message}")),
        Problem::Cat(failure) => Rejection::InText {
            path: path.to_owned(),
            text: specification.axioms.clone(),
            diagnostic: failure.error.diagnostic(),
        },
    }
}

/// Functions that were said to be of a library must be there.
pub(crate) fn missing(libraries: &[Installed], found: &[String]) -> Option<Rejection> {
    let bindings = libraries.iter().flat_map(|installed| &installed.bindings);
    let mut renamed = bindings.filter(|binding| binding.function != binding.name);
    let missing = renamed.find(|binding| !found.contains(&binding.name))?;
    let message = format!("the program does not call a function `{}`", missing.name);
    Some(Rejection::with_help(message, format!("it was to be `{}` of a library", missing.function)))
}

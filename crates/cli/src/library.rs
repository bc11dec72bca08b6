//! Libraries on the command line: `--library queue`, `--library my.library`,
//! `--library mutex:lock=enter,unlock=leave`.

use crate::Rejection;
use crate::input::read;
use libraries::install::Problem;
use libraries::{Binding, Installed, Specification, parse, shipped};
use std::path::Path;

/// The libraries that some words ask for.
pub(crate) fn load_all(words: &[String]) -> Result<Vec<Installed>, Rejection> {
    let libraries = words.iter().map(|word| load(word)).collect::<Result<Vec<_>, _>>()?;
    let names = |installed: &Installed| -> Vec<String> {
        installed.bindings.iter().map(|binding| binding.name.clone()).collect()
    };
    for (index, one) in libraries.iter().enumerate() {
        let earlier: Vec<String> = libraries[..index].iter().flat_map(names).collect();
        if let Some(name) = names(one).iter().find(|name| earlier.contains(name)) {
            let message = format!("`{name}` cannot be a function of two libraries");
            let help = "`--library NAME:FUNCTION=OTHER` gives a function another name";
            return Err(Rejection::with_help(message, help));
        }
    }
    Ok(libraries)
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
    if let Some(name) = bound_twice(&specification, &bindings) {
        let help = "a call must say which function it is: give them different names in the program";
        let message = format!("{path}: `{name}` cannot be two functions of the library");
        return Err(Rejection::with_help(message, help));
    }
    Installed::new(&specification, &path, &bindings)
        .map_err(|problem| rejected(&specification, &path, problem))
}

/// The name in a program that would stand for two functions.
fn bound_twice<'n>(specification: &'n Specification, bindings: &'n [Binding]) -> Option<&'n str> {
    let renamed = bindings.iter().map(|binding| binding.name.as_str());
    let functions = specification.functions.iter().map(|function| function.name.as_str());
    let own = functions.filter(|name| !bindings.iter().any(|binding| binding.function == *name));
    let mut names: Vec<&str> = renamed.chain(own).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// The text of a specification in a file.
fn find(source: &str) -> Result<String, Rejection> {
    if !source.contains(['.', '/']) && !Path::new(source).exists() {
        let names: Vec<&str> = shipped::SHIPPED.iter().map(|(name, _)| *name).collect();
        return Err(Rejection::unknown_name("library", source, &names, "files"));
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

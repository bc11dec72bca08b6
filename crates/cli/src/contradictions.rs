//! Which options do not go together? Those that would be ignored, and those that would destroy
//! something.
//!
//! What a single option can say, and pairs that exclude each other whatever they say, are told to
//! clap in [`arguments`](crate::arguments). What an engine or a model cannot do is for them to say.
//! Here is the rest: pairs of which only some values contradict each other, and files that would be
//! written over.

use crate::Rejection;
use crate::arguments::{Check, CheckEngine, Extra, Format};
use engines::Model;
use std::fs::{Metadata, metadata};
use std::path::Path;

/// What is wrong with the options of `check` as a whole.
pub(crate) fn of_check(options: &Check) -> Option<Rejection> {
    if options.no_races && options.check.contains(&Extra::Races) {
        let message = "`--check races` looks for what `--no-races` says not to look for";
        return Some(Rejection::new(message));
    }
    if options.mapping.is_some() && options.engine != CheckEngine::Bmc {
        let message = "only `--engine bmc` applies a compiler mapping";
        return Some(Rejection::new(message));
    }
    if options.judge && options.engine == CheckEngine::Bmc {
        return Some(Rejection::new("`--judge` needs an engine that explores"));
    }
    if options.print_program && options.format == Format::Json {
        let message = "`--print-program` prints text, and has no JSON";
        return Some(Rejection::new(message));
    }
    if !options.include.is_empty() && Model::native(options.model()).is_some() {
        let message =
            format!("`-I` is for files that a cat model includes, and {} is none", options.model());
        return Some(Rejection::with_help(message, "flags for clang follow `--`: `-- -I include`"));
    }
    if let (CheckEngine::Explores(engine), Some(name)) = (options.engine, options.formulas.named())
    {
        let message =
            format!("`{name}` is about formulas, and the engine {} has none", engine.name());
        return Some(Rejection::with_help(message, "`--engine bmc` makes one"));
    }
    if let Some(option) = options.formulas.contradiction() {
        let message =
            format!("`{option}` is about clauses, and a lazy encoding has none of the axioms");
        return Some(Rejection::with_help(message, "`--encoding eager` has them"));
    }
    let inputs =
        || options.files.iter().map(|file| file.as_path()).chain([options.model().as_ref()]);
    let outputs = options.formulas.outputs();
    if let Some(rejection) = outputs.iter().find_map(|file| overwritten(file, inputs())) {
        return Some(rejection);
    }
    let dot = options.dot.as_deref()?;
    if dot == Path::new("-") {
        let help = "`--dot /dev/stdout` puts it after the answer";
        return Some(Rejection::with_help("`--dot` wants the name of a file", help));
    }
    let libraries = options.library.iter().map(|word| word.split(':').next().unwrap_or(word));
    let named = libraries.chain([options.model()]).map(Path::new);
    overwritten(dot, options.files.iter().map(|file| file.as_path()).chain(named))
}

/// The refusal to write to a file that is read.
pub(crate) fn overwritten<'p>(
    output: &Path,
    mut inputs: impl Iterator<Item = &'p Path>,
) -> Option<Rejection> {
    let target = metadata(output).ok()?;
    let input = inputs.find(|input| {
        metadata(input).is_ok_and(|input_is| is_same((input, &input_is), (output, &target)))
    })?;
    let (output, input) = (output.display(), input.display());
    Some(Rejection::new(format!("writing to {output} would overwrite the input {input}")))
}

/// Whether two names are of one file, by links or not.
#[cfg(unix)]
fn is_same((_, one): (&Path, &Metadata), (_, other): (&Path, &Metadata)) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same((one, _): (&Path, &Metadata), (other, _): (&Path, &Metadata)) -> bool {
    one.canonicalize().ok() == other.canonicalize().ok()
}

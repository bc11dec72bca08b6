//! Tasks of the software verification competition: `heddle check task.yml`.
//!
//! A task names its input files, properties with the verdicts that are expected, and the data
//! model. Each property is checked as `--property` does, and the verdict is compared. The exit
//! status says whether they agree: 0 if all do, 1 if one differs, 2 if one is not decided.
//!
//! Of YAML, only what such files have is read: keys and values on lines, lists of lines.

use crate::arguments::{Check, Format};
use crate::input::read;
use crate::output::{refuse, say};
use crate::{Exit, Rejection, check, property};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a task says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Task {
    files: Vec<String>,
    /// The file of each property, and whether it should hold.
    properties: Vec<(String, Option<bool>)>,
    data_model: Option<String>,
}

/// The task that is the only file, if it is one.
pub(crate) fn file(options: &Check) -> Option<&Path> {
    match options.files.as_slice() {
        [file] => Some(file.as_path()).filter(|file| {
            file.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
        }),
        _ => None,
    }
}

/// Checks a task, prints the answers, and says how to exit.
pub(crate) fn run(options: &Check, words: &[OsString], file: &Path) -> Exit {
    answer(options, words, file).unwrap_or_else(|rejection| refuse(&rejection))
}

fn answer(options: &Check, words: &[OsString], file: &Path) -> Result<Exit, Rejection> {
    let task = parse(&read(file)?);
    let shown = file.display();
    if task.files.is_empty() || task.properties.is_empty() {
        let help = "it needs `input_files` and `properties`";
        return Err(Rejection::with_help(format!("{shown} is no task"), help));
    }
    let mut compiler_flags = options.compiler_flags.clone();
    let width = match task.data_model.as_deref() {
        Some("ILP32") => Some("-m32"),
        Some("LP64") => Some("-m64"),
        _ => None,
    };
    // The user's own flags come last.
    if let Some(width) = width {
        compiler_flags.insert(0, width.into());
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = task.files.iter().map(|file| folder.join(file)).collect();
    let wanted = options.property.as_deref().map(property::name).transpose()?;
    let mut exit = Exit::Holds;
    let mut asked = false;
    for (named, expected) in &task.properties {
        let path = folder.join(named);
        let name = property_name(&path)?;
        if wanted.is_some_and(|wanted| wanted != name) {
            continue;
        }
        asked = true;
        let property = Some(name.to_owned());
        let compiler_flags = compiler_flags.clone();
        let check = Check { files: files.clone(), property, compiler_flags, ..options.clone() };
        let found = check::run(&check, words);
        exit = exit.max(compare(&format!("{shown}: {name}"), *expected, found, options.format)?);
    }
    if !asked {
        let message = format!("{shown} does not ask for {}", wanted.unwrap_or("anything"));
        return Err(Rejection::new(message));
    }
    Ok(exit)
}

/// The property in a file, or, where that is not beside the task, the one that the file is named
/// after.
fn property_name(path: &Path) -> Result<&'static str, Rejection> {
    match path.file_stem().and_then(|stem| stem.to_str()) {
        Some(stem) if !path.exists() => property::name(stem),
        _ => property::name(&path.display().to_string()),
    }
}

/// Tells what was expected, and how that compares.
fn compare(
    what: &str,
    expected: Option<bool>,
    found: Exit,
    format: Format,
) -> Result<Exit, Rejection> {
    let (words, exit) = match (expected, found) {
        (Some(true), Exit::Holds) => ("expected true, found true", Exit::Holds),
        (Some(false), Exit::Violated) => ("expected false, found false", Exit::Holds),
        (Some(false), Exit::Holds) => ("expected false, but found true", Exit::Violated),
        (Some(true), Exit::Violated) => ("expected true, but found false", Exit::Violated),
        (Some(_), Exit::Unknown) => ("not decided", Exit::Unknown),
        (None, found) => ("nothing is expected", found),
        (Some(_), Exit::BadInput | Exit::OurBug) => ("not decided", found),
    };
    if format == Format::Text {
        say(&format!("{what}: {words}\n"))?;
    }
    Ok(exit)
}

fn parse(text: &str) -> Task {
    let mut task = Task::default();
    let mut section = String::new();
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or_default();
        let is_top = line.starts_with(|first: char| first.is_alphabetic());
        let item = line.trim().trim_start_matches("- ").trim();
        let (key, value) = match item.split_once(':') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => ("", item),
        };
        if is_top {
            section = key.to_owned();
        }
        match (section.as_str(), key) {
            ("input_files", "input_files" | "") => task.files.extend(values(value)),
            ("properties", "property_file") => {
                task.properties.extend(values(value).map(|file| (file, None)));
            }
            ("properties", "expected_verdict") => {
                if let Some((_, expected)) = task.properties.last_mut() {
                    *expected = value.parse().ok();
                }
            }
            ("options", "data_model") => task.data_model = values(value).next(),
            _ => {}
        }
    }
    task
}

/// A value, or those in a list on one line, without quotes.
fn values(text: &str) -> impl Iterator<Item = String> {
    let parts = text.trim_start_matches('[').trim_end_matches(']').split(',');
    let words = parts.map(|part| part.trim().trim_matches(['\'', '"']).to_owned());
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_read() {
        let text = "format_version: '2.0'\n\n# old name\ninput_files: 'mutex.i'\nproperties:\n  \
                    - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n  \
                    - property_file: ../properties/no-data-race.prp\n    expected_verdict: false\n    \
                    subproperty: none\noptions:\n  language: C\n  data_model: ILP32\n";
        let task = parse(text);
        assert_eq!(task.files, ["mutex.i"]);
        let property = |name: &str, expected| (format!("../properties/{name}.prp"), Some(expected));
        let properties = [property("unreach-call", true), property("no-data-race", false)];
        assert_eq!(task.properties, properties);
        assert_eq!(task.data_model.as_deref(), Some("ILP32"));
        let listed = parse("input_files:\n  - a.c\n  - 'b.c'\n");
        assert_eq!(listed.files, ["a.c", "b.c"]);
        assert_eq!(parse("input_files: [\"a.c\", b.c]\n").files, ["a.c", "b.c"]);
    }
}

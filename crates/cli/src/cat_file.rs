//! Which cat model is meant: one that comes with Heddle, or a file, with the files that it
//! includes.

use crate::Rejection;
use crate::input::read;
use cat::{Failure, File, SearchPath, bundled_model, bundled_names};
use std::path::{Path, PathBuf};

/// The files of a model, a bell file first. `others` are names that mean something else here.
pub(crate) fn find(
    name: &str,
    others: &[&str],
    bell: Option<&Path>,
) -> Result<Vec<File>, Rejection> {
    let model = match bundled_model(name) {
        Some(file) => file,
        None if !name.contains(['.', '/']) && !Path::new(name).exists() => {
            let mut names = others.to_vec();
            for bundled in bundled_names() {
                if !names.contains(&bundled) {
                    names.push(bundled);
                }
            }
            return Err(Rejection::unknown_name("model", name, &names, "cat files"));
        }
        None => File { path: name.to_owned(), text: read(Path::new(name))? },
    };
    let bell = bell.map(|path| {
        Ok(File { path: PathBuf::from(path).display().to_string(), text: read(path)? })
    });
    Ok(bell.transpose()?.into_iter().chain([model]).collect())
}

/// Where included files are looked for.
pub(crate) fn search_path(
    folders: &[String],
) -> SearchPath<impl Fn(&str) -> Option<Result<String, String>>> {
    let read = |path: &str| {
        let file = Path::new(path);
        // A folder of that name is not what is meant.
        let is_there = file.exists() && !file.is_dir();
        is_there.then(|| read(file).map_err(|rejection| rejection.message().to_owned()))
    };
    SearchPath { folders: folders.to_vec(), read }
}

/// What is wrong with a model, with its place.
pub(crate) fn rejection(failure: &Failure) -> Rejection {
    let file = failure.sources.file(failure.error.span.file);
    Rejection::InText {
        path: file.path.clone(),
        text: file.text.clone(),
        diagnostic: failure.error.diagnostic(),
    }
}

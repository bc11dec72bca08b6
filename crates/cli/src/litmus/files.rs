//! Which tests are meant: files, everything in a folder, and lists of files.

use crate::Rejection;
use crate::input::read;
use std::path::{Path, PathBuf};

/// The tests, in the order in which they were named; those of a folder by name.
pub(crate) fn find(named: &[PathBuf]) -> Result<Vec<PathBuf>, Rejection> {
    let mut found = Vec::new();
    for path in named {
        match path.to_str().and_then(|path| path.strip_prefix('@')) {
            Some(list) => add_list(Path::new(list), &mut found)?,
            None if path.is_dir() => add_folder(path, &mut found)?,
            None => found.push(path.clone()),
        }
    }
    if found.is_empty() {
        let named: Vec<String> = named.iter().map(|path| path.display().to_string()).collect();
        let help = "tests are files whose names end in .litmus, in a folder and those within";
        let message = format!("there are no litmus tests in {}", named.join(", "));
        return Err(Rejection::with_help(message, help));
    }
    Ok(found)
}

/// Paths in a list are relative to the list; `#` starts a comment.
fn add_list(list: &Path, found: &mut Vec<PathBuf>) -> Result<(), Rejection> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let text = read(list)?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    found.extend(lines.filter(|line| !line.is_empty()).map(|line| folder.join(line)));
    Ok(())
}

fn add_folder(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Rejection> {
    let unreadable = |error: std::io::Error| {
        Rejection::new(format!("cannot read {}: {error}", folder.display()))
    };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        // Links to folders could lead back here.
        let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
        paths.push((entry.path(), is_folder));
    }
    paths.sort();
    for (path, is_folder) in paths {
        if is_folder {
            add_folder(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "litmus") {
            found.push(path);
        }
    }
    Ok(())
}

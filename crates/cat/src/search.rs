//! Where the files of users are looked for: beside the file that includes them, and then along a
//! path of folders.
//!
//! Paths are text with `/`, and reading is the caller's: nothing here touches a disk.

use crate::library::Loader;
use crate::source::File;
use std::fmt;

/// Folders to search in order, and how to read a file.
pub struct SearchPath<F> {
    pub folders: Vec<String>,
    /// What the file at a path says, if there is one, or why that cannot be known.
    pub read: F,
}

impl<F> fmt::Debug for SearchPath<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchPath").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl<F: Fn(&str) -> Option<Result<String, String>>> Loader for SearchPath<F> {
    fn load(&self, name: &str, from: &str) -> Result<Option<File>, String> {
        let beside = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folders = std::iter::once(beside).chain(self.folders.iter().map(String::as_str));
        let mut found = folders.map(|folder| join(folder, name)).filter_map(|path| {
            let text = (self.read)(&path)?;
            Some(text.map(|text| File { path, text }))
        });
        found.next().transpose()
    }
}

/// A path in a folder, without `.` and without `folder/..`, so that one file has one path.
fn join(folder: &str, name: &str) -> String {
    let path = if name.starts_with('/') || folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            (".", _) => {}
            ("", Some(_)) => {}
            ("..", Some(last)) if !matches!(*last, "" | "..") => drop(parts.pop()),
            (part, _) => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_path() {
        assert_eq!(join("", "a.cat"), "a.cat");
        assert_eq!(join("models", "./a.cat"), "models/a.cat");
        assert_eq!(join("models//arm", "../a.cat"), "models/a.cat");
        assert_eq!(join("..", "../a.cat"), "../../a.cat");
        assert_eq!(join("models", "/lib/./a.cat"), "/lib/a.cat");
        assert_eq!(join("/models", "a.cat"), "/models/a.cat");
    }

    #[test]
    fn files_beside_the_including_one_are_first() {
        let known = ["m/a.cat", "lib/a.cat", "lib/b.cat"];
        let read = |path: &str| match path {
            "lib/full" => Some(Err("it is full".to_owned())),
            _ => known.contains(&path).then(|| Ok(path.to_owned())),
        };
        let search = SearchPath { folders: vec!["lib".to_owned()], read };
        let found = |name| Ok(search.load(name, "m/main.cat")?.map(|file| file.path));
        let is_at = |path: &str| Ok::<_, String>(Some(path.to_owned()));
        assert_eq!(found("a.cat"), is_at("m/a.cat"));
        assert_eq!(found("b.cat"), is_at("lib/b.cat"));
        assert_eq!(found("c.cat"), Ok(None));
        assert_eq!(found("full"), Err("it is full".to_owned()));
    }
}

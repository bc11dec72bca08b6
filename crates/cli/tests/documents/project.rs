//! The files of the project, as the documents may mention them.

use std::path::{Path, PathBuf};

/// The folder that the documents are in.
pub(crate) fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates are in a folder");
    crates.parent().expect("crates are in the project").to_owned()
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Everything that is part of the project, relative to its root, folders included.
pub(crate) fn walk() -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("folders of the project can be read") {
            let path = entry.expect("entries can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if ["target", ".git", "corpus", "artifacts"].contains(&&*name) {
                continue;
            }
            let relative = path.strip_prefix(&root).expect("it is below the root");
            found.push(relative.to_string_lossy().into_owned());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

//! The files in a folder and the folders in it, for the tests that go through all litmus tests
//! there are.

use std::path::{Path, PathBuf};

/// All files with this extension, in order.
pub(crate) fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut entries: Vec<PathBuf> =
        entries.map(|entry| entry.expect("its entries can be read").path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files_in(&entry, extension));
        } else if entry.extension().is_some_and(|own| own == extension) {
            found.push(entry);
        }
    }
    found
}

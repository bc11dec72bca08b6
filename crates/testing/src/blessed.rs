//! Texts that are compared word for word with files, which `HEDDLE_BLESS=1` writes anew.

use std::path::Path;

/// Whether what is found is to become what is expected.
pub fn is_blessing() -> bool {
    std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0")
}

/// Compares a text with a file, or writes the file.
///
/// # Panics
/// If they differ.
pub fn assert_blessed(file: &Path, found: &str) {
    if is_blessing() {
        std::fs::write(file, found).expect("the file can be written");
        return;
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(found, expected, "HEDDLE_BLESS=1 writes {} anew", file.display());
}

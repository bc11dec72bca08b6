//! The lines of source files, for quoting.

use report::SourceText;
use std::cell::RefCell;
use std::collections::HashMap;

/// Source files, read when a line of them is wanted.
#[derive(Default, Debug)]
pub(crate) struct SourceFiles {
    /// The lines of the files asked for so far; none for a file that cannot be read.
    lines: RefCell<HashMap<String, Vec<String>>>,
}

impl SourceText for SourceFiles {
    fn line(&self, file: &str, line: u32) -> Option<String> {
        let mut files = self.lines.borrow_mut();
        let lines = files.entry(file.to_owned()).or_insert_with(|| read_lines(file));
        lines.get((line as usize).checked_sub(1)?).cloned()
    }
}

/// A larger file is not worth reading for a line of it.
const MAX_SIZE: u64 = 64 << 20;

fn read_lines(file: &str) -> Vec<String> {
    // The name comes from the input: it may be that of a device without end.
    let is_readable = |file: std::fs::Metadata| file.is_file() && file.len() <= MAX_SIZE;
    if !std::fs::metadata(file).is_ok_and(is_readable) {
        return Vec::new();
    }
    match std::fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect(),
        Err(_) => Vec::new(),
    }
}

//! Where do included files come from? From the caller, who may read disks, and from the standard
//! library, which is part of Heddle.
//!
//! Herd's models expect files of certain names. Ours are written for Heddle from the definitions of
//! what they provide.

use crate::source::File;

/// The files of the standard library.
const FILES: [(&str, &str); 11] = [
    ("stdlib.cat", include_str!("../library/stdlib.cat")),
    ("cos.cat", include_str!("../library/cos.cat")),
    ("cos-opt.cat", include_str!("../library/cos-opt.cat")),
    ("cross.cat", include_str!("../library/cross.cat")),
    ("filters.cat", include_str!("../library/filters.cat")),
    ("fences.cat", include_str!("../library/fences.cat")),
    ("x86fences.cat", include_str!("../library/x86fences.cat")),
    ("ppcfences.cat", include_str!("../library/ppcfences.cat")),
    ("armfences.cat", include_str!("../library/armfences.cat")),
    ("aarch64fences.cat", include_str!("../library/aarch64fences.cat")),
    ("rc11-axioms.cat", include_str!("../library/rc11-axioms.cat")),
];

/// Finds files for `include`.
pub trait Loader {
    /// The file that is meant by `name` in an `include` of the file at `from`. What is not found
    /// here is looked for in the standard library. A file that is there and cannot be read is an
    /// error: why it cannot.
    fn load(&self, name: &str, from: &str) -> Result<Option<File>, String>;
}

/// Nothing but the standard library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryOnly;

impl Loader for LibraryOnly {
    fn load(&self, _: &str, _: &str) -> Result<Option<File>, String> {
        Ok(None)
    }
}

/// A file of the standard library.
pub fn library_file(name: &str) -> Option<File> {
    let text = FILES.into_iter().find(|(known, _)| *known == name)?.1;
    Some(File { path: format!("<library>/{name}"), text: text.to_owned() })
}

/// The names of the files of the standard library.
pub fn library_names() -> impl Iterator<Item = &'static str> {
    FILES.into_iter().map(|(name, _)| name)
}

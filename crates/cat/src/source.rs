//! Where something stands: the files of a model, and places in them.
//!
//! A model is several files (a bell file, the model, what it includes), and a function may be used
//! far from where it was written, so a place names its file.

use std::ops::Range;

/// A file, as its number in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileId(u32);

/// Some bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this one to the end of the other, in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

/// One file: what it is called in messages, and what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// The files that were read so far.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    files: Vec<File>,
}

impl Sources {
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(File { path: path.into(), text: text.into() });
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }
}

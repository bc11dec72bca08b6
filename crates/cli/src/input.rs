//! Which files are these, and what is in them?

use crate::Rejection;
use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;

/// What a file is written in, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    Cxx,
    /// The text of LLVM IR.
    Llvm,
    /// The text form of `program`.
    Heddle,
    Litmus,
}

const KNOWN: &str = "known are .c and .i (C), .cc, .cpp, .cxx and .ii (C++), .ll (the text of LLVM IR), \
                     .litmus and .heddle";

impl Language {
    /// Whether clang makes LLVM IR of it.
    pub(crate) fn is_compiled(self) -> bool {
        match self {
            Language::C | Language::Cxx => true,
            Language::Llvm | Language::Heddle | Language::Litmus => false,
        }
    }

    /// The language of a file that exists and can be read.
    pub(crate) fn of(path: &Path) -> Result<Language, Rejection> {
        let shown = path.display();
        if path.is_dir() {
            let help = format!("name the files in it: heddle check {shown}/*.c");
            return Err(Rejection::with_help(format!("{shown} is a directory"), help));
        }
        let size = regular(path)?;
        let language = match path.extension().and_then(|extension| extension.to_str()) {
            Some("c" | "i") => Language::C,
            Some("cc" | "cpp" | "cxx" | "c++" | "C" | "ii") => Language::Cxx,
            Some("ll") => Language::Llvm,
            Some("heddle") => Language::Heddle,
            Some("litmus") => Language::Litmus,
            other => return Err(unknown_kind(path, other)),
        };
        if size == 0 {
            let help = "a program needs a function `main`";
            return Err(Rejection::with_help(format!("{shown} is empty"), help));
        }
        Ok(language)
    }
}

fn unknown_kind(path: &Path, extension: Option<&str>) -> Rejection {
    let shown = path.display();
    match extension {
        Some("bc") => Rejection::with_help(
            format!("{shown} is LLVM bitcode, which only LLVM itself can read"),
            "its text is what Heddle reads: llvm-dis makes a .ll of it",
        ),
        Some(extension) => {
            Rejection::with_help(format!("{shown}: unknown kind of file .{extension}"), KNOWN)
        }
        None => Rejection::with_help(
            format!("{shown}: the kind of file is told by the end of its name, and it has none"),
            KNOWN,
        ),
    }
}

/// No input is larger than so many mebibytes, and neither is what clang makes of one.
pub(crate) const MOST_MEBIBYTES: u64 = 64;
/// The same in bytes.
pub(crate) const MOST_BYTES: u64 = MOST_MEBIBYTES << 20;

/// The contents of a regular file; bytes that are not UTF-8 are replaced. A pipe could keep us
/// waiting for ever, and a device has no end.
pub(crate) fn read(path: &Path) -> Result<String, Rejection> {
    regular(path)?;
    let mut bytes = Vec::new();
    // The file may grow while it is read.
    fs::File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_large(path));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// A regular file of any size, to be read line by line.
pub(crate) fn open(path: &Path) -> Result<BufReader<fs::File>, Rejection> {
    regular_of_any_size(path)?;
    fs::File::open(path).map(BufReader::new).map_err(|error| unreadable(path, &error))
}

/// The size of a file that is a regular one, and not too large.
fn regular(path: &Path) -> Result<u64, Rejection> {
    let size = regular_of_any_size(path)?;
    if size > MOST_BYTES { Err(too_large(path)) } else { Ok(size) }
}

/// The size of a file that is a regular one.
fn regular_of_any_size(path: &Path) -> Result<u64, Rejection> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.is_dir() {
        return Err(Rejection::new(format!("{shown} is a directory")));
    }
    if !metadata.is_file() {
        let help = "pipes and devices are not read: put their contents into a file";
        return Err(Rejection::with_help(format!("{shown} is not a regular file"), help));
    }
    Ok(metadata.len())
}

fn too_large(path: &Path) -> Rejection {
    Rejection::new(format!("{} is larger than {MOST_MEBIBYTES} MiB", path.display()))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Rejection {
    Rejection::new(format!("cannot read {}: {error}", path.display()))
}

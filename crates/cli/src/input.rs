//! Which files are these, and what is in them?

use crate::Rejection;
use std::fs;
use std::path::Path;

/// What a file is written in, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    C,
    /// The text of LLVM IR.
    Llvm,
    /// The text form of `program`.
    Heddle,
}

const KNOWN: &str = "known are .c (C), .ll (the text of LLVM IR) and .heddle";

impl Language {
    /// The language of a file that exists and can be read.
    pub(crate) fn of(path: &Path) -> Result<Language, Rejection> {
        let shown = path.display();
        let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            let help = format!("name the files in it: heddle check {shown}/*.c");
            return Err(Rejection::with_help(format!("{shown} is a directory"), help));
        }
        if !metadata.is_file() {
            return Err(Rejection::new(format!("{shown} is not a regular file")));
        }
        let language = match path.extension().and_then(|extension| extension.to_str()) {
            Some("c") => Language::C,
            Some("ll") => Language::Llvm,
            Some("heddle") => Language::Heddle,
            other => return Err(unknown_kind(path, other)),
        };
        if metadata.len() == 0 {
            let help = "a program needs a function `main`";
            return Err(Rejection::with_help(format!("{shown} is empty"), help));
        }
        Ok(language)
    }
}

fn unknown_kind(path: &Path, extension: Option<&str>) -> Rejection {
    let shown = path.display();
    let with_clang = |compiler: &str| {
        format!(
            "as LLVM IR it may work: {compiler} -S -emit-llvm -O0 -g, then heddle check on the .ll"
        )
    };
    match extension {
        Some("cc" | "cpp" | "cxx" | "C" | "c++") => {
            let message = format!("{shown}: C++ files are not supported yet");
            Rejection::with_help(message, with_clang("clang++"))
        }
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

/// The contents of a file; bytes that are not UTF-8 are replaced.
pub(crate) fn read(path: &Path) -> Result<String, Rejection> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Rejection {
    Rejection::new(format!("cannot read {}: {error}", path.display()))
}

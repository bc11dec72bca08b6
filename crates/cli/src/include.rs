//! Where clang finds `heddle.h`, and the headers that programs for other checkers include: in a
//! folder of this run's own, so that they are there in a clean clone, after `cargo install`, and
//! wherever the binary is copied to. It is the last folder that clang looks into: a file of the
//! user's with one of these names comes first.

use crate::Rejection;
use std::fs;
use std::path::{Path, PathBuf};

const HEADERS: [(&str, &str); 4] = [
    ("heddle.h", include_str!("../../../include/heddle.h")),
    ("genmc.h", include_str!("../../../include/genmc.h")),
    ("dat3m.h", include_str!("../../../include/dat3m.h")),
    ("lkmm.h", include_str!("../../../include/lkmm.h")),
];

/// How many names are tried; others may have taken some.
const ATTEMPTS: u32 = 100;

/// A folder with the headers, removed when this is dropped.
#[derive(Debug)]
pub(crate) struct IncludeFolder {
    path: PathBuf,
}

impl IncludeFolder {
    pub(crate) fn create() -> Result<IncludeFolder, Rejection> {
        let parent = std::env::temp_dir();
        let explain = |error: std::io::Error| {
            let message = format!("cannot make a folder in {}: {error}", parent.display());
            Rejection::with_help(message, "TMPDIR names the folder for temporary files")
        };
        let folder = IncludeFolder { path: new_folder(&parent).map_err(explain)? };
        for (name, contents) in HEADERS {
            fs::write(folder.path.join(name), contents).map_err(explain)?;
        }
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for IncludeFolder {
    fn drop(&mut self) {
        // A folder that is left behind is small and does no harm.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes a folder that nobody else has and nobody else can write to.
fn new_folder(parent: &Path) -> std::io::Result<PathBuf> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let mut attempt = 0;
    loop {
        let path = parent.join(format!("heddle-{}-{attempt}", std::process::id()));
        match builder.create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if attempt == ATTEMPTS => return Err(error),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

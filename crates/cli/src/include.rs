//! Where clang finds `heddle.h`, and the headers that programs for other checkers include: in a
//! folder of this run's own, so that they are there in a clean clone, after `cargo install`, and
//! wherever the binary is copied to. It is the last folder that clang looks into: a file of the
//! user's with one of these names comes first.

use crate::Rejection;
use std::fs;
use std::path::{Path, PathBuf};

const HEADERS: [(&str, &str); 6] = [
    ("heddle.h", include_str!("../../../include/heddle.h")),
    ("genmc.h", include_str!("../../../include/genmc.h")),
    ("dat3m.h", include_str!("../../../include/dat3m.h")),
    ("lkmm.h", include_str!("../../../include/lkmm.h")),
    ("librace.h", include_str!("../../../include/librace.h")),
    ("model-assert.h", include_str!("../../../include/model-assert.h")),
];

/// How many names are tried; others may have taken some.
const ATTEMPTS: u32 = 100;

/// A folder with the headers.
#[derive(Debug)]
pub(crate) struct IncludeFolder(TemporaryFolder);

impl IncludeFolder {
    pub(crate) fn create() -> Result<IncludeFolder, Rejection> {
        let folder = TemporaryFolder::create()?;
        for (name, contents) in HEADERS {
            folder.write(name, contents)?;
        }
        Ok(IncludeFolder(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0.path
    }
}

/// A folder that is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    path: PathBuf,
}

impl TemporaryFolder {
    pub(crate) fn create() -> Result<TemporaryFolder, Rejection> {
        let parent = std::env::temp_dir();
        let path = new_folder(&parent).map_err(|error| explain(&parent, &error))?;
        Ok(TemporaryFolder { path })
    }

    /// Writes a file into it, and says where that is.
    pub(crate) fn write(&self, name: &str, contents: &str) -> Result<PathBuf, Rejection> {
        let path = self.path.join(name);
        fs::write(&path, contents).map_err(|error| explain(&self.path, &error))?;
        Ok(path)
    }
}

fn explain(parent: &Path, error: &std::io::Error) -> Rejection {
    let message = format!("cannot make a folder in {}: {error}", parent.display());
    Rejection::with_help(message, "TMPDIR names the folder for temporary files")
}

impl Drop for TemporaryFolder {
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

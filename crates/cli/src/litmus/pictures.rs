//! Where pictures of executions go: into two files for each test that has some.

use crate::Rejection;
use crate::arguments::Show;
use crate::contradictions::overwritten;
use crate::output::write_file;
use candidates::Drawing;
use report::litmus::{dot, svg};
use std::path::{Path, PathBuf};

/// Which executions to draw.
pub(crate) fn wanted(show: Show) -> candidates::Show {
    match show {
        Show::Prop => candidates::Show::Positive,
        Show::Neg => candidates::Show::Negative,
        Show::All => candidates::Show::All,
        Show::None => candidates::Show::None,
    }
}

/// Writes the pictures of a test, if there are any.
pub(crate) fn write(
    folder: Option<&Path>,
    name: &str,
    drawings: &[Drawing],
    inputs: &[PathBuf],
) -> Result<(), Rejection> {
    let folder = folder.unwrap_or(Path::new("."));
    if drawings.is_empty() {
        return Ok(());
    }
    // The name is the test's own, and must not lead out of the folder.
    let name = name.replace(['/', '\\'], "_");
    std::fs::create_dir_all(folder).map_err(|error| {
        Rejection::new(format!("cannot make the folder {}: {error}", folder.display()))
    })?;
    for (ending, text) in [("dot", dot(&name, drawings)), ("svg", svg(&name, drawings))] {
        let file = folder.join(format!("{name}.{ending}"));
        if let Some(rejection) = overwritten(&file, inputs.iter().map(PathBuf::as_path)) {
            return Err(rejection);
        }
        write_file(&file, &text)?;
    }
    Ok(())
}

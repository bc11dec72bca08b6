//! Where pictures of executions go: into two files for each test that has some.

use crate::Rejection;
use crate::arguments::Show;
use candidates::Drawing;
use report::litmus::{dot, svg};
use std::path::Path;

/// Which executions to draw.
pub(super) fn wanted(show: Show) -> candidates::Show {
    match show {
        Show::Prop => candidates::Show::Positive,
        Show::Neg => candidates::Show::Negative,
        Show::All => candidates::Show::All,
        Show::None => candidates::Show::None,
    }
}

/// Writes the pictures of a test, if there are any.
pub(super) fn write(folder: &Path, name: &str, drawings: &[Drawing]) -> Result<(), Rejection> {
    if drawings.is_empty() {
        return Ok(());
    }
    // The name is the test's own, and must not lead out of the folder.
    let name = name.replace(['/', '\\'], "_");
    for (ending, text) in [("dot", dot(&name, drawings)), ("svg", svg(&name, drawings))] {
        let file = folder.join(format!("{name}.{ending}"));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|error| Rejection::new(format!("cannot write {}: {error}", file.display())))?;
    }
    Ok(())
}

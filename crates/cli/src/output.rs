//! Printing: without colours where there is no terminal, and without complaint where nobody reads.

use crate::{Exit, Rejection};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// How wide text is where there is no terminal to ask.
const WIDTH: usize = 120;

/// Prints the answer. A reader that has gone away, as in `heddle … | head -1`, has what it wants.
/// Anything else that keeps an answer from being printed is an error: who asked would take nothing,
/// or a part, for the whole.
pub fn say(text: &str) -> Result<(), Rejection> {
    let mut stream = anstream::stdout().lock();
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Rejection::new(format!("the answer cannot be printed: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints what is not the answer, if anyone can be told.
pub fn complain(text: &str) {
    let mut stream = anstream::stderr().lock();
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

/// Says why there is no answer.
pub(crate) fn refuse(rejection: &Rejection) -> Exit {
    complain(&rejection.render());
    Exit::BadInput
}

/// Writes a file that was asked for.
pub(crate) fn write_file(file: &Path, text: &str) -> Result<(), Rejection> {
    std::fs::write(file, text)
        .map_err(|error| Rejection::new(format!("cannot write {}: {error}", file.display())))
}

/// How many characters fit in a line of the answer.
pub fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
}

//! Printing: without colours where there is no terminal, and without complaint where nobody reads.

use std::io::{ErrorKind, Write};

/// How wide text is where there is no terminal to ask.
const WIDTH: usize = 120;

/// Prints the answer.
pub fn say(text: &str) {
    write(anstream::stdout().lock(), text);
}

/// Prints what is not the answer.
pub fn complain(text: &str) {
    write(anstream::stderr().lock(), text);
}

/// A reader that has gone away, as in `heddle … | head -1`, has what it wants. Anything else that keeps an answer
/// from being printed is told, if it can be.
fn write(mut stream: impl Write, text: &str) {
    let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = writeln!(std::io::stderr(), "heddle: cannot print: {error}");
    }
}

/// How many characters fit in a line of the answer.
pub fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
}

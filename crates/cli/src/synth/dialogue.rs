//! A question on the terminal: was the outcome of this test observed? Answers can be piped.

use crate::Rejection;
use crate::output::complain;
use ::synth::Label;
use std::io::{BufRead, stdin};

/// Shows a test and reads the answer; none if there is none, and the dialogue is over.
pub(super) fn ask(test: &str) -> Result<Option<Label>, Rejection> {
    complain(&format!("{test}\nIs this allowed or forbidden? (nothing: end) "));
    loop {
        let mut line = String::new();
        let read = stdin().lock().read_line(&mut line);
        read.map_err(|error| Rejection::new(format!("the answer cannot be read: {error}")))?;
        match line.trim().to_lowercase().as_str() {
            "allowed" | "a" | "yes" => return Ok(Some(Label::Allowed)),
            "forbidden" | "f" | "no" => return Ok(Some(Label::Forbidden)),
            "" => return Ok(None),
            other => complain(&format!("`{other}` is no answer: allowed, forbidden, or nothing: ")),
        }
    }
}

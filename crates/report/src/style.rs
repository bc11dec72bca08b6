//! The colours of the text.

use anstyle::{AnsiColor, Style};
use base::{ThreadId, Verdict};
use std::fmt::Display;

pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const BAD: Style = AnsiColor::BrightRed.on_default().bold();

/// Colours that are told apart on dark and on light ground.
const THREADS: [AnsiColor; 6] = [
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Green,
    AnsiColor::Blue,
    AnsiColor::Red,
];

/// A thread's own colour; main has none.
pub(crate) fn of_thread(thread: ThreadId) -> Style {
    match thread.parent() {
        None => Style::new(),
        Some(_) => THREADS[(thread.code() as usize - 1) % THREADS.len()].on_default(),
    }
}

pub(crate) fn of_verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Holds => AnsiColor::BrightGreen.on_default().bold(),
        Verdict::Violated => BAD,
        Verdict::HoldsWithinBound | Verdict::Unknown => AnsiColor::BrightYellow.on_default().bold(),
    }
}

/// The text in this style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

//! The text form of histories: one line an operation.
//!
//! ```text
//! # a comment
//! init x 5
//! P0 w x 1
//! P1 r x 1
//! P1 r x 1 from P0.1
//! P1 r x 5 from init
//! P1 rmw x 1 2
//! P0 fence
//! P1 w x 3 @ 10 25
//! ```
//!
//! A line is a thread, what it does, and values. `rmw x 1 2` reads 1 and writes 2. `from P0.1` says
//! that the first operation of `P0` is the source; it may come later in the file. `@ 10 25` says
//! when an operation began and ended; `@ 10 -` that nobody knows when it ended, which only the last
//! operation of a thread can be. A thread may be written `P0:`, too. Threads, locations
//! and values are words of any characters but spaces and `#`; words that are integers are compared
//! as numbers. A location is 0 at first unless there is an `init`. The order of lines matters
//! within a thread only. [`crate::print`] writes this form.
//!
//! Guarantee: every line is understood as a whole, or there is a diagnostic with its place.

use crate::operation::{Action, Interval, Operation};
use crate::recording::{Builder, NamedSource, Recording};
use base::Diagnostic;
use std::ops::Range;

/// Reads a history.
pub fn parse(text: &str) -> Result<Recording, Diagnostic> {
    let mut reader = Reader { builder: Builder::default(), spans: Vec::new() };
    // A mark that some editors put before everything is no part of the first thread's name.
    let marked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = text.len() - marked.len();
    for (line, number) in marked.split_inclusive('\n').zip(1..) {
        let content = line.split_once('#').map_or(line, |(before, _)| before);
        let mut words = Words { line: content, start, at: 0 };
        reader.line(&mut words, number)?;
        start += line.len();
    }
    let spans = reader.spans;
    reader.builder.finish().map_err(|bad| {
        let place = (bad.thread.0, bad.index);
        let span = spans.iter().find(|(key, _)| *key == place).map(|(_, span)| span.clone());
        Diagnostic::new(bad.message, span.unwrap_or(0..0))
    })
}

/// The words of a line.
struct Words<'t> {
    line: &'t str,
    /// Where the line begins in the text.
    start: usize,
    at: usize,
}

#[derive(Clone)]
struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
}

impl<'t> Words<'t> {
    fn next(&mut self) -> Option<Word<'t>> {
        let rest = &self.line[self.at..];
        let begin = self.at + (rest.len() - rest.trim_start().len());
        let text = self.line[begin..].split(char::is_whitespace).next()?;
        if text.is_empty() {
            return None;
        }
        self.at = begin + text.len();
        Some(Word { text, span: self.start + begin..self.start + self.at })
    }

    /// The next word, which has to be there.
    fn expect(&mut self, what: &str) -> Result<Word<'t>, Diagnostic> {
        let end = self.start + self.line.trim_end().len();
        self.next().ok_or_else(|| Diagnostic::new(format!("expected {what}"), end..end))
    }
}

struct Reader {
    builder: Builder,
    /// Where sources and times are named, by thread and place of the operation.
    spans: Vec<((u32, usize), Range<usize>)>,
}

const ACTIONS: &str = "`w x 1`, `r x 1`, `rmw x 1 2` or `fence`";

impl Reader {
    fn line(&mut self, words: &mut Words<'_>, number: u32) -> Result<(), Diagnostic> {
        let Some(first) = words.next() else { return Ok(()) };
        let action = words.expect(if first.text == "init" { "a location" } else { ACTIONS })?;
        if first.text == "init" {
            let value = words.expect("the initial value")?;
            let location = self.builder.location(action.text);
            let value = self.builder.value(value.text);
            if !self.builder.initial(location, value) {
                let message = format!("the initial value of {} was given before", action.text);
                return Err(Diagnostic::new(message, action.span));
            }
            return end(words);
        }
        let action = self.action(&action, words)?;
        // `P0:` is how litmus tests write it.
        let thread = self.builder.thread(first.text.strip_suffix(':').unwrap_or(first.text));
        let mut operation = Operation { line: number, ..Operation::new(action) };
        let mut source = None;
        while let Some(word) = words.next() {
            match word.text {
                "from" if source.is_none() => {
                    let named = words.expect("a source as `P0.1` or `init`")?;
                    source = Some(self.source(&named)?);
                    let place = (thread.0, self.builder.len_of(thread));
                    self.spans.push((place, named.span));
                }
                "@" if operation.interval.is_none() => {
                    operation.interval = Some(interval(words)?);
                    let place = (thread.0, self.builder.len_of(thread));
                    self.spans.push((place, word.span));
                }
                other => {
                    let message = format!("`{other}` is not expected here");
                    let help = "after an operation there can be `from P0.1` and `@ 10 25`";
                    return Err(Diagnostic::new(message, word.span).with_help(help));
                }
            }
        }
        self.builder.push(thread, operation, source);
        Ok(())
    }

    fn action(&mut self, name: &Word<'_>, words: &mut Words<'_>) -> Result<Action, Diagnostic> {
        if name.text == "fence" {
            return Ok(Action::Fence);
        }
        if !matches!(name.text, "w" | "r" | "rmw") {
            let message = format!("`{}` is not something that a thread does", name.text);
            let help = format!("after the thread comes {ACTIONS}");
            return Err(Diagnostic::new(message, name.span.clone()).with_help(help));
        }
        let location = words.expect("a location")?;
        let location = self.builder.location(location.text);
        let value = words.expect("a value")?;
        let value = self.builder.value(value.text);
        Ok(match name.text {
            "w" => Action::Write { location, value },
            "r" => Action::Read { location, value },
            _ => {
                let written = words.expect("the value that is written")?;
                let written = self.builder.value(written.text);
                Action::Update { location, read: value, written }
            }
        })
    }

    fn source(&mut self, word: &Word<'_>) -> Result<NamedSource, Diagnostic> {
        if word.text == "init" {
            return Ok(NamedSource::Initial);
        }
        let parts = word.text.rsplit_once('.');
        let place = parts.and_then(|(thread, number)| Some((thread, number.parse().ok()?)));
        match place {
            Some((thread, number)) if !thread.is_empty() => {
                Ok(NamedSource::Place { thread: self.builder.thread(thread), number })
            }
            _ => {
                let message = format!("`{}` does not name an operation", word.text);
                let help =
                    "the first operation of thread P0 is `P0.1`; the initial value is `init`";
                Err(Diagnostic::new(message, word.span.clone()).with_help(help))
            }
        }
    }
}

fn interval(words: &mut Words<'_>) -> Result<Interval, Diagnostic> {
    let time = |word: &Word<'_>| {
        let message = format!("`{}` is not a time", word.text);
        let help = "times are whole numbers; an end that is not known is `-`";
        let parsed = word.text.parse::<u64>();
        parsed.map_err(|_| Diagnostic::new(message, word.span.clone()).with_help(help))
    };
    let begin = words.expect("the time of the beginning")?;
    let begin = time(&begin)?;
    let word = words.expect("the time of the end, or `-`")?;
    let end = if word.text == "-" { None } else { Some(time(&word)?) };
    if end.is_some_and(|end| end < begin) {
        return Err(Diagnostic::new("the end is before the beginning", word.span));
    }
    Ok(Interval { begin, end })
}

fn end(words: &mut Words<'_>) -> Result<(), Diagnostic> {
    match words.next() {
        None => Ok(()),
        Some(word) => {
            Err(Diagnostic::new(format!("`{}` is not expected here", word.text), word.span))
        }
    }
}

//! Rows about threads, in columns that fit the screen: step, thread, place, what happens, and as
//! much of the source line as there is room for.

use crate::style::{BAD, DIM, of_thread, paint};
use anstyle::Style;
use base::ThreadId;

/// Where the source line has less room than this it is left out.
const LEAST_SOURCE: usize = 16;
/// Where more than this is to be said about a step, its source line is left out instead.
const MOST_WORDS: usize = 44;
const GAP: &str = "  ";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A step with its number.
    Step(usize),
    /// A step that happens after the violation.
    Aftermath(usize),
    /// Something printed.
    Output,
    /// The violation.
    Failure,
    /// The end of a thread.
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    kind: Kind,
    thread: ThreadId,
    /// The thread, in words.
    who: String,
    location: String,
    what: String,
    source: Option<String>,
}

impl Row {
    /// A row without a place.
    pub(super) fn new(kind: Kind, thread: ThreadId, what: impl Into<String>) -> Row {
        Row {
            kind,
            thread,
            who: thread.to_string(),
            location: String::new(),
            what: what.into(),
            source: None,
        }
    }

    pub(super) fn with_thread_name(mut self, who: String) -> Row {
        self.who = who;
        self
    }

    /// The row with the place that it is about, and the source there.
    pub(super) fn at(mut self, location: String, source: Option<String>) -> Row {
        self.location = location;
        self.source = match self.kind {
            Kind::Step(_) | Kind::Aftermath(_) => source,
            Kind::Output | Kind::Failure | Kind::End => None,
        };
        self
    }

    fn step(&self) -> String {
        match self.kind {
            Kind::Step(number) | Kind::Aftermath(number) => number.to_string(),
            Kind::Output | Kind::End => String::new(),
            Kind::Failure => "✗".to_owned(),
        }
    }

    fn style(&self) -> Style {
        match self.kind {
            Kind::Failure => BAD,
            Kind::Output | Kind::Aftermath(_) => DIM,
            Kind::Step(_) | Kind::End => Style::new(),
        }
    }
}

#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    rows: Vec<Row>,
}

/// How wide the columns are, in characters.
#[derive(Clone, Copy)]
struct Columns {
    step: usize,
    who: usize,
    location: usize,
    what: usize,
}

impl Table {
    pub(super) fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(super) fn render(&self, width: usize) -> String {
        let widest = |text: fn(&Row) -> usize| self.rows.iter().map(text).max().unwrap_or(0);
        let words = |row: &Row| match row.source {
            Some(_) => length(&row.what).min(MOST_WORDS),
            None => 0,
        };
        let columns = Columns {
            step: widest(|row| length(&row.step())),
            who: widest(|row| length(&row.who)),
            location: widest(|row| length(&row.location)),
            what: widest(words),
        };
        let Columns { step, who, location, what } = columns;
        let used = step + who + location + what + 5 * GAP.len();
        let room = width.saturating_sub(used);
        let mut text = String::new();
        let mut above: Option<&Row> = None;
        for row in &self.rows {
            let repeats = above
                .is_some_and(|above| above.thread == row.thread && above.location == row.location);
            let source = row.source.as_deref().filter(|_| !repeats);
            text.push_str(&line(row, columns, source.and_then(|source| fitted(source, room))));
            above = Some(row);
        }
        text
    }
}

fn line(row: &Row, columns: Columns, source: Option<String>) -> String {
    let Columns { step, who, location, what } = columns;
    let mut cells = Vec::new();
    if step > 0 {
        cells.push(paint(DIM, format!("{:>step$}", row.step())));
    }
    cells.push(paint(of_thread(row.thread), format!("{:<who$}", row.who)));
    if location > 0 {
        cells.push(paint(DIM, format!("{:<location$}", row.location)));
    }
    match source.filter(|_| length(&row.what) <= what) {
        Some(source) => {
            cells.push(paint(row.style(), format!("{:<what$}", row.what)));
            cells.push(paint(DIM, source));
        }
        None => cells.push(paint(row.style(), &row.what)),
    }
    format!("{GAP}{}\n", cells.join(GAP))
}

/// As much of a source line as there is room for.
fn fitted(line: &str, room: usize) -> Option<String> {
    let line: String = line.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.is_empty() || room < LEAST_SOURCE {
        None
    } else if length(&line) <= room {
        Some(line)
    } else {
        let start: String = line.chars().take(room - 1).collect();
        Some(format!("{start}…"))
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

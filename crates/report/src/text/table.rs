//! Rows about threads, in columns that fit the screen: step, thread, place, what happens, and as much of
//! the source line as there is room for.

use crate::style::{BAD, DIM, of_thread, paint};
use anstyle::Style;
use base::ThreadId;

/// Where the source line has less room than this it is left out.
const LEAST_SOURCE: usize = 16;
const GAP: &str = "  ";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A step with its number.
    Step(usize),
    /// Something printed.
    Output,
    /// The violation.
    Failure,
    /// The end of a thread.
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) thread: ThreadId,
    pub(super) location: Option<String>,
    pub(super) what: String,
    pub(super) source: Option<String>,
}

impl Row {
    /// A row without a place.
    pub(super) fn new(kind: Kind, thread: ThreadId, what: String) -> Row {
        Row {
            kind,
            thread,
            location: None,
            what,
            source: None,
        }
    }

    fn step(&self) -> String {
        match self.kind {
            Kind::Step(number) => number.to_string(),
            Kind::Output | Kind::End => String::new(),
            Kind::Failure => "✗".to_owned(),
        }
    }

    fn location(&self) -> &str {
        self.location.as_deref().unwrap_or("")
    }
}

#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    rows: Vec<Row>,
}

impl Table {
    pub(super) fn add(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(super) fn render(&self, width: usize) -> String {
        let widest = |text: &dyn Fn(&Row) -> usize| self.rows.iter().map(text).max().unwrap_or(0);
        let columns = [
            widest(&|row| length(&row.step())),
            widest(&|row| length(&row.thread.to_string())),
            widest(&|row| length(row.location())),
            widest(&|row| length(&row.what)),
        ];
        let used: usize = columns.iter().map(|column| column + GAP.len()).sum();
        let room = width.saturating_sub(used + GAP.len());
        let mut text = String::new();
        let mut above: Option<&Row> = None;
        for row in &self.rows {
            let repeats = above
                .is_some_and(|above| above.thread == row.thread && above.location == row.location);
            let source = row
                .source
                .as_deref()
                .filter(|_| !repeats && row.shows_source());
            text.push_str(&line(row, columns, source.and_then(|it| fitted(it, room))));
            above = Some(row);
        }
        text
    }
}

impl Row {
    /// Whether the source says more than the row does.
    fn shows_source(&self) -> bool {
        match self.kind {
            Kind::Step(_) => true,
            Kind::Output | Kind::Failure | Kind::End => false,
        }
    }
}

fn line(row: &Row, [step, thread, location, what]: [usize; 4], source: Option<String>) -> String {
    let what_style = match row.kind {
        Kind::Failure => BAD,
        Kind::Output => DIM,
        Kind::Step(_) | Kind::End => Style::new(),
    };
    let own = of_thread(row.thread);
    let mut cells = Vec::new();
    if step > 0 {
        cells.push(paint(DIM, format!("{:>step$}", row.step())));
    }
    cells.push(paint(own, format!("{:<thread$}", row.thread.to_string())));
    if location > 0 {
        cells.push(paint(DIM, format!("{:<location$}", row.location())));
    }
    match source {
        Some(source) => {
            cells.push(paint(what_style, format!("{:<what$}", row.what)));
            cells.push(paint(DIM, source));
        }
        None => cells.push(paint(what_style, &row.what)),
    }
    format!("{GAP}{}\n", cells.join(GAP))
}

/// As much of a source line as there is room for.
fn fitted(line: &str, room: usize) -> Option<String> {
    let line: String = line
        .trim()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
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

//! One violation: what failed, where, how it came to that, and how to see it again.

use super::table::{Kind, Row, Table};
use crate::Subject;
use crate::drawing::Drawing;
use crate::location::Location;
use crate::moment::Moment;
use crate::names::Names;
use crate::sentence::counted;
use crate::snippet::{self, Mark};
use crate::story::{BlockPart, Story};
use crate::style::{DIM, STRONG, paint};
use crate::words::{self, Origins, Words};
use answer::Violation;
use base::{SourcePosition, ThreadId};
use execution::witness::ThreadStatus;

use std::fmt::Write;

pub(super) fn render(subject: &Subject<'_>, violation: &Violation, width: usize) -> String {
    let mut text = String::new();
    if let Some(position) = violation.position {
        let location = Location::new(subject.program, position);
        let label = format!("in {}", violation.thread);
        let quoted = snippet::quote(subject.sources, &location, Mark::Violation, &label);
        text.push_str(&quoted);
    }
    let story = Story::new(&violation.witness);
    let names = Names::new(subject.program, &violation.objects);
    let words =
        Words { names: &names, story: &story, witness: &violation.witness, origins: Origins::Told };
    let steps = interleaving(subject, violation, &words);
    let _ = writeln!(text, "\n{}", paint(STRONG, "How it happens:"));
    text.push_str(&steps.render(width));
    text.push_str(&allocations(&names));
    text.push_str(&trace(subject, violation));
    let _ = writeln!(text, "\n{}", paint(STRONG, "How the threads end:"));
    text.push_str(&ends(subject, violation, &words).render(width));
    if let Some(replay) = &violation.replay {
        let heading = paint(STRONG, "To see exactly this execution again:");
        let command = subject.run.replay_command(replay);
        let _ = writeln!(text, "\n{heading}\n  {command}");
    }
    text
}

/// The steps with what was printed between them, and the failure in its place.
fn interleaving(subject: &Subject<'_>, violation: &Violation, words: &Words<'_>) -> Table {
    let story = words.story;
    let last = Moment::of(violation, story).last_line();
    let mut table = Table::default();
    add_outputs(&mut table, story, 0);
    if last == Some(0) {
        add_failure(&mut table, subject, violation, words);
    }
    for line in &story.lines {
        let bracket = match line.block {
            None => "",
            Some(BlockPart::First) => "┌ ",
            Some(BlockPart::Middle) => "│ ",
            Some(BlockPart::Last) => "└ ",
        };
        let kind = match last {
            Some(last) if last < line.number => Kind::Aftermath(line.number),
            Some(_) | None => Kind::Step(line.number),
        };
        let what = format!("{bracket}{}", words.deed(line));
        table.add(at(subject, Row::new(kind, line.thread, what), line.position));
        add_outputs(&mut table, story, line.number);
        if last == Some(line.number) {
            add_failure(&mut table, subject, violation, words);
        }
    }
    table
}

/// The chronological trace, if it is wanted.
fn trace(subject: &Subject<'_>, violation: &Violation) -> String {
    let (Some(_), Some(trace)) = (subject.traces, &violation.trace) else {
        return String::new();
    };
    let Violation { witness, objects, .. } = violation;
    let drawing = Drawing::new(subject.program, trace, witness, objects);
    let heading = paint(STRONG, "Its chronological trace, each list in program order:");
    format!("\n{heading}\n{}", super::trace::render(&drawing))
}

/// Where the allocated memory comes from that the steps mention.
fn allocations(names: &Names<'_>) -> String {
    let mut text = String::new();
    for object in names.objects() {
        let Some(location) = &object.location else {
            continue;
        };
        if !object.kind.is_local() {
            let name = &object.name;
            let place = location.short();
            let size = counted(object.size, "byte");
            let line = format!("  {name}: {size} allocated at {place}");
            let _ = writeln!(text, "{}", paint(DIM, line));
        }
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

fn add_outputs(table: &mut Table, story: &Story<'_>, number: usize) {
    for output in story.outputs_after(number) {
        let what = format!("prints {:?}", output.text.trim_end_matches('\n'));
        table.add(Row::new(Kind::Output, output.thread, what));
    }
}

fn add_failure(table: &mut Table, subject: &Subject<'_>, violation: &Violation, words: &Words<'_>) {
    let message = words::message(words.names, violation);
    let row = Row::new(Kind::Failure, violation.thread, message);
    table.add(at(subject, row, violation.position));
}

/// How each thread stands at the end.
fn ends(subject: &Subject<'_>, violation: &Violation, words: &Words<'_>) -> Table {
    let mut table = Table::default();
    for end in &violation.witness.threads {
        let status = match &end.status {
            ThreadStatus::Failed(message) if *message == violation.message => "failed".to_owned(),
            _ => words::status(words.names, &violation.witness, end),
        };
        let mut row = Row::new(Kind::End, end.thread, status);
        if end.thread != ThreadId::MAIN {
            row = row.with_thread_name(format!("{} ({})", end.thread, end.function));
        }
        table.add(at(subject, row, end.position));
    }
    table
}

/// The row with the place it is about.
fn at(subject: &Subject<'_>, row: Row, position: Option<SourcePosition>) -> Row {
    let Some(position) = position else {
        return row;
    };
    let location = Location::new(subject.program, position);
    let source = subject.sources.line(&location.file, location.line);
    row.at(location.short(), source)
}

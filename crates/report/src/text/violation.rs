//! One violation: what failed, where, how it came to that, and how to see it again.

use super::table::{Kind, Row, Table};
use crate::location::Location;
use crate::names::Names;
use crate::snippet::{self, Mark};
use crate::story::{BlockPart, Story};
use crate::style::{STRONG, paint};
use crate::words::Words;
use crate::{ReplayPath, Subject};
use base::{SourcePosition, ViolationKind};
use explore::result::Violation;
use std::fmt::Write;

pub(super) fn render(subject: &Subject<'_>, violation: &Violation, width: usize) -> String {
    let mut text = String::new();
    if let Some(position) = violation.position {
        let location = Location::new(subject.program, position);
        let label = format!("in {}", violation.thread);
        let quoted = snippet::quote(subject.sources, &location, Mark::Violation, &label);
        let _ = write!(text, "\n{quoted}");
    }
    let story = Story::new(&violation.witness);
    let steps = interleaving(subject, violation, &story);
    let _ = writeln!(text, "\n{}", paint(STRONG, "How it happens:"));
    text.push_str(&steps.render(width));
    let _ = writeln!(text, "\n{}", paint(STRONG, "How the threads end:"));
    text.push_str(&ends(subject, violation).render(width));
    let replay = ReplayPath(violation.path.clone());
    let heading = paint(STRONG, "To see exactly this execution again:");
    let command = subject.run.replay_command(&replay);
    let _ = writeln!(text, "\n{heading}\n  {command}");
    text
}

/// The steps with what was printed between them, and the failure in its place.
fn interleaving(subject: &Subject<'_>, violation: &Violation, story: &Story<'_>) -> Table {
    let words = Words {
        names: Names::new(subject.program),
        story,
        witness: &violation.witness,
    };
    let failing_step = story.failing_line(violation);
    let mut table = Table::default();
    add_outputs(&mut table, story, 0);
    for line in &story.lines {
        let bracket = match line.block {
            None => "",
            Some(BlockPart::First) => "┌ ",
            Some(BlockPart::Middle) => "│ ",
            Some(BlockPart::Last) => "└ ",
        };
        let what = format!("{bracket}{}", words.deed(&line.deed));
        let row = Row::new(Kind::Step(line.number), line.thread, what);
        table.add(at(subject, row, line.position));
        if failing_step == Some(line.number) {
            table.add(failure(subject, violation));
        }
        add_outputs(&mut table, story, line.number);
    }
    if failing_step.is_none() && is_an_act(violation.kind) {
        table.add(failure(subject, violation));
    }
    table
}

fn add_outputs(table: &mut Table, story: &Story<'_>, number: usize) {
    for output in story.outputs_after(number) {
        let what = format!("prints {:?}", output.text.trim_end_matches('\n'));
        table.add(Row::new(Kind::Output, output.thread, what));
    }
}

/// The row that says what went wrong.
fn failure(subject: &Subject<'_>, violation: &Violation) -> Row {
    let row = Row::new(Kind::Failure, violation.thread, violation.message.clone());
    at(subject, row, violation.position)
}

/// Whether a violation is something that a thread does, and not a state of affairs.
fn is_an_act(kind: ViolationKind) -> bool {
    match kind {
        ViolationKind::Deadlock | ViolationKind::Leak => false,
        ViolationKind::Assertion
        | ViolationKind::ErrorReached
        | ViolationKind::NullPointer
        | ViolationKind::OutOfBounds
        | ViolationKind::UseAfterFree
        | ViolationKind::UseAfterReturn
        | ViolationKind::DoubleFree
        | ViolationKind::InvalidFree
        | ViolationKind::InvalidPointer
        | ViolationKind::WriteToConstant
        | ViolationKind::UninitialisedRead
        | ViolationKind::DivisionByZero
        | ViolationKind::InvalidShift
        | ViolationKind::MutexMisuse
        | ViolationKind::ThreadMisuse
        | ViolationKind::UnreachableReached => true,
    }
}

/// How each thread stands at the end.
fn ends(subject: &Subject<'_>, violation: &Violation) -> Table {
    let mut table = Table::default();
    for end in &violation.witness.threads {
        let what = format!("{}: {}", end.function, end.status);
        let row = Row::new(Kind::End, end.thread, what);
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
    Row {
        location: Some(location.short()),
        source,
        ..row
    }
}

//! A report for people: the answer in the first line, then the evidence, then the numbers.

mod table;
mod violation;

use crate::location::Location;
use crate::sentence::{self, counted, grouped, memory};
use crate::snippet::{self, Mark};
use crate::style::{DIM, of_verdict, paint};
use crate::{Run, Subject};
use base::Verdict;
use explore::result::Gap;
use std::fmt::Write;

/// The whole report. `width` is the number of characters in a line of the screen.
pub fn render(subject: &Subject<'_>, width: usize) -> String {
    let verdict = subject.report.verdict;
    let mut text = paint(of_verdict(verdict), sentence::verdict(subject));
    text.push('\n');
    if let Some(advice) = advice(subject) {
        text.push_str(&gap(subject));
        let _ = writeln!(text, "\n{advice}");
    }
    let violations = &subject.report.violations;
    for (index, violation) in violations.iter().enumerate() {
        if violations.len() > 1 {
            let heading = sentence::violation(subject.program, violation);
            let number = format!("\n{} of {}: {heading}", index + 1, violations.len());
            let _ = writeln!(text, "{}", paint(of_verdict(verdict), number));
        }
        text.push_str(&violation::render(subject, violation, width));
    }
    let _ = writeln!(text, "\n{}", paint(DIM, statistics(subject)));
    text
}

/// The source at which something unsupported was met.
fn gap(subject: &Subject<'_>) -> String {
    match &subject.report.gap {
        Some(Gap::Unsupported { what, position: Some(position) }) => {
            let location = Location::new(subject.program, *position);
            let quoted = snippet::quote(subject.sources, &location, Mark::Unsupported, what);
            format!("\n{quoted}")
        }
        Some(Gap::Unsupported { position: None, .. } | Gap::Stopped(_)) | None => String::new(),
    }
}

/// What the user can do about an answer that is not about all executions.
fn advice(subject: &Subject<'_>) -> Option<String> {
    let report = subject.report;
    match (&report.gap, report.verdict) {
        (Some(Gap::Unsupported { .. }), Verdict::Violated) => {
            Some(format!("Besides, {}: there may be more violations.", sentence::reason(subject)?))
        }
        (Some(Gap::Unsupported { .. }), _) => {
            Some("Some execution gets there, and what happens after it is not known.".to_owned())
        }
        (Some(Gap::Stopped(_)), Verdict::Violated) => {
            Some(format!("Besides, {}: there may be more violations.", sentence::reason(subject)?))
        }
        (Some(Gap::Stopped(_)), _) => Some(
            "The program may be smaller with other flags, or the search with --unroll N."
                .to_owned(),
        ),
        (None, Verdict::HoldsWithinBound) => Some(
            "Nothing is known about executions with longer loops; --unroll N looks further."
                .to_owned(),
        ),
        (None, Verdict::Holds | Verdict::Violated | Verdict::Unknown) => None,
    }
}

/// The numbers, in one line.
fn statistics(subject: &Subject<'_>) -> String {
    let numbers = &subject.report.statistics;
    let Run { model, engine, workers, seconds, peak_memory_bytes, .. } = subject.run;
    let mut line = format!(
        "{model}, {engine}: {}, {} blocked, {} erroneous; {}, at most {} at once; {seconds:.3} s",
        counted(numbers.executions, "execution"),
        grouped(numbers.blocked),
        grouped(numbers.erroneous),
        counted(numbers.events, "event"),
        grouped(numbers.largest),
    );
    if *workers > 1 {
        let _ = write!(line, " on {workers} workers");
    }
    if let Some(bytes) = peak_memory_bytes {
        let _ = write!(line, "; {}", memory(*bytes));
    }
    line
}

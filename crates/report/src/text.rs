//! A report for people: the answer in the first line, then the evidence, then the numbers.

mod table;
mod trace;
mod violation;

use crate::assumptions::{Assumption, assumptions};
use crate::drawing::Drawing;
use crate::location::Location;
use crate::sentence::{self, counted, grouped, memory, time};
use crate::snippet::{self, Mark};
use crate::style::{DIM, STRONG, of_verdict, paint};
use crate::ways_out::way_out;
use crate::{Run, Subject};
use answer::{Gap, Stop, TracedExecution};
use base::Verdict;
use std::fmt::Write;

/// What to know of a violation that needs weak memory.
const ONLY_WEAK: &str = "\
Under sc the program holds: no interleaving of the threads' steps does this, but a compiler or a
machine that reorders accesses does. --repair looks for the orders and fences that prevent it.
";

/// The whole report. `width` is the number of characters in a line of the screen.
pub fn render(subject: &Subject<'_>, width: usize) -> String {
    let verdict = subject.answer.verdict();
    let Subject { answer, run, .. } = subject;
    let condition = subject.condition.and_then(|own| own.sentence(answer, &run.model));
    let mut text = condition.map_or_else(String::new, |said| format!("{}\n", paint(STRONG, said)));
    text.push_str(&paint(of_verdict(verdict), sentence::verdict(subject)));
    text.push('\n');
    if subject.run.holds_under_sc {
        text.push_str(ONLY_WEAK);
    }
    if let Some(advice) = advice(subject) {
        text.push_str(&gap(subject));
        let _ = writeln!(text, "\n{advice}");
    }
    let violations = subject.answer.violations();
    for (index, violation) in violations.iter().enumerate() {
        if violations.len() > 1 {
            let heading = sentence::violation(subject.program, violation);
            let number = format!("\n{} of {}: {heading}", index + 1, violations.len());
            let _ = writeln!(text, "{}", paint(of_verdict(verdict), number));
        }
        text.push_str(&violation::render(subject, violation, width));
    }
    text.push_str(&traces(subject));
    if let Some(assumed) = assumed(subject) {
        let _ = writeln!(text, "\n{}", paint(DIM, assumed));
    }
    let _ = writeln!(text, "\n{}", paint(DIM, statistics(subject)));
    text
}

/// What the verdict takes for granted.
fn assumed(subject: &Subject<'_>) -> Option<String> {
    let all = assumptions(subject.program, subject.answer.verdict());
    let words: Vec<&str> = all.into_iter().map(Assumption::words).collect();
    (!words.is_empty()).then(|| format!("assuming: {}", words.join("; ")))
}

/// The chronological traces of executions that go well, if they are wanted.
fn traces(subject: &Subject<'_>) -> String {
    let traces = subject.traces.unwrap_or_default();
    let executions = subject.answer.statistics().executions;
    let mut text = String::new();
    for (told, number) in traces.iter().zip(1..) {
        let heading = format!("Execution {number} of {}:", grouped(executions));
        let _ = writeln!(text, "\n{}", paint(STRONG, heading));
        let TracedExecution { trace, witness, objects } = told;
        let drawing = Drawing::new(subject.program, trace, witness, objects);
        text.push_str(&trace::render(&drawing));
    }
    if !traces.is_empty() && (traces.len() as u64) < executions {
        let _ = writeln!(text, "\nThe other executions are not shown.");
    }
    text
}

/// The source at which something unsupported was met.
fn gap(subject: &Subject<'_>) -> String {
    match subject.answer.gap() {
        Some(Gap::Unsupported { what, position: Some(position) }) => {
            let location = Location::new(subject.program, *position);
            snippet::quote(subject.sources, &location, Mark::Unsupported, what)
        }
        Some(
            Gap::Unsupported { position: None, .. }
            | Gap::OtherViolation { .. }
            | Gap::Stopped(_)
            | Gap::Endless { .. },
        )
        | None => String::new(),
    }
}

/// What the user should know about an answer that is about fewer executions than it seems, and can
/// do about it.
fn advice(subject: &Subject<'_>) -> Option<String> {
    let answer = subject.answer;
    match (answer.gap(), answer.verdict()) {
        (Some(Gap::Unsupported { .. }), Verdict::Violated) => {
            Some(format!("Besides, {}: there may be more violations.", sentence::reason(subject)?))
        }
        (Some(Gap::Unsupported { what, .. }), _) if what.starts_with("external function") => {
            let advice = "Some execution calls it. A file with a definition can be given, too, or \
                          a specification (--library).";
            Some(match way_out(what) {
                Some(way) => format!("{advice} {way}"),
                None => advice.to_owned(),
            })
        }
        (Some(Gap::Unsupported { .. }), _) => {
            Some("Some execution gets there, and what happens after it is not known.".to_owned())
        }
        (
            Some(Gap::OtherViolation { .. } | Gap::Stopped(_) | Gap::Endless { .. }),
            Verdict::Violated,
        ) => {
            Some(format!("Besides, {}: there may be more violations.", sentence::reason(subject)?))
        }
        (Some(Gap::OtherViolation { .. }), _) => {
            Some("Without --property, the execution that leads there is shown.".to_owned())
        }
        (Some(Gap::Stopped(Stop::Interrupt | Stop::SeenEnough) | Gap::Endless { .. }), _) => None,
        (Some(Gap::Stopped(Stop::TimeLimit | Stop::MemoryLimit)), _) => Some(
            "A larger limit, a smaller program or a bound on its loops (--unroll N) may decide it."
                .to_owned(),
        ),
        (None, Verdict::HoldsWithinBound) if answer.cut().is_only_surroundings() => {
            Some(
                "The program asks for the time, input, the environment, its arguments or whether \
                 output was complete; nothing is known about other answers."
                    .to_owned(),
            )
        }
        (None, Verdict::HoldsWithinBound) if !answer.cut().turns && !answer.cut().failures => Some(
            "Nothing is known about other inputs; --nondet LOW..HIGH tries others.".to_owned(),
        ),
        (None, Verdict::HoldsWithinBound) if !answer.cut().turns => Some(
            "Nothing is known about executions with more such failures; --weak-cas N looks further."
                .to_owned(),
        ),
        (None, Verdict::HoldsWithinBound) => Some(
            "Nothing is known about executions with longer loops; --unroll N looks further."
                .to_owned(),
        ),
        (None, Verdict::Unknown) if answer.blockage().is_some() => Some(
            "What comes after it was not looked at. Whether a loop waits for ever, --check liveness \
             says."
                .to_owned(),
        ),
        (None, Verdict::Holds | Verdict::Violated | Verdict::Unknown) => None,
    }
}

/// The numbers, in one line.
fn statistics(subject: &Subject<'_>) -> String {
    let numbers = subject.answer.statistics();
    let Run { model, engine, workers, seconds, peak_memory_bytes, .. } = subject.run;
    let mut line = format!(
        "{model}, {engine}: {}, {} blocked, {} erroneous; {}, largest graph {}; {}",
        counted(numbers.executions, "execution"),
        grouped(numbers.blocked),
        grouped(numbers.erroneous),
        counted(numbers.events, "event"),
        grouped(numbers.largest),
        time(*seconds),
    );
    if let Some(formula) = numbers.formula {
        let _ = write!(
            line,
            "; {}, {}, {}",
            counted(formula.variables, "variable"),
            counted(formula.clauses, "clause"),
            counted(formula.conflicts, "conflict"),
        );
    }
    if *workers > 1 {
        let _ = write!(line, " on {workers} workers");
    }
    if let Some(bytes) = peak_memory_bytes {
        let _ = write!(line, "; {}", memory(*bytes));
    }
    line
}

//! The answer in one sentence, and why it is not a better one.

use crate::location::Location;
use crate::names::Names;
use crate::{Limits, Run, Subject, words};
use base::Verdict;
use explore::result::{Gap, Violation};
use explore::{Report, Stop};
use program::Program;

/// The verdict in words, after its name.
pub(crate) fn verdict(subject: &Subject<'_>) -> String {
    let Subject { program, report, run, .. } = subject;
    let explored = explored(report);
    match report.verdict {
        Verdict::Holds if report.statistics.executions == 0 => {
            format!("holds, but no execution comes to an end: nothing is violated ({explored})")
        }
        Verdict::Holds => format!("holds: no execution violates anything ({explored})"),
        Verdict::HoldsWithinBound => {
            let bound = bound(run);
            format!(
                "holds within bound {bound}: no violation while every loop runs at most {bound} \
                 times ({explored})"
            )
        }
        Verdict::Violated => {
            let first = report.violations.first();
            let first = first.map_or_else(String::new, |first| violation(program, first));
            match report.violations.len() {
                0 | 1 => format!("violated: {first}"),
                many => format!("violated: {first}, and {} more", many - 1),
            }
        }
        Verdict::Unknown => {
            let reason = reason(subject).unwrap_or_default();
            // Only where an exploration had to be given up are they not among the violations.
            let so_far = match report.statistics.erroneous {
                0 => "no violation so far".to_owned(),
                some => format!("{} went wrong, which cannot be shown", counted(some, "execution")),
            };
            format!("unknown: {reason}; {so_far} ({explored})")
        }
    }
}

/// What was wrong, and where.
pub(crate) fn violation(program: &Program, violation: &Violation) -> String {
    let message = words::message(&Names::new(program, &violation.objects), violation);
    match violation.position {
        Some(position) => format!("{message} ({})", Location::new(program, position)),
        None => message,
    }
}

/// What keeps the answer from being about all executions.
pub(crate) fn reason(subject: &Subject<'_>) -> Option<String> {
    let run = subject.run;
    match &subject.report.gap {
        Some(Gap::Unsupported { what, position }) => Some(match position {
            Some(position) => {
                let location = Location::new(subject.program, *position);
                format!("not supported: {what} ({location})")
            }
            None => format!("not supported: {what}"),
        }),
        Some(Gap::Stopped(stop)) => Some(match &run.during {
            Some(during) => format!("{} {during}", stopped(*stop, run.limits)),
            None => stopped(*stop, run.limits),
        }),
        None if subject.report.bound_reached => {
            Some(format!("some executions have loops that run more than {} times", bound(run)))
        }
        None => None,
    }
}

/// Which limit was reached.
pub fn stopped(stop: Stop, limits: Limits) -> String {
    match (stop, limits.seconds, limits.memory_bytes) {
        (Stop::TimeLimit, Some(seconds), _) => format!("the time limit of {seconds} s was reached"),
        (Stop::TimeLimit, None, _) => "the time limit was reached".to_owned(),
        (Stop::MemoryLimit, _, Some(bytes)) => {
            format!("the memory limit of {} was reached", memory(bytes))
        }
        (Stop::MemoryLimit, _, None) => "the memory limit was reached".to_owned(),
        (Stop::Interrupt, _, _) => "it was interrupted".to_owned(),
    }
}

fn bound(run: &Run) -> String {
    run.unroll.map_or_else(|| "N".to_owned(), |bound| bound.to_string())
}

fn explored(report: &Report) -> String {
    let statistics = &report.statistics;
    format!(
        "{}, {} blocked",
        counted(statistics.executions, "execution"),
        grouped(statistics.blocked)
    )
}

/// `1 execution`, `2 executions`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time.
pub(crate) fn time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// An amount of memory.
pub(crate) fn memory(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 10_000.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        format!("{:.1} GiB", mebibytes / 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_readable() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(memory(3 << 20), "3 MiB");
    }
}
